"""A phone takes a server's match along, both go on with it, and in the end both have the same."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.documents import MAX_BYTES
from scorekeeper.phone.program import Program
from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.phone.pocket import BASE, head, page, post, start_match, words
from tests.web.conftest import Phone, link
from tests.web.match.along.between import (
    HEARTS,
    OTHER,
    SPADES,
    Between,
    ask,
    at_server,
    record,
    resolve,
    told,
)
from tests.web.sheet_tables import BELOT, FOUR, add_event, open_match


def test_what_the_phone_entered_is_at_the_server_once_however_often_it_is_sent(
    app: Flask, phone: Program, match: Any, between: Between
) -> None:
    assert record(phone, between.here, HEARTS).status == 303
    assert record(phone, between.here, SPADES).status == 303
    assert (between.listed["last"], between.listed["seq"]) == (5, 3)
    assert "2 entries to be sent" in page(phone, f"{between.here}/more")
    assert "to be sent" not in words(page(phone, "/"))
    first, again = between.send(), between.send()
    assert (first.json, again.json) == ({"seq": 5, "added": 2}, {"seq": 5, "added": 0})
    assert between.fetch() == {
        "state": "same",
        "added": 0,
        "seq": 5,
        "last": 5,
        "here": BASE + between.here,
        "status": 200,
    }
    assert told(at_server(app, match)) == told(between.mine())
    received = [event.received is not None for event in at_server(app, match).events]
    assert received == [False, False, False, True, True]


def test_what_others_entered_comes_to_the_phone(app: Flask, match: Any, between: Between) -> None:
    add_event(app, match, "recorded", {"entry": BELOT})
    add_event(app, at_server(app, match), "corrected", {"target": 2, "entry": OTHER})
    said = between.fetch()
    assert (said["state"], said["added"]) == ("same", 2)
    assert told(at_server(app, match)) == told(between.mine())


def both_play_on(app: Flask, match: Any, between: Between) -> None:
    add_event(app, match, "recorded", {"entry": BELOT})
    record(between.phone, between.here, HEARTS)
    record(between.phone, between.here, SPADES)
    refused = between.send()
    assert (refused.status_code, refused.json["parted"]) == (409, 3)
    assert "Event 4, “Deal 3: Ana ♥ 120–42”, was entered in both places" in refused.json["problems"][0]
    assert between.fetch()["state"] == "parted"


def test_where_both_went_on_both_are_shown_and_nothing_is_changed(
    app: Flask, match: Any, between: Between
) -> None:
    both_play_on(app, match, between)
    before = told(between.mine()), told(at_server(app, match))
    assert "Look at both" in page(between.phone, between.here)
    said = words(page(between.phone, f"/along/{between.listed['id']}"))
    assert "This match went on in two places" in said
    shown = page(between.phone, f"/along/{between.listed['id']}")
    assert ["120\u2060–\u206042" in shown, "120–42" in shown] == [True, False], "a score is not broken"
    assert "Both are the same up to: Deal 2" in said
    theirs, mine = said.split("On the server", 1)[1].split("On this phone", 1)
    assert [deal in theirs for deal in ("Deal 3", "Deal 4")] == [True, False]
    assert [deal in mine for deal in ("Deal 3", "Deal 4")] == [True, True]
    assert (told(between.mine()), told(at_server(app, match))) == before


@cases("keep, deals", ([4, 5], 5), ([5], 4), ([], 3), ids=["both of mine", "one of mine", "none of mine"])
def test_the_phone_takes_the_servers_and_writes_after_it_what_was_ticked(
    app: Flask, match: Any, between: Between, keep: list[int], deals: int
) -> None:
    both_play_on(app, match, between)
    uuids = [event.uuid for event in between.mine().events if event.seq in keep]
    answer = resolve(between, keep)
    assert head(answer, "Location") == BASE + between.here
    assert [event.uuid for event in between.mine().events[4:]] == uuids
    assert between.send().json == {"seq": 4 + len(keep), "added": len(keep)}
    assert between.fetch()["state"] == "same"
    assert told(at_server(app, match)) == told(between.mine())
    assert len(between.mine().rows()) == deals
    assert "Look at both" not in page(between.phone, between.here)


def type_at_server(app: Flask, match: Any, page: str, **typed: str) -> None:
    """Another phone at the table fills in a form of the server."""
    other = Phone(app.test_client())
    other.get(link(app, match, "score", page))
    offered = {name for form in other.page.forms for name in form.buttons}
    other.press(*offered & {"Save", "Correct", "Undo it"}, **typed)
    assert other.status == 200


DIAMONDS = [
    {"contract": "diamonds", "declarer": "0", "trick_points-0": str(points)} for points in (60, 72, 84)
]
CLUBS = [{"contract": "clubs", "declarer": "1", "trick_points-0": str(points)} for points in (90, 80, 70)]


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (2, 1), (1, 3), (3, 2)])
def test_another_deal_under_the_same_number_is_another_event_and_both_are_kept(
    app: Flask, match: Any, between: Between, mine: int, theirs: int
) -> None:
    """Two phones that know the same deals give the next one the same number before it is typed."""
    for deal in DIAMONDS[:theirs]:
        type_at_server(app, match, "record/deal", **deal)
    for deal in CLUBS[:mine]:
        assert record(between.phone, between.here, deal).status == 303
    here, there = between.mine(), at_server(app, match)
    assert here.events[3].uuid == there.events[3].uuid
    refused = between.send()
    assert (refused.status_code, refused.json["parted"]) == (409, 3)
    said = "Event 4 is “Deal 3: Ana ♦ 60–102” here and “Deal 3: Boris ♣ 90–72” in what came."
    assert said in refused.json["problems"][0]
    assert between.fetch()["state"] == "parted"
    shown = page(between.phone, f"/along/{between.listed['id']}")
    assert shown.count('name="keep"') == mine
    assert "60\u2060–\u2060102" in shown
    keep = [4 + number for number in range(mine)]
    assert resolve(between, keep, shown=3 + theirs).status == 303
    assert between.send().json == {"seq": 3 + theirs + mine, "added": mine}
    assert between.fetch()["state"] == "same"
    assert told(at_server(app, match)) == told(between.mine())
    points = [row.entry["trick_points"] for row in between.mine().rows()][2:]
    wanted = [deal["trick_points-0"] for deal in (*DIAMONDS[:theirs], *CLUBS[:mine])]
    assert [str(one) for pair in points for one in pair if one is not None] == wanted
    assert len({event.uuid for event in between.mine().events}) == 3 + theirs + mine


def test_the_same_by_a_file_is_refused_in_words_that_name_the_event(
    app: Flask, match: Any, between: Between
) -> None:
    type_at_server(app, match, "record/deal", **DIAMONDS[0])
    for deal in CLUBS[:2]:
        record(between.phone, between.here, deal)
    file = page(between.phone, f"{between.here}/record.jsonl")
    before = told(at_server(app, match))
    scorer = Phone(app.test_client())
    scorer.get(link(app, match, "score", ""))
    scorer.get("/import")
    scorer.press("Import", document=file)
    assert scorer.status == 422
    assert (
        "Event 4 is “Deal 3: Ana ♦ 60–102” here and “Deal 3: Boris ♣ 90–72” in what came."
        in scorer.page.words
    )
    assert told(at_server(app, match)) == before
    scorer.click("To the match")
    assert scorer.address == link(app, match, "score", "").removesuffix("/")


@cases(
    "page_there, typed, says",
    (
        "row/2/correct",
        {"trick_points-0": "100", "trick_points-1": ""},
        "corrected: Deal 1: hearts by Ana: 100–62",
    ),
    ("undo", {}, "undone: Deal 2"),
    ids=["a correction", "an undo"],
)
def test_what_the_other_side_changed_is_named(
    app: Flask, match: Any, between: Between, page_there: str, typed: dict[str, str], says: str
) -> None:
    type_at_server(app, match, page_there, **typed)
    record(between.phone, between.here, CLUBS[0])
    assert between.send().status_code == 409
    assert between.fetch()["state"] == "parted"
    shown = words(page(between.phone, f"/along/{between.listed['id']}"))
    theirs, mine = shown.split("On the server", 1)[1].split("On this phone", 1)
    assert says in theirs
    assert "clubs" in mine
    assert resolve(between, [4], shown=4).status == 303
    between.send()
    between.fetch()
    assert told(at_server(app, match)) == told(between.mine())


def test_a_deal_with_a_note_keeps_its_code_on_the_way(app: Flask, match: Any, between: Between) -> None:
    assert record(between.phone, between.here, {**HEARTS, "note": "the cards were wet"}).status == 303
    assert between.send().json == {"seq": 4, "added": 1}
    here, there = between.mine(), at_server(app, match)
    assert here.code == there.code
    assert there.rows()[-1].entry["note"] == "the cards were wet"


def test_what_the_server_cannot_take_names_the_event_and_why(
    app: Flask, match: Any, between: Between
) -> None:
    record(between.phone, between.here, HEARTS)
    head, *lines = page(between.phone, f"{between.here}/record.jsonl").splitlines()
    last = json.loads(lines[-1])
    last["body"]["entry"]["trick_points"] = [400, None]
    answer = between.send("\n".join([head, *lines[:-1], json.dumps(last)]).encode())
    assert answer.status_code == 422
    assert answer.json["problems"][0].startswith("Event 4 (entered): ")
    assert at_server(app, match).seq == 3


def test_what_was_not_shown_is_not_taken(app: Flask, match: Any, between: Between) -> None:
    both_play_on(app, match, between)
    add_event(app, at_server(app, match), "recorded", {"entry": OTHER})
    between.fetch()
    before = told(between.mine())
    answer = resolve(between, [4])
    assert answer.status == 422
    assert "Look at both once more" in answer.body.decode()
    assert told(between.mine()) == before


def test_a_deal_that_cannot_follow_the_servers_changes_nothing_and_says_why(
    app: Flask, match: Any, between: Between
) -> None:
    both_play_on(app, match, between)
    add_event(app, at_server(app, match), "closed", {"winners": [0]})
    between.fetch()
    before = told(between.mine())
    answer = resolve(between, [4], shown=5)
    assert answer.status == 422
    assert "Nothing was changed" in words(answer.body.decode())
    assert told(between.mine()) == before
    assert resolve(between, [], shown=5).status == 303
    assert told(at_server(app, match)) == told(between.mine())


def test_a_deal_that_reached_the_server_another_way_counts_once(
    app: Flask, match: Any, between: Between
) -> None:
    """It waited in a page of the server in this browser, and went both ways."""
    record(between.phone, between.here, HEARTS)
    made = between.mine().events[-1]
    with app.app_context():
        ledger.append(
            session(), match.public_id, seen=3, uuid=made.uuid, kind="recorded", body=dict(made.body), seat=2
        )
    assert told(at_server(app, match)) != told(between.mine()), "the server heard of it at another time"
    assert between.fetch()["state"] == "same"
    assert told(at_server(app, match)) == told(between.mine())


def test_a_link_to_look_on_takes_along_to_look_on(app: Flask, phone: Program, match: Any) -> None:
    looking = Between(app, phone, link(app, match, "watch", ""))
    assert looking.fetch()["state"] == "same"
    assert "Record a deal" not in page(phone, looking.here)
    assert phone.answer("GET", f"{BASE}{looking.here}/record/deal", {}).status == 404
    token = ask(looking.client, f"{looking.there}/log")["token"]
    answer = looking.client.post(f"{looking.there}/log", data=b"", headers={"X-CSRFToken": token})
    assert answer.status_code == 404


def test_a_match_of_the_phone_is_put_on_the_server_and_goes_on_at_both(app: Flask, phone: Program) -> None:
    sheet = start_match(phone)
    record(phone, sheet, HEARTS)
    shown = words(page(phone, f"/along/{sheet.split('/')[2]}"))
    assert "This match is on your phone and nowhere else" in shown
    client = app.test_client()
    token = ask(client, "/hand-over")["token"]
    body = page(phone, f"{sheet}/record.jsonl").encode()
    given: Any = client.post("/hand-over", data=body, headers={"X-CSRFToken": token}).json
    assert (given["seq"], given["added"]) == (2, 2)
    assert "/o" in given["address"], "who brought it owns it there"
    between = Between(app, phone, given["address"])
    between.client = client
    assert between.fetch()["state"] == "same"
    record(phone, sheet, SPADES)
    assert between.send().json == {"seq": 3, "added": 1}
    assert "The server has everything" not in words(page(phone, f"/along/{between.listed['id']}"))
    between.fetch()
    assert "The server has everything" in words(page(phone, f"/along/{between.listed['id']}"))


def test_the_links_of_a_match_that_is_on_the_server_are_there(between: Between) -> None:
    answer = between.phone.answer("GET", f"{BASE}{between.here}/share", {})
    assert head(answer, "Location") == f"{BASE}/along/{between.listed['id']}"


def test_alone_nothing_is_sent_any_more(between: Between) -> None:
    at = f"/along/{between.listed['id']}"
    answer = post(between.phone, f"{at}/alone", at=at)
    assert "/o" in head(answer, "Location")
    assert json.loads(page(between.phone, "/along/list.json"))["matches"] == []


def without_last(lines: list[bytes]) -> list[bytes]:
    return [lines[0], *(line.replace(b'"uuid":"', b'"uuid":"0') for line in lines[1:])]


@cases(
    "change, says",
    (lambda lines: lines[:1], "no match with its past"),
    (without_last, "no match with its past"),
    (lambda lines: [b"{}", *lines[1:]], "no match with its past"),
    (lambda _lines: [], "no match with its past"),
    ids=["no events", "no numbers", "no head", "nothing"],
)
def test_what_is_no_record_is_refused_in_words_at_both_doors(
    between: Between, change: Callable[[list[bytes]], list[bytes]], says: str
) -> None:
    raw = b"\n".join(change(between.client.get(f"{between.there}/record.jsonl").data.splitlines()))
    for answer in (between.hand_in(raw), between.send(raw).json | {"status": 422}):
        assert answer["status"] == 422
        assert says in answer["problems"][0]


def test_a_record_that_is_too_large_is_refused_in_words_at_both_doors(between: Between) -> None:
    raw = b" " * (MAX_BYTES + 1)
    for answer in (between.hand_in(raw), between.send(raw).json | {"status": 413}):
        assert answer["status"] == 413
        assert answer["problems"] == [
            "This is too much at once. A record has at most 4 MB. Nothing was saved."
        ]


def test_the_record_of_another_match_is_refused(app: Flask, between: Between) -> None:
    other = open_match(app, "belot", FOUR, [BELOT])
    raw = app.test_client().get(link(app, other, "watch", "record.jsonl")).data
    assert between.send(raw).json == {"problems": ["This is the record of another match."]}


@cases("there", "", "https://elsewhere.example/m/x", "/m/abc/o", "//evil/m/23456789abcd/o")
def test_only_a_match_of_this_origin_is_taken_along(phone: Program, there: str) -> None:
    assert "not the address of a match" in page(phone, f"/along?from={there}")
    token = json.loads(page(phone, "/along/list.json"))["token"]
    answer = phone.answer("POST", f"{BASE}/along?from={there}", {"X-CSRFToken": token}, b"{}")
    assert answer.status == 400


def test_on_a_server_there_are_no_such_pages(app: Flask, match: Any) -> None:
    client = app.test_client()
    for address in ("/along", "/along/list.json", f"/along/{match.public_id}"):
        assert client.get(address).status_code == 404
