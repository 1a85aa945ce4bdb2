"""A match goes from one Scorekeeper to another with its whole past, and what is played there comes after it."""

import io
import json
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import delete, func, select, update

from scorekeeper.core.scoring.sheet import sheet_document
from scorekeeper.store.match import ledger
from scorekeeper.store.match.models import EventRow, MatchRow
from scorekeeper.store.match.record import origins
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import BELOT, FOUR, add_event, open_match

OTHER = {**BELOT, "trick_points": [62, None]}


@pytest.fixture
def match(app: Flask) -> Any:
    """A deal, a correction of it, another name, and a deal that was struck."""
    played = open_match(app, "belot", FOUR, [BELOT, BELOT])
    played = add_event(app, played, "corrected", {"target": 2, "entry": OTHER})
    with app.app_context():
        names = {played.players[0]: "Ásta"}
        [renamed] = ledger.rename(
            session(), played.public_id, seen=played.seq, uuid=str(uuid4()), names=names
        )
    return add_event(app, renamed.match, "struck", {"target": 3, "as": "void"})


def record(app: Flask, match: Any) -> bytes:
    """The file that the page *The code of this match* saves."""
    found: bytes = app.test_client().get(link(app, match, "watch", "record.jsonl")).data
    return found


def bring(phone: Phone, body: bytes) -> Any:
    """Choose the file on the page *Import a match*."""
    token = next(form for form in phone.get("/import").forms if "document" in form.names).value("csrf_token")
    data = {"csrf_token": token, "file": (io.BytesIO(body), "match.jsonl"), "document": ""}
    return phone.client.post("/import", data=data, content_type="multipart/form-data")


def kept(app: Flask) -> list[Any]:
    """The matches of a server, whole."""
    with app.app_context():
        ids = session().execute(select(MatchRow.public_id).order_by(MatchRow.id)).scalars().all()
        return [ledger.load(session(), one) for one in ids]


def told(match: Any) -> tuple[Any, ...]:
    """What a match says of itself, wherever it lies."""
    events = [(event.kind, event.uuid, event.at, event.seat) for event in match.events]
    return sheet_document(match.scored.sheet), match.seat_names, match.code, events


def test_the_whole_past_comes_along_with_its_code(app: Flask, elsewhere: Flask, match: Any) -> None:
    phone = Phone(elsewhere.test_client())
    answer = bring(phone, record(app, match))
    assert answer.status_code == 303
    [there] = kept(elsewhere)
    [here] = kept(app)
    assert told(there) == told(here)
    assert "Ásta" in phone.get(answer.location).html
    assert f"/m/{there.public_id}/o" in answer.location, "who brought it owns it there"


def test_the_same_match_again_adds_only_what_is_missing(app: Flask, elsewhere: Flask, match: Any) -> None:
    phone = Phone(elsewhere.test_client())
    bring(phone, record(app, match))
    bring(phone, record(app, match))
    assert len(kept(elsewhere)) == 1
    add_event(app, match, "recorded", {"entry": OTHER})
    answer = bring(phone, record(app, match))
    assert "1 entry was added." in phone.get(answer.location).html
    [there] = kept(elsewhere)
    [here] = kept(app)
    assert told(there) == told(here)


def test_a_match_is_called_anew_and_the_other_name_is_remembered(
    app: Flask, elsewhere: Flask, match: Any
) -> None:
    phone = Phone(elsewhere.test_client())
    bring(phone, record(app, match))
    [there] = kept(elsewhere)
    assert there.public_id != match.public_id
    with elsewhere.app_context():
        [origin] = origins.list_origins(session(), there.id)
    assert (origin.public_id, origin.seq) == (match.public_id, match.seq)
    assert (
        "It came from another Scorekeeper up to event 6"
        in phone.get(link(elsewhere, there, "watch", "proof")).html
    )


def test_the_time_of_an_event_is_what_was_said_and_when_it_came_stands_beside_it(
    app: Flask, elsewhere: Flask, match: Any
) -> None:
    phone, earlier = Phone(elsewhere.test_client()), "2026-10-03T20:15:00Z"
    head, *lines = record(app, match).splitlines()
    said = [{**json.loads(line), "at": earlier} for line in lines]
    bring(phone, b"\n".join([head, *(json.dumps(line).encode() for line in said)]))
    [there] = kept(elsewhere)
    assert {event.at.isoformat() for event in there.events} == {"2026-10-03T20:15:00+00:00"}
    assert all(event.received > event.at for event in there.events)
    page = phone.get(link(elsewhere, there, "watch", f"row/{there.rows()[0].seq}")).html
    assert "Oct 3, 2026, 20:15, here since" in page
    assert {event.received for event in kept(app)[0].events} == {None}, (
        "what was written here was not received"
    )


def test_who_may_score_brings_a_match_forward_and_becomes_no_owner_of_it(app: Flask, match: Any) -> None:
    scorer = Phone(app.test_client())
    scorer.get(link(app, match, "score", ""))
    answer = bring(scorer, record(app, match))
    assert answer.location.startswith(link(app, match, "score", "").rstrip("/"))
    assert "/o" not in answer.location
    assert scorer.client.get(link(app, match, "score", "bin")).status_code == 404


def test_who_may_only_score_brings_no_word_of_the_owner(app: Flask, elsewhere: Flask, match: Any) -> None:
    bring(Phone(elsewhere.test_client()), record(app, match))
    [there] = kept(elsewhere)
    add_event(elsewhere, there, "binned", {})
    scorer = Phone(app.test_client())
    scorer.get(link(app, match, "score", ""))
    answer = bring(scorer, record(elsewhere, there))
    assert answer.status_code == 422
    assert "Only the owner of a match" in answer.get_data(as_text=True)
    assert not kept(app)[0].binned


@pytest.mark.parametrize("again", [False, True], ids=["taking it out", "throwing it in once more"])
def test_who_may_only_score_undoes_no_word_of_the_owner(app: Flask, match: Any, again: bool) -> None:
    binned = add_event(app, match, "binned", {})
    thrown = add_event(app, binned, "restored", {}) if again else binned
    scorer = Phone(app.test_client())
    scorer.get(link(app, thrown, "score", ""))
    assert scorer.client.get(link(app, thrown, "score", f"undo?target={thrown.seq}")).status_code == 404
    assert "thrown" not in scorer.get(link(app, thrown, "score", "undo")).html

    taken = add_event(app, thrown, "undone", {"target": thrown.seq})
    lines = record(app, taken)
    with app.app_context():
        shorter = delete(EventRow).where(EventRow.match_id == taken.id, EventRow.seq == taken.seq)
        session().execute(shorter)
        session().execute(update(MatchRow).where(MatchRow.id == taken.id).values(seq=thrown.seq))
        session().commit()
    answer = bring(scorer, lines)
    assert answer.status_code == 422
    assert "Only the owner of a match" in answer.get_data(as_text=True)


def test_a_match_that_went_on_in_two_ways_is_left_as_it_is(app: Flask, elsewhere: Flask, match: Any) -> None:
    phone = Phone(elsewhere.test_client())
    bring(phone, record(app, match))
    [there] = kept(elsewhere)
    add_event(elsewhere, there, "recorded", {"entry": BELOT})
    add_event(app, match, "recorded", {"entry": OTHER})
    [before] = map(told, kept(elsewhere))
    answer = bring(phone, record(app, match))
    assert answer.status_code == 422
    said = answer.get_data(as_text=True)
    assert "Event 7 is “Deal 2: Ásta ♥ 120–42” here and “Deal 2: Ásta ♥ 62–100” in what came" in said
    assert [told(one) for one in kept(elsewhere)] == [before]


@pytest.mark.parametrize("capability", ["watch", None], ids=["who only looks on", "a stranger"])
def test_a_file_opens_no_match_that_a_link_does_not(app: Flask, match: Any, capability: str | None) -> None:
    stranger = Phone(app.test_client())
    if capability:
        stranger.get(link(app, match, capability, ""))
    file = record(app, match)
    bring(stranger, file)
    answer = bring(stranger, file)
    assert answer.status_code == 303
    original, copy = kept(app)
    assert original.public_id == match.public_id
    assert copy.public_id not in (match.public_id, "")
    assert {event.uuid for event in copy.events} & {event.uuid for event in original.events} == set()
    assert sheet_document(copy.scored.sheet) == sheet_document(original.scored.sheet)


def test_an_event_that_would_be_refused_is_not_believed(app: Flask, elsewhere: Flask, match: Any) -> None:
    head, *lines = record(app, match).splitlines()
    changed = [json.loads(line) for line in lines]
    changed[1]["body"]["entry"]["trick_points"] = [400, None]
    phone = Phone(elsewhere.test_client())
    answer = bring(phone, b"\n".join([head, *(json.dumps(line).encode() for line in changed)]))
    assert answer.status_code == 303
    [there] = kept(elsewhere)
    assert there.code != match.code, "it comes in by its document, without its past, and its code says so"
    assert sheet_document(there.scored.sheet) == sheet_document(kept(app)[0].scored.sheet)


@cases(
    "change, says",
    (lambda lines: lines[:1], "no match with its past"),
    (
        lambda lines: [*lines, *(line.replace('"match":"', '"match":"x') for line in lines[1:])],
        "more than one",
    ),
    (
        lambda lines: [lines[0].replace('"game":"belot"', '"game":"chess"'), *lines[1:]],
        "Choose one of: belot",
    ),
    ids=["no events", "two matches", "another game"],
)
def test_a_file_that_is_no_record_of_a_match_is_refused_in_words(
    app: Flask, elsewhere: Flask, match: Any, change: Any, says: str
) -> None:
    lines = record(app, match).decode().splitlines()
    answer = bring(Phone(elsewhere.test_client()), "\n".join(change(lines)).encode())
    assert answer.status_code == 422
    assert says in answer.get_data(as_text=True)
    with elsewhere.app_context():
        assert session().execute(select(func.count()).select_from(EventRow)).scalar() == 0
