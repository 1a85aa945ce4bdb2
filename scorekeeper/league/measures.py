"""Observations and their sums: the player or pair, how often a measure came true, and out of how often.

The measures themselves are values of :mod:`scorekeeper.core.scoring.statistics`; a game lists its own in its folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.core.text import N, Text
from scorekeeper.league.results import Result

PLAYER, PAIR, AGAINST, LEAGUE = "player", "pair", "against", "league"
"""The subject of an observation: one player, two on one side, one against another, or the league."""

AGAINST_MARK = "|"
EVERYBODY = ""
FEW = 10
"""Out of fewer than this a share says little, and is marked."""


class Observation(NamedTuple):
    """What one match shows of a player or pair: the measure came true ``got`` times out of ``of``."""

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
        """The sum with ``got`` out of ``of`` more."""
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


def few_text(sum_: Sum) -> Text:
    """The mark of small numbers."""
    return N("only {n} so far", "only {n} so far", n=sum_.of)


def against(player: str, rival: str) -> str:
    """The key of one player against another."""
    return f"{player}{AGAINST_MARK}{rival}"


def of_side(result: Result, side: int, measure: str, got: int, of: int) -> Iterator[Observation]:
    """The same observation of every player of a side."""
    for player in result.members(side):
        yield Observation(PLAYER, player, measure, got, of)
