"""A power cut: what was acknowledged had reached the disk before it was said. The system's calls are watched."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest
from sqlalchemy import text

from scorekeeper.store.db import db
from scorekeeper.store.engine import SYNCHRONOUS_VARIABLE
from tests.databases import session_on
from tests.trust.servers import Phone, Server, open_matches
from tests.trust.world import World

DEALS = 5
FULL = 2
CALLS = "trace=openat,close,pwrite64,write,fsync,fdatasync,sendto,sendmsg"
TURN = re.compile(r"^(\d+) +(\w+)\((.*)")


def watch_calls(folder: Path, mode: str) -> list[str]:
    """What a server that is told five deals asks of the system, one call a line."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed; the settings of every connection are checked all the same")
    server = Server(folder, f"sqlite:///{folder}/scorekeeper.db", workers=1, **{SYNCHRONOUS_VARIABLE: mode})
    server.under = [
        "strace",
        "-f",
        "-y",
        "-s",
        "40",
        "--seccomp-bpf",
        "-e",
        CALLS,
        "-o",
        str(folder / "calls"),
    ]
    try:
        server.start()
    except RuntimeError as error:
        if "ptrace" in str(error):
            pytest.skip(f"strace may not watch here: {str(error)[:200]}")
        raise
    try:
        [match] = open_matches(server.url, server.key)
        phone = Phone(server.port, match)
        phone.open()
        for seen in range(1, DEALS + 1):
            assert phone.record("a deal", str(uuid4()), seen).status == 303
        phone.hang_up()
    finally:
        server.stop()
    return (folder / "calls").read_text(errors="replace").splitlines()


class Said(NamedTuple):
    """An answer that a deal is saved, and whether all that its thread wrote to the log had reached the disk."""

    wrote: bool
    synced: bool


def join_calls(calls: list[str]) -> Iterator[str]:
    """Calls in one piece each, where another thread's came between their beginning and their end."""
    begun: dict[str, str] = {}
    for call in calls:
        thread = call.partition(" ")[0]
        if call.endswith("<unfinished ...>"):
            begun[thread] = call.removesuffix("<unfinished ...>")
        elif " resumed>" in call:
            yield begun.pop(thread, f"{thread} ") + call.partition(" resumed>")[2]
        else:
            yield call


def list_acknowledged(calls: list[str]) -> list[Said]:
    """Every such answer, in the order in which they went out."""
    written: dict[str, bool] = {}
    waiting: dict[str, bool] = {}
    found = []
    for thread, call, rest in (turn.groups() for turn in map(TURN.match, join_calls(calls)) if turn):
        log = "-wal>" in rest
        if log and call in ("pwrite64", "write"):
            written[thread] = waiting[thread] = True
        elif log and call in ("fsync", "fdatasync") and rest.endswith("= 0"):
            waiting[thread] = False
        elif call in ("sendto", "sendmsg", "write") and '"HTTP/1.1 303' in rest:
            found.append(Said(written.pop(thread, False), not waiting.pop(thread, False)))
    return found


@pytest.mark.usefixtures("processes")
def test_a_deal_is_synced_before_it_is_acknowledged(tmp_path: Path) -> None:
    assert list_acknowledged(watch_calls(tmp_path, "")) == [Said(wrote=True, synced=True)] * DEALS


@pytest.mark.left_to_soak
@pytest.mark.usefixtures("processes")
def test_the_faster_setting_acknowledges_before(tmp_path: Path) -> None:
    """What it gives up, and the proof that the test above can fail."""
    assert list_acknowledged(watch_calls(tmp_path, "NORMAL")) == [Said(wrote=True, synced=False)] * DEALS


def test_every_connection_of_the_pages_syncs(world: World) -> None:
    world.put_back()
    with world.app.app_context():
        opened = [db.engine.connect() for _ in range(3)]
        found = {connection.exec_driver_sql("PRAGMA synchronous").scalar() for connection in opened}
        for connection in opened:
            connection.close()
    assert found == {FULL}


def test_on_postgresql_the_server_decides_and_we_never_ask_for_less(fresh_postgres_database: str) -> None:
    with session_on(fresh_postgres_database) as session:
        source = session.execute(
            text("SELECT source FROM pg_settings WHERE name = 'synchronous_commit'")
        ).scalar()
    assert source not in ("session", "client", "user", "database"), source
