"""Everything as it stood after one match: what comes later is derived from there, and not from the beginning."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.league.rules import PLACEMENT, TOTAL, WINS, LeagueRules
from scorekeeper.league.standings import Standings, Tally
from scorekeeper.store.leagues import derive_store
from scorekeeper.store.leagues.derive_deltas import EVERY_NIGHT, whole
from scorekeeper.store.leagues.derive_inputs import packed, unpacked
from scorekeeper.store.leagues.derived_rows import (
    LeagueCheckpointRow,
    LeagueGivenRow,
    LeagueTallyRow,
    table_of,
)

ORDER, TABLE = "order", "table"
LEAST = 250
SPACING = {ORDER: 2, TABLE: 10}
"""So many matches lie at least between two checkpoints, and a match for so many players: each of them costs room."""
POINT, GIVEN = table_of(LeagueCheckpointRow), table_of(LeagueGivenRow)
TALLY = table_of(LeagueTallyRow)


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
    """The sums of a scope at a place in the order: by unit and night, in whole parts."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.units: dict[str, dict[str, list[int]]] = {
            unit: {night: list(tally) for night, tally in nights.items()} for unit, nights in document.items()
        }

    def add(self, document: Any, rules: LeagueRules) -> None:
        """Count the shares of a document, as it lies in its row."""
        (_, given, _), shares = document
        night = given if rules.best_nights else EVERY_NIGHT
        for unit, points, wins, _, written, difference, *_ in shares:
            tally = self.units.setdefault(unit, {}).setdefault(night, [0] * 5)
            tally[0] += 1
            tally[1] += points
            tally[2] += wins
            tally[3] += written
            tally[4] += difference

    def levels(self, rules: LeagueRules) -> list[list[str]] | None:
        """Units with the same points, best first, where tables are ordered by nothing but their sum; None elsewhere."""
        if rules.counting not in (WINS, PLACEMENT, TOTAL) or rules.best_nights or rules.least_matches:
            return None
        found: dict[int, list[str]] = {}
        for unit, nights in self.units.items():
            found.setdefault(sum(tally[1] for tally in nights.values()), []).append(unit)
        return [found[points] for points in sorted(found, reverse=True)]

    def take(self, other: Tallies) -> None:
        """Count no longer what others count; who has nothing left is gone."""
        for unit, nights in other.units.items():
            for night, tally in nights.items():
                mine = self.units[unit][night]
                for index, amount in enumerate(tally):
                    mine[index] -= amount
        kept = {
            unit: {night: tally for night, tally in nights.items() if tally[0]}
            for unit, nights in self.units.items()
        }
        self.units = {unit: nights for unit, nights in kept.items() if nights}

    def standings(self, rules: LeagueRules, units: Collection[str] | None = None) -> Standings:
        """The sums (of these units) as the arithmetic of tables reads them, without who met whom."""
        standings = Standings(rules)
        for unit in self.units if units is None else units:
            nights = self.units[unit]
            standings.tallies[unit] = {night: read_tally(tally) for night, tally in nights.items()}
        return standings


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


def next_table(session: Session, model: int, scope: str, rules: LeagueRules) -> tuple[str, bytes] | None:
    """The next checkpoint that a table is to have; None when there are enough."""
    players = session.execute(
        select(func.count()).select_from(TALLY).where(TALLY.c.model_id == model, TALLY.c.scope == scope)
    ).scalar_one()
    step, before = every(players, TABLE), last(session, model, TABLE, scope)
    later = GIVEN.c.model_id == model, GIVEN.c.scope == scope, GIVEN.c.ord > before
    if session.execute(select(func.count()).select_from(GIVEN).where(*later)).scalar_one() < 2 * step:
        return None
    query = select(GIVEN.c.ord, GIVEN.c.shares).where(*later)
    found = session.execute(query.order_by(GIVEN.c.ord).limit(step)).all()
    point = nearest(session, model, TABLE, scope, before, through=True)
    tallies = Tallies(point.document)
    for _, shares in found:
        tallies.add(shares, rules)
    return found[-1].ord, packed(tallies.units)
