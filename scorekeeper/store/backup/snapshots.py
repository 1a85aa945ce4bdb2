"""Making a snapshot of an SQLite database: a whole copy by SQLite's own means, of one moment, checked.

The server's key lies beside the snapshots, because the links to matches hang on it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from scorekeeper.store import instance, server_key
from scorekeeper.store.backup.retention import Snapshot, make_room
from scorekeeper.store.backup.shelf import (
    KEY_PREFIX,
    file_of,
    list_snapshots,
    open_snapshot,
    path_of,
    read_fingerprint,
    remove,
    sync_folder,
)

PAGES = 256
"""How many are copied at once; then others get the disk."""
REST = 0.02
"""Seconds between two of those: some 30 MB a second at most."""
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


class Stopped(Exception):  # noqa: N818 - an end, not an error
    """The server is to end while a snapshot is made."""


def take(url: str, folder: Path, *, occasion: str = "", stopped: Callable[[], bool] = lambda: False) -> Path:
    """Make a snapshot, check it, keep the server's key beside it; its file. SnapshotError where that cannot be."""
    source = file_of(url)
    if source is None or not source.is_file():
        raise SnapshotError(f"There is no database at {source}.")
    try:
        with _alone(folder):
            return _take(source, folder, occasion, stopped)
    except sqlite3.Error as error:
        raise SnapshotError(f"The database cannot be copied: {error}.") from error
    except OSError as error:
        raise SnapshotError(f"{folder} cannot be written: {error.strerror or error}.") from error


def take_and_drop_others(url: str, folder: Path) -> tuple[Path, int]:
    """Make a snapshot, and once it is checked remove all older ones; its file, and how many went.

    SnapshotError, and they all stay, where none can be made.
    """
    made = take(url, folder)
    older = [one for one in list_snapshots(folder) if path_of(folder, one).name < made.name]
    remove(folder, older)
    return made, len(older)


def _take(source: Path, folder: Path, occasion: str, stopped: Callable[[], bool]) -> Path:
    found = list_snapshots(folder)
    room = make_room(found, _size_of(source), shutil.disk_usage(folder).free)
    if room is None:
        raise SnapshotError(f"There is no room for a snapshot in {folder}: free some of that disk.")
    remove(folder, room.before)
    made = Snapshot(found[-1].number + 1 if found else 1, datetime.now(UTC), 0, occasion)
    target = path_of(folder, made)
    beside = folder / f".{target.name}"
    try:
        _copy(source, beside, stopped)
        _keep_key(beside, folder)
        os.rename(beside, target)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(folder)
    remove(folder, room.after)
    return target


def _size_of(source: Path) -> int:
    """What a copy may have at most: the file and what is not yet in it."""
    log = source.with_name(f"{source.name}-wal")
    return source.stat().st_size + (log.stat().st_size if log.exists() else 0)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """The folder, closed to other users, for one process at a time; what a killed one left is gone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    with hold_lock(folder / ".lock", wait=True):
        for left in folder.glob(".*.db"):
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


def _copy(source: Path, target: Path, stopped: Callable[[], bool]) -> None:
    """One moment of the database, in portions, synced and checked. Writers do not wait for it."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))

    def rest(_status: int, left: int, _total: int) -> None:
        if stopped():
            raise Stopped
        if left:
            os.fdatasync(written)
            time.sleep(REST)

    written = os.open(target, os.O_WRONLY)
    try:
        with closing(open_database(source)) as old, closing(sqlite3.connect(target)) as new:
            old.execute("BEGIN")
            wanted = _count(old)  # from here on it is this moment
            new.execute("PRAGMA synchronous=OFF")
            old.backup(new, pages=PAGES, progress=rest)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        os.fsync(written)
    finally:
        os.close(written)
    with closing(open_snapshot(target)) as new:
        if _count(new) != wanted or new.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise SnapshotError(
                "The snapshot is not what the database is: the disk or the database is damaged."
            )


def open_database(file: Path) -> sqlite3.Connection:
    """The live database, never made anew."""
    return sqlite3.connect(f"file:{quote(str(file))}?mode=rw", uri=True, timeout=15, isolation_level=None)


def _count(database: sqlite3.Connection) -> list[tuple[str, int]]:
    """Every table and how many rows it has."""
    names = [
        row[0]
        for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    ]
    return [(name, database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]) for name in names]


# --- the key --------------------------------------------------------------------------------------


def _keep_key(snapshot: Path, folder: Path) -> None:
    """Put the server's key beside the snapshots, under the fingerprint that the database has."""
    wanted, place = read_fingerprint(snapshot), instance.key_place()
    if wanted is None or not place.exists():
        return
    key = place.read_bytes()
    beside = folder / f"{KEY_PREFIX}{wanted}"
    if server_key.fingerprint(key) == wanted and not beside.exists():
        instance.write_key(beside, key)


# --- what changed -----------------------------------------------------------------------------------


def mark_of(database: sqlite3.Connection) -> str:
    """What tells whether anything was written that people would miss."""
    digest = sha256()
    for statement in MARKS:
        with contextlib.suppress(sqlite3.OperationalError):  # an older schema
            for row in database.execute(statement):
                digest.update(repr(row).encode())
        digest.update(b"\n")
    return digest.hexdigest()
