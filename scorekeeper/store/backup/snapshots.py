"""Making a snapshot of an SQLite database: a backup of one moment, in a folder of the database's own."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store import instance, server_key
from scorekeeper.store.backup.errors import BackupError
from scorekeeper.store.backup.make import backup, open_live
from scorekeeper.store.backup.packing import open_read_only, unpacked
from scorekeeper.store.backup.retention import Snapshot, make_room
from scorekeeper.store.backup.shelf import file_of, list_snapshots, path_of, remove

MARKS = (
    "SELECT max(id) FROM event",
    "SELECT count(*), sum(pulse) FROM match",
    "SELECT max(id) FROM league_event",
    "SELECT count(*), max(id), sum(sign_count) FROM passkey",
    "SELECT name, password, codes_round FROM account ORDER BY id",
)
"""What has changed where one of these answers otherwise: what people wrote, not what is counted or derived."""


class SnapshotError(Exception):
    """No snapshot can be made; the message says why."""


def take(url: str, folder: Path, *, occasion: str = "", stopped: Callable[[], bool] = lambda: False) -> Path:
    """Make a snapshot with the server's key in it, and read it back; its file.

    SnapshotError where that cannot be; Stopped, and there is none, where ``stopped`` says so meanwhile.
    """
    source = file_of(url)
    if source is None or not source.is_file():
        raise SnapshotError(f"There is no database at {source}.")
    try:
        with _alone(folder):
            return _take(url, source, folder, occasion, stopped)
    except BackupError as error:
        raise SnapshotError(str(error)) from error
    except OSError as error:
        raise SnapshotError(f"{folder} cannot be written: {error.strerror or error}.") from error


def take_and_drop_others(url: str, folder: Path) -> tuple[Path, int]:
    """Make a snapshot, and once it is checked remove all older ones; its file, and how many went.

    SnapshotError, and they all stay, where none can be made.
    """
    made = take(url, folder)
    older = [snapshot for snapshot in list_snapshots(folder) if path_of(folder, snapshot).name < made.name]
    remove(folder, older)
    return made, len(older)


def _take(url: str, source: Path, folder: Path, occasion: str, stopped: Callable[[], bool]) -> Path:
    snapshots = list_snapshots(folder)
    room = make_room(snapshots, _size_of(source), shutil.disk_usage(folder).free)
    if room is None:
        raise SnapshotError(f"There is no room for a snapshot in {folder}: free some of that disk.")
    before, after = room
    remove(folder, before)
    made = Snapshot(snapshots[-1].number + 1 if snapshots else 1, datetime.now(UTC), 0, occasion)
    target = path_of(folder, made)
    backup(url, target, _find_key(url), stopped)
    remove(folder, after)
    return target


def _size_of(source: Path) -> int:
    """What a copy may have at most: the file and what is not yet in it."""
    log = source.with_name(f"{source.name}-wal")
    return source.stat().st_size + (log.stat().st_size if log.exists() else 0)


def _find_key(url: str) -> bytes | None:
    """The server's key, where it is the one that the database belongs to: the links to matches hang on it."""
    place = instance.key_place()
    try:
        wanted = server_key.read_fingerprint(url)
    except SQLAlchemyError:
        return None  # the copy says what is wrong
    key = place.read_bytes() if place.exists() else b""
    return key if wanted == server_key.fingerprint(key) else None


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """The folder, closed to other users, for one process at a time; what a killed one left is gone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    with hold_lock(folder / ".lock", wait=True):
        for left in (*folder.glob(".*.db"), *folder.glob(".*.part")):
            left.unlink()
        yield


@contextmanager
def hold_lock(file: Path, *, wait: bool) -> Iterator[bool]:
    """Hold a lock that ends with the process; whether we have it."""
    with open(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "rb") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True


# --- what changed -----------------------------------------------------------------------------------


def mark_of(file: Path) -> str:
    """What tells whether anything was written into the live database that people would miss. sqlite3.Error."""
    with closing(open_live(file)) as database:
        return _read_mark(database)


def mark_in(snapshot: Path) -> str:
    """The mark of the database in a snapshot. BackupError where it cannot be read."""
    with unpacked(snapshot) as (_, file), closing(open_read_only(file)) as database:
        return _read_mark(database)


def _read_mark(database: sqlite3.Connection) -> str:
    digest = sha256()
    for statement in MARKS:
        with contextlib.suppress(sqlite3.OperationalError):  # an older schema
            for row in database.execute(statement):
                digest.update(repr(row).encode())
        digest.update(b"\n")
    return digest.hexdigest()
