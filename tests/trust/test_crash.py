"""Servers that are killed while deals are recorded: what was acknowledged is there, once, and in order."""

import http.client
import random
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine

from tests.soak import DATABASES, SOAK
from tests.trust.servers import PATIENCE, Opened, Phone, Say, Server, list_kept, open_matches

pytestmark = pytest.mark.usefixtures("processes")

KILLS = 200 if SOAK else 5
WHOLE = 5 if SOAK else 4
"""Of so many kills one takes the whole server, the others one worker."""


class Recorder(threading.Thread):
    """Records deals at full speed and keeps what it was told: the UUID, the seq and the note of each."""

    def __init__(self, port: int, match: Opened, before: Sequence[tuple[int, str, str]] = ()) -> None:
        super().__init__(daemon=True)
        self.phone, self.enough = Phone(port, match), threading.Event()
        self.acknowledged = list(before)
        self.rest = 0.0
        """Seconds between two deals."""
        self.strange: list[int] = []
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            self._record()
        except BaseException as error:
            self.failed = error

    def _record(self) -> None:
        self._open()
        seen = self.acknowledged[-1][0] if self.acknowledged else 1
        while not self.enough.is_set():
            uuid, note = str(uuid4()), f"deal {len(self.acknowledged) + 1}"
            for answer in self.phone.record_until_saved(note, uuid, seen):
                if answer.status != 303:
                    self.strange.append(answer.status)
                elif answer.seq is not None:
                    seen = answer.seq
            self.acknowledged.append((seen, uuid, note))
            time.sleep(self.rest)

    def _open(self) -> None:
        """The page, asked for again where the process that took the connection was killed before it read it."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.phone.open()
                return
            except (OSError, http.client.HTTPException):
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def wait_for_one_more(self) -> None:
        """Until something was acknowledged after now: the server is up and at work."""
        known = len(self.acknowledged)
        while len(self.acknowledged) == known and self.is_alive():
            time.sleep(0.002)


@pytest.mark.parametrize("database_url", DATABASES, indirect=True)
def test_what_was_acknowledged_outlives_every_kill(
    database_url: str, tmp_path: Path, record_property: Say
) -> None:
    seed = random.randrange(10**9)
    chance = random.Random(seed)
    server = Server(tmp_path, database_url).start()
    [match] = open_matches(database_url, server.key)
    recorder = Recorder(server.port, match)
    recorder.start()
    try:
        for number in range(KILLS):
            recorder.wait_for_one_more()
            time.sleep(chance.random() * 0.03)  # the moment of the kill is what is random
            if number % WHOLE == WHOLE - 1:
                server.kill()
                server.start()
            else:
                server.kill_a_worker(chance.choice)
            if len(recorder.acknowledged) > 1500:
                pytest.fail("a match has at most 2000 entries")
        recorder.wait_for_one_more()
    finally:
        recorder.enough.set()
        recorder.join(60)
        said = server.stop()
    assert recorder.failed is None, (seed, said[-2000:])
    assert recorder.strange == [], seed
    found = list_kept(database_url, match.public_id)
    assert [(deal.seq, deal.uuid, deal.note) for deal in found] == recorder.acknowledged, seed
    assert [deal.seq for deal in found] == list(range(2, len(found) + 2))
    assert is_whole(database_url)
    assert "Traceback" not in said
    record_property("kills, deals acknowledged", f"{KILLS} kills, {len(found)} deals, each once and in order")


def is_whole(url: str) -> bool:
    """Whether SQLite finds nothing wrong with its file; PostgreSQL was not killed."""
    if not url.startswith("sqlite"):
        return True
    engine = create_engine(url)
    with engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
    engine.dispose()
    return bool(found == "ok")
