"""Step 1, take in: subtract from the sums what changed matches gave, and add what they give now, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.league.results import result_document
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow
from scorekeeper.store.leagues.matches.listing import LeagueMatch
from scorekeeper.store.leagues.readmodel import best_nights, checkpoints, revisions, write_rows
from scorekeeper.store.leagues.readmodel.deltas import (
    NOTHING,
    SERIES_MARK,
    Delta,
    Given,
    Source,
    sources_of,
    work_out_given,
)
from scorekeeper.store.leagues.readmodel.editions import Lease, Model, save_model
from scorekeeper.store.leagues.readmodel.inputs import Inputs, Scored, Taken, scopes_of, score_matches
from scorekeeper.store.leagues.readmodel.meetings import OfPairs, meetings_after, put_meetings
from scorekeeper.store.leagues.readmodel.models import TAKEN
from scorekeeper.store.match.models import MatchRow, table_of

MATCH = table_of(LeagueMatchRow)


@dataclass
class Intake:
    """Matches worked out and not yet written: what they were, what they are, and what that changes."""

    found: list[Scored]
    before: dict[str, Taken]
    after: dict[str, Taken | None]
    old: dict[Source, Given] = field(default_factory=dict)
    delta: Delta = field(default_factory=Delta)
    meetings: OfPairs = field(default_factory=dict)
    nights: best_nights.OfUnits = field(default_factory=dict)
    redo: str | None = None


def absorb(
    session: Session, lease: Lease, model: Model, given: Inputs, found: Sequence[LeagueMatch], **progress: Any
) -> Model | None:
    """Take these matches in; the model afterwards. None if one has moved on since it was read: then nothing is written,
    and it is to be tried again.
    """
    intake = work_out(session, model, given, found)

    def write() -> Model | None:
        if _has_moved_on(session, given, intake.found):
            return None
        return _write_intake(session, model, given, intake, **progress)

    return lease.write(write)


def work_out(session: Session, model: Model, given: Inputs, found: Sequence[LeagueMatch]) -> Intake:
    """Score these matches and find what changes. Reads only, so that no writer waits for it."""
    found_now = score_matches(session, given, found)
    known = write_rows.read_taken_rows(session, model.id, [one.row.key for one in found_now])
    before = {key: write_rows.read_taken(row) for key, row in known.items()}
    intake = Intake(found_now, before, {one.row.key: one.taken for one in found_now})
    for key, after in intake.after.items():
        _compare(intake, before.get(key), after)
    sources = _find_sources(intake, given)
    mates = _find_mates(session, model, sources, intake)
    intake.old = write_rows.read_given(session, model.id, {name for name, _ in sources})
    for source in sources:
        members = [one for one in mates.get(source[0], ()) if source[1] in scopes_of(one)]
        now = work_out_given(source, members, given.rules)
        intake.delta.give(source, intake.old.get(source, NOTHING), now, given.rules.of(source[1]))
    intake.meetings = meetings_after(session, model.id, intake.delta)
    intake.nights = best_nights.nights_after(session, model.id, intake.delta)
    return intake


def _compare(intake: Intake, before: Taken | None, after: Taken | None) -> None:
    if before == after or (
        before is not None and after is not None and _differs_in_lists_only(before, after)
    ):
        return
    for one, times in ((before, -1), (after, 1)):
        if one is not None:
            intake.delta.observe(one, times)
            if one.counted:
                intake.redo = min(intake.redo or one.ord, one.ord)


def _differs_in_lists_only(before: Taken, after: Taken) -> bool:
    """Whether a match differs by nothing but what lists say of it."""
    return before._replace(state=after.state) == after


def _find_sources(intake: Intake, given: Inputs) -> dict[Source, None]:
    everyone = [*intake.before.values(), *(one for one in intake.after.values() if one is not None)]
    return {source: None for one in everyone for source in sources_of(one, given.rules)}


def _find_mates(
    session: Session, model: Model, sources: Mapping[Source, None], intake: Intake
) -> dict[str, list[Taken]]:
    """The matches behind each source: one, or all of a series."""
    mates: dict[str, list[Taken]] = {}
    names = {name.removeprefix(SERIES_MARK) for name, _ in sources if name.startswith(SERIES_MARK)}
    if names:
        query = select(TAKEN).where(TAKEN.c.model_id == model.id, TAKEN.c.series.in_(names))
        for row in session.execute(query):
            if row.match not in intake.after:
                mates.setdefault(f"{SERIES_MARK}{row.series}", []).append(write_rows.read_taken(row))
    for key, one in intake.after.items():
        if one is not None:
            mates.setdefault(key, []).append(one)
            if one.series in names:
                mates.setdefault(f"{SERIES_MARK}{one.series}", []).append(one)
    return mates


def _has_moved_on(session: Session, given: Inputs, found: Sequence[Scored]) -> bool:
    """Whether anything was written to the league or to one of these matches since they were read."""
    seq = session.execute(
        select(LeagueRow.seq).where(LeagueRow.id == given.league).with_for_update()
    ).scalar()
    if seq != given.seq:
        return True
    read = {one.row.match_id: one.row.match_seq for one in found if one.row.match_id is not None}
    query = select(MatchRow.id, MatchRow.seq).where(MatchRow.id.in_(read))
    return any(read[key] != seq for key, seq in session.execute(query)) if read else False


def _write_intake(session: Session, model: Model, given: Inputs, intake: Intake, **progress: Any) -> Model:
    delta = intake.delta
    write_rows.add_up(session, model.id, delta, given.rules)
    put_meetings(session, model.id, intake.meetings)
    best_nights.put_nights(session, model.id, intake.nights, given.rules)
    write_rows.put_given(session, model.id, delta)
    changed = {key: one for key, one in intake.after.items() if intake.before.get(key) != one}
    write_rows.put_taken(session, model.id, intake.before, changed)
    for scope, order in delta.changed.items():
        checkpoints.forget_standings(session, model.id, scope, order)
    if intake.redo is not None:
        checkpoints.forget_order(session, model.id, intake.redo)
    if model.current:
        revisions.note_revisions(session, model, intake.before, intake.after, intake.old, delta)
    _note_at_matches(session, intake.found)
    redo = min((one for one in (model.redo, intake.redo) if one is not None), default=None)
    return save_model(
        session, model, redo=redo, ranks=tuple(sorted({*model.ranks, *delta.changed})), **progress
    )


def _note_at_matches(session: Session, found: Sequence[Scored]) -> None:
    """Note at the matches themselves what they came to. A result that was handed down is a fact: it stays."""
    there = MATCH.c.id.in_([one.row.id for one in found])
    session.execute(update(MATCH).where(there, MATCH.c.dirty.is_(True)).values(dirty=False))
    for one in found:
        if one.taken is not None:
            values = _match_values(one)
            if any(getattr(one.row, name) != value for name, value in values.items()):
                session.execute(update(MATCH).where(MATCH.c.id == one.row.id).values(**values))


def _match_values(one: Scored) -> dict[str, Any]:
    values: dict[str, Any] = {"status": None if one.result is None else one.result.status}
    if one.row.match_id is not None:
        document = None if one.result is None else _as_json(result_document(one.result))
        values |= {"moment": one.moment, "seen_seq": one.version, "result": document}
    return values


def _as_json(document: Any) -> Any:
    return json.loads(json.dumps(document))
