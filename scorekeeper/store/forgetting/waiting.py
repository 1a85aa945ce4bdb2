"""Uploads to leagues that carry a person or a match: what waits is discarded, what is in keeps no copy."""

from __future__ import annotations

import zlib
from collections.abc import Collection

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.exchange.uploads import unpack_whole
from scorekeeper.store.leagues.people.anonymity import nameless

DISCARDED, EMPTIED = "discarded", "emptied"
"""The states of an upload that named a person who was forgotten before it was in, or held a match that was emptied."""
WAITING = ("names", "running")


def discard_uploads_of(session: Session, ids: Collection[str], state: str) -> None:
    """Discard what waits and carries one of these ids, of matches or players; what brought one in keeps no copy."""
    columns = LeagueUploadRow.id, LeagueUploadRow.state, LeagueUploadRow.plan
    for upload, now, plan in session.execute(select(*columns).order_by(LeagueUploadRow.id)).all():
        waits = now in WAITING
        if _carries(session, upload, ids) if waits else not set(ids).isdisjoint(plan.get("matches", ())):
            discard_upload(session, upload, state)


def _carries(session: Session, upload: int, ids: Collection[str]) -> bool:
    query = select(LeagueUploadRow.items).where(LeagueUploadRow.id == upload)
    said = unpack_whole(session.execute(query).scalar_one())
    return any(f'"{one}"'.encode() in said for one in ids)


def discard_upload(session: Session, upload: int, state: str) -> None:
    """Leave nothing of what was handed in but that it was; ``state`` says why, where it was waiting."""
    ours = LeagueUploadRow.id == upload
    now, plan = session.execute(select(LeagueUploadRow.state, LeagueUploadRow.plan).where(ours)).one()
    left = {"plan": nameless(plan), "items": zlib.compress(b""), "problems": []}
    after = state if now in WAITING else now
    session.execute(update(LeagueUploadRow).where(ours).values(state=after, **left))
