"""Writers of an SQLite database take turns: each holds a lock on a file beside it while its transaction may write.

SQLite lets a writer that waits sleep, for longer each time, and the last to come may go first. The system wakes those
who wait for the lock in turn, and gives it back when a process dies. SQLite's own patience stays beneath for writers
that know nothing of the lock: its shell, or a backup. Where the system has no such locks, as on a phone, none is taken.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread, get_ident
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

try:
    import fcntl
except ImportError:  # a phone's one program has the database for itself
    LOCKS = False
else:
    LOCKS = True

SUFFIX = "-writing"
_TURN = "scorekeeper_turn"
_writers: set[tuple[int, Path]] = set()
"""The threads of this process that have their turn, and in which queue."""


class Turn:
    """The place of one connection in the queue, with a descriptor of its own: a lock belongs to a descriptor."""

    def __init__(self, database: Path, patience: float) -> None:
        self._path = database.with_name(database.name + SUFFIX)
        self._patience = patience
        self._handle: int | None = None
        self._process = 0
        self._writer: tuple[int, Path] | None = None

    def take(self) -> None:
        """Wait for the turn; after so many seconds in vain an error that says what SQLite says then.

        RuntimeError in a thread that has its turn by another connection: it would wait for itself.
        """
        here = get_ident(), self._path
        if here in _writers:
            raise RuntimeError("this thread writes already, by another connection")
        handle = self._open()
        if handle is not None and not _take_now(handle) and not _Waiting(handle).ends_within(self._patience):
            self._handle = None  # the thread that waits closes it
            raise make_busy()
        self._writer = here
        _writers.add(here)

    def give_back(self) -> None:
        """Let the next writer go; nothing where there is nothing to give back."""
        if self._writer is not None:
            _writers.discard(self._writer)
            self._writer = None
            if self._handle is not None:
                fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """The connection is gone."""
        self.give_back()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _open(self) -> int | None:
        """A descriptor that was opened in this process: one from before a fork has the parent's lock."""
        if self._handle is None or self._process != os.getpid():
            self._process = os.getpid()
            self._handle = _open_lock(self._path)
        return self._handle


class _Waiting:
    """A thread that waits for the lock, since the system sets no end to waiting; who asked for it may give up."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._settling, self._given_up, self._done = Lock(), False, Event()
        Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        fcntl.flock(self._handle, fcntl.LOCK_EX)
        with self._settling:
            self._done.set()
            if self._given_up:
                os.close(self._handle)

    def ends_within(self, patience: float) -> bool:
        if self._done.wait(patience):
            return True
        with self._settling:
            self._given_up = not self._done.is_set()
        return not self._given_up


def take_turns(engine: Engine, database: Path, patience: float) -> None:
    """Have the connections of an engine take turns; they wait for so many seconds."""

    def connect(_connection: object, record: Any) -> None:
        record.info[_TURN] = Turn(database, patience)

    def checkin(_connection: object, record: Any) -> None:
        if turn := record.info.get(_TURN):  # there is none where it could not connect
            turn.give_back()

    def close(_connection: object, record: Any) -> None:
        if turn := record.info.get(_TURN):
            turn.close()

    for hook in (connect, checkin, close):
        event.listen(engine, hook.__name__, hook)


@contextmanager
def in_turn(connection: Connection) -> Iterator[None]:
    """Begin a transaction here that may write: the turn ends with the connection's use, or at once in an error."""
    turn: Turn | None = connection.info.get(_TURN)
    if turn is None:
        yield
        return
    try:
        turn.take()
    except sqlite3.OperationalError as error:
        raise OperationalError("BEGIN IMMEDIATE", None, error) from error
    try:
        yield
    except BaseException:
        turn.give_back()
        raise


@contextmanager
def turn_of(database: Path, patience: float) -> Iterator[None]:
    """The turn of one who opens the file by other means than an engine."""
    turn = Turn(database, patience)
    try:
        turn.take()
        yield
    finally:
        turn.close()


def make_busy() -> sqlite3.OperationalError:
    """What SQLite says where another writer comes to no end."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


def _open_lock(path: Path) -> int | None:
    """None where there are no such locks; what is wrong with a folder SQLite says itself."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600) if LOCKS else None
    except OSError:
        return None


def _take_now(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a folder in the network that knows no locks: SQLite's patience is what there is
        return True
    return True
