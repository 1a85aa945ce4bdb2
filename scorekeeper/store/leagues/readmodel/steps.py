"""Decides which step a league needs next, and takes the three steps in short transactions: take in, follow, rank."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.leagues.readmodel import checkpoints, match_order, ranking, revisions, write_rows
from scorekeeper.store.leagues.readmodel.absorb import absorb
from scorekeeper.store.leagues.readmodel.compare import disagreements
from scorekeeper.store.leagues.readmodel.editions import (
    EDITION,
    MATCHES,
    ORDER,
    STANDINGS,
    SWEEPING,
    Lease,
    LeaseLostError,
    Model,
    begin_model,
    list_models,
    retire_models,
    save_model,
    show_model,
    sweep_model,
)
from scorekeeper.store.leagues.readmodel.inputs import Inputs, dirty_matches, matches_from, pack, read_inputs
from scorekeeper.store.leagues.readmodel.models import ALIKE, RATING, STANDING, TALLY
from scorekeeper.store.match.models import table_of

MAX_TOLD = 1000
HOLD, HURRY = 0.015, 1.0
"""For so many seconds a write may keep others waiting; ``HURRY`` where no other writer is expected."""
FIRST_BATCH, MAX_BATCH = 10, 5_000
Result = TypeVar("Result")

UNSURE = "~"
"""Stands for the end of all matches while what stands there is not to be gone on from: a correction is under way."""
SMALL = 300
"""A request follows no more matches and ranks no larger standings than this: the rest is the keeper's."""


class Progress(NamedTuple):
    """How far it is: the phase (empty when all is done), matches done in it of how many (0: not counted), whether
    anything is left to do, and whether anything was done.
    """

    phase: str
    done: int
    total: int
    left: bool
    worked: bool = True


class Deriver:
    """Works on one league under a lease. ``advance`` does a little; it says whether there is more to do."""

    def __init__(self, session: Session, league: int, *, hold: float = HOLD, small: bool = False) -> None:
        self.session, self.league, self.hold, self.small = session, league, hold, small
        self.lease = Lease(session, league)
        self.progress = Progress("", 0, 0, left=True, worked=False)
        self.compare, self.differing = False, 0
        self._short = False
        self._batch = FIRST_BATCH
        self._running: tuple[int, match_order.OrderState] | None = None
        self._tallies: dict[tuple[int, str], tuple[str, Mapping[str, Any]]] = {}

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
        given = read_inputs(self.session, self.league)
        if given is None:
            return
        building = self._find_building(list_models(self.session, self.league), given)
        if anew or building is None:
            self._begin(given)

    def advance(self) -> bool:
        """Do the next thing in one or a few short transactions; False when nothing is left."""
        given = read_inputs(self.session, self.league)
        if given is None:
            return False
        found = list_models(self.session, self.league)
        model = self._find_building(found, given) or self._find_current(found, given)
        if model is None:
            self._begin(given)
            self.progress = self.progress._replace(worked=True)
            return True
        left = self._next(given, model, [one for one in found if one.id != model.id])
        self.progress = self.progress._replace(left=left or self._short, worked=True)
        return left

    def _find_building(self, found: Sequence[Model], given: Inputs) -> Model | None:
        mine = [one for one in found if not one.current and one.phase != SWEEPING]
        return next((one for one in mine if (one.rules, one.edition) == (given.rules.digest, EDITION)), None)

    def _find_current(self, found: Sequence[Model], given: Inputs) -> Model | None:
        mine = [one for one in found if one.current]
        return next((one for one in mine if (one.rules, one.edition) == (given.rules.digest, EDITION)), None)

    def _begin(self, given: Inputs) -> None:
        total = self.session.execute(
            select(func.count()).select_from(LeagueMatchRow).where(LeagueMatchRow.league_id == self.league)
        ).scalar_one()

        def replace_building() -> None:
            retire_models(self.session, self.league)
            begin_model(self.session, self.league, given.rules.digest, total)

        self.lease.write(replace_building)

    def _next(self, given: Inputs, model: Model, others: Sequence[Model]) -> bool:
        if model.cursor is not None:
            return self._take_in(given, model, model.cursor) and not self._long(model.total - model.done)
        dirty = dirty_matches(self.session, self.league, self._batch)
        if dirty:
            self._tell(MATCHES, 0, 0)
            self._time_write(
                len(dirty), lambda: absorb(self.session, self.lease, model, given, dirty, phase=MATCHES)
            )
            return True
        if not self.small and any(self._keep_standings(given, model, scope) for scope in model.ranks):
            return True
        if model.redo is not None:
            return self._follow(given, model, model.redo)
        if model.ranks:
            return self._rank(given, model, model.ranks[0])
        if model.names != (names := roster.names_version(self.session, self.league)):
            return self._find_alike(model, names)
        if not model.current:
            self._compare(model, [one for one in others if one.current])
            self._write(lambda: show_model(self.session, model))
        elif others:
            self._tell(SWEEPING, 0, 0)
            self._time_write(
                self._batch, lambda: self._write(lambda: sweep_model(self.session, others[-1], self._batch))
            )
        else:
            self._finish(given, model)
            return False
        return True

    # --- matches ------------------------------------------------------------------------------------

    def _take_in(self, given: Inputs, model: Model, cursor: int) -> bool:
        found = matches_from(self.session, self.league, cursor, self._batch)
        self._tell(MATCHES, model.done, model.total)
        if found:
            moved = {"cursor": found[-1].id, "done": model.done + len(found)}
            self._time_write(
                len(found), lambda: absorb(self.session, self.lease, model, given, found, **moved)
            )
        else:
            self._write(lambda: save_model(self.session, model, cursor=None, phase=ORDER, done=0, total=0))
        return True

    # --- what depends on the order ------------------------------------------------------------------

    def _follow(self, given: Inputs, model: Model, redo: str) -> bool:
        rules = given.rules.of("")
        new = match_order.matches_after(self.session, model.id, model.through, match_order.FEW_NEW + 1)
        if redo > model.through and len(new) <= match_order.FEW_NEW:
            players = {player for row in new for player in row.facts["players"]}
            running = match_order.read_state(self.session, model.id, rules, players, model.through)
            self._add(model, running, new)
            self._arrive(given, model, running, players)
            return True
        if self.small and self._long(match_order.count_after(self.session, model.id, "")):
            return False
        running = self._running_before(model, redo, rules)
        step = self._step(model)
        rows = match_order.matches_after(self.session, model.id, running.ord, step)
        self._tell(
            ORDER, model.done, model.total or match_order.count_after(self.session, model.id, running.ord)
        )
        self._add(model, running, rows)
        if len(rows) < step:
            self._arrive(given, model, running, None)
        else:
            self._pause(given, model, running, len(rows))
        return True

    def _running_before(self, model: Model, redo: str, rules: Any) -> match_order.OrderState:
        if self._running is not None and self._running[0] == model.id and self._running[1].ord < redo:
            return self._running[1]
        point = checkpoints.nearest_checkpoint(self.session, model.id, checkpoints.ORDER, "", redo)
        return match_order.OrderState.resume(point, rules)

    def _step(self, model: Model) -> int:
        query = (
            select(func.count()).select_from(RATING).where(RATING.c.model_id == model.id, RATING.c.pool == "")
        )
        return checkpoints.spacing(self.session.execute(query).scalar_one(), checkpoints.ORDER)

    def _add(self, model: Model, running: match_order.OrderState, rows: Sequence[Any]) -> None:
        moved = [(row.match, moves) for row in rows if (moves := running.add(row)) is not None]
        self._write_all(moved, lambda some: match_order.put_moves(self.session, model.id, some))

    def _pause(self, given: Inputs, model: Model, running: match_order.OrderState, number: int) -> None:
        """Write a checkpoint, from which this process or another goes on."""
        years = match_order.finished_years(self.session, model.id, running)
        self._put(years)
        ranks = tuple(sorted({*model.ranks, *match_order.scopes_to_rank(given.rules, years, {})}))
        document, done = pack(running.document()), self.progress.done + number

        def save_checkpoint() -> None:
            checkpoints.keep_checkpoint(self.session, model.id, checkpoints.ORDER, "", running.ord, document)
            far = {"redo": f"{running.ord}!", "through": UNSURE, "phase": ORDER, "done": done}
            save_model(self.session, model, total=self.progress.total, ranks=ranks, **far)

        self._write(save_checkpoint)
        self._running = model.id, running

    def _arrive(
        self, given: Inputs, model: Model, running: match_order.OrderState, players: set[str] | None
    ) -> None:
        """Write what stands at the end of all matches."""
        self._running = None
        found = match_order.rows_to_change(self.session, model.id, running, players)
        moved = match_order.shown_moves(self.session, model.id, found)
        rated = match_order.scopes_to_rank(given.rules, found, moved)
        # After a crash between these writes, some ratings are newer than others: no process may go on from them.
        self._write(lambda: save_model(self.session, model, through=UNSURE))
        self._put(found)
        ranks = tuple(sorted({*model.ranks, *(scope for scope in rated if self._has_tallies(model, scope))}))

        def save_end() -> None:
            if model.current:
                revisions.note_moved_ratings(self.session, self.league, moved)
            save_model(
                self.session,
                model,
                through=running.ord,
                redo=None,
                ranks=ranks,
                phase=STANDINGS,
                done=0,
                total=0,
            )

        self._write(save_end)
        self._keep_order(model, running.ord, given)

    def _put(self, found: match_order.Difference) -> None:
        for table, (new, gone) in found.items():
            self._write_all(new, partial(write_rows.put_rows, self.session, table))
            self._write_all(gone, partial(write_rows.drop_rows, self.session, table))

    def _has_tallies(self, model: Model, scope: str) -> bool:
        query = select(TALLY.c.unit).where(TALLY.c.model_id == model.id, TALLY.c.scope == scope)
        return self.session.execute(query.limit(1)).first() is not None

    def _keep_order(self, model: Model, order: str, given: Inputs) -> None:
        """A checkpoint at the end, when the last one has become far away."""
        before = checkpoints.last_checkpoint(self.session, model.id, checkpoints.ORDER)
        if match_order.count_after(self.session, model.id, before) >= 2 * self._step(model):
            running = match_order.read_state(self.session, model.id, given.rules.of(""), None, order)
            document = pack(running.document())
            self._write(
                lambda: checkpoints.keep_checkpoint(
                    self.session, model.id, checkpoints.ORDER, "", order, document
                )
            )

    # --- tables -------------------------------------------------------------------------------------

    def _keep_standings(self, given: Inputs, model: Model, scope: str) -> bool:
        """Write the next checkpoint of standings, before anything that takes long: their past is read from there."""
        known = self._tallies.get((model.id, scope))
        found = checkpoints.next_standings_checkpoint(
            self.session, model.id, scope, given.rules.of(scope), known
        )
        self._tallies = {} if found is None else {(model.id, scope): found}
        if found is None:
            return False
        order, document = found[0], pack(found[1])
        self._write(
            lambda: checkpoints.keep_checkpoint(
                self.session, model.id, checkpoints.STANDINGS, scope, order, document
            )
        )
        return True

    def _rank(self, given: Inputs, model: Model, scope: str) -> bool:
        self._tell(STANDINGS, 0, 0)
        rules = given.rules.of(scope)
        if self._long(ranking.count_sums(self.session, model.id, scope)):
            return False
        ranked = ranking.rank_all(self.session, model.id, scope, rules)
        new, gone = ranking.standings_difference(self.session, model.id, scope, ranked)
        early, late = ([], new) if model.current else (new, [])

        def last() -> None:
            write_rows.drop_rows(self.session, STANDING, gone)
            write_rows.put_rows(self.session, STANDING, late)
            save_model(
                self.session, model, ranks=tuple(one for one in model.ranks if one != scope), phase=STANDINGS
            )

        self._write_all(early, partial(write_rows.put_rows, self.session, STANDING))
        self._write(last)
        return True

    def _find_alike(self, model: Model, names: str) -> bool:
        """Find the names that may be one, so that the players' page need not."""
        if self._long(int(names.partition("|")[0])):
            return False
        pairs = roster.find_pairs_alike(self.session, self.league)
        new = [{"model_id": model.id, "one": one, "other": other, "near": near} for one, other, near in pairs]

        def replace_pairs() -> None:
            self.session.execute(delete(ALIKE).where(ALIKE.c.model_id == model.id))
            write_rows.put_rows(self.session, ALIKE, new)
            save_model(self.session, model, names=names)

        self._write(replace_pairs)
        return True

    def _compare(self, model: Model, shown: Sequence[Model]) -> None:
        """How many rows the new model has otherwise than the one that it replaces, if that was up to date."""
        same = [one for one in shown if self.compare and one.settled and one.through == model.through]
        found = disagreements(self.session, same[0].id, model.id) if same else iter(())
        self.differing = sum(1 for _ in islice(found, MAX_TOLD))

    def _long(self, number: int) -> bool:
        """Whether this is too much for a request."""
        self._short = self._short or (self.small and number > SMALL)
        return self._short

    def _finish(self, given: Inputs, model: Model) -> None:
        """Note how far the league has been followed."""
        self._tell("", 0, 0)
        row = table_of(LeagueRow)

        def save_finish() -> None:
            self.session.execute(
                update(row)
                .where(row.c.id == self.league, row.c.derived_seq != given.seq)
                .values(derived_seq=given.seq)
            )
            if model.phase:
                save_model(self.session, model, phase="", done=0, total=0)
            if model.current and revisions.has_unfollowed(self.session, self.league):
                revisions.note_moved_ratings(self.session, self.league, {})

        self._write(save_finish)

    # --- how much at once ---------------------------------------------------------------------------

    def _tell(self, phase: str, done: int, total: int) -> None:
        self.progress = Progress(phase, done, total, True)

    def _write(self, write: Callable[[], Result]) -> Result:
        return self.lease.write(write)

    def _time_write(self, number: int, write: Callable[[], object]) -> None:
        """Take as many next time as a write's allowance lets."""
        held = self.lease.held_for
        write()
        taken = self.lease.held_for - held
        if taken > self.hold:
            self._batch = max(1, number // 2)
        elif taken < self.hold / 2 and number >= self._batch:
            self._batch = min(MAX_BATCH, self._batch * 2)

    def _write_all(self, rows: Sequence[Any], how: Callable[[Sequence[Any]], None]) -> None:
        """Write rows a few at a time: rows that may be seen one after the other, or are not shown yet."""
        size = max(100, self._batch)
        for start in range(0, len(rows), size):
            self._write(partial(how, rows[start : start + size]))
