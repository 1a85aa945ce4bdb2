"""Recording a deal over HTTP and showing the sheet, beside bare Flask routes that do as little as can be done.

Each runs under gunicorn with the same settings, on a database of its own with the same settings, in the same run. The
bare routes are a floor: one commits one row and redirects, the other reads the rows that the sheet reads and renders
a page of the sheet's size.
"""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from sqlalchemy.orm import Session

from benchmarks.matches import ENDLESS_DEAL, open_endless, record_deal
from benchmarks.measure import Figure, medians
from scorekeeper.store.match.match import Match

DEALS = 20
POSTS, PAGES, TABLES = 150, 300, 10
"""Deals are recorded at several tables in turn, so that no match grows longer than matches are."""
MAX_POST, MAX_SHEET = 3.0, 2.0
FORM = {name: str(value) for name, value in ENDLESS_DEAL.items() if name != "kind"}
SIZE = "SCOREKEEPER_BENCH_SIZE"


def figures() -> list[Figure]:
    """The post until its redirect, and the sheet of twenty deals."""
    with tempfile.TemporaryDirectory() as folder:
        ours, floor = Path(folder, "ours"), Path(folder, "bare")
        addresses = make_matches(ours, TABLES)
        make_matches(floor, 1)
        with serve("benchmarks.web:ours()", ours) as page:
            phone = Phone(page, addresses)
            size = phone.size()
            with serve("benchmarks.web:bare()", floor, {SIZE: str(size)}) as floor_server:
                bare = Bare(floor_server)
                bare.read()
                shown, least = medians(PAGES, phone.read, bare.read)
                posted, committed = medians(POSTS, phone.record, bare.commit)
    return [
        _figure(
            "recording a deal, the post until its redirect", posted, committed, MAX_POST, "commits a row"
        ),
        _figure(
            f"the sheet of {DEALS} deals ({size / 1024:.0f} KiB)",
            shown,
            least,
            MAX_SHEET,
            "reads and renders as much",
        ),
    ]


def _figure(label: str, ours: float, bare: float, most: float, does: str) -> Figure:
    ratio = ours / bare
    measured = f"{ours * 1000:.2f} ms, {ratio:.2f} × a bare route that {does} ({bare * 1000:.2f} ms)"
    return Figure(label, measured, f"{most:g} ×", ratio <= most)


class Phone:
    """A browser that keeps its connection: it looks at a sheet, and records deal after deal, table after table."""

    def __init__(self, server: tuple[str, int], addresses: list[str]) -> None:
        self.connection, self.address = http.client.HTTPConnection(*server), addresses[0]
        self.cookies: dict[str, str] = {}
        pages = {address: self._ask("GET", f"{address}/record/deal") for address in addresses}
        self.token = _value(pages[addresses[-1]], "csrf_token")
        self.seen = {address: int(_value(page, "seen")) for address, page in pages.items()}
        self.turn = cycle(addresses)

    def size(self) -> int:
        return len(self._ask("GET", self.address))

    def read(self) -> None:
        """Look at the sheet."""
        assert self._ask("GET", self.address)

    def record(self) -> None:
        """Record a deal on top of the last at the next table."""
        address = next(self.turn)
        fields = {**FORM, "csrf_token": self.token, "seen": self.seen[address], "uuid": str(uuid4())}
        self._ask("POST", f"{address}/record/deal", urlencode(fields), 303)
        self.seen[address] += 1

    def _ask(self, method: str, path: str, body: str | None = None, status: int = 200) -> str:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        assert answer.status == status, (answer.status, text[:2000])
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return text


class Bare:
    """The same two requests to the bare routes."""

    def __init__(self, server: tuple[str, int]) -> None:
        self.connection = http.client.HTTPConnection(*server)

    def read(self) -> None:
        """Look at the page."""
        self._ask("GET", 200)

    def commit(self) -> None:
        self._ask("POST", 303)

    def _ask(self, method: str, status: int) -> None:
        self.connection.request(
            method,
            "/",
            "a=1" if method == "POST" else None,
            {"Content-Type": "application/x-www-form-urlencoded"},
        )
        answer = self.connection.getresponse()
        answer.read()
        assert answer.status == status, answer.status


def _value(page: str, name: str) -> str:
    match = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert match is not None, f"the form has no {name}"
    return match[1]


def make_matches(folder: Path, tables: int) -> list[str]:
    """A database in the folder with matches of so many deals; the addresses at which they are scored."""
    os.environ["SCOREKEEPER_INSTANCE"] = str(folder)
    folder.mkdir()
    from scorekeeper import create_app
    from scorekeeper.store import instance
    from scorekeeper.store.migrate import upgrade
    from scorekeeper.web.match.links import SCORE, address
    from scorekeeper.web.site.database import session

    instance.prepare()
    upgrade(instance.database_url())
    with create_app().test_request_context():
        return [address(_make_match(session()), SCORE) for _ in range(tables)]


def _make_match(session: Session) -> Match:
    match = open_endless(session)
    for _ in range(DEALS):
        match = record_deal(session, match)
    return match


@contextmanager
def serve(application: str, folder: Path, more: dict[str, str] | None = None) -> Iterator[tuple[str, int]]:
    """Run gunicorn as `make run` does, with one worker, so that both are measured alike."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = f"-k gthread -w 1 --threads 4 -b 127.0.0.1:{port} --keep-alive 15 --no-control-socket --log-level error"
    command = [sys.executable, "-m", "gunicorn", application, *settings.split()]
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(folder), **(more or {})}
    server = subprocess.Popen(command, env=environment)
    try:
        _wait(port, server)
        yield "127.0.0.1", port
    finally:
        server.terminate()
        server.wait(20)


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        assert server.poll() is None, "the server ended by itself"
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("the server did not start")


def ours() -> Any:
    """Our application, as the server loads it."""
    from scorekeeper import create_app
    from scorekeeper.server.supervisor import put_aside

    app = create_app()
    put_aside()
    return app


def bare() -> Any:
    """Flask, our engine's settings, and nothing else."""
    from flask import Flask, redirect, render_template_string
    from sqlalchemy import insert, select

    from scorekeeper.server.supervisor import put_aside
    from scorekeeper.store import instance
    from scorekeeper.store.engine import session_factory
    from scorekeeper.store.match.models import DeviceRow, EventRow, MatchRow, PlayerNameRow
    from scorekeeper.store.transactions import begin_write

    app, sessions = Flask(__name__), session_factory(instance.database_url())
    filler = "x" * (int(os.environ[SIZE]) // DEALS - 60)
    row = "<p id={{ row.seq }}>{{ row.kind }} {{ row.body }} {{ filler }}</p>"
    page = f"<!doctype html>{{% for row in rows %}}{row}{{% endfor %}}"

    @app.get("/")
    def read() -> str:
        with sessions() as session:
            match = session.execute(select(MatchRow.id, MatchRow.pulse)).first()
            assert match is not None
            columns = EventRow.seq, EventRow.kind, EventRow.body, EventRow.at
            rows = session.execute(select(*columns).where(EventRow.match_id == match.id)).all()
            names = session.execute(select(PlayerNameRow.id, PlayerNameRow.name)).all()
            return render_template_string(page, rows=rows, names=names, filler=filler)

    @app.post("/")
    def commit() -> Any:
        from datetime import UTC, datetime

        with sessions() as session:
            begin_write(session)
            session.execute(insert(DeviceRow).values(id=uuid4().hex, last_seen=datetime.now(UTC)))
            session.commit()
        return redirect("/", 303)

    put_aside()
    return app
