"""A database that is deleted, moved or replaced under a running server: noticed before a deal is acknowledged."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from scorekeeper.store import presence
from scorekeeper.store.db import db
from scorekeeper.store.presence import look_at_all
from scorekeeper.store.transactions import begin_write
from scorekeeper.store.trouble import GONE, trouble
from scorekeeper.web.site.database import session
from tests.web.conftest import Phone, link, made_beside
from tests.web.request.test_not_now import TYPED, file_of, form_of, list_recorded

pytestmark = pytest.mark.long

SAID = "The server cannot reach its database. Nothing was saved; what you typed is still here."


@pytest.fixture
def app(migrated: Path, tmp_path: Path) -> Iterator[Flask]:
    """An application that no other test uses: it remembers the files that it missed."""
    made = made_beside(tmp_path / "scorekeeper.db")
    shutil.copy(migrated, file_of(made))
    yield made
    with made.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was closed may soon be opened again."""
    monkeypatch.setattr(presence, "CLOSED_FOR", 0.5)


def beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def unlink(file: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        beside(file, ending).unlink()


def move_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("unmounted"))


def empty(file: Path) -> None:
    new = file.with_name("empty")
    new.touch()
    new.replace(file)


def replace(file: Path) -> None:
    """An older copy takes the place of the file, whose log stays beside it."""
    copy = file.with_name("older.db")
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    copy.replace(file)


LOST: dict[str, Callable[[Path], None]] = {
    "all files": unlink,
    "the file alone": Path.unlink,
    "the log": lambda file: beside(file, "-wal").unlink(),
    "the index of the log": lambda file: beside(file, "-shm").unlink(),
    "the folder": move_folder,
    "an older copy": replace,
    "nothing in it": empty,
}


@pytest.mark.parametrize("lost", LOST)
def test_nothing_is_acknowledged_that_no_file_keeps(app: Flask, phone: Phone, lost: str, sheet: str) -> None:
    phone.get(f"{sheet}/record/deal")
    uuid = form_of(phone).value("uuid")
    LOST[lost](file_of(app))
    phone.press("Save", partner="3", **TYPED)
    assert phone.status == 503
    assert phone.response.headers["Retry-After"]
    assert SAID in phone.page.words
    form = next(form for form in phone.page.forms if form.value("uuid"))
    assert form.value("uuid") == uuid
    assert {name: form.value(name).strip() for name in TYPED} == {
        n: text.strip() for n, text in TYPED.items()
    }
    assert phone.client.get("/readyz").status_code == 503


def wait_until_ready(phone: Phone) -> None:
    until = time.monotonic() + 60
    while phone.client.get("/readyz").status_code != 200:
        assert time.monotonic() < until, "the database is there again, and the server does not go on"
        time.sleep(0.05)


def put_back(file: Path, away: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        if beside(away, ending).exists():
            beside(away, ending).rename(beside(file, ending))


@pytest.mark.parametrize("with_log", [True, False], ids=["with its log", "without its log"])
def test_the_same_deal_is_saved_when_the_file_stands_there_again(
    app: Flask, kani_match: Any, phone: Phone, with_log: bool
) -> None:
    sheet, file = link(app, kani_match, "score"), file_of(app)
    away = file.with_name("away.db")
    phone.get(f"{sheet}/record/deal")
    for ending in ("", "-wal", "-shm") if with_log else ("",):
        beside(file, ending).rename(beside(away, ending))
    phone.press("Save", partner="3", **TYPED)
    assert phone.status == 503
    put_back(file, away)
    wait_until_ready(phone)
    phone.press("Send again")
    assert (phone.status, len(list_recorded(phone, sheet))) == (200, 1)


@pytest.mark.parametrize("lost", ["the log", "the index of the log"])
def test_what_was_in_a_lost_log_is_saved_when_all_have_closed_it(
    app: Flask, phone: Phone, lost: str, sheet: str
) -> None:
    phone.get(f"{sheet}/record/deal")
    phone.press("Save", partner="3", **TYPED)
    assert phone.status == 200
    LOST[lost](file_of(app))
    assert phone.client.get("/readyz").status_code == 503
    wait_until_ready(phone)
    assert len(list_recorded(phone, sheet)) == 1
    with closing(sqlite3.connect(file_of(app))) as look:
        assert look.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_an_older_copy_is_used_when_it_stands_there_alone(app: Flask, kani_match: Any, phone: Phone) -> None:
    sheet, file = link(app, kani_match, "score"), file_of(app)
    copy = file.with_name("older.db")
    phone.get(f"{sheet}/record/deal")
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    phone.press("Save", partner="3", **TYPED)
    assert len(list_recorded(phone, sheet)) == 1
    copy.replace(file)
    assert phone.client.get("/readyz").status_code == 503
    for ending in ("-wal", "-shm"):
        beside(file, ending).unlink(missing_ok=True)
    wait_until_ready(phone)
    assert list_recorded(phone, sheet) == []


def test_the_log_of_another_file_is_not_read_into_a_copy(app: Flask, kani_match: Any, phone: Phone) -> None:
    file = file_of(app)
    phone.get(link(app, kani_match, "score", "record/deal"))
    replace(file)
    before = file.read_bytes()
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        assert phone.client.get("/readyz").status_code == 503
        time.sleep(0.1)
    assert file.read_bytes() == before


def test_a_database_of_another_program_is_not_taken(app: Flask, kani_match: Any, phone: Phone) -> None:
    file = file_of(app)
    phone.get(link(app, kani_match, "score"))
    unlink(file)
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name)")
        other.commit()
    phone.client.get("/readyz")
    time.sleep(0.6)
    assert phone.client.get("/readyz").status_code == 503
    phone.get("/")
    assert phone.status in (200, 503)


def test_programs_are_told_in_the_one_shape(app: Flask, phone: Phone, sheet: str) -> None:
    phone.client.get(sheet)
    unlink(file_of(app))
    answer = phone.client.get(f"{sheet}/draft.json", headers={"Accept": "application/json"})
    assert answer.status_code == 503
    [error] = answer.get_json()["errors"]
    assert (error["code"], error["path"], error["cites"]) == ("gone", "", [])


def test_a_process_that_waits_for_requests_closes_what_was_deleted(
    app: Flask, kani_match: Any, phone: Phone
) -> None:
    file = file_of(app)
    phone.client.get(link(app, kani_match, "score"))
    unlink(file)
    assert held(file)
    look_at_all()
    assert not held(file)


def held(file: Path) -> list[str]:
    """The deleted files that this process has open."""
    found = []
    for handle in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            found.append(os.readlink(handle))
    return [name for name in found if name.startswith(str(file)) and name.endswith("(deleted)")]


def test_a_commit_after_which_the_file_is_gone_is_not_acknowledged(app: Flask, kani_match: Any) -> None:
    with app.app_context():
        begin_write(session())
        session().execute(text("UPDATE match SET pulse = pulse + 1"))
        unlink(file_of(app))
        with pytest.raises(DBAPIError) as raised:
            session().commit()
        assert trouble(raised.value) == GONE
        session().rollback()
