"""Sign-ins, another phone that is signed in by a square, and keys."""

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper.store import clock
from scorekeeper.store.accounts.models import SignInRow, TicketRow
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.accounts.room import (
    CODE,
    PASSWORD,
    in_the_room,
    make_account,
    nonce_free,
    sign_in,
    square_of,
    title,
    token,
)
from tests.web.conftest import Phone

pytestmark = pytest.mark.long


def test_sign_ins_are_listed_with_the_kind_of_phone_and_end_one_by_one(app: Flask, room: Phone) -> None:
    make_account(room)
    other = in_the_room(app)
    other.client.environ_base["HTTP_USER_AGENT"] = (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Mobile Safari/604.1"
    )
    sign_in(other)
    page = room.get("/account/sign-ins")
    assert "iPhone · Safari" in page.words
    assert "by password" in page.words
    mine = next(number for number in range(1, 9) if f'value="{number}"' in page.html)
    room.post("/account/sign-ins", [("csrf_token", page.forms[0].value("csrf_token")), ("which", str(mine))])
    assert "Signed out there." in room.page.words
    assert title(other.get("/account/")) == "Sign in"
    assert title(room.get("/account/")) == "Ana"


@pytest.mark.parametrize("which", ["theirs", "999", "-1", "", "x", "9" * 40, "٣"])
def test_the_sign_in_of_another_looks_like_none(app: Flask, room: Phone, which: str) -> None:
    make_account(room)
    vera = in_the_room(app)
    make_account(vera, "Vera")
    with app.app_context():
        theirs = session().execute(select(func.min(SignInRow.id))).scalar_one()
    values = [("csrf_token", token(vera.client)), ("which", str(theirs) if which == "theirs" else which)]
    page = vera.post("/account/sign-ins", values)
    assert vera.status == 404
    assert nonce_free(page.html).replace("/account/sign-ins", "/nowhere") == nonce_free(
        vera.get("/nowhere").html
    )
    assert title(room.get("/account/")) == "Ana"


def test_signing_out_everywhere_else(app: Flask, room: Phone) -> None:
    make_account(room)
    others = [in_the_room(app) for _ in range(2)]
    for other in others:
        sign_in(other)
    room.get("/account/sign-ins")
    room.press("Sign out everywhere else")
    assert [title(phone.get("/account/")) for phone in (room, *others)] == ["Ana", "Sign in", "Sign in"]


def test_a_square_signs_another_phone_in_once(app: Flask, room: Phone) -> None:
    make_account(room)
    address = square_of(room)
    preview = in_the_room(app)
    for _ in range(3):
        assert "signed in as Ana" in preview.get(address).words, "looking does not use it up"
    other = in_the_room(app)
    other.get(address)
    assert title(other.press("Sign in as Ana")) == "Ana"
    page = preview.press("Sign in as Ana")
    assert preview.status == 404
    nowhere = in_the_room(app)
    nothing = nowhere.get("/account/in/nonsense").html.replace("/account/in/nonsense", address)
    assert nonce_free(nothing) == nonce_free(in_the_room(app).get(address).html)
    assert title(page) == "There is no page here."


def test_a_square_grows_old_and_its_pages_are_kept_nowhere(app: Flask, room: Phone) -> None:
    make_account(room)
    address = square_of(room)
    assert room.response.headers["Cache-Control"] == "no-store"
    with app.app_context():
        stored = session().execute(select(TicketRow.digest)).scalars().all()
        assert not [one for one in stored if one in address]
        session().execute(update(TicketRow).values(expires_at=clock.now()))
        session().commit()
    assert in_the_room(app).client.get(address).status_code == 404


def test_who_came_by_a_square_cannot_change_the_keys(app: Flask, room: Phone) -> None:
    make_account(room)
    other = in_the_room(app)
    other.get(square_of(room))
    other.press("Sign in as Ana")
    for address in ("/account/password", "/account/codes", "/account/delete", "/account/export.json"):
        assert title(other.get(address)) == "Is it you, Ana?", address
    other.get("/account/password")
    page = other.press("Go on", password="wrong password")
    assert other.status == 422
    page = other.press("Go on", password=PASSWORD)
    assert title(page) == "Change the password"
    page = other.press("Save", password="another long one")
    assert "The new password is set" in page.words
    assert title(sign_in(in_the_room(app), password="another long one")) == "Ana"


@cases("address, led_back", ("export.json", "What is stored about you"), ("keys/remove", "Ways to sign in"))
def test_a_key_that_asked_for_a_proof_is_found_again_after_it(
    app: Flask, room: Phone, address: str, led_back: str
) -> None:
    make_account(room)
    other = in_the_room(app)
    other.get(square_of(room))
    other.press("Sign in as Ana")
    if address == "export.json":
        other.get(f"/account/{address}")
    else:
        other.post(f"/account/{address}", [("csrf_token", token(other.client)), ("which", "password")])
    assert title(other.page) == "Is it you, Ana?"
    assert title(other.press("Go on", password=PASSWORD)) == led_back


def test_who_came_by_a_code_hands_nothing_on_and_signs_no_device_out_before_a_proof(
    app: Flask, room: Phone
) -> None:
    make_account(room)
    other = in_the_room(app)
    other.get(square_of(room))
    other.press("Sign in as Ana")
    assert title(other.get("/account/another")) == "Is it you, Ana?"
    other.get("/account/sign-ins")
    assert title(other.press("Sign out everywhere else")) == "Is it you, Ana?"
    assert title(room.get("/account/")) == "Ana", "this one is signed in still"
    assert title(other.press("Go on", password=PASSWORD)) == "Where you are signed in"
    other.press("Sign out everywhere else")
    assert title(room.get("/account/")) == "Sign in"
    assert title(other.get("/account/another")) == "Sign in on another phone"


@pytest.mark.parametrize("others", [None, "1"])
def test_a_new_password_offers_to_sign_out_everywhere_else(
    app: Flask, room: Phone, others: str | None
) -> None:
    make_account(room)
    assert "Sign out everywhere else" not in room.get("/account/password").words, "there is no other phone"
    other = in_the_room(app)
    sign_in(other)
    room.get("/account/password")
    given = {"others": others} if others else {}
    room.press("Save", password="another long one", **given)
    assert title(room.get("/account/")) == "Ana"
    assert title(other.get("/account/")) == ("Sign in" if others else "Ana")


def test_the_last_key_stays(room: Phone) -> None:
    make_account(room)
    values = [("csrf_token", token(room.client)), ("which", "password")]
    assert "the only key" in room.post("/account/keys/remove", values).words
    assert title(sign_in(room)) == "Ana"


def test_codes_that_were_shown_are_not_made_again_by_reloading(room: Phone) -> None:
    make_account(room)
    form = [("csrf_token", room.page.forms[0].value("csrf_token")), ("round", "0")]
    codes = CODE.findall(room.post("/account/codes", form).words)
    page = room.post("/account/codes", form)
    assert "shown already" in page.words
    assert CODE.findall(page.words) == []
    room.get("/account/recover")
    assert title(room.press("Sign in", name="Ana", code=codes[0])) == "Ways to sign in"
