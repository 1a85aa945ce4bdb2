"""A power cut: what was acknowledged had reached the disk before it was said. The system's calls are watched."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from scorekeeper.store.db import db
from scorekeeper.store.engine import SYNCHRONOUS_VARIABLE, session_factory
from tests.trust.servers import open_matches
from tests.trust.world import World

KEY = b"k" * 32
FULL = 2
RECORD = """
import sys, uuid
from scorekeeper.store import ledger
from scorekeeper.store.engine import session_factory
url, public_id = sys.argv[1:]
with session_factory(url)() as session:
    for seen in range(1, 6):
        ledger.append(session, public_id, seen=seen, uuid=str(uuid.uuid4()), kind="recorded",
                      body={"entry": {"kind": "deal", "bid": "pass"}}, device=None)
        sys.stdout.write(f"acknowledged {seen}\\n"); sys.stdout.flush()
"""
CALLS = "trace=openat,close,pwrite64,write,fsync,fdatasync"


def watched(folder: Path, mode: str) -> list[str]:
    """What a process that records five deals asks of the system, one call a line."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed; the settings of every connection are checked all the same")
    url = f"sqlite:///{folder}/scorekeeper.db"
    [match] = open_matches(url, KEY)
    done = subprocess.run(
        ["strace", "-f", "-y", "-e", CALLS, "-o", str(folder / "calls"),
         sys.executable, "-c", RECORD, url, match.public_id],
        capture_output=True, text=True, env={**os.environ, SYNCHRONOUS_VARIABLE: mode}, check=False,
    )  # fmt: skip
    if done.returncode and "ptrace" in done.stderr:
        pytest.skip(f"strace may not watch here: {done.stderr.strip()[:100]}")
    assert done.stdout.splitlines() == [f"acknowledged {seen}" for seen in range(1, 6)], done.stderr
    return (folder / "calls").read_text().splitlines()


def unsynced(calls: list[str]) -> list[str]:
    """The acknowledgements that were said while something written to the log was not yet synced."""
    waiting, early = False, []
    for call in calls:
        if re.search(r"(pwrite64|write)\(\d+<[^>]*-wal>", call):
            waiting = True
        elif re.search(r"(fsync|fdatasync)\(\d+<[^>]*-wal>\) += 0", call):
            waiting = False
        elif found := re.search(r'write\(1<[^>]*>, "(acknowledged \d)', call):
            early += [found[1]] if waiting else []
    return early


def test_a_deal_is_synced_before_it_is_acknowledged(tmp_path: Path) -> None:
    calls = watched(tmp_path, "")
    assert len([call for call in calls if "acknowledged" in call]) == 5, "the calls were watched"
    assert unsynced(calls) == []


def test_the_faster_setting_acknowledges_before(tmp_path: Path) -> None:
    """What it gives up, and the proof that the test above can fail."""
    assert unsynced(watched(tmp_path, "NORMAL")) != []


def test_every_connection_of_the_pages_syncs(world: World) -> None:
    world.put_back()
    with world.app.app_context():
        opened = [db.engine.connect() for _ in range(3)]
        found = {connection.exec_driver_sql("PRAGMA synchronous").scalar() for connection in opened}
        for connection in opened:
            connection.close()
    assert found == {FULL}


def test_on_postgresql_the_server_decides_and_we_never_ask_for_less(fresh_postgres_database: str) -> None:
    sessions = session_factory(fresh_postgres_database)
    with sessions() as session:
        source = session.execute(
            text("SELECT source FROM pg_settings WHERE name = 'synchronous_commit'")
        ).scalar()
    sessions.kw["bind"].dispose()
    assert source not in ("session", "client", "user", "database"), source
