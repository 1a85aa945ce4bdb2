"""When snapshots are made: what looks every five minutes, and makes one where something changed.

It also empties the bin of what has lain there for thirty days.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store.backup import shelf, snapshots
from scorekeeper.store.backup.errors import BackupError, Stopped
from scorekeeper.store.backup.snapshots import SnapshotError
from scorekeeper.store.engine import session_factory
from scorekeeper.store.forgetting.emptying import empty_bin
from scorekeeper.store.forgetting.erasing import empty_log
from scorekeeper.store.presence import DatabaseGone

EVERY = 300.0
"""Seconds between two looks."""
SHARE = 20
"""Making snapshots takes at most one part in so many of the time: those of a large database come less often."""
STEADY, SHIFT = 600.0, 60.0
"""Age counts once the clock has gone as fast as monotonic time for so many seconds, to within so many."""
FIRST = 5.0
"""Seconds until the first look: the server starts meanwhile."""
LOG = logging.getLogger("scorekeeper.snapshots")


def rest_after(took: float) -> float:
    """Seconds until the next look, after one that took so many."""
    return max(EVERY, SHARE * took)


class Clock:
    """Whether the time of day agrees with monotonic time."""

    def __init__(self) -> None:
        self._noted: deque[tuple[float, float]] = deque()

    def agrees(self, wall: float, steady: float) -> bool:
        """Note both; whether they went alike for long enough."""
        self._noted.append((wall, steady))
        while len(self._noted) > 1 and steady - self._noted[1][1] >= STEADY:
            self._noted.popleft()
        long_enough = steady - self._noted[0][1] >= STEADY
        return long_enough and all(abs((wall - w) - (steady - s)) <= SHIFT for w, s in self._noted)


class Keeper:
    """Makes snapshots of one database. ``stopped`` says that the server is to end."""

    def __init__(self, url: str, folder: Path, stopped: Callable[[], bool]) -> None:
        self.url, self.folder, self.stopped = url, folder, stopped
        self.file = shelf.file_of(url)
        self.clock, self.failure = Clock(), ""
        self.mark = self._last_mark()

    def _last_mark(self) -> str:
        """How the database was at the last snapshot that can be read."""
        for snapshot in reversed(shelf.list_snapshots(self.folder)):
            with suppress(BackupError, sqlite3.Error, OSError):
                return snapshots.mark_in(shelf.path_of(self.folder, snapshot))
        return ""

    def look(self) -> float:
        """Make a snapshot if something changed, delete what is outdated; seconds until the next look."""
        began = time.monotonic()
        by_age = self.clock.agrees(time.time(), began)
        try:
            self._take_if_changed()
            self._tell("")
        except SnapshotError as error:
            self._tell(str(error))
        took = time.monotonic() - began
        with suppress(OSError):
            shelf.prune(self.folder, by_age=by_age)
            shelf.write_look(self.folder, shelf.Look(datetime.now(UTC), self.failure))
        if by_age:
            self._empty_bin()
        if self.file is not None and self.file.is_file():
            empty_log(self.file)  # what was erased stays there; a page may have had no chance to empty it
        return rest_after(took)

    def _take_if_changed(self) -> None:
        if self.file is None or not self.file.is_file():
            raise SnapshotError(f"There is no database at {self.file}.")
        try:
            mark = snapshots.mark_of(self.file)
        except sqlite3.Error as error:
            raise SnapshotError(f"The database cannot be read: {error}.") from error
        if mark != self.mark or not shelf.list_snapshots(self.folder):
            snapshots.take(self.url, self.folder, stopped=self.stopped)
            self.mark = mark  # as it was before: what came meanwhile is a change

    def _empty_bin(self) -> None:
        """Empty what has lain in the bin for long enough; a snapshot of it was made before."""
        sessions = session_factory(self.url)
        try:
            with sessions() as session:
                emptied = empty_bin(session, datetime.now(UTC))
        except (SQLAlchemyError, DatabaseGone, OSError) as error:
            LOG.error("The bin could not be emptied: %s", type(error).__name__)
        else:
            if emptied:
                LOG.info("Matches emptied out of the bin: %d", len(emptied))
        finally:
            sessions.kw["bind"].dispose()

    def _tell(self, failure: str) -> None:
        if failure and failure != self.failure:
            LOG.error("No snapshot: %s", failure)
        self.failure = failure


def run(url: str, folder: Path, stopped: threading.Event) -> None:
    """Look until it is stopped. Of several servers on one database one makes the snapshots."""
    os.nice(10)  # recording a deal goes first; on Linux this is about the thread
    stopped.wait(FIRST)
    while not stopped.is_set():
        try:
            _keep(url, folder, stopped)
        except OSError as error:
            # The disk for snapshots is not there, say: the figures of leagues are derived meanwhile.
            LOG.error("No snapshot: %s cannot be used (%s)", folder, error.strerror)
        stopped.wait(EVERY)


def _keep(url: str, folder: Path, stopped: threading.Event) -> None:
    """Look until it is stopped, if no other server does so here."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with snapshots.hold_lock(folder / ".keeper", wait=False) as ours, suppress(Stopped):
        if ours:
            keeper = Keeper(url, folder, stopped.is_set)
            while not stopped.is_set():
                stopped.wait(keeper.look())
