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
from scorekeeper.core.text import T, Text
from scorekeeper.games.escoba.options import EscobaOptions

PILES = T("Piles")
TAKEN: Mapping[str, tuple[Text, tuple[str, ...]]] = {
    "sevens": (T("Deals with the most sevens"), ("sevens", "all_sevens")),
    "golds": (T("Deals with the most golds"), ("golds", "all_golds")),
    "cards": (T("Deals with the most cards"), ("cards",)),
    "seven_of_golds": (T("Deals with the seven of golds"), ("seven_of_golds",)),
    "all_sevens": (T("Deals with all four sevens"), ("all_sevens",)),
    "all_golds": (T("Deals with all ten golds"), ("all_golds",)),
    "under_ten": (T("Deals in which every other side had few cards"), ("under_ten",)),
}
"""What a side may take, in words, and the lines of the score that show it."""
MEASURES = list_measures(
    Measure("escobas", T("Escobas a deal"), MEAN, PILES),
    *(Measure(code, label, SHARE, PILES) for code, (label, _lines) in TAKEN.items()),
)


def observe(deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    """The figures of a deal beyond its scores."""
    for side in range(len(seating.sides)):
        side_lines = [line for line in deal.lines if line.side == side]
        codes = {line.code for line in side_lines}
        escobas = sum(line.points for line in side_lines if line.code == "escobas")
        yield from of_side(seating, side, "escobas", escobas)
        for measure, (_label, wanted) in TAKEN.items():
            yield from of_side(seating, side, measure, int(not codes.isdisjoint(wanted)))


def find_unplayed(options: EscobaOptions) -> tuple[str, ...]:
    """The measures of what brings no points at this table. (escoba 5.8, 7.2, 7.3)"""
    worth = {
        "sevens": options.most_sevens,
        "all_sevens": options.all_sevens_value,
        "all_golds": options.all_golds_value,
        "under_ten": options.fewer_than_ten,
    }
    return tuple(measure for measure, points in worth.items() if not points)


SWEEPS = Headline("escobas", T("Most escobas"))
STATISTICS = GameStatistics(MEASURES, observe, headline=SWEEPS, sweep=SWEEPS, unplayed=find_unplayed)
