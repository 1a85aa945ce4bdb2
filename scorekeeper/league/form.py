"""Form and streaks of a player: the last matches, and how long a run of wins is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.core.text import N, T, Text
from scorekeeper.league.results import Result

WON, SHARED, LOST = "won", "shared", "lost"
LATEST = 10
WORDS: Mapping[str, Text] = {WON: T("won"), SHARED: T("shared"), LOST: T("lost")}


class Streak(NamedTuple):
    """A run of matches with the same outcome: how many, the first and the last of them."""

    kind: str = ""
    length: int = 0
    first: str = ""
    last: str = ""

    def and_then(self, kind: str, match: str) -> Streak:
        """The streak after one more match."""
        if kind == self.kind:
            return Streak(kind, self.length + 1, self.first, match)
        return Streak(kind, 1, match, match)

    @property
    def text(self) -> Text:
        """The sentence: ``3 wins in a row``."""
        if self.kind == WON:
            return N("{n} win", "{n} wins in a row", n=self.length)
        if self.kind == LOST:
            return N("{n} match lost", "{n} matches lost in a row", n=self.length)
        return N("{n} shared win", "{n} shared wins in a row", n=self.length)


NO_STREAK = Streak()


class RecentForm(NamedTuple):
    """One player's latest matches (the newest last), the streak they are in, and their longest ones."""

    latest: tuple[tuple[str, str], ...] = ()
    current: Streak = NO_STREAK
    longest: Streak = NO_STREAK
    driest: Streak = NO_STREAK

    def and_then(self, kind: str, match: str) -> RecentForm:
        """The form after one more match. A streak has to be longer than the one before it to be the longest."""
        current = self.current.and_then(kind, match)
        longest = current if kind == WON and current.length > self.longest.length else self.longest
        driest = current if kind == LOST and current.length > self.driest.length else self.driest
        return RecentForm((*self.latest, (kind, match))[-LATEST:], current, longest, driest)


def kind_of(result: Result, side: int) -> str:
    """How a match came out for a side."""
    if side not in result.winners:
        return LOST
    return WON if len(result.winners) == 1 else SHARED
