"""Kani's statistics: bids and bids made, by height; the called partner's luck; the results of the opponents."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.scoring.statistics import (
    EVERYBODY,
    SHARE,
    Figure,
    GameStatistics,
    Headline,
    Measure,
    PlayedDeal,
    list_measures,
)
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import T
from scorekeeper.games.kani.deal import ALL_TRICKS, KANI, PASS
from scorekeeper.games.kani.scoring import FAILED, MADE

BIDS, HEIGHTS = T("Bids"), T("Bids by height")
MEASURES = list_measures(
    Measure("declared", T("Deals in which one was the declarer"), SHARE, BIDS),
    Measure("made", T("Own bids made"), SHARE, BIDS),
    Measure("partner", T("Bids made as the called partner"), SHARE, BIDS),
    Measure("called", T("Deals in which one was called as partner"), SHARE, BIDS),
    Measure("defended", T("Bids beaten by those against them"), SHARE, BIDS),
    Measure("alone", T("Bids made alone"), SHARE, BIDS),
    Measure("kani", T("Kani: all thirteen, bid and made"), SHARE, BIDS),
    *(
        Measure(f"made:{height}", T("Bids of {height} made", height=height), SHARE, HEIGHTS)
        for height in range(1, ALL_TRICKS + 1)
    ),
)


def observe(deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    """The figures of a deal beyond its scores."""
    if deal.outcome not in (MADE, FAILED) or deal.entry["bid"] == PASS:
        return
    made, declarer, partner = int(deal.outcome == MADE), deal.entry["declarer"], deal.entry["partner"]
    for measure in _own_measures(deal):
        yield Figure((declarer,), measure, made)
        yield Figure(EVERYBODY, measure, made)
    for seat in range(seating.players):
        yield Figure((seat,), "declared", int(seat == declarer))
        yield Figure((seat,), "called", int(seat == partner))
        if seat not in (declarer, partner):
            yield Figure((seat,), "defended", 1 - made)
    if partner is not None and partner != declarer:
        yield Figure((partner,), "partner", made)
        yield Figure((declarer, partner), "made", made)


def _own_measures(deal: PlayedDeal) -> Iterator[str]:
    bid = deal.entry["bid"]
    yield "made"
    yield KANI if bid == KANI else f"made:{bid}"
    if deal.entry["partner"] is None:
        yield "alone"


STATISTICS = GameStatistics(
    MEASURES, observe, Headline("declared", T("Declarer most often")), Headline("kani", T("Most kanis made"))
)
