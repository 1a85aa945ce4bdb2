"""Long work in steps: a generator hands over after each, and a caller without processes does other things meanwhile.

A generator of steps yields how much work it did since the one before, and returns what came of it. Work is counted
about in bytes of JSON, for seconds differ from machine to machine; ``python -m benchmarks.reading`` prints those.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

STEP = 250_000
"""So much work is a step. The last piece may take it further: a line of four megabytes is a step of its own."""
PIECE, ROW, ITEM = 50, 100, 1_000
"""What a piece of work costs however short it is, a row of a table, and an item or an event that is made."""
Result = TypeVar("Result")
Steps = Generator[int, None, Result]


class Pace:
    """Counts work until it is enough for a step."""

    def __init__(self) -> None:
        self._done = 0

    def add(self, work: int) -> Steps[None]:
        """Count a piece of work; hands over where the step has had enough."""
        self._done += PIECE + work
        if self._done >= STEP:
            done, self._done = self._done, 0
            yield done


def finish(steps: Steps[Result]) -> Result:
    """What comes of all steps, one directly after the other."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
