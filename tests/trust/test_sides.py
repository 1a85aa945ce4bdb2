"""A process beside the pages' server dies, and the score sheet does not notice."""

import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.server.children import FIRST_REST, MAX_REST, plan_rest
from tests.trust.servers import Server, _alive, _read_status, _tree, ask, becomes, descendants, live_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
SIDES = {"live": 1, "keeper": 2}
"""Where each stands among the supervisor's children, in the order in which they are started."""


STARTED = 19
"""Where the system says when a process was started."""
REST = 4.0
"""Seconds: enough to ask how things are meanwhile on a busy machine."""


@pytest.fixture
def server(processes: None, tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path, f"sqlite:///{tmp_path}/sides.db", workers=1)
    started.before = f"import scorekeeper.server.children as c; c.FIRST_REST = {REST}"
    started.start()
    yield started
    started.kill()


def children(server: Server) -> list[int]:
    """In the order in which they were started; numbers of processes begin anew at some time."""
    found = [child for child in _tree().get(server.process.pid, []) if _alive(child)]
    return sorted(found, key=lambda child: (int(_read_status(child)[STARTED]), child))


def side_pid(server: Server, side: str) -> int:
    """The process that was started last is the one that came again."""
    found = children(server)
    return (
        found[-1] if len(found) == 3 and server.log.read_text().count("comes again") else found[SIDES[side]]
    )


def refused(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return True
    return False


def test_side_processes_that_are_killed_come_again_and_the_pages_stay(server: Server) -> None:
    assert becomes(lambda: len(children(server)) == 3)
    killed = {side: children(server)[place] for side, place in SIDES.items()}
    for child in killed.values():
        os.kill(child, signal.SIGKILL)
    for side in SIDES:
        assert becomes(lambda side=side: f"{side} is not running" in ask(server.port, "/readyz")[1])  # type: ignore[misc]
        assert f'scorekeeper_side_up{{side="{side}"}} 0' in ask(server.port, "/metrics")[1]
    assert ask(server.port, "/readyz")[0] == 200
    assert refused(live_port(server)), "the port of the streams is closed while they rest"
    assert becomes(lambda: ask(server.port, "/readyz") == (200, "ready\n"))
    assert becomes(lambda: not refused(live_port(server)))
    assert ask(live_port(server), "/readyz") == (200, "ready\n")
    for side in SIDES:
        assert f'scorekeeper_side_restarts_total{{side="{side}"}} 1' in ask(server.port, "/metrics")[1]
        said = f"The {side} process ended by itself (status -9); it comes again in 4 s."
        assert said in server.log.read_text()
    die_with_their_parent(server, set(killed.values()))


def die_with_their_parent(server: Server, killed: set[int]) -> None:
    """The children that came again end when the process that started them does."""
    assert becomes(lambda: len(set(children(server)) - killed) == 3)
    family = descendants(server.process.pid)
    server.process.kill()
    assert becomes(lambda: not any(map(_alive, family)))


def test_a_child_that_ends_again_and_again_rests_twice_as_long_each_time_up_to_a_minute() -> None:
    pauses, length = [], FIRST_REST
    for _ in range(8):
        pause, length = plan_rest(length, lasted=0.5)
        pauses.append(pause)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    assert plan_rest(length, lasted=MAX_REST) == (60, 60)


def test_a_child_that_lived_for_long_rests_as_shortly_as_the_first_time() -> None:
    assert plan_rest(MAX_REST, lasted=MAX_REST + 1) == (1, 2)


@pytest.mark.left_to_soak
def test_a_child_that_dies_again_rests_for_longer(server: Server) -> None:
    for pause in (4, 8):
        assert becomes(lambda: len(children(server)) == 3 and ask(server.port, "/readyz")[1] == "ready\n")
        os.kill(side_pid(server, "live"), signal.SIGKILL)
        assert becomes(lambda pause=pause: f"it comes again in {pause} s." in server.log.read_text())  # type: ignore[misc]


@pytest.mark.usefixtures("processes")
def test_the_end_of_a_child_is_a_line_of_json_where_all_lines_are(tmp_path: Path) -> None:
    server = Server(tmp_path, f"sqlite:///{tmp_path}/sides.db", workers=1, SCOREKEEPER_LOG="json").start()
    try:
        assert becomes(lambda: len(children(server)) == 3)
        os.kill(children(server)[1], signal.SIGKILL)
        assert becomes(lambda: "ended by itself" in server.log.read_text())
    finally:
        server.kill()
    [line] = [line for line in server.log.read_text().splitlines() if "live process ended by itself" in line]
    said = json.loads(line)
    assert said["event"] == "server"
    assert said["text"] == "The live process ended by itself (status -9); it comes again in 1 s."
