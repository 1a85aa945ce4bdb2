"""Which model of a league pages read, which one is being built beside it, and the lease of the process that builds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from sqlalchemy import bindparam, delete, insert, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.leagues.figures.inputs import ALL_TIME, RulesByScope
from scorekeeper.store.leagues.figures.models import DERIVED, LEASE, MODEL
from scorekeeper.store.transactions import in_one_write
from scorekeeper.store.upsert import put_row

EDITION = 9
"""To be raised when the program derives something else from the same matches: models of other editions are rebuilt."""
LEASE_LASTS = timedelta(seconds=60)
MATCHES, RATINGS, SWEEPING = "matches", "order", "sweeping"
"""What is done: matches are taken in, ratings follow, an old model is cleared away."""


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


NO_MODEL = Model(0, 0, True, False, EDITION, {ALL_TIME: {}}, 0, None, None, 0, 0, "")
_MODEL = tuple(MODEL.c[name] for name in Model._fields)
_MODELS = (
    select(*_MODEL)
    .where(MODEL.c.league_id == bindparam("league"))
    .order_by(MODEL.c.current.desc(), MODEL.c.id.desc())
)


def list_models(session: Session, league: int) -> list[Model]:
    """A league's models, the current one first and the newest of the others next."""
    return [Model(*row) for row in session.execute(_MODELS, {"league": league})]


def current_model(session: Session, league: int) -> Model:
    """The model that pages read; :data:`NO_MODEL`, which has no rows, before the first is ready."""
    return next((model for model in list_models(session, league) if model.current), NO_MODEL)


def begin_model(session: Session, league: int, rules: RulesByScope, total: int) -> int:
    """A new model, to be built beside the current one, which pages read until then; its number.

    ``total`` is how many matches there are. None of the models that are there is ever gone on with.
    """
    session.execute(update(MODEL).where(MODEL.c.league_id == league).values(retired=True))
    values = {"edition": EDITION, "rules": dict(rules.documents), "cursor": 0, "done": 0, "total": total}
    unseen = {"current": False, "retired": False, "version": 0, "moved": {}, "names": ""}
    made = insert(MODEL).values(league_id=league, changed_at=clock.now(), **values, **unseen)
    return int(session.execute(made.returning(MODEL.c.id)).scalar_one())


def save_model(session: Session, model: Model, **changes: Any) -> None:
    """Note what a model has come to; its version moves on."""
    values = {"version": model.version + 1, **changes, "changed_at": clock.now()}
    session.execute(update(MODEL).where(MODEL.c.id == model.id).values(**values))


def show_model(session: Session, model: Model) -> None:
    """Let pages read a model from now on."""
    before = current_model(session, model.league_id)
    session.execute(update(MODEL).where(MODEL.c.id == before.id).values(current=False, retired=True))
    version = model.version + before.version
    save_model(session, model._replace(version=version), current=True, done=0, total=0)


def sweep_model(session: Session, model: Model, at_once: int) -> None:
    """Delete some rows of a model that no page reads any more, and at last the model."""
    for table in DERIVED:
        batch = select(*table.primary_key).where(table.c.model_id == model.id).limit(at_once)
        gone: Any = session.execute(delete(table).where(tuple_(*table.primary_key).in_(batch)))
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
        self._mine = LEASE.c.league_id == league, LEASE.c.holder == self.holder

    def take(self) -> bool:
        """Whether it is ours now."""

        def take() -> bool:
            query = select(LEASE.c.until).where(LEASE.c.league_id == self.league).with_for_update()
            until, now = self.session.execute(query).scalar(), self.clock()
            # One that lasts longer than any was taken before the clock went back.
            if until is not None and now < until <= now + LEASE_LASTS:
                return False
            values = {"holder": self.holder, "until": now + LEASE_LASTS}
            put_row(self.session, LEASE, {"league_id": self.league}, values)
            return True

        return in_one_write(self.session, take)

    def write(self, write_rows: Callable[[], object]) -> float:
        """Do something in one short transaction, if the lease is still ours; LeaseLostError if it is not. Returns for
        how many seconds that kept others waiting.
        """

        def write_with_lease() -> float:
            begun = time.perf_counter()
            prolonged = update(LEASE).where(*self._mine).values(until=self.clock() + LEASE_LASTS)
            if not self.session.connection().execute(prolonged).rowcount:
                raise LeaseLostError
            write_rows()
            return begun

        begun = in_one_write(self.session, write_with_lease)
        return time.perf_counter() - begun

    def leave(self) -> None:
        """Let others have it."""
        in_one_write(self.session, lambda: self.session.execute(delete(LEASE).where(*self._mine)))
