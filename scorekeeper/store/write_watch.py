"""How writing goes: the longest that a transaction held the database, and whether the last ones failed.

The processes of one server share a piece of memory that was there before they were forked.
"""

from __future__ import annotations

import mmap
import time

from scorekeeper.store.trouble import BUSY, FULL, GONE

KINDS = (BUSY, FULL, GONE)
RECENT = 60.0
"""Seconds after which a failure that no write has followed says nothing any more."""
_HELD, _FAILED, _KIND = range(3)


class WriteWatch:
    """Three numbers: the longest hold in seconds, when a write failed that none has followed, and of which kind."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 3 * 8)
        self._cells = memoryview(self._memory).cast("d")

    def note_held(self, seconds: float) -> None:
        """A transaction held the database for so long."""
        self._cells[_HELD] = max(self._cells[_HELD], seconds)

    def note_written(self) -> None:
        """A write was acknowledged."""
        self._cells[_FAILED] = 0

    def note_failed(self, kind: str) -> None:
        """A write failed for a reason that lies in the database, or the disk under it."""
        self._cells[_KIND] = KINDS.index(kind)
        self._cells[_FAILED] = time.time()

    @property
    def longest(self) -> float:
        """Seconds, since the server started."""
        return self._cells[_HELD]

    @property
    def failing(self) -> str | None:
        """The kind of the last failure, if it was less than a minute ago and no write has succeeded since."""
        failed = self._cells[_FAILED]
        return KINDS[int(self._cells[_KIND])] if failed and time.time() - failed < RECENT else None


write_watch = WriteWatch()
"""Made when this module is imported: the supervisor imports it before it forks."""
