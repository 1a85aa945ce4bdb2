"""Matches that were emptied out of the bin: that there was one, when it was emptied, and whether its hashes agree."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.store.match.match import Generations
from scorekeeper.store.match.models import EmptiedEventRow, EmptiedRow
from scorekeeper.store.match.record.chain import MISSING, UNHASHED, UNLINKED, Fault, chain_hash, first_link


class EmptiedMatch(NamedTuple):
    """What is left of a match: how often its links were withdrawn, and when it was emptied."""

    public_id: str
    generations: Generations
    at: datetime


def find_emptied(session: Session, public_id: str) -> EmptiedMatch | None:
    """The emptied match of this id; None where none was."""
    row = session.execute(select(EmptiedRow).where(EmptiedRow.public_id == public_id)).scalar()
    return None if row is None else _read_row(row)


def find_by_uuid(session: Session, uuid: str) -> EmptiedMatch | None:
    """The emptied match to which the event of this UUID belonged; None where none was."""
    of_event = select(EmptiedRow).join(EmptiedEventRow, EmptiedEventRow.emptied_id == EmptiedRow.id)
    row = session.execute(of_event.where(EmptiedEventRow.uuid == uuid)).scalar()
    return None if row is None else _read_row(row)


def find_by_code(session: Session, seq: int, code: str) -> list[EmptiedMatch]:
    """The emptied matches whose hashes give this code."""
    beginning = base64.b32decode(code.partition("-")[2].replace("-", "")).hex()
    of_event = select(EmptiedRow).join(EmptiedEventRow, EmptiedEventRow.emptied_id == EmptiedRow.id)
    query = of_event.where(EmptiedEventRow.seq == seq, EmptiedEventRow.chain.startswith(beginning))
    return [_read_row(row) for row in session.execute(query).scalars()]


def _read_row(row: EmptiedRow) -> EmptiedMatch:
    generations = Generations(row.generation_owner, row.generation_score, row.generation_watch)
    return EmptiedMatch(row.public_id, generations, row.emptied_at)


def check_emptied(session: Session) -> Iterator[tuple[str, list[Fault]]]:
    """Every emptied match by its id, with what is wrong in its chain: what the events said cannot be asked any more."""
    for row in session.execute(select(EmptiedRow).order_by(EmptiedRow.id)).scalars().all():
        ours = EmptiedEventRow.emptied_id == row.id
        query = select(EmptiedEventRow).where(ours).order_by(EmptiedEventRow.seq)
        yield row.public_id, list(_faults_of(first_link(row.begun), session.execute(query).scalars().all()))


def _faults_of(before: str, events: Sequence[EmptiedEventRow]) -> Iterator[Fault]:
    for number, event in enumerate(events, 1):
        if event.seq != number:
            yield Fault(number, MISSING)
            return
        if event.content is None or event.chain is None:
            yield Fault(number, UNHASHED)
            return
        if event.chain != chain_hash(before, number, event.content):
            yield Fault(number, UNLINKED)
        before = event.chain
