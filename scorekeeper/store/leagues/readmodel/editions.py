"""Which model of a league pages read, which one is being built beside it, and the lease of the process that builds."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from sqlalchemy import delete, insert, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.readmodel.models import DERIVED, LEASE, LeagueLeaseRow, LeagueModelRow
from scorekeeper.store.match import statements
from scorekeeper.store.transactions import in_one_write
from scorekeeper.store.upsert import insert_into

EDITION = 4
"""To be raised when the program derives something else from the same matches: models of other editions are rebuilt."""
LEASE_LASTS = timedelta(seconds=60)
MATCHES, ORDER, STANDINGS, SWEEPING = "matches", "order", "tables", "sweeping"
"""The phases: matches taken in, their order followed, standings ranked; then the old model is deleted."""
Result = TypeVar("Result")


class Model(NamedTuple):
    """A derivation, as its row has it (:class:`LeagueModelRow`)."""

    id: int
    league_id: int
    current: bool
    edition: int
    rules: str
    version: int
    cursor: int | None
    through: str
    redo: str | None
    ranks: tuple[str, ...]
    phase: str
    done: int
    total: int
    names: str

    @property
    def settled(self) -> bool:
        """Whether all that was taken in has been followed to its end."""
        return self.cursor is None and self.redo is None and not self.ranks


_MODEL = tuple(getattr(LeagueModelRow, name) for name in Model._fields)


def list_models(session: Session, league: int) -> list[Model]:
    """A league's models, the current one first and the newest of the others next."""
    query = select(*_MODEL).where(LeagueModelRow.league_id == league)
    found = session.execute(query.order_by(LeagueModelRow.current.desc(), LeagueModelRow.id.desc()))
    return [Model(*row)._replace(ranks=tuple(row.ranks)) for row in found]


def current_model(session: Session, league: int) -> Model | None:
    """The model that pages read; None before the first is ready."""
    return next((model for model in list_models(session, league) if model.current), None)


def begin_model(session: Session, league: int, rules: str, total: int) -> int:
    """A new model, to be built beside the current one; its number. ``total`` is how many matches there are."""
    values = {
        "league_id": league,
        "current": False,
        "edition": EDITION,
        "rules": rules,
        "version": 0,
        "cursor": 0,
        "through": "",
        "redo": None,
        "ranks": [],
        "phase": MATCHES,
        "done": 0,
        "total": total,
        "names": "",
        "changed_at": statements.now(),
    }
    made: Any = session.execute(insert(LeagueModelRow).values(**values).returning(LeagueModelRow.id))
    return int(made.scalar_one())


def retire_models(session: Session, league: int) -> None:
    """A new model is to be begun: none that is there is ever gone on with. Pages read the current one until then."""
    mine = LeagueModelRow.league_id == league
    session.execute(update(LeagueModelRow).where(mine).values(rules=""))
    built = update(LeagueModelRow).where(mine, LeagueModelRow.current.is_(False))
    session.execute(built.values(phase=SWEEPING))


def save_model(session: Session, model: Model, **changes: Any) -> Model:
    """Note what a model has come to; its version moves on."""
    after = model._replace(version=model.version + 1, **changes)
    values = {name: getattr(after, name) for name in ("version", *changes)}
    if "ranks" in values:
        values["ranks"] = list(values["ranks"])
    query = update(LeagueModelRow).where(LeagueModelRow.id == model.id)
    session.execute(query.values(**values, changed_at=statements.now()))
    return after


def show_model(session: Session, model: Model) -> Model:
    """Let pages read a model from now on."""
    before = current_model(session, model.league_id)
    if before is not None:
        session.execute(
            update(LeagueModelRow).where(LeagueModelRow.id == before.id).values(current=False, phase=SWEEPING)
        )
        model = model._replace(version=model.version + before.version)
    return save_model(session, model, current=True, phase="", done=0, total=0)


def sweep_model(session: Session, model: Model, at_once: int) -> bool:
    """Delete some rows of a model that no page reads any more; whether it is gone."""
    for table in DERIVED:
        some = select(*table.primary_key).where(table.c.model_id == model.id).limit(at_once)
        gone: Any = session.execute(delete(table).where(tuple_(*table.primary_key).in_(some)))
        if gone.rowcount:
            return False
    session.execute(delete(LeagueModelRow).where(LeagueModelRow.id == model.id))
    return True


class LeaseLostError(Exception):
    """Another process derives this league now."""


def drop_leases(session: Session) -> None:
    """Forget every lease, where the process that asks is the only one: who had them was killed in the middle."""
    if session.execute(select(LeagueLeaseRow.league_id).limit(1)).first() is not None:
        in_one_write(session, lambda: session.execute(delete(LeagueLeaseRow)))


class Lease:
    """The right to derive a league, for a minute from each write on; a dead process blocks others no longer."""

    def __init__(self, session: Session, league: int, clock: Callable[[], datetime] = statements.now) -> None:
        self.session, self.league, self.holder, self.clock = session, league, str(uuid4()), clock
        self.held_for = 0.0
        """For how many seconds writes have kept others waiting, so far."""

    def take(self) -> bool:
        """Whether it is ours now."""

        def take() -> bool:
            known = self._row()
            if known is not None and known.holder != self.holder and self._holds(known.until):
                return False
            self._prolong()
            return True

        return in_one_write(self.session, take)

    def _holds(self, until: datetime) -> bool:
        """Whether a lease is not over. One that lasts longer than any was taken before the clock went back."""
        now = self.clock()
        return now < until <= now + LEASE_LASTS

    def write(self, write_rows: Callable[[], Result]) -> Result:
        """Do something in one short transaction, if the lease is still ours; LeaseLostError if it is not."""

        begun = 0.0

        def write_with_lease() -> Result:
            nonlocal begun
            begun = time.perf_counter()
            known = self._row()
            if known is None or known.holder != self.holder:
                raise LeaseLostError
            self._prolong()
            return write_rows()

        result = in_one_write(self.session, write_with_lease)
        self.held_for += time.perf_counter() - begun
        return result

    def leave(self) -> None:
        """Let others have it."""
        mine = LeagueLeaseRow.league_id == self.league, LeagueLeaseRow.holder == self.holder
        in_one_write(self.session, lambda: self.session.execute(delete(LeagueLeaseRow).where(*mine)))

    def _row(self) -> Any:
        query = select(LeagueLeaseRow.holder, LeagueLeaseRow.until).where(
            LeagueLeaseRow.league_id == self.league
        )
        return self.session.execute(query.with_for_update()).first()

    def _prolong(self) -> None:
        values = {"holder": self.holder, "until": self.clock() + LEASE_LASTS}
        new = insert_into(self.session, LEASE).values(league_id=self.league, **values)
        self.session.execute(new.on_conflict_do_update(index_elements=["league_id"], set_=values))
