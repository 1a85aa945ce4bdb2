"""Ranking, and the tie-breaks that separate level units: one after the other, each remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from scorekeeper.core.text import Amount, N, T, Text
from scorekeeper.league.counting import Tally, show_fraction, show_share
from scorekeeper.league.rules import (
    DIFFERENCE,
    FEWER_MATCHES,
    HEAD_TO_HEAD,
    MAX_WINS,
    SHARE_OF_WINS,
    TIE_BREAKS,
    WRITTEN,
)


class Contest(NamedTuple):
    """A unit before it has a place."""

    unit: str
    value: Fraction
    counting: Tally
    played: Tally
    dropped: tuple[str, ...]


class Decision(NamedTuple):
    """A tie-break that separated a unit from others: the units that were level, and the value of this one.

    ``more`` is how many were level besides those in ``among``, where only some are named.
    """

    code: str
    unit: str
    among: tuple[str, ...]
    value: Fraction
    more: int = 0

    @property
    def others(self) -> tuple[str, ...]:
        """The units that this one was level with."""
        return tuple(unit for unit in self.among if unit != self.unit)

    @property
    def shown(self) -> Amount | Text:
        """The value as people write it."""
        return show_share(self.value) if self.code == SHARE_OF_WINS else show_fraction(self.value)

    def name_at_most(self, number: int) -> Decision:
        """The same with only so many of the others named, for thousands may be level."""
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
        return T(
            "level with {others}; {looked_at}: {value}",
            others=told,
            looked_at=TIE_BREAKS[self.code],
            value=self.shown,
        )


NAMED = 3
"""The most level units that one sentence names."""

Balances = Mapping[str, Mapping[str, int]]
"""By unit and rival, wins less losses of the one against the other: a level match is neither."""
BalancesOf = Callable[[Sequence[str]], Balances]
"""The balances of units (of these at least)."""


class Sums(NamedTuple):
    """The sums of units, made on demand: what counts, and for units with a place all that they played."""

    counting: Callable[[Sequence[str]], Mapping[str, Tally]]
    contests: Callable[[Sequence[str]], Mapping[str, Contest]]


class TieBreakData(NamedTuple):
    """What tie-breaks look at: the sums of units, and their balances against each other."""

    sums: Sums
    balances: Balances


Look = Callable[[Sequence[str], TieBreakData], Mapping[str, Fraction]]


def against_each_other(level: Sequence[str], ground: TieBreakData) -> Mapping[str, Fraction]:
    """Wins less losses of each unit in the matches against those it is level with."""
    everybody = frozenset(level)
    met = {unit: ground.balances.get(unit, {}).items() for unit in level}
    return {
        unit: _to_fraction(sum(balance for rival, balance in met[unit] if rival in everybody))
        for unit in level
    }


@lru_cache(maxsize=1000)
def _to_fraction(number: int) -> Fraction:
    return Fraction(number)


def _of_sums(look: Callable[[Tally], int | Fraction]) -> Look:
    return lambda level, ground: {
        unit: Fraction(look(counting)) for unit, counting in ground.sums.counting(level).items()
    }


LOOKS: Mapping[str, Look] = {
    HEAD_TO_HEAD: against_each_other,
    DIFFERENCE: _of_sums(lambda counting: counting.difference),
    MAX_WINS: _of_sums(lambda counting: counting.wins),
    SHARE_OF_WINS: _of_sums(lambda counting: counting.wins / counting.matches),
    WRITTEN: _of_sums(lambda counting: counting.written),
    FEWER_MATCHES: _of_sums(lambda counting: -counting.matches),
}


class Ranked(NamedTuple):
    """The position of a unit (from 1 on), its rank, and why. Units that no tie-break separates share a rank."""

    contest: Contest
    position: int
    rank: int
    decisions: tuple[Decision, ...]


class Wanted(NamedTuple):
    """Whose places are asked for: those at some positions (``last`` None: to the end), or only these ``units``'."""

    first: int = 1
    last: int | None = None
    units: frozenset[str] | None = None

    def among(self, units: Sequence[str], start: int) -> bool:
        """Whether any of these units, which have the positions from ``start`` on, is wanted."""
        here = start + len(units) > self.first and (self.last is None or start <= self.last)
        return here and (self.units is None or not self.units.isdisjoint(units))


EVERYBODY = Wanted()
Decided = tuple[tuple[str, tuple[str, ...], Fraction], ...]
"""The tie-breaks so far: each with the units that were level, and the values of those looked at."""


def rank_units(
    levels: Iterable[Sequence[str]],
    sums: Sums,
    tie_breaks: Sequence[str],
    balances_of: BalancesOf,
    wanted: Wanted = EVERYBODY,
) -> Iterator[Ranked]:
    """Yield the wanted units, the best first, with rank and tie-breaks. Units that no tie-break separates share a
    rank. Each of the ``levels`` has units of one value; a level without a wanted unit stays unsorted.
    """
    start = 1
    for level in levels:
        if wanted.among(level, start):
            balances = balances_of(level) if len(level) > 1 and HEAD_TO_HEAD in tie_breaks else {}
            yield from _separate(level, tuple(tie_breaks), TieBreakData(sums, balances), start, wanted, ())
        start += len(level)


def group_by_value(units: Iterable[str], values: Mapping[str, Fraction]) -> list[list[str]]:
    """Units with the same value, the best first."""
    found: dict[tuple[int, int], list[str]] = {}
    for unit in units:
        found.setdefault(values[unit].as_integer_ratio(), []).append(unit)
    return sorted(found.values(), key=lambda group: values[group[0]], reverse=True)


def _separate(
    level: Sequence[str],
    tie_breaks: tuple[str, ...],
    ground: TieBreakData,
    start: int,
    wanted: Wanted,
    told: Decided,
) -> Iterator[Ranked]:
    """Level units, best first: each tie-break looks only at units that the ones before it left level.

    Matches against each other are looked at again among fewer, once they have separated some.
    """
    if not wanted.among(level, start):
        return
    if len(level) == 1 or not tie_breaks:
        places = {unit: position for position, unit in enumerate(sorted(level), start)}
        some = [unit for unit, position in places.items() if wanted.among((unit,), position)]
        for unit, one in ground.sums.contests(some).items():
            decisions = tuple(Decision(code, unit, among, value) for code, among, value in told)
            yield Ranked(one, places[unit], start, decisions)
        return
    code, rest = tie_breaks[0], tie_breaks[1:]
    values = LOOKS[code](level, ground)
    groups = group_by_value(level, values)
    if len(groups) == 1:
        yield from _separate(level, rest, ground, start, wanted, told)
        return
    among = tuple(sorted(level))
    again = tie_breaks if code == HEAD_TO_HEAD else rest
    for group in groups:
        known = *told, (code, among, values[group[0]])
        yield from _separate(group, again, ground, start, wanted, known)
        start += len(group)
