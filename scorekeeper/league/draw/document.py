"""What a draw document says, once it has been read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

FORMAT, ROUND_FORMAT = "scorekeeper-draw/1", "scorekeeper-round/1"
CHANGING, PAIRS, SINGLE = "changing", "pairs", "single"
"""Fours with partners; entrants that are pairs, two a table; each for oneself."""
RANDOM, EVEN, SWISS = "random", "even", "swiss"
SIZE_OF = {CHANGING: 4, PAIRS: 2}
"""Entrants a table, where there is no choice."""


class PastRound(NamedTuple):
    """A round that was played: the names at each table by seat, who rested, and the dealers' seats where known."""

    tables: tuple[tuple[str, ...], ...]
    resting: tuple[str, ...]
    dealers: tuple[int, ...]


class DrawDocument(NamedTuple):
    """A draw document. ``together`` and ``locked`` name entrants by their places in ``players``."""

    seats: str
    sizes: tuple[int, ...]
    way: str
    seed: str
    players: tuple[str, ...]
    together: tuple[tuple[int, int], ...] = ()
    points: Mapping[str, int] = {}
    locked: tuple[tuple[int, ...], ...] = ()
    plan: int = 0
    rounds: tuple[PastRound, ...] = ()

    @property
    def by_points(self) -> bool:
        """Whether points decide anything: they do from the second round on."""
        return self.way == SWISS and bool(self.rounds)

    @property
    def free(self) -> list[int]:
        """The places of those who sit at no table that stands."""
        seated = {place for table in self.locked for place in table}
        return [place for place in range(len(self.players)) if place not in seated]


class DrawnRound(NamedTuple):
    """A round by places in ``players``: the tables by seat, who rests."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...]
