"""The sums behind a table at a place in the order of matches. Of thousands of units the number that orders them is
known at once; what each has in detail is made when somebody asks for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.league.counting import members_of
from scorekeeper.league.rules import AVERAGE, RATING, WIN_SHARE, LeagueRules
from scorekeeper.league.standings import Tally, value_of
from scorekeeper.league.tie_breaks import Contest
from scorekeeper.store.leagues import derive_store
from scorekeeper.store.leagues.derive_deltas import whole
from scorekeeper.store.leagues.derived_rows import LeagueTallyRow
from scorekeeper.store.models import table_of

TALLY = table_of(LeagueTallyRow)
AMOUNTS = (TALLY.c.matches, TALLY.c.points, TALLY.c.wins, TALLY.c.written, TALLY.c.difference)
MATCHES, POINTS = 0, 1
"""Where these two stand among the amounts."""
MEANS = (AVERAGE, WIN_SHARE)
APART = 10**12
"""Two fractions whose denominators are below a million lie further apart than one of so many parts."""
Amounts = Sequence[int]
"""One number for each kind, points and wins in parts."""
Value = tuple[int, int]
"""How many matches a unit has played, and the number that orders it in the table."""


class Tallies(ABC):
    """The sums of a scope, by whatever counts in its table."""

    def __init__(self, rules: LeagueRules) -> None:
        self.rules = rules

    @property
    @abstractmethod
    def units(self) -> Collection[str]:
        """Everybody who has a sum."""

    @abstractmethod
    def went_on(self, shares: Any) -> None:
        """Go on by a match, as it lies in its row."""

    @abstractmethod
    def add(self, shares: Any, times: int = 1) -> None:
        """Count a match that is not in the league as it stands; with ``times=-1`` leave out one that is."""

    @abstractmethod
    def values(self) -> Iterator[tuple[str, Value]]:
        """Everybody who has played, with what they are ordered by where no ratings are."""

    @abstractmethod
    def counting(self, units: Sequence[str]) -> dict[str, Tally]:
        """What counts of what these units have."""

    @abstractmethod
    def contests(self, units: Sequence[str], ratings: Mapping[str, int]) -> dict[str, Contest]:
        """What these units have, added up."""

    @abstractmethod
    def document(self) -> dict[str, Any]:
        """What a checkpoint keeps of it, as JSON."""

    def _number(self, amounts: Amounts) -> int:
        """What orders such sums in the table."""
        matches, points = amounts[MATCHES], amounts[POINTS]
        return exact(points, matches) if self.rules.counting in MEANS else points

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
        by_rating = self.rules.counting == RATING
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
        return {"units": self._units, "amounts": self._amounts}

    def went_on(self, shares: Any) -> None:
        self.add(shares)

    def add(self, shares: Any, times: int = 1) -> None:
        for unit, _, amounts in _counted(shares):
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
                yield unit, (number, exact(got, number) if mean else got)

    def counting(self, units: Sequence[str]) -> dict[str, Tally]:
        return {unit: read_tally(self._sum(unit)) for unit in units}

    def contests(self, units: Sequence[str], ratings: Mapping[str, int]) -> dict[str, Contest]:
        sums = {unit: self._sum(unit) for unit in units}
        return {unit: self._contest(unit, ratings, mine, mine) for unit, mine in sums.items()}

    def _sum(self, unit: str) -> Amounts:
        return [kind[self._at[unit]] for kind in self._amounts]


class Nights:
    """What units have by night, up to a last one: as it lies in its rows, and as it is changed here."""

    def __init__(self, session: Session, model: int, scope: str, last: str) -> None:
        ours = TALLY.c.model_id == model, TALLY.c.scope == scope, TALLY.c.night <= last
        self._session, self._query = session, select(TALLY.c.unit, TALLY.c.night, *AMOUNTS).where(*ours)
        self._read: dict[str, dict[str, list[int]]] = {}
        self._changes: dict[str, list[tuple[str, Sequence[int], int]]] = {}

    def everybody(self) -> Collection[str]:
        """Read what all have, in one statement; who they are."""
        self._take(self._query)
        return self._read.keys()

    def of(self, units: Collection[str]) -> Iterator[tuple[str, Mapping[str, Sequence[int]]]]:
        """Each unit with its nights."""
        new = [unit for unit in units if unit not in self._read]
        if new:
            self._read.update((unit, {}) for unit in new)
            self._take(self._query.where(TALLY.c.unit.in_(derive_store.named(self._session, new))))
            for unit in new:
                for change in self._changes.get(unit, ()):
                    self._count(unit, *change)
        return ((unit, self._read[unit]) for unit in units)

    def count(self, unit: str, night: str, amounts: Sequence[int], times: int) -> None:
        """Count so much more on a night."""
        self._changes.setdefault(unit, []).append((night, amounts, times))
        if unit in self._read:
            self._count(unit, night, amounts, times)

    def _take(self, query: Any) -> None:
        for unit, night, *amounts in self._session.execute(query).all():
            self._read.setdefault(unit, {})[night] = amounts

    def _count(self, unit: str, night: str, amounts: Sequence[int], times: int) -> None:
        nights = self._read[unit]
        before = nights.pop(night, (0,) * len(AMOUNTS))
        after = [was + times * more for was, more in zip(before, amounts, strict=True)]
        if after[MATCHES]:
            nights[night] = after


class BestNights(Tallies):
    """Where only the best nights count. A checkpoint keeps what they come to; the nights of those who have played since
    are read, and of those who are looked at closely.
    """

    def __init__(self, rules: LeagueRules, document: Mapping[str, Any], nights: Nights) -> None:
        super().__init__(rules)
        units, played = document.get("units", ()), document.get("played", ())
        best = zip(*document.get("amounts", ((),) * len(AMOUNTS)), strict=True)
        self._known: dict[str, tuple[int, Amounts]] = dict(
            zip(units, zip(played, best, strict=True), strict=True)
        )
        self._nights = nights
        self._moved: set[str] = set()

    @classmethod
    def of_all(cls, rules: LeagueRules, nights: Nights) -> BestNights:
        """With everybody's nights, from no checkpoint."""
        made = cls(rules, {}, nights)
        made._moved.update(nights.everybody())
        return made

    @property
    def units(self) -> Collection[str]:
        return self._settled().keys()

    def document(self) -> dict[str, Any]:
        known = self._settled()
        best = [list(kind) for kind in zip(*(best for _, best in known.values()), strict=True)]
        return {"units": list(known), "played": [played for played, _ in known.values()], "amounts": best}

    def went_on(self, shares: Any) -> None:
        self._moved.update(unit for unit, _, _ in _counted(shares))

    def add(self, shares: Any, times: int = 1) -> None:
        for unit, night, amounts in _counted(shares):
            self._nights.count(unit, night, amounts, times)
            self._moved.add(unit)

    def values(self) -> Iterator[tuple[str, Value]]:
        for unit, (played, best) in self._settled().items():
            yield unit, (played, self._number(best))

    def counting(self, units: Sequence[str]) -> dict[str, Tally]:
        known = self._settled()
        return {unit: read_tally(known[unit][1]) for unit in units}

    def contests(self, units: Sequence[str], ratings: Mapping[str, int]) -> dict[str, Contest]:
        return {
            unit: self._contest(unit, ratings, *self._best(nights)) for unit, nights in self._nights.of(units)
        }

    def not_yet(self, shares: Any) -> None:
        """Leave out a match that is in the rows of its night but comes after this place in the order."""
        for unit, night, amounts in _counted(shares):
            self._nights.count(unit, night, amounts, -1)

    def _settled(self) -> dict[str, tuple[int, Amounts]]:
        """How many matches everybody has played, and what their best nights come to: who has played since is counted
        anew.
        """
        for unit, nights in self._nights.of(self._moved):
            if nights:
                counting, played, _ = self._best(nights)
                self._known[unit] = played[MATCHES], counting
            else:
                self._known.pop(unit, None)
        self._moved = set()
        return self._known

    def _best(self, nights: Mapping[str, Amounts]) -> tuple[Amounts, Amounts, tuple[str, ...]]:
        """What the best nights come to, and all of them; and the nights that do not count."""
        best_first = sorted(nights, key=lambda night: (-self._number(nights[night]), night))
        best, rest = best_first[: self.rules.best_nights], best_first[self.rules.best_nights :]
        counting = [sum(kind) for kind in zip(*(nights[night] for night in best), strict=True)]
        return counting, [sum(kind) for kind in zip(*nights.values(), strict=True)], tuple(sorted(rest))


def _counted(shares: Any) -> Iterator[tuple[str, str, Sequence[int]]]:
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
    return exact(sum(ratings.get(player, 0) for player in members), len(members))


def exact(number: int, of: int) -> int:
    """A whole number for a fraction: alike for the same ones, and different ones in their order."""
    return number * APART // of


def read_tally(tally: Any) -> Tally:
    """A tally that was written in parts."""
    matches, points, wins, written, difference = tally
    return Tally(matches, whole(points), whole(wins), written, difference)
