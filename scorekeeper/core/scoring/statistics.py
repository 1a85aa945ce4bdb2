"""What a game counts for leagues: its measures, and what one played deal shows of each.

A game knows seats, not people. :mod:`scorekeeper.league.statistics` turns seats into players and pairs, and adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.scoring.scores import DECIDED, NOT_COUNTED
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import NOTHING, Text

COUNT, SHARE, MEAN = "count", "share", "mean"
"""How a sum is read: ``got`` alone; ``got`` of ``of``; ``got`` for each of ``of``."""
EVERYBODY: tuple[int, ...] = ()
"""The seats of a figure that is about the whole table."""


class Measure(NamedTuple):
    """One thing that is counted. ``group`` keeps together what belongs in one table (the kinds of contract)."""

    code: str
    label: Text
    kind: str
    group: Text


class Figure(NamedTuple):
    """What one deal shows of a measure: it came true ``got`` times, for a seat, for two partners or for everybody."""

    seats: tuple[int, ...]
    measure: str
    got: int


class PlayedLine(NamedTuple):
    """A line of a sheet without its sentence."""

    side: int
    points: int
    code: str


class PlayedDeal(NamedTuple):
    """One deal that counted: what was written down (``entry``) and what came of it.

    ``at`` is its place among the entries of the match; ``round`` is given by games that have rounds. ``left`` are the
    seats that were played no more, ``people`` those who sat there, by seat, where people came and went.
    """

    at: int
    dealer: int
    outcome: str
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[PlayedLine, ...]
    entry: Mapping[str, Any]
    round: int | None = None
    left: tuple[int, ...] = ()
    people: tuple[str, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether its points were counted; statistics of points leave out a deal that was not counted."""
        return self.outcome != DECIDED and not any(line.code == NOT_COUNTED for line in self.lines)


class Headline(NamedTuple):
    """The measure that is told of a match at its end, and what it is called there: *Most escobas*."""

    measure: str
    label: Text


class GameStatistics(NamedTuple):
    """One game's measures by code, the function that finds their figures in a deal, and the one told at the end.

    ``sweep`` is told of an evening: how often a player took everything that there is to take. ``unplayed`` are the
    measures that say nothing at a table with these options, which does not play for them.
    """

    measures: Mapping[str, Measure]
    observe: Callable[[PlayedDeal, Seating], Iterator[Figure]]
    headline: Headline | None = None
    sweep: Headline | None = None
    unplayed: Callable[[Any], tuple[str, ...]] = lambda options: ()


def list_measures(*measures: Measure) -> Mapping[str, Measure]:
    """Measures by their codes."""
    return {measure.code: measure for measure in measures}


def of_side(seating: Seating, side: int, measure: str, got: int) -> Iterator[Figure]:
    """The same figure for every seat of a side."""
    for seat in seating.sides[side]:
        yield Figure((seat,), measure, got)


NO_STATISTICS = GameStatistics(NOTHING, lambda deal, seating: iter(()))
"""A game that counts nothing of its own; it still has the statistics of all matches."""
