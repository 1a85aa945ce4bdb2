"""The pages by which a person is forgotten: each says what goes and asks twice."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.accounts import accounts
from scorekeeper.store.forgetting import record, traces
from scorekeeper.store.forgetting.record import ACCOUNT, OPENING, SEAT, Forgotten
from scorekeeper.web.site.database import session
from tests.web.accounts.room import PASSWORD, in_the_room, make_account
from tests.web.conftest import Phone, file_of, link


@pytest.mark.long
def test_the_owner_of_a_match_forgets_a_player(app: Flask, phone: Phone, kani_match: Any) -> None:
    sheet = link(app, kani_match, "owner")
    phone.get(f"{sheet}/names")
    page = phone.click("Forget Þórdís")
    assert "cannot be undone" in page.words
    page = phone.press("Forget this person")
    assert phone.status == 422
    assert "Tick the box" in page.words
    page = phone.press("Forget this person", sure="1")
    assert "The person is forgotten" in page.words
    assert "Þórdís" not in phone.get(sheet).words
    with app.app_context():
        opening = kani_match.events[0].uuid
        assert record.read_rows(session()) == {
            Forgotten(SEAT, kani_match.public_id, "1"),
            Forgotten(OPENING, "", f"{opening} 1"),
        }


def test_who_sat_down_during_the_match_is_offered_once_and_forgotten(
    app: Flask, phone: Phone, kani_match: Any
) -> None:
    sheet = link(app, kani_match, "owner")
    for seat, name in ((1, "Nína"), (2, "Þórdís"), (3, "nína")):
        phone.get(f"{sheet}/record/players")
        phone.press("Save", seat=str(seat), name=name)
    page = phone.get(f"{sheet}/names")
    assert page.words.count("Forget Þórdís") == page.words.count("Forget Nína") == 1
    phone.click("Forget Nína")
    phone.press("Forget this person", sure="1")
    assert "nína" not in phone.get(sheet).words.lower()


def test_no_byte_of_the_database_and_its_log_keeps_the_name(
    app: Flask, phone: Phone, kani_match: Any
) -> None:
    sheet = link(app, kani_match, "owner")
    assert traces.in_files(file_of(app), "Þórdís") != []
    phone.get(f"{sheet}/forget/1")
    phone.press("Forget this person", sure="1")
    assert traces.in_files(file_of(app), "Þórdís") == []


@pytest.mark.parametrize("kind", ["watch", "score"])
def test_no_other_link_does(app: Flask, phone: Phone, kani_match: Any, kind: str) -> None:
    sheet = link(app, kani_match, kind)
    phone.get(f"{sheet}/forget/1")
    assert phone.status == 404
    phone.get(f"{sheet}/names")
    assert "Forget" not in phone.get(sheet).words


@pytest.mark.long
def test_an_account_that_is_deleted_is_on_the_record(app: Flask) -> None:
    room = in_the_room(app)
    make_account(room)
    with app.app_context():
        found = accounts.by_name(session(), "Ana")
        handle = found.handle
    room.get("/account/delete")
    room.press("Delete the account", name="Ana")
    with app.app_context():
        assert accounts.by_password(session(), "Ana", PASSWORD) is None
        assert record.read_rows(session()) == {Forgotten(ACCOUNT, "", handle)}
