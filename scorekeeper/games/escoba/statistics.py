"""Eskoba's statistics: escobas, sevens, golds and cards, all read from the lines of the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.core.scoring.statistics import (
    MEAN,
    SHARE,
    Figure,
    GameStatistics,
    Headline,
    Measure,
    PlayedDeal,
    list_measures,
    of_side,
)
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import T

PILES = T("Piles")
TAKEN: Mapping[str, frozenset[str]] = {
    "sevens": frozenset(("sevens", "all_sevens")),
    "golds": frozenset(("golds", "all_golds")),
    "cards": frozenset(("cards",)),
    "seven_of_golds": frozenset(("seven_of_golds",)),
    "all_sevens": frozenset(("all_sevens",)),
    "all_golds": frozenset(("all_golds",)),
    "under_ten": frozenset(("under_ten",)),
}
MEASURES = list_measures(
    Measure("escobas", T("Escobas a deal"), MEAN, PILES),
    Measure("sevens", T("Deals with the most sevens"), SHARE, PILES),
    Measure("golds", T("Deals with the most golds"), SHARE, PILES),
    Measure("cards", T("Deals with the most cards"), SHARE, PILES),
    Measure("seven_of_golds", T("Deals with the seven of golds"), SHARE, PILES),
    Measure("all_sevens", T("Deals with all four sevens"), SHARE, PILES),
    Measure("all_golds", T("Deals with all ten golds"), SHARE, PILES),
    Measure("under_ten", T("Deals in which no other side had ten cards"), SHARE, PILES),
)


def observe(deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    """The figures of a deal beyond its scores."""
    for side in range(len(seating.sides)):
        mine = [line for line in deal.lines if line.side == side]
        codes = {line.code for line in mine}
        escobas = sum(line.points for line in mine if line.code == "escobas")
        yield from of_side(seating, side, "escobas", escobas)
        for measure, wanted in TAKEN.items():
            yield from of_side(seating, side, measure, int(not codes.isdisjoint(wanted)))


SWEEPS = Headline("escobas", T("Most escobas"))
STATISTICS = GameStatistics(MEASURES, observe, told=SWEEPS, sweep=SWEEPS)
