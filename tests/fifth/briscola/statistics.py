"""Briscola's statistics: card points, and who takes them all."""

from collections.abc import Iterator

from scorekeeper.games.briscola.scoring import CAPPOTTO

from scorekeeper.core.scoring.statistics import (
    MEAN,
    SHARE,
    Figure,
    GameStatistics,
    Measure,
    PlayedDeal,
    list_measures,
    of_side,
)
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import T

CARDS = T("Card points")
MEASURES = list_measures(
    Measure("card_points", T("Card points a deal"), MEAN, CARDS),
    Measure("cappotti", T("Deals with all 120 points"), SHARE, CARDS),
)


def observe(deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    """Everything that a deal says beyond its scores."""
    for side, points in enumerate(deal.entry["points"]):
        yield from of_side(seating, side, "card_points", points)
        yield from of_side(seating, side, "cappotti", int(deal.outcome == CAPPOTTO and points > 0))


STATISTICS = GameStatistics(MEASURES, observe)
