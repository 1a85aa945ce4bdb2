"""What tests may start, and when: the programs of a machine, its ports, and their turn beside other workers."""

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

PATIENCE = 120.0
"""Seconds that a busy machine gets to start a database."""
IN_CI = os.environ.get("CI") == "true"


def absent(what: str) -> NoReturn:
    """Skips with a reason; where everything has to be tested, fails."""
    if IN_CI:
        pytest.fail(f"{what}, and CI tests everything", pytrace=False)
    pytest.skip(f"{what}; `make test` installs it where it may")


def expects(request: pytest.FixtureRequest, mark: str) -> None:
    """Fails where a test without the mark of a program is about to start it."""
    chosen = request.config.getoption("markexpr")
    assert f"not {mark}" not in chosen, (
        f"tests/conftest.py does not mark what needs {mark}; chosen: -m '{chosen}'"
    )


RUNNING: list[pytest.Item] = []
"""The test that runs."""


def assert_marked() -> None:
    """Fails if the test that runs may start no process: it has not asked for ``processes``."""
    if not RUNNING:  # the load is measured without pytest
        return
    marks = {mark.name for item in RUNNING for mark in item.iter_markers()}
    assert marks & {"process", "chromium"}, "a test that starts a process asks for the fixture `processes`"


@contextmanager
def turn(folder: Path, alone: bool) -> Iterator[None]:
    """Workers run tests side by side. One that measures seconds waits until the others have finished theirs.

    Every test goes through the gate to the room, so that none overtakes a test that waits for an empty room.
    """
    with (folder / "gate").open("a") as gate, (folder / "room").open("a") as room:
        fcntl.flock(gate, fcntl.LOCK_EX)
        fcntl.flock(room, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        fcntl.flock(gate, fcntl.LOCK_UN)
        yield


_RESERVED: list[socket.socket] = []
"""Sockets that keep a port for a server of ours until the run ends, so that the system gives it to no other program."""


def free_port() -> int:
    """A port that the system gives to no other program from now on; a server of ours may bind and listen there."""
    assert_marked()
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    _RESERVED.append(holder)
    port: int = holder.getsockname()[1]
    return port
