"""Everything as it stood after one match: what comes later is derived from there, and not from the beginning."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.league.rules import AVERAGE, RATING, WIN_SHARE, LeagueRules
from scorekeeper.league.standings import Standings, Tally, rating_of
from scorekeeper.store.leagues import derive_store
from scorekeeper.store.leagues.derive_deltas import EVERY_NIGHT, whole
from scorekeeper.store.leagues.derive_inputs import unpacked
from scorekeeper.store.leagues.derived_rows import (
    PARTS,
    LeagueCheckpointRow,
    LeagueGivenRow,
    LeagueTallyRow,
    table_of,
)

ORDER, TABLE = "order", "table"
LEAST = 250
SPACING = {ORDER: 2, TABLE: 10}
"""So many matches lie at least between two checkpoints, and a match for so many players: each of them costs room."""
AFTER_ALL = "~"
"""Stands behind every moment of a night in the order of matches."""
POINT, GIVEN = table_of(LeagueCheckpointRow), table_of(LeagueGivenRow)
TALLY = table_of(LeagueTallyRow)


AMOUNTS = (TALLY.c.matches, TALLY.c.points, TALLY.c.wins, TALLY.c.written, TALLY.c.difference)
MEANS = (AVERAGE, WIN_SHARE)
APART = 10**12
"""Two fractions whose denominators are below a million lie further apart than one of so many parts."""


class Point(NamedTuple):
    """A checkpoint: everything up to and with the match at ``ord``. The first one is before all matches."""

    ord: str
    document: Mapping[str, Any]


def every(players: int, kind: str) -> int:
    """How many matches lie between two checkpoints."""
    return max(LEAST, players // SPACING[kind])


def nearest(
    session: Session, model: int, kind: str, scope: str, order: str, *, through: bool = False
) -> Point:
    """The last checkpoint before a place in the order; with ``through`` also one at this place."""
    bound = POINT.c.ord <= order if through else POINT.c.ord < order
    query = select(POINT.c.ord, POINT.c.document).where(*_of(model, kind, scope), bound)
    found = session.execute(query.order_by(POINT.c.ord.desc()).limit(1)).first()
    return Point("", {}) if found is None else Point(found.ord, unpacked(found.document))


def last(session: Session, model: int, kind: str, scope: str = "") -> str:
    """Where the last checkpoint is; empty without one."""
    return session.execute(select(func.max(POINT.c.ord)).where(*_of(model, kind, scope))).scalar() or ""


def keep(session: Session, model: int, kind: str, scope: str, order: str, document: bytes) -> None:
    """Write a checkpoint."""
    values = {"model_id": model, "kind": kind, "scope": scope, "ord": order, "document": document}
    derive_store.put(session, POINT, [values])


def forget_order(session: Session, model: int, order: str) -> None:
    """What depends on the order is not as it was from here on."""
    session.execute(delete(POINT).where(*_of(model, ORDER, ""), POINT.c.ord >= order))


def forget_tables(session: Session, model: int, scope: str, order: str) -> None:
    """The table of a scope is not as it was from here on."""
    session.execute(delete(POINT).where(*_of(model, TABLE, scope), POINT.c.ord >= order))


def _of(model: int, kind: str, scope: str) -> tuple[Any, ...]:
    return POINT.c.model_id == model, POINT.c.kind == kind, POINT.c.scope == scope


class Tallies:
    """The sums of a scope at a place in the order: by unit and night, in whole parts. Thousands of them are read for a
    page, so each kind of amount is a list of its own, in the order of the units.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.units: list[str] = list(document.get("units", ()))
        self.nights: list[str] = list(document.get("nights", ())) or [EVERY_NIGHT] * len(self.units)
        self.amounts: list[list[int]] = [list(one) for one in document.get("amounts", ((),) * len(AMOUNTS))]
        self._at = dict(zip(zip(self.units, self.nights, strict=True), range(len(self.units)), strict=True))

    def document(self) -> dict[str, Any]:
        """All of it as JSON."""
        nights = self.nights if any(self.nights) else []
        return {"units": self.units, "nights": nights, "amounts": self.amounts}

    def count(self, unit: str, night: str, amounts: Sequence[int], times: int = 1) -> None:
        """Count so much more."""
        at = self._at.get((unit, night))
        if at is None:
            at = self._at[unit, night] = len(self.units)
            self.units.append(unit)
            self.nights.append(night)
            for kind in self.amounts:
                kind.append(0)
        for kind, amount in zip(self.amounts, amounts, strict=True):
            kind[at] += times * amount

    def add(self, document: Any, rules: LeagueRules, times: int = 1) -> None:
        """Count the shares of a document, as it lies in its row; with ``times=-1`` no longer."""
        (_, given, _), shares = document
        night = given if rules.best_nights else EVERY_NIGHT
        for unit, points, wins, _, written, difference, *_ in shares:
            self.count(unit, night, (1, points, wins, written, difference), times)

    def levels(self, rules: LeagueRules, ratings: Mapping[str, int]) -> list[list[str]]:
        """Units with the same value, best first; those below the line come last, together."""
        found: dict[int, list[str]] = {}
        below: list[str] = []
        for unit, matches, value in self._values(rules, ratings):
            (below if matches < rules.least_matches else found.setdefault(value, [])).append(unit)
        return [*(found[value] for value in sorted(found, reverse=True)), *([below] if below else [])]

    def _values(self, rules: LeagueRules, ratings: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
        """Every unit's matches, and a number by which the table orders them."""
        matches, points = self.amounts[:2]
        if rules.best_nights:
            yield from self._best_nights(rules, ratings)
        elif rules.counting == RATING:
            for unit, number in zip(self.units, matches, strict=True):
                if number:
                    yield unit, number, _exact(*rating_of(unit, ratings).as_integer_ratio())
        else:
            mean = rules.counting in MEANS
            for unit, number, got in zip(self.units, matches, points, strict=True):
                if number:
                    yield unit, number, _exact(got, number) if mean else got

    def _best_nights(self, rules: LeagueRules, ratings: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
        standings = self.standings(rules)
        for unit, nights in standings.tallies.items():
            number, of = (standings.value_of(unit, ratings) or Fraction(0)).as_integer_ratio()
            yield unit, sum(tally.matches for tally in nights.values()), _exact(number * PARTS, of)

    def standings(self, rules: LeagueRules, units: Collection[str] | None = None) -> Standings:
        """The sums (of these units) as the arithmetic of tables reads them, without who met whom."""
        standings = Standings(rules)
        for unit, night, *tally in zip(self.units, self.nights, *self.amounts, strict=True):
            if tally[0] and (units is None or unit in units):
                standings.tallies.setdefault(unit, {})[night] = read_tally(tally)
        return standings


def _exact(number: int, of: int) -> int:
    """A whole number for a fraction: alike for the same ones, and different ones in their order."""
    return number * APART // of


def read_tally(tally: Any) -> Tally:
    """A tally that was written in parts."""
    matches, points, wins, written, difference = tally
    return Tally(matches, whole(points), whole(wins), written, difference)


def tallies_on(session: Session, model: int, scope: str, order: str, rules: LeagueRules) -> Tallies:
    """The sums of a scope after everything before a place in the order, from the nearest checkpoint."""
    point = nearest(session, model, TABLE, scope, order)
    tallies = Tallies(point.document)
    query = select(GIVEN.c.shares).where(
        GIVEN.c.model_id == model, GIVEN.c.scope == scope, GIVEN.c.ord > point.ord, GIVEN.c.ord < order
    )
    for shares in session.execute(query).scalars():
        tallies.add(shares, rules)
    return tallies


def tallies_now(session: Session, model: int, scope: str) -> Tallies:
    """The sums of a scope as they stand."""
    query = select(TALLY.c.unit, TALLY.c.night, *AMOUNTS).where(
        TALLY.c.model_id == model, TALLY.c.scope == scope
    )
    found = session.execute(query).all()
    units, nights, *amounts = map(list, zip(*found, strict=True)) if found else ([] for _ in range(7))
    return Tallies({"units": units, "nights": nights, "amounts": amounts})


def next_table(
    session: Session, model: int, scope: str, rules: LeagueRules, known: tuple[str, Tallies] | None = None
) -> tuple[str, Tallies] | None:
    """The next checkpoint that a table is to have; None when there are enough. ``known`` is the one before it.

    It lies at the end of a night: tables of the past are asked for by nights.
    """
    players = session.execute(
        select(func.count()).select_from(TALLY).where(TALLY.c.model_id == model, TALLY.c.scope == scope)
    ).scalar_one()
    step, before = every(players, TABLE), last(session, model, TABLE, scope)
    later = GIVEN.c.model_id == model, GIVEN.c.scope == scope
    orders = select(GIVEN.c.ord).where(*later, GIVEN.c.ord > before).order_by(GIVEN.c.ord)
    if session.execute(orders.offset(2 * step - 1).limit(1)).first() is None:
        return None
    reached: str = session.execute(orders.offset(step - 1).limit(1)).scalar_one()
    night = f"{reached.partition('|')[0]}{AFTER_ALL}"
    query = select(GIVEN.c.ord, GIVEN.c.shares).where(*later, GIVEN.c.ord > before, GIVEN.c.ord < night)
    found = session.execute(query.order_by(GIVEN.c.ord)).all()
    if known is not None and known[0] == before:
        tallies = known[1]
    else:
        tallies = Tallies(nearest(session, model, TABLE, scope, before, through=True).document)
    for _, shares in found:
        tallies.add(shares, rules)
    return found[-1].ord, tallies
