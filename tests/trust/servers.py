"""A server as people run it, which can be killed like one; and a phone that records deals as fast as it is answered."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from sqlalchemy import create_engine, select

from scorekeeper.store import instance
from scorekeeper.store.engine import session_factory
from scorekeeper.store.match import capabilities
from scorekeeper.store.match.models import EventRow, FreeTextRow, MatchRow
from scorekeeper.store.migrate import upgrade
from tests import ledgers
from tests.copies import SQLITE, make_or_copy
from tests.programs import free_port
from tests.soak import SOAK

Say = Callable[[str, object], None]
"""Keeps a figure for the report of `make soak`: pytest's ``record_property``."""
NAMES = ["Ana", "Þórdís", "Iñaki", "Георги"]
PATIENCE = 900.0 if SOAK else 60.0
"""Seconds. Fifty phones at one match all want to be the next; one is last for a long time."""


class Server:
    """`scorekeeper serve` on a database, in a folder of its own; its output is kept in ``log``."""

    def __init__(self, folder: Path, url: str, workers: int = 3, **environment: str) -> None:
        self.folder, self.url, self.workers = folder, url, workers
        self.port, self.log = free_port(), folder / "server.log"
        self.host = "127.0.0.1"
        self.environment = {
            **os.environ,
            instance.DIRECTORY_VARIABLE: str(folder / "instance"),
            instance.DATABASE_VARIABLE: url,
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.key = b""
        self.before = ""
        """Python to run first: a test of patience need not have as much."""
        self.program: Path | None = None
        """The folder of another release, which is then the one that runs."""
        self.more: list[str] = []
        """Further options of `serve`."""
        self.under: list[str] = []
        """A command that runs the server and watches it."""

    def start(self) -> Server:
        """Start, and wait until it answers."""
        self._migrate()
        code = f"{self.before}\nimport sys, scorekeeper.cli; sys.exit(scorekeeper.cli.main())"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *self.under,
                    sys.executable,
                    "-c",
                    code,
                    "serve",
                    "--host",
                    self.host,
                    "--port",
                    str(self.port),
                    "--workers",
                    str(self.workers),
                    *self.more,
                ],
                stdout=log,
                stderr=log,
                env=self.environment,
                cwd=self.program,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended:\n{self.log.read_text()}")
            try:
                socket.create_connection((self.host, self.port), timeout=5).close()
                self.key = (self.folder / "instance" / instance.KEY_FILE).read_bytes()
                return self
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"the server does not answer:\n{self.log.read_text()}")

    def _migrate(self) -> None:
        """A database that is not there is migrated once for all servers of a run. Other tests start servers without."""
        file = Path(self.url.removeprefix(SQLITE))
        if (
            self.program is None
            and self.url.startswith(SQLITE)
            and not file.exists()
            and file.parent.exists()
        ):
            make_or_copy(self.url, upgrade)
            file.chmod(0o600)

    def kill(self) -> None:
        """End every process of it at once, as a power cut does."""
        family = [self.process.pid, *descendants(self.process.pid)]
        # By groups: a worker that is being forked in this moment dies with the one that forks it.
        groups = {group for group in map(_group, family) if group is not None}
        for group in groups:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        self.process.wait()
        _wait_until_gone(lambda: [pid for pid in _pids() if _group(pid) in groups])
        self._wait_for_port()

    def _wait_for_port(self) -> None:
        """A child that began a group of its own in that moment ends by itself, since its parent is gone."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with socket.socket() as probe, suppress(OSError):
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((self.host, self.port))
                return
            time.sleep(0.02)

    def kill_a_worker(self, choose: Any) -> None:
        """End one of the processes that answer; no request waits for its answer any more."""
        found = self.worker_pids()
        if found:
            ended = choose(found)
            with suppress(ProcessLookupError):
                os.kill(ended, signal.SIGKILL)
            _wait_until_gone(lambda: [ended])

    def worker_pids(self) -> list[int]:
        """The processes that answer: children of gunicorn's master."""
        tree = _tree()
        return [
            worker
            for child in tree.get(self.process.pid, [])
            for worker in tree.get(child, [])
            if _alive(worker)
        ]

    def stop(self) -> str:
        """Stop it as Ctrl-C does; what it said in all its life."""
        if self.process is not None and self.process.poll() is None:
            os.kill(descendants(self.process.pid)[0] if self.under else self.process.pid, signal.SIGINT)
            self.process.wait(PATIENCE)
        return self.log.read_text()


def becomes(true: Callable[[], bool]) -> bool:
    """Whether something comes true as long as a busy machine may take."""
    until = time.monotonic() + PATIENCE
    while not (found := true()) and time.monotonic() < until:
        time.sleep(0.02)
    return found


def answers(port: int) -> bool:
    """Whether a request is answered now; while its only process is started anew, none is."""
    with suppress(OSError):
        return ask(port, "/healthz")[0] == 200
    return False


def live_port(server: Server) -> int:
    """Where its streams are."""
    found = re.search(r"live changes port (\d+)", server.log.read_text())
    assert found
    return int(found[1])


def ask(port: int, path: str, **headers: str) -> tuple[int, str]:
    """One request on a connection of its own: the status and the text."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(
        "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    answer = connection.getresponse()
    said = answer.read().decode()
    connection.close()
    return answer.status, said


def descendants(pid: int) -> list[int]:
    """Every process that comes from this one."""
    tree, found = _tree(), [pid]
    for parent in found:
        found += tree.get(parent, [])
    return found[1:]


def _tree() -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for pid in _pids():
        if told := _read_status(pid):
            children.setdefault(int(told[1]), []).append(pid)
    return children


def _pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]


def _read_status(pid: int) -> list[str]:
    """What the system says of a process: its state, its parent, its group; nothing of one that is not there."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _alive(pid: int) -> bool:
    return (_read_status(pid) or "Z")[0] != "Z"


def _group(pid: int) -> int | None:
    told = _read_status(pid)
    return int(told[2]) if told else None


def _wait_until_gone(pids: Callable[[], list[int]]) -> None:
    until = time.monotonic() + PATIENCE
    while any(map(_alive, pids())) and time.monotonic() < until:
        time.sleep(0.005)


# --- matches --------------------------------------------------------------------------------------


class Opened(NamedTuple):
    """A match and the addresses of its pages."""

    public_id: str
    key: bytes
    generations: Any

    def path(self, kind: str = capabilities.SCORE, page: str = "") -> str:
        link = capabilities.link_to(self.key, self.public_id, kind, self.generations)
        return "/".join(filter(None, ("/m", self.public_id, link, page)))


def open_matches(url: str, key: bytes, count: int = 1) -> list[Opened]:
    """Matches of Kani without a deal yet."""
    upgrade(url)
    sessions, found = session_factory(url), []
    with sessions() as session:
        for _ in range(count):
            match = ledgers.open_match(session, "kani", NAMES)
            found.append(Opened(match.public_id, key, match.generations))
    sessions.kw["bind"].dispose()
    return found


class Kept(NamedTuple):
    """A recorded deal as the database has it."""

    seq: int
    uuid: str
    note: str


def list_kept(url: str, public_id: str) -> list[Kept]:
    """Every event of a match after its opening, in order."""
    engine = create_engine(url)
    with engine.connect() as connection:
        rows = connection.execute(
            select(EventRow.seq, EventRow.uuid, EventRow.body)
            .join(MatchRow, MatchRow.id == EventRow.match_id)
            .where(MatchRow.public_id == public_id, EventRow.seq > 1)
            .order_by(EventRow.seq)
        ).all()
        texts = {row.id: row.text for row in connection.execute(select(FreeTextRow.id, FreeTextRow.text))}
    engine.dispose()
    return [Kept(seq, uuid, str(texts.get(body.get("texts", {}).get("note")))) for seq, uuid, body in rows]


# --- phones ---------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What came back: the status, the seq of the deal if it was saved, the page."""

    status: int
    seq: int | None
    page: str

    @property
    def seen(self) -> int:
        """How far the match is, as the page of a refused deal says."""
        found = re.search(r'name="seen" value="(\d+)"', self.page)
        assert found, self.page[:300]
        return int(found[1])


class Phone:
    """A phone at the table: it keeps its connection, its cookies and its form's token."""

    def __init__(self, port: int, match: Opened) -> None:
        self.port, self.match = port, match
        self.cookies: dict[str, str] = {}
        self.token = ""
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, Any, str]:
        """One request; OSError or HTTPException when the server went away."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
        try:
            self._connection.request(method, path, body, {"Cookie": cookie, **kind, **headers})
            answer = self._connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.hang_up()
            raise
        for line in answer.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers, text

    def hang_up(self) -> None:
        """Forget the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def open(self, page: str = "record/deal") -> str:
        """Look at the form, and keep its token."""
        status, _, text = self.ask("GET", self.match.path(page=page))
        found = re.search(r'name="csrf_token" value="([^"]+)"', text)
        assert status == 200, text[:300]
        assert found
        self.token = found[1]
        return text

    def record(self, note: str, uuid: str, seen: int) -> Answer:
        """Send a passed-out deal with a note that tells it from all others."""
        values = {"csrf_token": self.token, "uuid": uuid, "seen": seen, "bid": "pass", "note": note}
        status, headers, text = self.ask(
            "POST", self.match.path(page="record/deal?form=bid"), urlencode(values)
        )
        said = headers.get("Location", "") if status == 303 else ""
        return Answer(status, int(said.partition("#e")[2]) if said else None, text)

    def record_until_saved(self, note: str, uuid: str, seen: int) -> Iterator[Answer]:
        """The same deal again and again, as a phone does that hears nothing, until it is saved; every answer."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = self.record(note, uuid, seen)
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)
                continue
            yield answer
            if answer.status == 303:
                return
            if answer.status == 409:
                seen = answer.seen
        raise AssertionError("the deal was not saved in time")
