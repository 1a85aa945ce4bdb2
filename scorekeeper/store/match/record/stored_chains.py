"""The chains of all matches of a database: checked in portions, and searched for a code that was kept."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.store.match import statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import EventRow, MatchRow
from scorekeeper.store.match.record.chain import MISSING, Fault, MatchRecord, check_record
from scorekeeper.store.match.record.past import read_words, record_of

AT_ONCE = 100


def check_matches(session: Session) -> Iterator[tuple[str, list[Fault]]]:
    """Every match by its address, with what is wrong in its chain."""
    last = 0
    query = select(MatchRow.id, MatchRow.public_id, MatchRow.seq).order_by(MatchRow.id).limit(AT_ONCE)
    while rows := session.execute(query.where(MatchRow.id > last)).all():
        last = rows[-1].id
        seqs = {row.id: row.seq for row in rows}
        matches = statements.load_many(session, list(seqs))
        words = read_words(session, matches)
        for match in sorted(matches, key=lambda match: match.id):
            faults = check_record(record_of(match, words))
            seen = match.seq if match.events else 0
            lost = [Fault(seq, MISSING) for seq in range(seen + 1, seqs[match.id] + 1)]
            yield match.public_id, faults + lost
        session.rollback()


def record_from(session: Session, match: Match) -> MatchRecord:
    """The past of one match with all that is needed to check it, as the rows have it now."""
    [match] = statements.load_many(session, [match.id])
    return record_of(match, read_words(session, [match]))


def find_by_code(session: Session, seq: int, code: str) -> list[Match]:
    """The matches whose stored hashes give this code; the number is part of it."""
    letters = code.partition("-")[2].replace("-", "")
    beginning = base64.b32decode(letters).hex()
    query = select(EventRow.match_id).where(EventRow.seq == seq, EventRow.chain.startswith(beginning))
    return statements.load_many(session, list(session.execute(query).scalars()))
