"""Uploads to leagues that carry a person or a match: what waits is discarded, what is in keeps no copy."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection
from contextlib import suppress

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.league.files.csv_reading import CYRILLIC, UTF8, UTF16, WESTERN, decode
from scorekeeper.store.forgetting.mentions import Mentions
from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.exchange.sources import MAX_BYTES
from scorekeeper.store.leagues.exchange.unpacking import UnreadableError, unpack_file
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


def mentions(session: Session, upload: int, called: Mentions) -> bool:
    """Whether what was handed in mentions a name anywhere."""
    query = select(LeagueUploadRow.items).where(LeagueUploadRow.id == upload)
    return called(spell_out(session.execute(query).scalar_one()))


def spell_out(body: bytes) -> str:
    """All that was packed, as it is read: where it may be written in several ways, in each of them."""
    whole = unpack_whole(body)
    with suppress(UnreadableError):
        whole = unpack_file(whole, max(MAX_BYTES.values()))
    text = decode(whole, UTF8)
    others = (decode(whole, encoding) for encoding in (UTF16, CYRILLIC, WESTERN))
    read = [text] if text is not None else [whole.decode(errors="replace"), *filter(None, others)]
    return "\n".join(_plain(line) for one in map(_plain, read) for line in one.split("\n"))


def _plain(text: str) -> str:
    """A text in JSON with its letters as they are read, not as numbers; any other as it is."""
    with suppress(ValueError, RecursionError):
        return json.dumps(json.loads(text), ensure_ascii=False)
    return text


def discard_upload(session: Session, upload: int, state: str) -> None:
    """Leave nothing of what was handed in but that it was; ``state`` says why, where it was waiting."""
    ours = LeagueUploadRow.id == upload
    now, plan = session.execute(select(LeagueUploadRow.state, LeagueUploadRow.plan).where(ours)).one()
    left = {"plan": nameless(plan), "items": zlib.compress(b""), "problems": []}
    after = state if now in WAITING else now
    session.execute(update(LeagueUploadRow).where(ours).values(state=after, **left))
