"""Is the SQLite file that a connection holds open still the database at its path?

SQLite asks this of a rollback journal only. Under WAL it goes on writing into a file that was deleted or replaced, and
what it writes there is lost. Three calls of ``os.stat`` tell. The files are never opened here: closing one would
give up SQLite's locks on it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakSet

from sqlalchemy import Engine, event
from sqlalchemy.exc import InvalidatePoolError

from scorekeeper.store.private_files import database_file

CLOSED_FOR = 3.0
"""Seconds in which nothing is opened after a file was missed. Every process looks at least once a second: when the
last of them has closed the old files, SQLite has put into the database what was only in the log.
"""
PASSING = 0.2
"""Seconds that the last reader may take between removing the log and its index."""
Identity = tuple[int, int] | None


class DatabaseGone(sqlite3.OperationalError):
    """The database's file is not there, or is not the one that was opened."""


class Files(NamedTuple):
    """Which files stand at the paths of a database, its write-ahead log and the log's index: devices and inodes."""

    database: Identity
    log: Identity
    shared: Identity


class Watched(sqlite3.Connection):
    """A connection that commits to nothing but the file at its path."""

    guard: Guard | None = None
    files: Files | None = None

    def commit(self) -> None:
        """Commit, if the file stands where it stood; raises DatabaseGone if it does not, or no longer does after it."""
        if self.guard is None or not self.in_transaction:
            super().commit()
            return
        self.check()
        super().commit()
        self.check()

    def check(self) -> None:
        """Raises DatabaseGone if other files stand at the paths than those that are open here."""
        if self.guard is not None and self.files is not None:
            self.guard.check(self.files)


class Guard:
    """What one engine knows of its database's files."""

    def __init__(
        self, path: Path, close_all: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path, self._close_all, self._clock = path, close_all, clock
        self._known: Files | None = None
        self._open: Files | None = None
        self._revision: str | None = None
        self._closed_until = 0.0

    @property
    def shut(self) -> bool:
        """Whether a file was missed a moment ago, so that nothing is opened yet."""
        return self._clock() < self._closed_until

    def let_open(self) -> Files:
        """The files that may be opened now; raises DatabaseGone where that would make or mix up a database."""
        files = look(self._path)
        until = time.monotonic() + PASSING
        while files.shared and not files.log and time.monotonic() < until:
            time.sleep(0.01)
            files = look(self._path)
        if self.shut:
            raise DatabaseGone(f"{self._path} was missed a moment ago")
        if files.database is None:
            raise DatabaseGone(f"{self._path} is not there, or is empty")
        if files.shared and not files.log:
            raise DatabaseGone(f"{self._path}-wal is not there, and another process holds it open")
        replaced = self._known is not None and files.database != self._known.database
        if replaced and files.log and self._known and files.log == self._known.log:
            raise DatabaseGone(f"{self._path}-wal belongs to the database that was there before")
        return files

    def admit(self, connection: Watched, expected: Files) -> None:
        """Keep which files a new connection holds; raises DatabaseGone if they are of another program's database."""
        files, revision = look(self._path), _revision(connection)
        if files.database != expected.database:
            raise DatabaseGone(f"{self._path} was replaced while it was opened")
        if self._known is None:
            self._revision = revision
        elif files.database != self._known.database and revision != self._revision:
            raise DatabaseGone(f"{self._path} was replaced by a database of another version")
        connection.guard, connection.files = self, files
        self._known = self._open = files

    def check(self, files: Files) -> None:
        """Raises DatabaseGone, and closes what is open, if these are not the files at the paths."""
        if look(self._path) != files:
            self._shut()
            raise DatabaseGone(f"{self._path}, its log or the log's index is not the file that was opened")

    def look_again(self) -> None:
        """Close what is open if other files stand at the paths."""
        if self._open is not None and look(self._path) != self._open:
            self._shut()

    def begin_anew(self, path: Path) -> None:
        """Forget the files that were open, if this is their path: they are replaced on purpose."""
        if path == self._path:
            self._known = self._open = self._revision = None
            self._closed_until = 0.0

    def _shut(self) -> None:
        self._open, self._closed_until = None, self._clock() + CLOSED_FOR
        self._close_all()


_guards: WeakSet[Guard] = WeakSet()


def look_at_all() -> None:
    """Close the connections of this process to files that are gone; asked each second where requests are waited for."""
    for guard in list(_guards):
        guard.look_again()


def expect_another(path: Path) -> None:
    """Let the engines of this process open the database that comes to a path next."""
    for guard in list(_guards):
        guard.begin_anew(path.absolute())


def look(path: Path) -> Files:
    """Which files stand there now. A database of no bytes is none."""
    return Files(_identity(path, 1), _identity(f"{path}-wal"), _identity(f"{path}-shm"))


def _identity(path: Path | str, least: int = 0) -> Identity:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status.st_size >= least else None


def _revision(connection: sqlite3.Connection) -> str | None:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError:
        return None
    return str(row[0]) if row else None


def guard_engine(engine: Engine) -> None:
    """Let an engine open nothing but a SQLite file that is there, and use it only while it stays there."""
    file = database_file(str(engine.url))
    if file is None:
        return
    path = file.absolute()
    guard = Guard(path, engine.dispose)
    _guards.add(guard)

    def on_do_connect(_dialect: object, record: Any, arguments: list[Any], named: dict[str, Any]) -> None:
        record.info["files"] = guard.let_open()
        arguments[0] = f"{path.as_uri()}?mode=rw"
        named.update(uri=True, factory=Watched)

    def on_connect(connection: Watched, record: Any) -> None:
        guard.admit(connection, record.info["files"])

    def on_checkout(connection: Watched, _record: object, _borrowed: object) -> None:
        try:
            connection.check()
        except DatabaseGone as error:
            raise InvalidatePoolError(str(error)) from error  # opening another one says why not

    def on_checkin(_connection: object, record: Any) -> None:
        if guard.shut:
            record.invalidate()

    event.listen(engine, "do_connect", on_do_connect)
    event.listen(engine, "connect", on_connect)
    event.listen(engine, "checkout", on_checkout)
    event.listen(engine, "checkin", on_checkin)
