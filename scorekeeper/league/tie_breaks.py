"""Ranking, and what separates those who are level: one look after the other, each remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.core.text import N, T, Text
from scorekeeper.league.counting import shown
from scorekeeper.league.rules import (
    DIFFERENCE,
    FEWER_MATCHES,
    HEAD_TO_HEAD,
    MOST_WINS,
    SHARE_OF_WINS,
    TIE_BREAKS,
    WRITTEN,
)

if TYPE_CHECKING:
    from scorekeeper.league.standings import Meeting, Tally


class Contest(NamedTuple):
    """A unit before it has a place."""

    unit: str
    value: Fraction
    counting: Tally
    played: Tally
    dropped: tuple[str, ...]


class Decision(NamedTuple):
    """A tie-break that separated a unit from others: who were level then, and what the unit had there.

    ``more`` is how many were level besides those in ``among``, where only some are named.
    """

    code: str
    unit: str
    among: tuple[str, ...]
    value: Fraction
    more: int = 0

    @property
    def others(self) -> tuple[str, ...]:
        """Whom the unit was level with."""
        return tuple(unit for unit in self.among if unit != self.unit)

    def naming(self, number: int) -> Decision:
        """The same with only so many of the others named: of thousands who are level nobody is told each."""
        named = tuple(islice((unit for unit in self.among if unit != self.unit), number))
        unnamed = len(self.among) - 1 - len(named)
        return self._replace(among=(*named, self.unit), more=self.more + unnamed)

    def text(self, names: Mapping[str, str]) -> Text:
        """The sentence: ``level with Boris; matches against each other: 2``."""
        named = [names.get(unit, unit) for unit in self.others]
        told: list[str | Text] = [*named[:NAMED]]
        unnamed = max(0, len(named) - NAMED) + self.more
        if unnamed:
            told.append(N("{n} more", "{n} more", n=unnamed))
        return T("level with {others}; {looked_at}: {value}", others=told,
                 looked_at=TIE_BREAKS[self.code], value=shown(self.value))  # fmt: skip


NAMED = 3
"""So many of those who were level are named in a sentence."""

Meetings = Mapping[str, Mapping[str, "Meeting"]]
Look = Callable[[Contest, frozenset[str], Meetings], Fraction]


def against_each_other(one: Contest, level: frozenset[str], meetings: Meetings) -> Fraction:
    """What a unit won in the matches against those it is level with."""
    met = meetings.get(one.unit, {}).items()
    return _halves(sum(_twice(meeting.won) for rival, meeting in met if rival in level))


def _twice(won: Fraction) -> int:
    """A match against somebody is won, lost or level: half points are all there are."""
    return 2 * won.numerator // won.denominator


@lru_cache(maxsize=1000)
def _halves(number: int) -> Fraction:
    return Fraction(number, 2)


LOOKS: Mapping[str, Look] = {
    HEAD_TO_HEAD: against_each_other,
    DIFFERENCE: lambda one, level, meetings: Fraction(one.counting.difference),
    MOST_WINS: lambda one, level, meetings: one.counting.wins,
    SHARE_OF_WINS: lambda one, level, meetings: one.counting.wins / one.counting.matches,
    WRITTEN: lambda one, level, meetings: Fraction(one.counting.written),
    FEWER_MATCHES: lambda one, level, meetings: Fraction(-one.counting.matches),
}


class Ranked(NamedTuple):
    """Somebody's position (from 1 on), the rank that they share with whom nothing separates from them, and why."""

    contest: Contest
    position: int
    rank: int
    decisions: tuple[Decision, ...]


class Window(NamedTuple):
    """The positions that somebody wants to know; ``last`` None: to the end."""

    first: int = 1
    last: int | None = None

    def shows(self, start: int, number: int) -> bool:
        """Whether any of so many positions from this one on is among them."""
        return start + number > self.first and (self.last is None or start <= self.last)


EVERYBODY = Window()
Told = tuple[tuple[str, tuple[str, ...], Fraction], ...]
"""The tie-breaks so far: each with all who were level then, and what those that are looked at had there."""


def ranked(
    contests: Sequence[Contest], tie_breaks: Sequence[str], meetings: Meetings, window: Window = EVERYBODY
) -> Iterator[Ranked]:
    """Everyone (in the window) with a rank and the tie-breaks that gave it, best first. Whom nothing separates share a
    rank. Groups of level units that are not in the window are left as they are.
    """
    start = 1
    for level in _groups(contests, lambda one: one.value):
        for one in _separated(level, tuple(tie_breaks), meetings, start, window, ()):
            if window.shows(one.position, 1):
                yield one
        start += len(level)


def _groups(contests: Sequence[Contest], key: Callable[[Contest], Fraction]) -> list[list[Contest]]:
    found: dict[Fraction, list[Contest]] = {}
    for one in contests:
        found.setdefault(key(one), []).append(one)
    return [found[value] for value in sorted(found, reverse=True)]


def _separated(
    level: list[Contest],
    tie_breaks: tuple[str, ...],
    meetings: Meetings,
    start: int,
    window: Window,
    told: Told,
) -> Iterator[Ranked]:
    """Level units, best first: each tie-break looks only at those whom the ones before it left level.

    Matches against each other are looked at again among fewer, once they have separated some.
    """
    if not window.shows(start, len(level)):
        return
    if len(level) == 1 or not tie_breaks:
        for position, one in enumerate(sorted(level, key=lambda one: one.unit), start):
            decisions = tuple(Decision(code, one.unit, among, value) for code, among, value in told)
            yield Ranked(one, position, start, decisions)
        return
    code, rest = tie_breaks[0], tie_breaks[1:]
    among = tuple(sorted(one.unit for one in level))
    everybody = frozenset(among)
    values = {one.unit: LOOKS[code](one, everybody, meetings) for one in level}
    groups = _groups(level, lambda one: values[one.unit])
    if len(groups) == 1:
        yield from _separated(level, rest, meetings, start, window, told)
        return
    again = tie_breaks if code == HEAD_TO_HEAD else rest
    for group in groups:
        known = *told, (code, among, values[group[0].unit])
        yield from _separated(group, again, meetings, start, window, known)
        start += len(group)
