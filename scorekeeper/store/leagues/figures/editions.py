"""Which model of a league pages read, which one is being built beside it, and the lease of the process that builds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from sqlalchemy import bindparam, delete, insert, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.leagues.figures.inputs import RulesByScope
from scorekeeper.store.leagues.figures.models import DERIVED, LEASE, MODEL
from scorekeeper.store.transactions import in_one_write
from scorekeeper.store.upsert import insert_into

EDITION = 7
"""To be raised when the program derives something else from the same matches: models of other editions are rebuilt."""
LEASE_LASTS = timedelta(seconds=60)
MATCHES, RATINGS, SWEEPING = "matches", "order", "sweeping"
"""What is done: matches are taken in, ratings follow, an old model is cleared away."""
Result = TypeVar("Result")


class Model(NamedTuple):
    """A derivation, as its row has it (:data:`MODEL`)."""

    id: int
    league_id: int
    current: bool
    retired: bool
    edition: int
    rules: Mapping[str, Any]
    version: int
    cursor: int | None
    recompute_from: str | None
    done: int
    total: int
    names: str

    @property
    def settled(self) -> bool:
        """Whether all that was taken in has been followed to its end."""
        return self.cursor is None and self.recompute_from is None

    @property
    def phase(self) -> str:
        """What is to be done in it next, or nothing."""
        return MATCHES if self.cursor is not None else RATINGS if self.recompute_from is not None else ""

    @property
    def by_scope(self) -> RulesByScope:
        """The rules that it was made by."""
        return RulesByScope(self.rules)


_MODEL = tuple(MODEL.c[name] for name in Model._fields)
_MODELS = (
    select(*_MODEL)
    .where(MODEL.c.league_id == bindparam("league"))
    .order_by(MODEL.c.current.desc(), MODEL.c.id.desc())
)


def list_models(session: Session, league: int) -> list[Model]:
    """A league's models, the current one first and the newest of the others next."""
    return [Model(*row) for row in session.execute(_MODELS, {"league": league})]


def current_model(session: Session, league: int) -> Model | None:
    """The model that pages read; None before the first is ready."""
    return next((model for model in list_models(session, league) if model.current), None)


def begin_model(session: Session, league: int, rules: RulesByScope, total: int) -> int:
    """A new model, to be built beside the current one; its number. ``total`` is how many matches there are."""
    values = {
        "league_id": league,
        "current": False,
        "retired": False,
        "edition": EDITION,
        "rules": dict(rules.documents),
        "version": 0,
        "cursor": 0,
        "recompute_from": None,
        "moved": {},
        "done": 0,
        "total": total,
        "names": "",
        "changed_at": clock.now(),
    }
    made: Any = session.execute(insert(MODEL).values(**values).returning(MODEL.c.id))
    return int(made.scalar_one())


def retire_models(session: Session, league: int) -> None:
    """A new model is to be begun: none that is there is ever gone on with. Pages read the current one until then."""
    session.execute(update(MODEL).where(MODEL.c.league_id == league).values(retired=True))


def save_model(session: Session, model: Model, **changes: Any) -> None:
    """Note what a model has come to; its version moves on."""
    values = {"version": model.version + 1, **changes, "changed_at": clock.now()}
    session.execute(update(MODEL).where(MODEL.c.id == model.id).values(**values))


def show_model(session: Session, model: Model) -> None:
    """Let pages read a model from now on."""
    before = current_model(session, model.league_id)
    if before is not None:
        gone = update(MODEL).where(MODEL.c.id == before.id)
        session.execute(gone.values(current=False, retired=True))
    version = model.version + (0 if before is None else before.version)
    save_model(session, model._replace(version=version), current=True, done=0, total=0)


def sweep_model(session: Session, model: Model, at_once: int) -> None:
    """Delete some rows of a model that no page reads any more, and at last the model."""
    for table in DERIVED:
        some = select(*table.primary_key).where(table.c.model_id == model.id).limit(at_once)
        gone: Any = session.execute(delete(table).where(tuple_(*table.primary_key).in_(some)))
        if gone.rowcount:
            return
    session.execute(delete(MODEL).where(MODEL.c.id == model.id))


class LeaseLostError(Exception):
    """Another process derives this league now."""


def drop_leases(session: Session) -> None:
    """Forget every lease, where the process that asks is the only one: who had them was killed in the middle."""
    if session.execute(select(LEASE.c.league_id).limit(1)).first() is not None:
        in_one_write(session, lambda: session.execute(delete(LEASE)))


class Lease:
    """The right to derive a league, for a minute from each write on; a dead process blocks others no longer."""

    def __init__(self, session: Session, league: int, clock: Callable[[], datetime] = clock.now) -> None:
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
        mine = LEASE.c.league_id == self.league, LEASE.c.holder == self.holder
        in_one_write(self.session, lambda: self.session.execute(delete(LEASE).where(*mine)))

    def _row(self) -> Any:
        query = select(LEASE.c.holder, LEASE.c.until).where(LEASE.c.league_id == self.league)
        return self.session.execute(query.with_for_update()).first()

    def _prolong(self) -> None:
        values = {"holder": self.holder, "until": self.clock() + LEASE_LASTS}
        new = insert_into(self.session, LEASE).values(league_id=self.league, **values)
        self.session.execute(new.on_conflict_do_update(index_elements=["league_id"], set_=values))
