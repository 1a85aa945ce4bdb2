"""The one file that holds a whole phone: what is in it, which is found out before it replaces anything, and its note.

The file is a backup whose settings have the phone's own row.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import T
from scorekeeper.store import own_phone, settings
from scorekeeper.store.backup.errors import BackupError, make_damage_error
from scorekeeper.store.backup.packing import Head, open_read_only, unpacked
from scorekeeper.store.leagues.log.models import LeagueRow
from scorekeeper.store.match.models import EventRow, MatchRow
from scorekeeper.store.transactions import writing

HELD = ("SELECT count(*) FROM match WHERE binned_at IS NULL", "SELECT count(*) FROM league")
SAVED = "saved"
"""The setting that says when everything was saved last, and up to which event."""

NEWER = T(
    "A newer Scorekeeper made this file. Open Scorekeeper where there is network, so that the newer one comes, "
    "and bring the file again."
)
FOREIGN = T("This file is a server’s backup. Here only a file that a phone saved can be brought back.")


class ForeignError(BackupError):
    """An archive of another database than a phone's."""


class Holding(NamedTuple):
    """What a file or a phone holds: matches that are not in the bin, and leagues."""

    matches: int
    leagues: int


class Found(NamedTuple):
    """What is in a file, and of which moment that is."""

    made_at: datetime
    holding: Holding


class Saved(NamedTuple):
    """When everything was saved last, and the last event that the file holds."""

    at: datetime
    event: int


def look_into(path: Path) -> Found:
    """Read a file from end to end. BackupError where it is no good backup; NewerError, ForeignError."""
    with unpacked(path) as (head, database), closing(open_read_only(database)) as opened:
        try:
            row = opened.execute("SELECT value FROM setting WHERE name = ?", (own_phone.NAME,)).fetchone()
            if row is None:
                raise ForeignError(FOREIGN)
            own_phone.read(str(row[0]))
            counts = [opened.execute(query).fetchone()[0] for query in HELD]
        except (sqlite3.Error, ValueError) as error:
            raise make_damage_error(path) from error
        return Found(_moment(path, head), Holding(*counts))


def _moment(path: Path, head: Head) -> datetime:
    try:
        made_at = datetime.fromisoformat(head.made_at)
    except ValueError as error:
        raise make_damage_error(path) from error
    return made_at if made_at.tzinfo else made_at.replace(tzinfo=UTC)


def count_here(session: Session) -> Holding:
    """What the database holds."""
    matches = select(func.count()).select_from(MatchRow).where(MatchRow.binned_at.is_(None))
    leagues = select(func.count()).select_from(LeagueRow)
    return Holding(int(session.execute(matches).scalar_one()), int(session.execute(leagues).scalar_one()))


def note_saved(session: Session, at: datetime) -> None:
    """Write down that a file holds all that the database holds now."""
    with writing(session):
        last = session.execute(select(func.coalesce(func.max(EventRow.id), 0))).scalar_one()
        mark = {"at": at.isoformat(timespec="seconds"), "event": int(last)}
        settings.write(session, SAVED, json.dumps(mark))


def read_saved(session: Session) -> Saved | None:
    """When everything was saved last; None where that never was."""
    stored = settings.read(session, SAVED)
    if stored is None:
        return None
    mark = json.loads(stored)
    return Saved(datetime.fromisoformat(mark["at"]), int(mark["event"]))


def find_unsaved(session: Session) -> datetime | None:
    """The moment since which something was played that no file holds; None where a file holds everything."""
    saved = read_saved(session)
    query = (
        select(func.min(EventRow.at))
        .join(MatchRow, MatchRow.id == EventRow.match_id)
        .where(EventRow.id > (saved.event if saved else 0), MatchRow.binned_at.is_(None))
    )
    since: datetime | None = session.execute(query).scalar()
    return since
