"""Derives a league, little by little: which leagues wait, the next step of one, a rebuild beside the shown model.

Matches that changed are taken in, then ratings go on from the first of them. Each step is whole, or did not happen, so
that an interrupted process goes on where it was. What takes long is worked out before the lock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Text, cast, delete, except_, func, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.figures import ratings, revisions
from scorekeeper.store.leagues.figures.editions import (
    EDITION,
    MATCHES,
    RATINGS,
    SWEEPING,
    Lease,
    LeaseLostError,
    Model,
    begin_model,
    list_models,
    save_model,
    show_model,
    sweep_model,
)
from scorekeeper.store.leagues.figures.inputs import ALL_TIME, Inputs, read_inputs
from scorekeeper.store.leagues.figures.models import ALIKE, DERIVED, MODEL, PLAYED
from scorekeeper.store.leagues.figures.take_in import work_out, write_intake
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow
from scorekeeper.store.leagues.matches.listing import LeagueMatch, read_row, select_matches
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.match.models import table_of
from scorekeeper.store.upsert import put_rows

HOLD, HURRY = 0.015, 1.0
"""For so many seconds a write may keep others waiting; ``HURRY`` where no other writer is expected."""
FIRST_BATCH, MAX_BATCH = 20, 2_000
"""So many matches are written at once at first, and so many at most: as many as the time allows."""
SMALL = 300
"""A request rates no more matches, and compares no more names, than this: the rest is the keeper's."""


class Progress(NamedTuple):
    """How far it is: what is done (empty when all is), matches done in it of how many (0: not counted), whether
    anything is left to do, and whether anything was done.
    """

    phase: str
    done: int
    total: int
    left: bool
    worked: bool = True


NOTHING_LEFT = Progress("", 0, 0, left=False, worked=False)


def leagues_to_derive(session: Session, league: int | None = None) -> list[int]:
    """The leagues (or only whether this one) in which something has to be derived again."""
    dirty = select(LeagueMatchRow.id).where(
        LeagueMatchRow.league_id == LeagueRow.id, LeagueMatchRow.dirty.is_(True)
    )
    behind = MODEL.c.recompute_from.is_not(None), MODEL.c.edition != EDITION
    unfinished = select(MODEL.c.id).where(
        MODEL.c.league_id == LeagueRow.id, or_(MODEL.c.current.is_(False), MODEL.c.retired.is_(True), *behind)
    )
    query = select(LeagueRow.id).where(
        or_(LeagueRow.seq != LeagueRow.derived_seq, dirty.exists(), unfinished.exists())
    )
    if league is not None:
        query = query.where(LeagueRow.id == league)
    return list(session.execute(query.order_by(LeagueRow.id)).scalars())


def step(
    session: Session,
    league: int,
    seconds: float = 0.1,
    *,
    stopped: Callable[[], bool] = lambda: False,
    small: bool = False,
) -> Progress:
    """Derive for about so long. ``small``, in a request after something was written, leaves long work to the keeper."""
    if not leagues_to_derive(session, league):
        return NOTHING_LEFT
    deriver, until = Deriver(session, league, small=small), time.monotonic() + seconds
    with deriver.hold_lease() as ours:
        while ours and deriver.advance():
            if time.monotonic() > until or stopped():
                break
    return deriver.progress


def rebuild(
    session: Session,
    league: int,
    report: Callable[[Progress], None] = lambda progress: None,
    *,
    hold: float = HOLD,
    anew: bool = False,
) -> int | None:
    """Build the figures from the matches beside those that pages show, which they replace when they are ready.

    A model that was interrupted is taken up again, unless ``anew``. Returns how many rows differ from those that were
    shown (0 where there were none), None when another process derives this league.
    """
    deriver = Deriver(session, league, hold=hold)
    with deriver.hold_lease() as ours:
        if ours:
            deriver.compares = True
            deriver.begin(anew=anew)
            while deriver.advance():
                report(deriver.progress)
    return None if deriver.progress.left else deriver.differing


class Deriver:
    """Works on one league under a lease. ``advance`` does a little; it says whether there is more to do."""

    def __init__(self, session: Session, league: int, *, hold: float = HOLD, small: bool = False) -> None:
        self.session, self.league, self.hold, self.small = session, league, hold, small
        self.lease = Lease(session, league)
        self.progress = Progress("", 0, 0, left=True, worked=False)
        self.compares, self.differing = False, 0
        self._short = False
        self._batch = FIRST_BATCH
        self._inputs: Inputs | None = None
        self._follower: ratings.RatingsFollower | None = None
        self._before: dict[str, int] = {}

    @contextmanager
    def hold_lease(self) -> Iterator[bool]:
        """Whether the league is ours to derive; afterwards the lease is free. A process that loses it just ends."""
        if not self.lease.take():
            yield False
            return
        try:
            yield True
        except LeaseLostError:
            return
        finally:
            self.session.rollback()
            self.lease.leave()

    def begin(self, *, anew: bool) -> None:
        """Begin a model beside the current one; one that is being built goes on, unless ``anew``."""
        inputs = read_inputs(self.session, self.league)
        models = list_models(self.session, self.league)
        if inputs is not None and (anew or _find(models, inputs, current=False) is None):
            self._begin(inputs)

    def advance(self) -> bool:
        """Do the next thing in one or a few short transactions; False when nothing is left."""
        self._inputs = inputs = read_inputs(self.session, self.league, self._inputs)
        if inputs is None:
            return False
        models = list_models(self.session, self.league)
        model = _find(models, inputs, current=False) or _find(models, inputs, current=True)
        if model is None:
            self._begin(inputs)
            left = True
        else:
            left = self._next(inputs, model, [other for other in models if other.id != model.id])
        self.progress = self.progress._replace(left=left or self._short, worked=True)
        return left

    def _begin(self, inputs: Inputs) -> None:
        ours = select(func.count()).where(LeagueMatchRow.league_id == self.league)
        total = self.session.execute(ours).scalar_one()
        self.lease.write(lambda: begin_model(self.session, self.league, inputs.rules, total))

    def _next(self, inputs: Inputs, model: Model, other_models: Sequence[Model]) -> bool:
        ours = LeagueMatchRow.league_id == self.league
        if model.cursor is not None:  # it is built from nothing, in the order of the matches' rows
            matches = self._read(
                select_matches(ours, LeagueMatchRow.id > model.cursor).order_by(LeagueMatchRow.id)
            )
            self._tell(MATCHES, model.done, model.total)
            self._take_in(inputs, model, matches, **_count_on(model, matches))
            return not self._is_long(model.total - model.done)
        dirty = self._read(select_matches(ours, LeagueMatchRow.dirty.is_(True)))
        if dirty:
            self._tell(MATCHES, 0, 0)
            self._take_in(inputs, model, dirty)
            return True
        if model.recompute_from is not None:
            return self._follow(inputs, model, model.recompute_from)
        if model.names != (names := roster.names_version(self.session, self.league)):
            return self._find_alike(model, names)
        if not model.current:
            self._compare(model, [other for other in other_models if other.current])
            self.lease.write(lambda: show_model(self.session, model))
        elif other_models:
            self._tell(SWEEPING, 0, 0)
            self._time_write(self._batch, lambda: sweep_model(self.session, other_models[-1], self._batch))
        else:
            self._finish(inputs, model)
            return False
        return True

    def _read(self, query: Any) -> list[LeagueMatch]:
        return [read_row(row) for row in self.session.execute(query.limit(self._batch))]

    def _take_in(self, inputs: Inputs, model: Model, matches: Sequence[LeagueMatch], **progress: Any) -> None:
        intake = work_out(self.session, model, inputs, matches)
        self._follower = None
        self._time_write(len(matches), lambda: write_intake(self.session, model, inputs, intake, **progress))

    def _follow(self, inputs: Inputs, model: Model, start: str) -> bool:
        """Rate the next portion of matches behind the place that changed; note at the end what that moved."""
        left = max(0, model.total - model.done) or ratings.count_from(self.session, model.id, start)
        if self._is_long(left):
            return False
        self._tell(RATINGS, model.done, model.done + left)
        begins = self._follower is None
        if self._follower is None:
            self._follower = ratings.RatingsFollower(self.session, model.id, inputs.rules.of(ALL_TIME))
        portion = self._follower.rate(start, self._batch)
        if model.current and begins:
            moved = ratings.read_moved(self.session, model.id)
            self._before = self._follower.read_before(start, portion) | moved
        changes: dict[str, Any] = {"recompute_from": portion.end, "done": 0, "total": 0}
        if portion.end is not None:
            changes |= {"done": model.done + portion.number, "total": model.done + left}
        if model.current and (begins or portion.end is None):
            changes["moved"] = {} if portion.end is None else self._before

        def write_portion() -> None:
            put_rows(self.session, PLAYED, portion.rows)
            if portion.end is None and model.current:
                moves = ratings.moves_since(self.session, model.id, self._before)
                revisions.note_moved_ratings(self.session, self.league, moves)
            save_model(self.session, model, **changes)

        self._time_write(portion.number, write_portion)
        return True

    def _find_alike(self, model: Model, names: str) -> bool:
        """Find the names that may be one, so that the players' page need not."""
        if self._is_long(int(names.partition("|")[0])):
            return False
        new = [(model.id, *pair) for pair in roster.find_pairs_alike(self.session, self.league)]

        def replace_pairs() -> None:
            self.session.execute(delete(ALIKE).where(ALIKE.c.model_id == model.id))
            put_rows(self.session, ALIKE, new)
            save_model(self.session, model, names=names)

        self.lease.write(replace_pairs)
        return True

    def _compare(self, model: Model, shown: Sequence[Model]) -> None:
        """How many rows the new model has otherwise than the one that it replaces, if that was up to date."""
        same = [old for old in shown if self.compares and old.settled and old.rules == model.rules]
        self.differing = count_differences(self.session, same[0].id, model.id) if same else 0

    def _finish(self, inputs: Inputs, model: Model) -> None:
        """Note how far the league has been followed."""
        self._tell("", 0, 0)
        row = table_of(LeagueRow)

        def save_finish() -> None:
            behind = row.c.id == self.league, row.c.derived_seq != inputs.seq
            self.session.execute(update(row).where(*behind).values(derived_seq=inputs.seq))
            if revisions.has_unfollowed(self.session, self.league):
                revisions.note_moved_ratings(self.session, self.league, {})

        self.lease.write(save_finish)

    def _is_long(self, number: int) -> bool:
        """Whether this is too much for a request."""
        self._short = self._short or (self.small and number > SMALL)
        return self._short

    def _tell(self, phase: str, done: int, total: int) -> None:
        self.progress = Progress(phase, done, total, True)

    def _time_write(self, number: int, write: Callable[[], object]) -> None:
        """Take as many next time as a write's allowance lets."""
        taken = self.lease.write(write)
        if taken > self.hold:
            self._batch = max(min(FIRST_BATCH, self._batch), number // 2)
        elif taken < self.hold / 2 and number >= self._batch:
            self._batch = min(MAX_BATCH, self._batch * 2)


def _find(models: Sequence[Model], inputs: Inputs, *, current: bool) -> Model | None:
    """The model of this program and of the league's rules that pages show, or that is being built."""
    ours = EDITION, inputs.rules.documents
    mine = (model for model in models if model.current == current and not model.retired)
    return next((model for model in mine if (model.edition, model.rules) == ours), None)


def _count_on(model: Model, matches: Sequence[LeagueMatch]) -> dict[str, Any]:
    """How far a model has come that is built from nothing, with these matches; at the end it is not counted."""
    if not matches:
        return {"cursor": None, "done": 0, "total": 0}
    return {"cursor": matches[-1].id, "done": model.done + len(matches)}


def count_differences(session: Session, first: int, second: int) -> int:
    """In how many rows two models differ, but for the blanks that restored documents have."""
    on_sqlite = session.get_bind().dialect.name == "sqlite"

    def read_alike(column: Any) -> Any:
        if str(column.type) != "JSON":
            return column
        return func.json(cast(column, Text)) if on_sqlite else cast(func.to_jsonb(column), Text)

    differences = 0
    for table in DERIVED:
        columns = [read_alike(column) for column in table.columns if column.name != "model_id"]
        both = [select(*columns).where(table.c.model_id == model) for model in (first, second)]
        numbers = [
            session.execute(select(func.count()).select_from(except_(*pair).subquery())).scalar_one()
            for pair in (both, both[::-1])
        ]
        differences += max(numbers)
    return differences
