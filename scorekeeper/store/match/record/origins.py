"""Where else a match is kept: who brought it here, and on a phone alone, where it was taken along from."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.match import statements
from scorekeeper.store.match.match import Generations
from scorekeeper.store.match.models import EventRow, MatchRow, OriginRow, table_of
from scorekeeper.store.upsert import put_row

_ORIGIN = table_of(OriginRow).c
_SAID = (_ORIGIN.public_id, _ORIGIN.seq, _ORIGIN.at, _ORIGIN.address, _ORIGIN.theirs)


class Origin(NamedTuple):
    """Another place that keeps the match: what it is called there, the last event that both have, and when that was.

    ``address`` is the link there by which a phone goes on with it; ``theirs`` its record, where the two have parted.
    """

    public_id: str
    seq: int
    at: datetime
    address: str | None = None
    theirs: str | None = None


def note(
    session: Session,
    match: int,
    public_id: str,
    seq: int,
    *,
    address: str | None = None,
    theirs: str | None = None,
) -> None:
    """Keep how far another place is. Nothing is kept of a name that no Scorekeeper gives.

    A place whose ``address`` is known keeps it: a file of it that is taken in takes no way to it away.
    """
    if not statements.is_public_id(public_id):
        return
    values = {"seq": seq, "at": clock.now(), "theirs": theirs}
    whole = values | {"address": address}
    key = {"match_id": match, "public_id": public_id}
    put_row(session, OriginRow, key, whole, whole if address else values)


def list_origins(session: Session, match: int) -> list[Origin]:
    """Every other place that is known to keep the match, the latest first."""
    query = select(*_SAID).where(_ORIGIN.match_id == match).order_by(_ORIGIN.at.desc())
    return [Origin(*row) for row in session.execute(query)]


def find_along(session: Session, match: int) -> Origin | None:
    """The server that a match was taken along from or handed over to; None where there is none."""
    return next((origin for origin in list_origins(session, match) if origin.address), None)


def is_along(session: Session, public_id: str) -> bool:
    """Whether a match goes on at a server too."""
    query = select(_ORIGIN.match_id).join(MatchRow, MatchRow.id == _ORIGIN.match_id)
    query = query.where(MatchRow.public_id == public_id, _ORIGIN.address.is_not(None))
    return session.execute(query).first() is not None


class Along(NamedTuple):
    """A match that goes on at a server too: what it is here, its ``last`` event and the last one that both have.

    ``chain`` is the hash of the last event, ``address`` the link there.
    """

    public_id: str
    generations: Generations
    changed_at: datetime
    last: int
    seq: int
    address: str
    parted: bool
    chain: str | None


def list_along(session: Session) -> list[Along]:
    """All matches that go on at a server too, the latest first."""
    query = (
        select(
            MatchRow.public_id,
            *statements.GENERATIONS,
            MatchRow.changed_at,
            MatchRow.seq,
            _ORIGIN.seq,
            _ORIGIN.address,
            _ORIGIN.theirs.is_not(None),
            EventRow.chain,
        )
        .join(MatchRow, MatchRow.id == _ORIGIN.match_id)
        .join(EventRow, (EventRow.match_id == MatchRow.id) & (EventRow.seq == MatchRow.seq))
        .where(_ORIGIN.address.is_not(None))
        .order_by(MatchRow.changed_at.desc())
    )
    return [Along(row[0], Generations(*row[1:4]), *row[4:]) for row in session.execute(query)]


def let_go(session: Session, match: int) -> None:
    """Forget the way back to the server; who had the match stays known."""
    here = OriginRow.match_id == match
    session.execute(update(OriginRow).where(here).values(address=None, theirs=None))
