"""Sockets that stall, beside honest phones: our server, and those that were kept elsewhere, one after the other.

``python -m benchmarks.stalled`` measures those that are installed: granian, gevent, tornado and waitress are nothing
that Scorekeeper needs. docs/deployment.md (*Which server reads requests*) has the figures and what was decided.
"""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from benchmarks.measure import Figure, percentiles, report
from tests.trust.servers import Opened, Server, ask, open_matches
from tests.trust.worst_documents import GOOD, PLAYERS, match

STALLED, CROWD, PAGES, PHONES, AT_ONCE = 150, 2500, 200, 100, 20
"""Sockets of a device that stalls, and of one that opens as many as it can; pages and phones beside them."""
PATIENCE, MAX_WAIT, GIVEN_UP = 20.0, 20.0, 5.0
"""Seconds that a server has to start, for which pages are asked, and after which a phone gives a page up."""
SOON = 1.0
BODY = b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\na=1"
STALLS: dict[str, bytes] = {
    "none": b"",
    "nothing sent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: 1\r\n",
    "half a body": BODY % 1000,
    "half a file": BODY % 3_000_000,
}
NOTHING, HEAVY = "nothing sent", "none, but long documents are scored"
LARGEST = max(PLAYERS, key=PLAYERS.__getitem__)
SCORED = match(LARGEST, GOOD[LARGEST])
SCORERS = 4
"""Phones that have a match of 2,000 deals scored, one after the other."""
APP = "scorekeeper:create_app"
GUNICORN = f"-m gunicorn -b 127.0.0.1:{{port}} -w 2 --reuse-port --no-control-socket {APP}() -k"
GRANIAN = f"-m granian --interface wsgi --port {{port}} --workers 2 --blocking-threads 4 {APP} --factory"
SERVERS: dict[str, tuple[str, str]] = {
    "gunicorn gthread, 2 × 4": ("gunicorn", f"{GUNICORN} gthread --threads 4"),
    "gunicorn gthread, 2 × 64": ("gunicorn", f"{GUNICORN} gthread --threads 64"),
    "gunicorn gevent, 2 workers": ("gevent", f"{GUNICORN} gevent"),
    "gunicorn tornado, 2 workers": ("tornado", f"{GUNICORN} tornado"),
    "granian wsgi, 2 × 4": ("granian", GRANIAN),
    "waitress, 1 × 8": ("waitress", f"-m waitress --listen 127.0.0.1:{{port}} --threads 8 --call {APP}"),
}
"""By name: the package that it needs, and what Python is told."""


class Answered(NamedTuple):
    """How long pages took, and how many of all that were asked came."""

    times: list[float]
    came: int
    asked: int

    def in_words(self) -> str:
        """Median, 99th percentile, and the honest phones that were answered."""
        if len(self.times) < 2:
            return "no page came"
        middle, late = percentiles(self.times)
        missing = (
            f", **{self.asked - self.came} of {self.asked} not answered**" if self.came < self.asked else ""
        )
        return f"p50 {middle * 1000:.0f} ms, p99 {late * 1000:.0f} ms{missing}"

    @property
    def kept(self) -> bool:
        """Whether every phone was answered, and 99 of 100 pages within a second."""
        late = sum(seconds > SOON for seconds in self.times)
        return self.came == self.asked and late * 100 <= len(self.times)


def figures() -> Iterator[Figure]:
    """A figure for each server that is installed and each way to stall."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 2 * CROWD), most))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = Server(
            folder, f"sqlite:///{folder}/scorekeeper.db", workers=2, SCOREKEEPER_SNAPSHOTS="off"
        ).start()
        try:
            matches = open_matches(ours.url, ours.key, PHONES // 4)
            yield from measure_stalls("scorekeeper serve, 2 × 4", ours.port, matches)
        finally:
            ours.stop()
        for server, (package, command) in SERVERS.items():
            if find_spec(package) is None:
                continue
            with run(command.format(port=ours.port), ours) as port:
                yield from measure_stalls(server, port, matches)


@contextmanager
def run(command: str, ours: Server) -> Iterator[int]:
    """Another server on the database and the port of ours, until the caller goes on."""
    with ours.log.open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, *command.split()],
            stdout=log,
            stderr=log,
            env=ours.environment,
            start_new_session=True,
        )
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError, HTTPException):
                if ask(ours.port, "/healthz")[0] == 200:
                    break
            time.sleep(0.1)
        yield ours.port
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def measure_stalls(server: str, port: int, matches: list[Opened]) -> Iterator[Figure]:
    """The pages of one server: without sockets that stall, with each kind of them, with a crowd, beside heavy work."""
    for stall, sent in STALLS.items():
        with hold(port, STALLED if stall != "none" else 0, sent):
            yield _figure(server, stall, ask_pages(port, matches))
    with hold(port, CROWD, STALLS[NOTHING]):
        yield _figure(server, f"{CROWD:,} sockets, {NOTHING}", ask_pages(port, matches))
    with score_meanwhile(port):
        yield _figure(server, HEAVY, ask_pages(port, matches))


def _figure(server: str, stall: str, answers: Answered) -> Figure:
    return Figure(f"{server}; stalled: {stall}", answers.in_words(), "p99 1 s, every phone", answers.kept)


@contextmanager
def hold(port: int, count: int, sent: bytes) -> Iterator[None]:
    """So many sockets that stall after this, until the caller goes on."""
    held: list[socket.socket] = []
    try:
        for _ in range(count):
            with suppress(OSError):
                held.append(socket.create_connection(("127.0.0.1", port), timeout=GIVEN_UP))
                held[-1].sendall(sent)
        time.sleep(0.5)
        yield
    finally:
        for connection in held:
            connection.close()


@contextmanager
def score_meanwhile(port: int) -> Iterator[None]:
    """Phones that have long documents scored, until the caller goes on."""
    enough = Event()

    def score() -> None:
        while not enough.is_set():
            connection = HTTPConnection("127.0.0.1", port, timeout=MAX_WAIT)
            with suppress(OSError, HTTPException):
                connection.request("POST", "/api/v1/score", SCORED, {"Content-Type": "application/json"})
                connection.getresponse().read()
            connection.close()

    phones = [Thread(target=score, daemon=True) for _ in range(SCORERS)]
    for phone in phones:
        phone.start()
    try:
        yield
    finally:
        enough.set()
        for phone in phones:
            phone.join(MAX_WAIT)


def ask_pages(port: int, matches: list[Opened]) -> Answered:
    """Pages one after the other, each on a connection of its own; then a hundred phones, twenty at a time."""
    times: list[float] = []
    until = time.monotonic() + MAX_WAIT
    while len(times) < PAGES and time.monotonic() < until:
        began = time.monotonic()
        visit(port, matches[0])
        times.append(time.monotonic() - began)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        came = sum(pool.map(lambda number: visit(port, matches[number // 4]), range(PHONES)))
    return Answered(times, came, PHONES)


def visit(port: int, opened: Opened) -> bool:
    """Whether a phone that looks at a match is answered."""
    connection = HTTPConnection("127.0.0.1", port, timeout=GIVEN_UP)
    try:
        connection.request("GET", opened.path("watch"))
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return answer.status == 200


if __name__ == "__main__":
    report(f"{STALLED} sockets that stall", list(figures()))
