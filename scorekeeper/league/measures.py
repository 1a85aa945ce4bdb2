"""What statistics are made of: a measure has a name, an observation says how often it came true, and out of how often.

Every game lists its measures beside the function that observes them; everything else is adding up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from scorekeeper.core.text import N, Text
from scorekeeper.league.results import Result

PLAYER, PAIR, AGAINST, LEAGUE = "player", "pair", "against", "league"
"""Whom an observation is about: one player, two on one side, one against another, or everybody."""

AGAINST_MARK = "|"
EVERYBODY = ""
FEW = 10
"""Out of fewer than this a share says little, and is marked."""

COUNT, SHARE, MEAN = "count", "share", "mean"
"""How a sum is read: ``got`` alone; ``got`` of ``of``; ``got`` for each of ``of``."""


class Measure(NamedTuple):
    """One thing that is counted. ``group`` keeps together what belongs in one table (the kinds of contract)."""

    code: str
    label: Text
    kind: str
    group: Text


class Observation(NamedTuple):
    """What one match showed: of somebody, this measure came true ``got`` times out of ``of``."""

    about: str
    who: str
    measure: str
    got: int
    of: int


class Sum(NamedTuple):
    """Observations of one measure, added up. They can be taken off again."""

    got: int = 0
    of: int = 0

    def plus(self, got: int, of: int) -> Sum:
        return Sum(self.got + got, self.of + of)

    @property
    def few(self) -> bool:
        """Whether there are too few to say much."""
        return self.of < FEW

    @property
    def percent(self) -> int | None:
        """The share in percent; None where there is nothing to divide by."""
        return round(100 * self.got / self.of) if self.of else None

    @property
    def mean(self) -> float | None:
        """``got`` for each of ``of``."""
        return self.got / self.of if self.of else None


Observe = Callable[[Result], Iterator[Observation]]


class GameStatistics(NamedTuple):
    """One game's measures by code, and the function that finds them in a result."""

    measures: Mapping[str, Measure]
    observe: Observe


def by_code(*measures: Measure) -> Mapping[str, Measure]:
    """Measures by their codes."""
    return {measure.code: measure for measure in measures}


def few_text(sum_: Sum) -> Text:
    """The mark of small numbers."""
    return N("only {n} so far", "only {n} so far", n=sum_.of)


def against(one: str, other: str) -> str:
    """The key of one player against another."""
    return f"{one}{AGAINST_MARK}{other}"


def of_side(result: Result, side: int, measure: str, got: int, of: int) -> Iterator[Observation]:
    """The same observation of every player of a side."""
    for player in result.members(side):
        yield Observation(PLAYER, player, measure, got, of)
