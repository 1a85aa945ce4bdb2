"""Many valid events in one record: by no door do they keep another table waiting, and what is too heavy is said."""

import gc
import io
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import event, insert

from scorekeeper.league.files.archive import archive_lines
from scorekeeper.store import clock
from scorekeeper.store import db as stored
from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.leagues.exchange import imports, sources, uploads
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.log.access import Who, find_access
from scorekeeper.store.match.record import playback
from scorekeeper.store.transactions import WRITE
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.soak import in_soak
from tests.trust.heavy_records import KINDS, make_record, steps_of
from tests.web.conftest import Phone, app_on
from tests.web.sheet_tables import FOUR, open_match

MAX_HELD = 0.1
"""Seconds of the processor for which one record may keep other writers out."""
MAX_TAKEN = 2.0
"""Seconds of the processor for two thousand deals, all in all."""
MANY = 2000
SECONDS = in_soak(playback.MAX_SECONDS, 0.2)
TOO_HEAVY = "So many changes of a match this long are too much at once. Nothing was saved."
ID = "b" * 12


@pytest.fixture
def app(migrated_sqlite: Path) -> Iterator[Flask]:
    """A server."""
    yield from app_on(migrated_sqlite)


@contextmanager
def watching(app: Flask) -> Iterator[list[float]]:
    """For how many seconds of the processor each transaction of this thread that may write was held."""
    held: list[float] = []
    began: list[float] = []
    here = threading.get_ident()

    def begin(connection: Any) -> None:
        if threading.get_ident() == here and connection.get_execution_options().get(WRITE):
            began.append(time.thread_time())

    def end(connection: Any) -> None:
        if threading.get_ident() == here and began:
            held.append(time.thread_time() - began.pop())

    with app.app_context():
        engine = stored.db.engine
    hooks = (("begin", begin), ("commit", end), ("rollback", end))
    for name, hook in hooks:
        event.listen(engine, name, hook)
    gc.collect()
    gc.freeze()  # what other tests have left is looked through in no transaction
    yield held
    gc.unfreeze()
    for name, hook in hooks:
        event.remove(engine, name, hook)


@contextmanager
def recording_elsewhere(app: Flask) -> Iterator[list[float]]:
    """Another table records deals meanwhile; when each of them was acknowledged."""
    table, stop, done = open_match(app, "belot", FOUR, []), threading.Event(), list[float]()

    def record() -> None:
        with app.app_context():
            match = table
            while not stop.is_set():
                entry = {"entry": {"kind": "void"}}
                match = ledgers.write(session(), match, "recorded", entry)
                done.append(time.monotonic())
            stored.db.session.remove()

    thread = threading.Thread(target=record)
    thread.start()
    yield done
    stop.set()
    thread.join()


def hand_over(app: Flask, record: bytes) -> Any:
    client = app.test_client()
    token = client.get("/hand-over").json["token"]
    headers = {"X-CSRFToken": token, "Accept": "application/json"}
    return client.post("/hand-over", data=record, headers=headers)


def bring_a_file(app: Flask, record: bytes) -> Any:
    phone = Phone(app.test_client())
    token = next(form for form in phone.get("/import").forms if "document" in form.names).value("csrf_token")
    data = {"csrf_token": token, "file": (io.BytesIO(record), "match.jsonl"), "document": ""}
    return phone.client.post("/import", data=data, content_type="multipart/form-data")


def send_the_rest(app: Flask, record: bytes) -> Any:
    """The match is at the server already, without what comes after its opening."""
    client = app.test_client()
    headers = {"X-CSRFToken": client.get("/hand-over").json["token"], "Accept": "application/json"}
    first = client.post("/hand-over", data=b"\n".join(record.splitlines()[:2]), headers=headers).json
    return client.post(f"{first['address'].rstrip('/')}/log", data=record, headers=headers)


def bring_into_a_league(app: Flask, record: bytes) -> Any:
    """A match of an archive, whose problems are told in the end."""
    head, *events = map(json.loads, record.splitlines())
    people = [
        ("player", {"id": f"p{seat}", "name": name}) for seat, name in enumerate(head["document"]["players"])
    ]
    match = {"id": head["id"], "players": [one["id"] for _kind, one in people], "date": "2026-11-03"}
    lines = [*people, ("match", {**match, "document": head["document"]}), *(("event", one) for one in events)]
    body = "".join(archive_lines({"id": "c" * 12, "name": "Copy", "rules": {}}, lines)).encode()
    with app.app_context():
        name = f"Vera {uuid4().hex}"
        values = {"name": name, "name_key": name, "handle": str(uuid4()), "codes_round": 0}
        account = (
            session()
            .execute(insert(AccountRow).values(**values, made_at=clock.now()).returning(AccountRow.id))
            .scalar_one()
        )
        session().commit()
        founded = founding.found_league(
            session(), Who(account), uuid=str(uuid4()), name="Club", access="private"
        )
        access = find_access(session(), founded.public_id, Who(account))
        assert access is not None
        key = uploads.receive_upload(session(), access, uuid=str(uuid4()), kind=sources.ARCHIVE, body=body)
        imports.begin_import(session(), access, key)
        done = imports.continue_import(session(), access, key, 60.0)
        assert done.state == uploads.DONE
        return [one["text"] for one in done.problems]


DOORS: dict[str, Callable[[Flask, bytes], Any]] = {
    "hand over": hand_over,
    "a file": bring_a_file,
    "the log": send_the_rest,
    "a league": bring_into_a_league,
}


def says(answer: Any) -> tuple[int, str]:
    """The status of an answer, and what stands in it; of a league, which problems there were."""
    if type(answer) is list:
        return 422 if answer else 200, " ".join(answer)
    return answer.status_code, answer.get_data(as_text=True)


@pytest.mark.alone
@pytest.mark.parametrize("door", DOORS)
def test_two_thousand_deals_come_in_while_another_table_records(app: Flask, door: str) -> None:
    DOORS[door](app, make_record(steps_of("recorded", 3), "d" * 12, UUID(int=3)))
    longest = list[float]()
    # what other programs take from this one is no fault of the record
    for number, letter in enumerate("bcf"):
        record = make_record(steps_of("recorded", MANY), letter * 12, UUID(int=number))
        with watching(app) as held, recording_elsewhere(app) as recorded:
            began, at = time.thread_time(), time.monotonic()
            answer = DOORS[door](app, record)
            taken, ended = time.thread_time() - began, time.monotonic()
        status, _said = says(answer)
        assert status in (200, 303)
        assert taken <= MAX_TAKEN
        assert len([one for one in recorded if at < one < ended]) > 2, "the other table got on meanwhile"
        longest.append(max(held))
        if min(longest) <= MAX_HELD:
            return
    pytest.fail(f"the lock was held for {longest} seconds of the processor")


EACH = [(kind, door) for kind, door in zip(KINDS, cycle(DOORS), strict=False)]
ALL = [(kind, door) for kind in KINDS for door in DOORS]


@pytest.mark.alone
@pytest.mark.parametrize(("kind", "door"), in_soak(ALL, EACH))
def test_many_events_of_any_kind_are_taken_or_too_heavy_and_keep_no_table_waiting(
    app: Flask, monkeypatch: pytest.MonkeyPatch, kind: str, door: str
) -> None:
    monkeypatch.setattr(playback, "MAX_SECONDS", SECONDS)
    record = make_record(steps_of(kind, MANY), ID)
    with watching(app) as held:
        began = time.thread_time()
        status, said = says(DOORS[door](app, record))
        taken = time.thread_time() - began
    assert max(held, default=0) <= MAX_HELD, held
    assert taken <= MAX_TAKEN + SECONDS
    assert (status, TOO_HEAVY in said) in (
        ((200, False), (303, False)) if kind == "recorded" else ((422, True),)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_events_of_any_kind_come_in_with_their_past(app: Flask, kind: str) -> None:
    count = 40 if kind in ("recorded", "recorded before") else 206
    answer = hand_over(app, make_record(steps_of(kind, count), number=UUID(int=7)))
    assert (answer.status_code, answer.json["added"]) == (200, count + 1), "no event was left out"
    assert app.test_client().get(answer.json["address"]).status_code == 200
