"""How processes are: a piece of memory says it of those beside the pages' server, which the supervisor writes."""

from __future__ import annotations

import mmap
import os
from typing import NamedTuple

SIDES = ("live", "keeper")
"""What is nice to have: the event streams, and what derives leagues' figures and makes snapshots."""


class SideProcess(NamedTuple):
    """A process beside the pages' server: is it there, and how often has it come again."""

    running: bool
    restarts: int


class Board:
    """A row for each side: was it ever started, is it running, how many restarts."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, len(SIDES) * 3 * 8)
        self._cells = memoryview(self._memory).cast("q")

    def write(self, name: str, side: SideProcess) -> None:
        """Tell every process how this side is."""
        start = SIDES.index(name) * 3
        self._cells[start], self._cells[start + 1], self._cells[start + 2] = 1, side.running, side.restarts

    def read(self) -> dict[str, SideProcess]:
        """The sides that were started, by name; none without a supervisor."""
        rows = {name: self._cells[number * 3 : number * 3 + 3] for number, name in enumerate(SIDES)}
        return {name: SideProcess(bool(row[1]), row[2]) for name, row in rows.items() if row[0]}


board = Board()
"""Made when this module is imported: the supervisor imports it before it forks."""


def is_alive(pid: int) -> bool:
    """Whether a process runs, also another user's."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    return True
