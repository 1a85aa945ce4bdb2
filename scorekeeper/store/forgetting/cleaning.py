"""Taking what was erased out of SQLite's files too: out of its log and its free pages."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy.orm import Session

from scorekeeper.store.engine import BUSY_MILLISECONDS
from scorekeeper.store.private_files import database_file
from scorekeeper.store.turns import turn_of

PATIENCE = 1.0
"""Seconds for which a page waits until nothing reads the log. The keeper of snapshots empties it every few minutes."""


def clean(database: Path) -> None:
    """Write SQLite's log into the database, and the database anew without what was erased."""
    patience = BUSY_MILLISECONDS / 1000
    with (
        turn_of(database, patience),
        closing(sqlite3.connect(database, isolation_level=None, timeout=patience)) as opened,
    ):
        opened.execute("PRAGMA secure_delete=ON")
        for statement in ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            opened.execute(statement).fetchall()


def empty_log_of(session: Session) -> None:
    """Empty the log of the session's database once what was erased is committed; PostgreSQL looks after its own."""
    file = database_file(str(session.get_bind().engine.url))
    if file is not None:
        empty_log(file)


def empty_log(database: Path) -> bool:
    """Write SQLite's log into the database and leave nothing in it; whether that could be done just now."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(database, isolation_level=None, timeout=PATIENCE)) as opened,
    ):
        opened.execute("PRAGMA secure_delete=ON")
        busy, _pages, _written = opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    return False
