"""Steps 1 and 3: the sums behind the standings, at any place in the order of matches.

The number that orders thousands of units is known at once; the details of a unit are made when they are asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.league.counting import members_of
from scorekeeper.league.rules import AVERAGE, BY_RATING, WIN_SHARE, LeagueRules
from scorekeeper.league.standings import Tally, value_of
from scorekeeper.league.tie_breaks import Contest
from scorekeeper.store.leagues.readmodel.deltas import from_parts
from scorekeeper.store.leagues.readmodel.models import TALLY

NAMES = ("matches", "points", "wins", "written", "difference")
AMOUNTS = tuple(TALLY.c[name] for name in NAMES)
MATCHES, POINTS = 0, 1
"""Where these two stand among the amounts."""
MEANS = (AVERAGE, WIN_SHARE)
APART = 10**12
"""Two fractions whose denominators are below a million lie further apart than one of so many parts."""
Amounts = Sequence[int]
"""One number for each kind, points and wins in parts."""
Value = tuple[int, int]
"""How many matches a unit has played, and the number that orders it in the standings."""


class Tallies(ABC):
    """The sums of a scope, as its standings count them."""

    def __init__(self, rules: LeagueRules) -> None:
        self.rules = rules

    @property
    @abstractmethod
    def units(self) -> Collection[str]:
        """All units that have a sum."""

    @abstractmethod
    def add(self, shares: Any, times: int = 1) -> None:
        """Count a match that is not in the league as it stands; with ``times=-1`` leave out one that is."""

    @abstractmethod
    def values(self) -> Iterator[tuple[str, Value]]:
        """All units that have played, with the number that orders them (but for ratings)."""

    @abstractmethod
    def find_counting(self, units: Sequence[str]) -> dict[str, Tally]:
        """What counts of what these units have."""

    @abstractmethod
    def contests(self, units: Sequence[str], ratings: Mapping[str, int]) -> dict[str, Contest]:
        """What these units have, added up."""

    def _contest(
        self,
        unit: str,
        ratings: Mapping[str, int],
        counting: Amounts,
        played: Amounts,
        dropped: tuple[str, ...] = (),
    ) -> Contest:
        mine = read_tally(counting)
        whole = mine if played is counting else read_tally(played)
        return Contest(unit, value_of(self.rules, unit, mine, ratings), mine, whole, dropped)

    def levels(self, ratings: Mapping[str, int]) -> tuple[list[list[str]], list[str]]:
        """Units with the same value, best first; and those below the line, in their order."""
        found: dict[int, list[str]] = {}
        below: list[tuple[int, str]] = []
        by_rating = self.rules.counting == BY_RATING
        for unit, (matches, value) in self.values():
            number = _rating_number(unit, ratings) if by_rating else value
            if matches < self.rules.least_matches:
                below.append((-number, unit))
            else:
                found.setdefault(number, []).append(unit)
        return [found[number] for number in sorted(found, reverse=True)], [unit for _, unit in sorted(below)]


class Totals(Tallies):
    """Where every match counts: one sum for each unit. Each kind of amount is a list of its own, which is read fast."""

    def __init__(self, rules: LeagueRules, document: Mapping[str, Any]) -> None:
        super().__init__(rules)
        self._units: list[str] = list(document.get("units", ()))
        self._amounts: list[list[int]] = [list(one) for one in document.get("amounts", ((),) * len(AMOUNTS))]
        self._at = dict(zip(self._units, range(len(self._units)), strict=True))

    @property
    def units(self) -> Collection[str]:
        return self._units

    def document(self) -> dict[str, Any]:
        """What a checkpoint keeps of it, as JSON."""
        return {"units": self._units, "amounts": self._amounts}

    def add(self, shares: Any, times: int = 1) -> None:
        for unit, _, amounts in amounts_by_unit(shares):
            at = self._at.get(unit)
            if at is None:
                at = self._at[unit] = len(self._units)
                self._units.append(unit)
                for kind in self._amounts:
                    kind.append(0)
            for kind, amount in zip(self._amounts, amounts, strict=True):
                kind[at] += times * amount

    def values(self) -> Iterator[tuple[str, Value]]:
        mean = self.rules.counting in MEANS
        matches, points = self._amounts[MATCHES], self._amounts[POINTS]
        for unit, number, got in zip(self._units, matches, points, strict=True):
            if number:
                yield unit, (number, exact_number(got, number) if mean else got)

    def find_counting(self, units: Sequence[str]) -> dict[str, Tally]:
        return {unit: read_tally(self._sum(unit)) for unit in units}

    def contests(self, units: Sequence[str], ratings: Mapping[str, int]) -> dict[str, Contest]:
        sums = {unit: self._sum(unit) for unit in units}
        return {unit: self._contest(unit, ratings, mine, mine) for unit, mine in sums.items()}

    def _sum(self, unit: str) -> Amounts:
        return [kind[self._at[unit]] for kind in self._amounts]


def amounts_by_unit(shares: Any) -> Iterator[tuple[str, str, Sequence[int]]]:
    """By unit what a match gives on its night, in the order of the amounts, from the document of its shares."""
    (_, night, _), given = shares
    for unit, points, wins, _, written, difference, *_ in given:
        yield unit, night, (1, points, wins, written, difference)


def _rating_number(unit: str, ratings: Mapping[str, int]) -> int:
    """A player's rating, of a pair the mean of both, as a number that orders."""
    alone = ratings.get(unit)
    if alone is not None:
        return alone * APART
    members = members_of(unit)
    return exact_number(sum(ratings.get(player, 0) for player in members), len(members))


def order_number(rules: LeagueRules, amounts: Amounts) -> int:
    """The number by which such sums are ordered."""
    matches, points = amounts[MATCHES], amounts[POINTS]
    return exact_number(points, matches) if rules.counting in MEANS else points


def exact_number(number: int, of: int) -> int:
    """A whole number for a fraction: alike for the same ones, and different ones in their order."""
    return number * APART // of


def read_tally(tally: Any) -> Tally:
    """A tally that was written in parts."""
    matches, points, wins, written, difference = tally
    return Tally(matches, from_parts(points), from_parts(wins), written, difference)
