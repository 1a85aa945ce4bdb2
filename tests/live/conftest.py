"""Real servers, started as people start them, and watchers that listen to streams of events."""

import asyncio
import json
import multiprocessing
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from uuid import uuid4

import pytest
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.live.server import listen_at, run
from scorekeeper.store import instance
from scorekeeper.store.engine import session_factory
from scorekeeper.store.match import capabilities, ledger
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.programs import free_port

KEY = b"k" * 32
NAMES = ["Ana", "Þórdís", "Iñaki", "Георги"]
PATIENCE = 60.0
"""Seconds in which a busy machine has started a process, or ended one."""


@pytest.fixture(scope="module")
def sessions(kept_url: str) -> Iterator[sessionmaker[Session]]:
    factory = session_factory(kept_url)
    yield factory
    factory.kw["bind"].dispose()


@pytest.fixture
def match(sessions: sessionmaker[Session]) -> Match:
    """A match of Kani without a deal yet."""
    with sessions() as session:
        return ledgers.open_match(session, "kani", NAMES)


@pytest.fixture(scope="module")
def streams(kept_url: str, processes: None) -> Iterator[int]:
    """The port of a process that serves event streams and nothing else."""
    listener = listen_at("127.0.0.1", 0)
    port: int = listener.getsockname()[1]
    process = multiprocessing.get_context("spawn").Process(target=run, args=(listener, kept_url, KEY))
    process.start()
    listener.close()
    yield port
    process.terminate()
    process.join(PATIENCE)
    assert process.exitcode == 0


def link(table_match: Match, kind: str = "watch", key: bytes = KEY) -> str:
    """What the address of a match ends with."""
    return capabilities.link_to(key, table_match.public_id, kind, table_match.generations)


def pass_out(sessions: sessionmaker[Session], table_match: Match) -> int:
    """Record a passed-out deal; its seq."""
    with sessions() as session:
        seen = ledger.seq_of(session, table_match.public_id) or 0
        body = {"entry": {"kind": "deal", "bid": "pass"}}
        done = ledger.append(
            session,
            table_match.public_id,
            seen=seen,
            uuid=str(uuid4()),
            kind="recorded",
            body=body,
            device="phone",
        )
    return done.event.seq


class HasPublicId(Protocol):
    """A match: of the store, or of an address."""

    @property
    def public_id(self) -> str: ...


class Watcher:
    """A phone that listens. ``heard`` has the events and when each came."""

    def __init__(self, port: int, table_match: HasPublicId, token: str) -> None:
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        said = f"GET /live/{table_match.public_id}/{token} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self.connection.sendall(said.encode())
        self.file = self.connection.makefile("rb")
        self.status = self.file.readline().decode().split()[1]
        while self.file.readline().strip():
            pass

    def next(self) -> tuple[str, Any]:
        """The next event, its name and what it says; an empty name once the stream has ended.

        Signs of life may come at any time and say nothing.
        """
        name, data = "message", None
        for line in self.file:
            said = line.decode().rstrip("\n")
            if said.startswith("event: "):
                name = said[7:]
            elif said.startswith("data: "):
                data = json.loads(said[6:])
            elif not said and name == "ping":
                name, data = "message", None
            elif not said and data is not None:
                return name, data
        return "", None

    def close(self) -> None:
        self.file.close()
        self.connection.close()


Watch = Callable[..., Watcher]


@pytest.fixture
def watch(streams: int, match: Match) -> Iterator[Watch]:
    """Listen to the match."""
    opened = []

    def listen(token: str | None = None) -> Watcher:
        opened.append(Watcher(streams, match, token or link(match)))
        return opened[-1]

    yield listen
    for watcher in opened:
        watcher.close()


# --- whole servers --------------------------------------------------------------------------------


class Served(NamedTuple):
    """A running `scorekeeper serve`: its pages and its streams."""

    port: int
    live_port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path, processes: None) -> Iterator[Serve]:
    """Start servers on one database and one key, as on two machines behind a proxy."""
    started: list[subprocess.Popen[str]] = []

    def start(database_url: str, **more: str) -> Served:
        environment = {**os.environ, instance.DIRECTORY_VARIABLE: str(tmp_path / "instance")}
        environment |= {instance.DATABASE_VARIABLE: database_url, **more}
        port = free_port()
        process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(port)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        started.append(process)
        live_port = _told_port(process)
        _answers(port)
        return Served(port, live_port)

    yield start
    for process in started:
        process.terminate()
    for process in started:
        assert process.wait(PATIENCE) == 0


def _told_port(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.match(r"live changes port (\d+)", line):
            return int(found[1])
    raise AssertionError("the server did not say where its streams are")


def _answers(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")


def nobody_listens(port: int) -> None:
    """Wait until the process of the streams has noticed that its listeners are gone."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
            f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE
        ) as told:
            if re.search(rb"^scorekeeper_live_streams 0$", told.read(), re.M):
                return
        time.sleep(0.02)
    raise AssertionError("a listener is still there")


async def listen_until(port: int, public_id: str, token: str, seq: int) -> float:
    """Listen until an event says at least this ``seq``; when it came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /live/{public_id}/{token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    async for line in reader:
        if line.startswith(b"data: ") and json.loads(line[6:]).get("seq", 0) >= seq:
            writer.close()
            return time.monotonic()
    raise AssertionError("the stream ended")
