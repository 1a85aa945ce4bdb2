"""A process beside the pages' server dies, and the score sheet does not notice."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.trust.servers import PATIENCE, Server, _alive, _tree, ask, descendants, live_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
SIDES = {"live": 1, "leagues": 2}
"""Where each stands among the supervisor's children, in the order in which they are started."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path, f"sqlite:///{tmp_path}/sides.db", workers=1).start()
    yield started
    started.kill()


def children(server: Server) -> list[int]:
    assert server.process is not None
    return sorted(child for child in _tree().get(server.process.pid, []) if _alive(child))


def becomes(true: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not (found := true()) and time.monotonic() < until:
        time.sleep(0.02)
    return found


@pytest.mark.parametrize("side", SIDES)
def test_a_side_process_that_is_killed_comes_again_and_the_pages_stay(server: Server, side: str) -> None:
    assert becomes(lambda: len(children(server)) == 3)
    os.kill(children(server)[SIDES[side]], signal.SIGKILL)
    assert becomes(lambda: f"{side} is not running" in ask(server.port, "/readyz")[1])
    assert ask(server.port, "/readyz")[0] == 200
    assert f'scorekeeper_side_up{{side="{side}"}} 0' in ask(server.port, "/metrics")[1]
    assert becomes(lambda: ask(server.port, "/readyz") == (200, "ready\n"))
    assert f'scorekeeper_side_restarts_total{{side="{side}"}} 1' in ask(server.port, "/metrics")[1]
    assert ask(live_port(server), "/healthz")[0] == 200
    assert f"The {side} process ended by itself (status -9); it comes again in 1 s." in server.log.read_text()


def test_children_that_came_again_die_with_their_parent(server: Server) -> None:
    assert becomes(lambda: len(children(server)) == 3)
    killed = {children(server)[place] for place in SIDES.values()}
    for child in killed:
        os.kill(child, signal.SIGKILL)
    assert becomes(lambda: len(set(children(server)) - killed) == 3)
    assert server.process is not None
    family = descendants(server.process.pid)
    server.process.kill()
    assert becomes(lambda: not any(map(_alive, family)))
