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
        listed: list[str | Text] = [*named[:NAMED]]
        unnamed = max(0, len(named) - NAMED) + self.more
        if unnamed:
            listed.append(N("{n} more", "{n} more", n=unnamed))
        return T(
            "level with {others}; {looked_at}: {value}",
            others=listed,
            looked_at=TIE_BREAKS[self.code],
            value=self.shown,
        )


NAMED = 3
"""The most level units that one sentence names."""


class StandingsRow(NamedTuple):
    """A unit's place. ``value`` is what the standings are ordered by; ``rank`` is None below the line, for ``reason``.

    ``counting`` is the tally that counts, ``played`` all of it; ``dropped`` the nights that were not among the best.
    ``decisions`` are the tie-breaks that separated this unit from others with the same value.
    """

    unit: str
    value: Fraction
    counting: Tally
    played: Tally
    dropped: tuple[str, ...] = ()
    rank: int | None = None
    decisions: tuple[Decision, ...] = ()
    reason: Text | None = None


class Placed(NamedTuple):
    """A row of the standings with its position, from 1 on; rows below the line have positions too, and no rank."""

    position: int
    row: StandingsRow


Rows = Mapping[str, StandingsRow]
"""By unit its row, before it has a place."""
Balances = Mapping[str, Mapping[str, int]]
"""By unit and rival, wins less losses of the one against the other: a level match is neither."""


def against_each_other(level: Sequence[str], balances: Balances) -> Mapping[str, Fraction]:
    """Wins less losses of each unit in the matches against those it is level with."""
    everybody = frozenset(level)
    met = {unit: balances.get(unit, {}).items() for unit in level}
    return {
        unit: _to_fraction(sum(balance for rival, balance in met[unit] if rival in everybody))
        for unit in level
    }


@lru_cache(maxsize=1000)
def _to_fraction(number: int) -> Fraction:
    return Fraction(number)


LOOKS: Mapping[str, Callable[[Tally], int | Fraction]] = {
    DIFFERENCE: lambda counting: counting.difference,
    MAX_WINS: lambda counting: counting.wins,
    SHARE_OF_WINS: lambda counting: counting.wins / counting.matches,
    WRITTEN: lambda counting: counting.written,
    FEWER_MATCHES: lambda counting: -counting.matches,
}
"""What tie-breaks compare, but for the matches against each other."""


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


def group_by_value(units: Iterable[str], values: Mapping[str, Fraction]) -> list[list[str]]:
    """Units with the same value, the best first."""
    groups: dict[tuple[int, int], list[str]] = {}
    for unit in units:
        groups.setdefault(values[unit].as_integer_ratio(), []).append(unit)
    return sorted(groups.values(), key=lambda group: values[group[0]], reverse=True)


def separate(
    level: Sequence[str],
    tie_breaks: Sequence[str],
    rows: Rows,
    balances: Balances,
    start: int,
    wanted: Wanted,
    decided: Decided = (),
) -> Iterator[Placed]:
    """Yield the wanted ones of level units, the best first, with rank and tie-breaks; units that no tie-break separates
    share a rank. The level has the positions from ``start`` on, and stays unsorted if none of it is wanted.

    Each tie-break looks only at units that the ones before it left level. Matches against each other are looked at
    again among fewer, once they have separated some.
    """
    if not wanted.among(level, start):
        return
    if len(level) == 1 or not tie_breaks:
        for position, unit in enumerate(sorted(level), start):
            if wanted.among((unit,), position):
                decisions = tuple(Decision(code, unit, among, value) for code, among, value in decided)
                yield Placed(position, rows[unit]._replace(rank=start, decisions=decisions))
        return
    code, rest = tie_breaks[0], tie_breaks[1:]
    if code == HEAD_TO_HEAD:
        values, again = against_each_other(level, balances), tie_breaks
    else:
        values, again = {unit: Fraction(LOOKS[code](rows[unit].counting)) for unit in level}, rest
    groups = group_by_value(level, values)
    if len(groups) == 1:
        yield from separate(level, rest, rows, balances, start, wanted, decided)
        return
    among = tuple(sorted(level))
    for group in groups:
        further = *decided, (code, among, values[group[0]])
        yield from separate(group, again, rows, balances, start, wanted, further)
        start += len(group)
