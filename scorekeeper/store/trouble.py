"""What a database, or the disk under it, cannot do just now. Nothing is wrong with what was asked of it."""

from __future__ import annotations

import errno
import sqlite3

from sqlalchemy.exc import DBAPIError

from scorekeeper.store.presence import DatabaseGone

BUSY, FULL, GONE = "busy", "full", "gone"
_OF_SQLITE = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CANTOPEN: GONE,
    sqlite3.SQLITE_IOERR: GONE,
    sqlite3.SQLITE_READONLY: GONE,
    sqlite3.SQLITE_CORRUPT: GONE,
    sqlite3.SQLITE_NOTADB: GONE,
}
_OF_POSTGRESQL = {
    "53100": FULL,  # disk full
    "3D000": GONE,  # the database was dropped
    "42P01": GONE,  # it was made anew, and a table is missing
    "53": BUSY,  # memory or connections have run out
    "08": BUSY,  # the connection is gone
    "57P": BUSY,  # it is being stopped or started
    "55P03": BUSY,  # a lock was not to be had
    "57014": BUSY,  # a statement took too long
    "25006": BUSY,  # it only reads: another machine is taking its place
    "25P03": BUSY,  # a transaction took too long
    "25P04": BUSY,
    "40": BUSY,  # two transactions were in each other's way
    "58": GONE,  # its disk fails
    "XX00": GONE,  # what it reads is damaged
}
_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT)


def trouble(error: BaseException) -> str | None:
    """BUSY, FULL or GONE, when trying once more later is all that can be done; None for a mistake of the program."""
    if isinstance(error, OSError):
        return FULL if error.errno in _OF_THE_DISK else None
    if not isinstance(error, DBAPIError):
        return None
    original = error.orig
    if isinstance(original, DatabaseGone):
        return GONE
    if isinstance(original, sqlite3.Error):
        return _OF_SQLITE.get(getattr(original, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(original, "sqlstate", "") or ""
    if not state and error.connection_invalidated:
        return BUSY
    if not state:  # no answer at all
        return BUSY if type(original).__name__ == "OperationalError" else None
    return next((kind for start, kind in _OF_POSTGRESQL.items() if state.startswith(start)), None)
