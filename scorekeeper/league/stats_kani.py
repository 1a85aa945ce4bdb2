"""Kani's statistics: what was bid and made, by height; how lucky one's partners were; who stood against it."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.text import T
from scorekeeper.games.kani.deal import ALL_TRICKS, KANI, PASS
from scorekeeper.games.kani.scoring import FAILED, MADE
from scorekeeper.league.counting import unit_of
from scorekeeper.league.measures import (
    EVERYBODY,
    LEAGUE,
    PAIR,
    PLAYER,
    SHARE,
    GameStatistics,
    Measure,
    Observation,
    by_code,
)
from scorekeeper.league.results import Deal, Result

BIDS, HEIGHTS = T("Bids"), T("Bids by height")
MEASURES = by_code(
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


def observe(result: Result) -> Iterator[Observation]:
    """Everything that Kani's deals say beyond their scores."""
    for deal in result.deals:
        if deal.outcome in (MADE, FAILED) and deal.entry["bid"] != PASS:
            yield from _bid(result, deal)


def _bid(result: Result, deal: Deal) -> Iterator[Observation]:
    made, bid = int(deal.outcome == MADE), deal.entry["bid"]
    declarer, partner = deal.entry["declarer"], deal.entry["partner"]
    measures = ["made", KANI if bid == KANI else f"made:{bid}"]
    for measure in [*measures, "alone"] if partner is None else measures:
        yield Observation(PLAYER, result.players[declarer], measure, made, 1)
        yield Observation(LEAGUE, EVERYBODY, measure, made, 1)
    for seat, player in enumerate(result.players):
        yield Observation(PLAYER, player, "declared", int(seat == declarer), 1)
        yield Observation(PLAYER, player, "called", int(seat == partner), 1)
        if seat not in (declarer, partner):
            yield Observation(PLAYER, player, "defended", 1 - made, 1)
    if partner is not None and partner != declarer:
        yield Observation(PLAYER, result.players[partner], "partner", made, 1)
        pair = unit_of((result.players[declarer], result.players[partner]))
        yield Observation(PAIR, pair, "made", made, 1)


STATISTICS = GameStatistics(MEASURES, observe)
