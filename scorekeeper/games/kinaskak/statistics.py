"""Kínaskák's statistics: rounds won, buys and their cost, and the points of every round."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.scoring.statistics import (
    EVERYBODY,
    MEAN,
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
from scorekeeper.games.kinaskak.options import MAX_ROUNDS, KinaskakOptions
from scorekeeper.games.kinaskak.scoring import BUY_PENALTY, WENT_OUT

ROUNDS, BY_ROUND = T("Rounds"), T("Points by round")
MEASURES = list_measures(
    Measure("went_out", T("Deals in which one went out"), SHARE, ROUNDS),
    Measure("points", T("Points a deal"), MEAN, ROUNDS),
    Measure("buys", T("Buys a deal, where they were written"), MEAN, ROUNDS),
    Measure("penalised", T("Deals with a buy too many"), SHARE, ROUNDS),
    Measure("penalty", T("Points for buying, a deal"), MEAN, ROUNDS),
    *(
        Measure(f"points:{number}", T("Points in round {number}", number=number), MEAN, BY_ROUND)
        for number in range(1, MAX_ROUNDS + 1)
    ),
    *(
        Measure(f"went_out:{number}", T("Went out in round {number}", number=number), SHARE, BY_ROUND)
        for number in range(1, MAX_ROUNDS + 1)
    ),
)


def observe(deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    """The figures of a deal beyond its scores."""
    for seat in range(seating.players):
        for measure, got in _of_seat(deal, seat):
            yield Figure((seat,), measure, got)
            if measure.startswith("points"):
                yield Figure(EVERYBODY, measure, got)


def _of_seat(deal: PlayedDeal, seat: int) -> Iterator[tuple[str, int]]:
    seat_lines = [line for line in deal.lines if line.side == seat]
    out = int(any(line.code == WENT_OUT for line in seat_lines))
    penalty = sum(line.points for line in seat_lines if line.code == BUY_PENALTY)
    yield "went_out", out
    yield "points", deal.scores[seat]
    yield "penalised", int(penalty > 0)
    yield "penalty", penalty
    if deal.round is not None:
        yield f"points:{deal.round}", deal.scores[seat]
        yield f"went_out:{deal.round}", out
    buys = deal.entry.get("buys")
    if buys is not None and buys[seat] is not None:
        yield "buys", buys[seat]


def find_unplayed(options: KinaskakOptions) -> tuple[str, ...]:
    """The measures of buys too many, where every buy is free. (kinaskak 5.4)"""
    return () if options.buy_penalty else ("penalised", "penalty")


STATISTICS = GameStatistics(
    MEASURES, observe, Headline("went_out", T("Went out most often")), unplayed=find_unplayed
)
