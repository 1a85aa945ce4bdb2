"""Who holds a phone, what its events then show, the links a phone may give on, and following to a rematch."""

import json
import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.match import ledger, seat_holders
from scorekeeper.store.match.models import EventRow
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import open_match, words

pytestmark = pytest.mark.long

QUESTION = "Who holds this phone?"


def is_asked(phone: Phone) -> bool:
    return "whose-phone" in phone.page.ids


def pass_out(phone: Phone, sheet: str) -> None:
    """Record a passed-out deal from the form without JavaScript."""
    phone.get(f"{sheet}/record/deal")
    phone.press("Save", bid="pass")
    phone.get(sheet)


def record_as(phone: Phone, sheet: str, seat: str = "This is who holds it", **name: str) -> None:
    """The phone is taken by a seat, or by a scorer with a name, and records a passed-out deal."""
    phone.get(f"{sheet}/phone")
    phone.press(seat, **name)
    pass_out(phone, sheet)


@pytest.mark.parametrize(("kind", "expected"), [("watch", False), ("score", True), ("owner", False)])
def test_only_a_score_link_asks(app: Flask, phone: Phone, kani_match: Any, kind: str, expected: bool) -> None:
    phone.get(link(app, kani_match, kind))
    assert is_asked(phone) is expected


@pytest.mark.parametrize("answer", ["Þórdís", "Skip"])
def test_it_asks_once(phone: Phone, answer: str, sheet: str) -> None:
    phone.get(sheet)
    phone.press(answer)
    assert not is_asked(phone)
    phone.get(sheet)
    assert not is_asked(phone)


def test_another_phone_is_asked_by_itself(phone: Phone, another_phone: Phone, sheet: str) -> None:
    phone.get(sheet)
    phone.press("Ana")
    another_phone.get(sheet)
    assert is_asked(another_phone)


def history(phone: Phone, sheet: str, seq: int) -> str:
    return phone.get(f"{sheet}/row/{seq}").words


def test_what_a_seat_writes_carries_its_name(phone: Phone, another_phone: Phone, sheet: str) -> None:
    phone.get(sheet)
    phone.press("Þórdís")
    pass_out(phone, sheet)
    assert "Þórdís" in history(another_phone, sheet, 2).rpartition("History")[2]


def test_a_scorer_has_a_name_that_no_event_contains(
    app: Flask, phone: Phone, another_phone: Phone, sheet: str
) -> None:
    record_as(phone, sheet, name="  Grandma   Petra ")
    assert "Grandma Petra" in history(another_phone, sheet, 2)
    with app.app_context():
        bodies = [json.dumps(body) for (body,) in session().query(EventRow.body)]
    assert not any("Petra" in body for body in bodies)


def test_a_phone_that_is_handed_round_keeps_what_was_written_before(
    phone: Phone, another_phone: Phone, sheet: str
) -> None:
    record_as(phone, sheet, name="Petra")
    record_as(phone, sheet, "Георги")
    past = [history(another_phone, sheet, seq).rpartition("History")[2] for seq in (2, 3)]
    assert ("Petra" in past[0], "Георги" in past[0]) == (True, False)
    assert ("Petra" in past[1], "Георги" in past[1]) == (False, True)


def test_who_changes_seats_takes_the_phone_along(app: Flask, phone: Phone, kani_match: Any) -> None:
    sheet = link(app, kani_match, "score")
    record_as(phone, sheet, "Þórdís")
    with app.app_context():
        players = [*reversed(kani_match.players)]
        ledgers.write(session(), kani_match, "seated", {"players": players}, seen=2)
    pass_out(phone, sheet)
    for seq in (2, 4):
        assert "Þórdís" in history(phone, sheet, seq).rpartition("History")[2]
    pressed = re.findall(r'aria-pressed="true">([^<]+)<', phone.get(f"{sheet}/phone").html)
    assert pressed == ["Þórdís"]


def sit_down(app: Flask, match: Any, seat: int, name: str) -> ledger.Match:
    with app.app_context():
        seen = ledger.load(session(), match.public_id).seq
        entry = {"kind": "players", "seat": seat, "name": name}
        return ledgers.write(session(), match, "recorded", {"entry": entry}, seen=seen)


def test_what_was_written_before_another_player_sat_down_keeps_the_name_it_had(
    app: Flask, phone: Phone, another_phone: Phone, kani_match: Any, sheet: str
) -> None:
    record_as(phone, sheet, "Þórdís")
    sit_down(app, kani_match, 1, "Nína")
    pass_out(phone, sheet)
    record_as(another_phone, sheet, "Nína")
    past = [history(another_phone, sheet, seq).rpartition("History")[2] for seq in (2, 4, 5)]
    assert [("Þórdís" in one, "Nína" in one) for one in past] == [(True, False), (True, False), (False, True)]
    assert "Þórdís this phone" in words(phone.get(f"{sheet}/phone"))
    sit_down(app, kani_match, 2, "Þórdís")
    pressed = re.findall(r'aria-pressed="true">([^<]+)<', phone.get(f"{sheet}/phone").html)
    assert pressed == ["Þórdís"], "who left a seat and sits at another one again takes the phone along"


def test_the_phone_of_a_player_who_joined_and_whose_joining_is_undone_has_no_name(
    app: Flask, phone: Phone
) -> None:
    entries = [
        {"kind": "players", "seat": 0, "name": "Petra"},
        {"kind": "players", "join": "Nína", "total": 5},
    ]
    match = open_match(app, "kinaskak", ["Ana", "Boris", "Vera"], entries)
    sheet = link(app, match, "score")
    phone.get(f"{sheet}/phone")
    phone.press("Nína")
    phone.get(f"{sheet}/undo")
    phone.press("Undo it")
    assert phone.status == 200
    assert "Nína" not in phone.get(f"{sheet}/phone").words


def test_a_phone_without_a_name_is_called_by_when_it_joined(
    app: Flask, phone: Phone, another_phone: Phone, kani_match: Any, sheet: str
) -> None:
    phone.get(sheet)
    phone.press("Skip")
    pass_out(phone, sheet)
    assert "this phone" in history(phone, sheet, 2)
    phone.get(f"{sheet}/phone")
    assert "this phone this phone" not in " ".join(phone.page.words.split())
    assert re.search(r"a phone \(since \d\d:\d\d\) this phone", " ".join(phone.page.words.split()))
    with app.app_context():
        (held,) = seat_holders.holders(session(), kani_match.id).values()
    for zone, hours in (("Pacific/Fakaofo", 13), ("America/Bogota", -5)):  # no summer time
        another_phone.client.set_cookie("tz", zone)
        clock = f"{(held[0].since.hour + hours) % 24:02}:{held[0].since.minute:02}"
        assert f"a phone (since {clock})" in history(another_phone, sheet, 2)


@pytest.mark.parametrize("zone", ["../../etc/passwd", "Nowhere/At_all", "x" * 5000, "UTC\x00", ""])
def test_a_zone_that_is_none_is_the_server_s(phone: Phone, zone: str, sheet: str) -> None:
    phone.get(sheet)
    phone.press("Ana")
    pass_out(phone, sheet)
    assert phone.client.get(f"{sheet}/row/2", headers={"Cookie": f"tz={zone}"}).status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_name_that_is_none_is_asked_again(app: Flask, phone: Phone, kani_match: Any, name: str) -> None:
    phone.get(link(app, kani_match, "score", "phone"))
    phone.press("This is who holds it", name=name)
    assert phone.status == 422
    assert phone.page.forms[1].value("name") == name.strip()


def test_a_watcher_holds_nothing(app: Flask, phone: Phone, kani_match: Any) -> None:
    phone.get(link(app, kani_match, "watch", "phone"))
    assert phone.status == 404


# --- sharing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "shown"), [("watch", None), ("score", "sw"), ("owner", "swo")])
def test_no_link_gives_on_more_than_it_allows(
    app: Flask, phone: Phone, kani_match: Any, kind: str, shown: str | None
) -> None:
    page = phone.get(link(app, kani_match, kind, "share"))
    assert phone.status == (404 if shown is None else 200)
    squares = {given["src"][-5] for tag, given in page.attributes if tag == "img"}
    assert squares == set(shown or "")
    withdraws = any("Withdraw it now" in form.buttons for form in page.forms)
    assert withdraws is (kind == "owner")
    for letter in "wso":
        for form, mimetype in (("svg", "image/svg+xml"), ("png", "image/png")):
            response = phone.client.get(link(app, kani_match, kind, f"qr/{letter}.{form}"))
            allowed = letter in (shown or "w")
            assert response.status_code == (200 if allowed else 404)
            assert not allowed or response.mimetype == mimetype


def test_a_withdrawn_link_is_dead_and_the_page_shows_the_new_one(
    app: Flask, phone: Phone, kani_match: Any
) -> None:
    old = link(app, kani_match, "score")
    phone.get(link(app, kani_match, "owner", "share"))
    phone.press("Withdraw it now", form=0)
    assert old not in phone.page.html
    assert phone.client.get(old).status_code == 404
    with app.app_context():
        fresh = ledger.load(session(), kani_match.public_id)
    assert link(app, fresh, "score") in phone.page.html


# --- the rematch ----------------------------------------------------------------------------------


def stop_match(phone: Phone, sheet: str) -> None:
    phone.get(f"{sheet}/stop")
    phone.press("Stop here")


@pytest.mark.parametrize("kind", ["watch", "score"])
def test_the_others_follow_to_the_rematch_with_what_they_may(
    app: Flask, phone: Phone, another_phone: Phone, kani_match: Any, kind: str
) -> None:
    mine, theirs = link(app, kani_match, "owner"), link(app, kani_match, kind)
    another_phone.get(theirs)
    if kind == "score":
        another_phone.press("Iñaki")
    pass_out(phone, mine)
    stop_match(phone, mine)
    assert "rematch-follow" not in another_phone.get(theirs).ids
    tag = another_phone.response.headers["ETag"]
    phone.get(mine)
    phone.press("Rematch, same seats")
    another_phone.get(theirs, **{"If-None-Match": tag})
    assert another_phone.status == 200
    banner = next(
        given for _tag, given in another_phone.page.attributes if given.get("id") == "rematch-follow"
    )
    assert banner["data-follow"] == ("auto" if kind == "score" else "ask")
    another_phone.press("Follow to the rematch")
    assert another_phone.address.split("/")[2] == phone.address.split("/")[2] != kani_match.public_id
    assert another_phone.address.split("/")[3][0] == kind[0]
    assert not is_asked(another_phone)
    if kind == "score":
        pass_out(another_phone, another_phone.address)
        assert "Iñaki" in history(phone, phone.address, 2).rpartition("History")[2]


def test_at_the_rematch_those_who_began_hold_their_phones_and_others_are_asked(
    app: Flask, phone: Phone, another_phone: Phone, kani_match: Any
) -> None:
    here = link(app, kani_match, "score")
    record_as(phone, here, "Þórdís")
    sit_down(app, kani_match, 1, "Nína")
    record_as(another_phone, here, "Nína")
    stop_match(phone, here)
    phone.press("Rematch, same seats")
    pass_out(phone, phone.address)
    assert "Þórdís" in history(phone, phone.address, 2).rpartition("History")[2]
    another_phone.get(here)
    another_phone.press("Follow to the rematch")
    assert is_asked(another_phone)


@pytest.mark.parametrize(
    ("quicker", "slower", "letters"),
    [("owner", "score", "os"), ("score", "owner", "oo"), ("score", "score", "os")],
)
def test_a_phone_that_finds_the_rematch_opened_may_do_there_what_it_may_here(
    app: Flask, phone: Phone, another_phone: Phone, kani_match: Any, quicker: str, slower: str, letters: str
) -> None:
    """The phone that opens it owns it; a link to score does not become the owner's by a second tap."""
    here, there = link(app, kani_match, quicker), link(app, kani_match, slower)
    pass_out(phone, here)
    stop_match(phone, here)
    another_phone.get(there)
    phone.press("Rematch, same seats")
    another_phone.press("Rematch, same seats")
    first, second = phone.address, another_phone.address
    assert first.split("/")[2] == second.split("/")[2] != kani_match.public_id
    assert first.split("/")[3][0] + second.split("/")[3][0] == letters
    known = another_phone.get("/").links.values()
    assert [address for address in known if second.split("/")[2] in address] == [second]
