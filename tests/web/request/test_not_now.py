"""A database that is locked and a disk that is full: said in words, with the form as it was filled."""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper import create_app
from scorekeeper.store import transactions
from scorekeeper.store.db import db
from scorekeeper.store.turns import Turn
from scorekeeper.store.write_watch import WriteWatch
from tests.web.conftest import Phone, link

pytestmark = pytest.mark.long

TYPED = {"bid": "9", "declarer": "1", "tricks": "8", "note": "a long evening " * 30}


@pytest.fixture
def app(app: Flask) -> Flask:
    """The application, whose writers wait for one another no longer than a blink."""
    impatient = create_app({**app.config, "SQLITE_BUSY_MILLISECONDS": 30})
    impatient.jinja_env.bytecode_cache = app.jinja_env.bytecode_cache
    return impatient


def file_of(app: Flask) -> Path:
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))


@pytest.fixture(params=["a writer that knows no turns", "a writer whose turn it is"])
def locked(app: Flask, kani_match: Any, request: pytest.FixtureRequest) -> Iterator[Callable[[], object]]:
    """Another writer holds the database and does not come to an end; a call lets go of it."""
    if request.param == "a writer whose turn it is":
        turn = Turn(file_of(app), 1.0)
        with ThreadPoolExecutor(1) as thread:
            thread.submit(turn.take).result()
        yield turn.give_back
        turn.close()
        return
    with sqlite3.connect(file_of(app), isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        yield lambda: other.execute("ROLLBACK")
    other.close()


def fill(app: Flask, full: bool) -> None:
    """Leave the database no page more than it has, or as many as it likes."""
    with app.app_context():
        db.engine.dispose()

        def on_connect(connection: sqlite3.Connection, _record: object) -> None:
            pages = connection.execute("PRAGMA page_count").fetchone()[0] if full else 2**30
            connection.execute(f"PRAGMA max_page_count={pages}")

        event.listen(db.engine, "connect", on_connect)


def list_recorded(phone: Phone, sheet: str) -> list[Any]:
    found: list[Any] = phone.client.get(f"{sheet}/export.json").get_json()["entries"]
    return found


def form_of(phone: Phone) -> Any:
    return next(form for form in phone.page.forms if "Save" in form.buttons)


def tell_keeper(app: Flask) -> tuple[str, str]:
    """What is said of readiness, and whether the counters say that writing fails."""
    counters = app.test_client().get("/metrics").get_data(as_text=True)
    [failing] = re.findall(r"^scorekeeper_write_failing (\d)$", counters, re.M)
    return app.test_client().get("/readyz").get_data(as_text=True), failing


def test_how_long_a_write_held_the_database_is_counted(
    app: Flask, kani_match: Any, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = WriteWatch()
    phone.get(link(app, kani_match, "score"))  # it remembers who came
    monkeypatch.setattr(transactions, "write_watch", watch)
    phone.get(link(app, kani_match, "score"))
    assert watch.longest == 0, "reading holds nothing"
    with app.app_context():
        transactions.in_one_write(db.session(), lambda: time.sleep(0.05))
    held = watch.longest
    assert held >= 0.05
    with app.app_context():
        transactions.in_one_write(db.session(), lambda: None)
    assert watch.longest == held


def test_a_locked_database_shows_the_form_again_and_the_same_deal_is_saved_later(
    app: Flask, locked: Callable[[], object], phone: Phone, sheet: str
) -> None:
    phone.get(f"{sheet}/record/deal")
    uuid = form_of(phone).value("uuid")
    phone.press("Save", partner="3", **TYPED)
    assert phone.status == 503
    assert phone.response.headers["Retry-After"]
    assert phone.response.headers["Busy"], "by which scripts know it from the word of a proxy"
    assert "The database is busy. Nothing was saved; what you typed is still here." in phone.page.words
    form = form_of(phone)
    assert form.value("uuid") == uuid
    assert {name: form.value(name).strip() for name in TYPED} == {
        n: text.strip() for n, text in TYPED.items()
    }
    assert tell_keeper(app)[0].startswith("ready\nwriting fails: another writer holds the database")
    locked()
    phone.press("Save")
    assert (phone.status, len(list_recorded(phone, sheet))) == (200, 1)


def test_a_full_disk_shows_the_form_again(app: Flask, phone: Phone, sheet: str) -> None:
    phone.get(f"{sheet}/record/deal")
    fill(app, True)
    saved = 0
    while phone.press("Save", partner="3", **TYPED) and phone.status == 200:
        saved += 1
        assert saved < 60, "the database is never full"
        phone.get(f"{sheet}/record/deal")
    assert phone.status == 503
    assert "The server’s disk is full." in phone.page.words
    assert form_of(phone).value("note").strip() == TYPED["note"].strip()
    assert len(list_recorded(phone, sheet)) == saved
    assert tell_keeper(app) == ("ready\nwriting fails: the disk is full\n", "1")
    fill(app, False)
    phone.press("Save")
    assert tell_keeper(app) == ("ready\n", "0")
    assert (phone.status, len(list_recorded(phone, sheet))) == (200, saved + 1)


@pytest.mark.parametrize("shown", ["", "charter", "record/deal", "export.json", "live/sheet"])
def test_pages_are_read_while_another_writes(
    app: Flask, kani_match: Any, locked: Callable[[], object], phone: Phone, shown: str
) -> None:
    phone.get(link(app, kani_match, "owner", shown))
    assert phone.status == 200


def test_an_unknown_link_stays_unknown_while_another_writes(
    locked: Callable[[], object], phone: Phone
) -> None:
    phone.get("/m/zzzzzzzzzzzz/oAAAAAAAAAAAAAAAAAAAAAAAA")
    assert phone.status == 404


@pytest.mark.parametrize("address", ["draft/record", "draft/part"])
def test_what_scripts_send_is_refused_in_the_one_shape(
    locked: Callable[[], object], phone: Phone, address: str, sheet: str
) -> None:
    state = phone.client.get(f"{sheet}/draft.json").get_json()
    inputs = {"bid": ["9"], "declarer": ["0"], "partner": ["2"], "tricks": ["9"]}
    body = {
        "draft": state["draft"],
        "form": "bid",
        "seen": 1,
        "versions": {},
        "inputs": inputs,
        "part": "bid",
        "version": 0,
    }
    answer = phone.client.post(f"{sheet}/{address}", json=body, headers={"X-CSRFToken": state["token"]})
    assert answer.status_code == 503
    [error] = answer.get_json()["errors"]
    assert (error["code"], error["path"], error["cites"]) == ("busy", "", [])


def test_a_match_is_not_started_and_nothing_typed_is_lost(locked: Callable[[], object], phone: Phone) -> None:
    phone.get("/start/kani")
    phone.press("Start", **{"name-1": "Þórdís"})
    assert phone.status == 503
    assert "The database is busy." in phone.page.words
    assert any(form.value("name-1") == "Þórdís" for form in phone.page.forms), phone.page.forms


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
def test_a_full_disk_under_anything_else_is_no_mistake_of_the_program(app: Flask) -> None:
    @app.get("/full")
    def full() -> str:
        with Path("/dev/full").open("w") as file:
            file.write("a deal")
        return ""

    answer = app.test_client().get("/full")
    assert answer.status_code == 503
    assert "The server’s disk is full." in answer.get_data(as_text=True)


def test_a_mistake_of_the_program_is_still_called_one(app: Flask, kani_match: Any, phone: Phone) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with sqlite3.connect(file_of(app)) as other:
        other.execute("ALTER TABLE event RENAME TO lost")
    phone.get(link(app, kani_match, "owner"))
    assert phone.status == 500
    assert "The program made a mistake." in phone.page.words
