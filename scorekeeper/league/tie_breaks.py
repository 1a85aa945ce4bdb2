"""Ranking, and what separates those who are level: one look after the other, each remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
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
    """A tie-break that separated a unit from others: all who were level then, and what the unit had there."""

    code: str
    unit: str
    among: tuple[str, ...]
    value: Fraction

    @property
    def others(self) -> tuple[str, ...]:
        """Whom the unit was level with."""
        return tuple(unit for unit in self.among if unit != self.unit)

    def text(self, names: Mapping[str, str]) -> Text:
        """The sentence: ``level with Boris; matches against each other: 2``."""
        named = [names.get(unit, unit) for unit in self.others]
        told: list[str | Text] = [*named[:NAMED]]
        if len(named) > NAMED:
            told.append(N("{n} more", "{n} more", n=len(named) - NAMED))
        return T("level with {others}; {looked_at}: {value}", others=told,
                 looked_at=TIE_BREAKS[self.code], value=shown(self.value))  # fmt: skip


NAMED = 3
"""So many of those who were level are named in a sentence."""

Meetings = Mapping[str, Mapping[str, "Meeting"]]
Look = Callable[[Contest, frozenset[str], Meetings], Fraction]


def against_each_other(one: Contest, level: frozenset[str], meetings: Meetings) -> Fraction:
    """What a unit won in the matches against those it is level with."""
    met = meetings.get(one.unit, {})
    rivals = met.keys() & level
    return sum((met[rival].won for rival in rivals), Fraction(0))


LOOKS: Mapping[str, Look] = {
    HEAD_TO_HEAD: against_each_other,
    DIFFERENCE: lambda one, level, meetings: Fraction(one.counting.difference),
    MOST_WINS: lambda one, level, meetings: one.counting.wins,
    SHARE_OF_WINS: lambda one, level, meetings: one.counting.wins / one.counting.matches,
    WRITTEN: lambda one, level, meetings: Fraction(one.counting.written),
    FEWER_MATCHES: lambda one, level, meetings: Fraction(-one.counting.matches),
}

Ranked = tuple[Contest, int, tuple[Decision, ...]]


def ranked(contests: Sequence[Contest], tie_breaks: Sequence[str], meetings: Meetings) -> Iterator[Ranked]:
    """Everyone with a rank and the tie-breaks that gave it, best first. Whom nothing separates share a rank."""
    rank = 1
    for level in _groups(contests, lambda one: one.value):
        for group, decisions in _separated(level, tuple(tie_breaks), meetings):
            for one in sorted(group, key=lambda one: one.unit):
                yield one, rank, decisions[one.unit]
            rank += len(group)


def _groups(contests: Sequence[Contest], key: Callable[[Contest], Fraction]) -> list[list[Contest]]:
    found: dict[Fraction, list[Contest]] = {}
    for one in contests:
        found.setdefault(key(one), []).append(one)
    return [found[value] for value in sorted(found, reverse=True)]


def _separated(
    level: list[Contest], tie_breaks: tuple[str, ...], meetings: Meetings
) -> list[tuple[list[Contest], dict[str, tuple[Decision, ...]]]]:
    """Level units in groups, best first: each tie-break looks only at those whom the ones before it left level.

    Matches against each other are looked at again among fewer, once they have separated some.
    """
    if len(level) == 1 or not tie_breaks:
        return [(level, {one.unit: () for one in level})]
    code, rest = tie_breaks[0], tie_breaks[1:]
    among = tuple(sorted(one.unit for one in level))
    everybody = frozenset(among)
    values = {one.unit: LOOKS[code](one, everybody, meetings) for one in level}
    groups = _groups(level, lambda one: values[one.unit])
    if len(groups) == 1:
        return _separated(level, rest, meetings)
    found = []
    for group in groups:
        for part, later in _separated(group, tie_breaks if code == HEAD_TO_HEAD else rest, meetings):
            made = {unit: (Decision(code, unit, among, values[unit]), *later[unit]) for unit in later}
            found.append((part, made))
    return found
