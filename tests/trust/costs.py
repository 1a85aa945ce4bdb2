"""What a piece of work costs, measured in a process that is forked for it.

What getrusage tells of memory begins with the parent's, so /proc is asked. The process that is forked has loaded the
program and nothing else.
"""

import re
import resource
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

MAX_MEMORY, MAX_SECONDS = 200_000, 10.0
"""Kilobytes more than the program has without the work, and seconds of the processor."""
MAX_TIMES, MAX_FIXED = 20, 1_000_000
"""An answer has at most so many times the bytes of what was given, and so many bytes besides."""
PATIENCE = 240
FAR_TOO_MUCH = 3_000_000_000

_SERVERS = get_context("forkserver")
_SERVERS.set_forkserver_preload(["tests.trust.work"])


class Cost(NamedTuple):
    """Bytes that were given and made, kilobytes of memory, seconds of the processor; ``told`` is the answer's begin."""

    given: int
    made: int
    memory: int
    seconds: float
    told: str

    def assert_bounded(self) -> None:
        """Fail where it is more than may be."""
        assert self.made <= MAX_TIMES * self.given + MAX_FIXED, self
        assert self.memory <= MAX_MEMORY, self
        assert self.seconds <= MAX_SECONDS, self


def measure(work: Callable[..., Callable[[], bytes]], given: bytes, *more: Any) -> Cost:
    """The cost of the work that ``work`` prepares: it names a function of a module, for it runs elsewhere."""
    here, there = _SERVERS.Pipe()
    child = _SERVERS.Process(target=_run, args=(there, work, *more))
    child.start()
    there.close()
    here.send_bytes(given)
    assert here.poll(PATIENCE), "it came to no end"
    try:
        made, memory, seconds, told = here.recv()
    except EOFError as error:
        child.join()
        raise AssertionError(f"the process ended with {child.exitcode}") from error
    child.join()
    return Cost(len(given), made, memory, seconds, told)


def _run(there: Connection, work: Callable[..., Callable[[], bytes]], *more: Any) -> None:
    given = there.recv_bytes()
    prepared = work(given, *more)
    resource.setrlimit(resource.RLIMIT_AS, (FAR_TOO_MUCH, FAR_TOO_MUCH))
    before, began = _memory("VmRSS"), time.process_time()
    made = prepared()
    there.send(
        (
            len(made),
            _memory("VmHWM") - before,
            time.process_time() - began,
            made[:300].decode(errors="replace"),
        )
    )


def _memory(name: str) -> int:
    found = re.search(rf"{name}:\s+(\d+)", Path("/proc/self/status").read_text())
    return int(found[1])
