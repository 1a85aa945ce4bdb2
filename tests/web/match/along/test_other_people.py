"""Others play at the server by now than on the phone: a seat's number names no other person without a word."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.match import seat_holders
from scorekeeper.web.site.database import session
from tests.cases import case, cases
from tests.phone.pocket import page, post, words
from tests.web.match.along.between import Between, at_server, resolve, told
from tests.web.sheet_tables import FOUR, add_event, open_match

FOUR_HANDS = {"kind": "deal", "hands": [0, 10, 15, 20]}
FIVE_HANDS = {"kind": "deal", "hands": [0, 10, 15, 20, 25]}
NINA = {"kind": "players", "join": "Nína", "total": 20}
JON = {"kind": "players", "join": "Jón", "total": 20}
HELGA = {"kind": "players", "seat": 2, "name": "Helga"}
VERA_LEAVES = {"kind": "players", "leave": 2}
SAID = "Others play on the server by now."


@pytest.fixture
def match(app: Flask) -> Any:
    return open_match(app, "kinaskak", FOUR, [FOUR_HANDS])


Steps = list[tuple[str, dict[str, Any]]]


def entered(*entries: dict[str, Any]) -> Steps:
    return [("recorded", {"entry": entry}) for entry in entries]


def part(app: Flask, match: Any, between: Between, theirs: Steps, mine: Steps) -> Any:
    for kind, body in theirs:
        match = add_event(app, match, kind, body, **({"name": "Véra"} if kind == "renamed" else {}))
    for kind, body in mine:
        add_event(between.phone.app, between.mine(), kind, body)
    assert between.fetch()["state"] == "parted"
    return match


@cases(
    "theirs, mine, refused",
    case("another sat down", entered(HELGA), entered(FOUR_HANDS), True),
    case("one left", entered(VERA_LEAVES), entered(FOUR_HANDS), True),
    case("one joined", entered(NINA), entered(FOUR_HANDS), True),
    case("another joined", entered(NINA), entered(JON, FIVE_HANDS), True),
    case("who sits down has left", entered(VERA_LEAVES), entered(FOUR_HANDS, HELGA), True),
    case("the same joined on both sides", entered(NINA), entered(NINA, FIVE_HANDS), True),
    case("it was taken back", [*entered(VERA_LEAVES), ("undone", {"target": 3})], entered(FOUR_HANDS), False),
    case(
        "the phone's own joins go along", entered(FOUR_HANDS), entered(NINA, FIVE_HANDS, VERA_LEAVES), False
    ),
    case("only a name was mended", [("renamed", {"player": 2})], entered(FOUR_HANDS), False),
)
def test_an_entry_is_written_after_the_servers_only_where_its_seats_are_those_of_its_people(
    app: Flask, match: Any, between: Between, theirs: Steps, mine: Steps, refused: bool
) -> None:
    theirs = [
        (kind, {**body, "player": match.players[body["player"]]} if kind == "renamed" else body)
        for kind, body in theirs
    ]
    match = part(app, match, between, theirs, mine)
    before = told(between.mine())
    keep = [event.seq for event in between.mine().events if event.seq > 2]
    answer = resolve(between, keep, shown=match.seq)
    if refused:
        assert answer.status == 422
        assert told(between.mine()) == before
    else:
        assert answer.status == 303
        assert between.send().json["added"] == len(keep)
        between.fetch()
        assert told(at_server(app, match)) == told(between.mine())


def test_what_cannot_go_along_is_named_and_what_was_ticked_stays_ticked(
    app: Flask, match: Any, between: Between
) -> None:
    match = part(app, match, between, entered(HELGA), entered(JON, {**FIVE_HANDS, "note": "Vera's last"}))
    answer = resolve(between, [4], shown=match.seq)
    said = answer.body.decode()
    assert f"(Deal 2: Ana went out: 0, 10, 15, 20, 25): {SAID}" in words(said)
    assert ['value="3" checked' in said, 'value="4" checked' in said] == [False, True]
    assert 'value="3" checked' in page(between.phone, f"/along/{between.listed['id']}")


@cases(
    "mine, hold, keep, theirs, held",
    case("who joined goes along, after another", [NINA], "4", [3], [JON], (5, None)),
    case("who joined is left out", [NINA], "4", [], [JON], (None, "Nína")),
    case("who sat down is left out", [HELGA], "2", [], [FOUR_HANDS], (None, "Helga")),
    case("who sat there before, and left", [], "2", [], [VERA_LEAVES], (2, None)),
    case("nothing of the table changed", [FOUR_HANDS], "1", [3], [FOUR_HANDS], (1, None)),
)
def test_the_phone_is_held_by_the_same_person_as_the_servers_match_is_taken(
    app: Flask,
    match: Any,
    between: Between,
    mine: list[Any],
    hold: str,
    keep: list[int],
    theirs: list[Any],
    held: tuple[int | None, str | None],
) -> None:
    for entry in mine:
        add_event(between.phone.app, between.mine(), "recorded", {"entry": entry})
    assert post(between.phone, f"{between.here}/phone", seat=hold).status == 303
    match = part(app, match, between, entered(*theirs), entered({"kind": "void", "reason": "late"}))
    assert resolve(between, keep, shown=match.seq).status == 303
    with between.phone.app.app_context():
        [holders] = seat_holders.holders(session(), between.mine().id).values()
    assert [(one.seat, one.name) for one in holders] == [held]
    assert holders[0].seq <= between.mine().seq


def test_an_entry_that_goes_along_is_another_persons_by_no_number(
    app: Flask, match: Any, between: Between
) -> None:
    add_event(between.phone.app, between.mine(), "recorded", {"entry": NINA})
    assert post(between.phone, f"{between.here}/phone", seat="4").status == 303
    post(between.phone, f"{between.here}/record/void", reason="late")
    assert between.mine().events[-1].seat == 4, "Nína wrote it"
    match = part(app, match, between, entered(JON), [])
    assert resolve(between, [3, 4], shown=match.seq).status == 303
    assert between.mine().events[-1].seat is None, "Jón did not"
