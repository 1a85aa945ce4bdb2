"""Getting an account and getting into it: password, name, recovery code, and no page that leads outside."""

import pytest
from flask import Flask

from scorekeeper.store.accounts import accounts, sign_ins
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.accounts.room import (
    CODE,
    HOST,
    PASSWORD,
    in_the_room,
    make_account,
    nonce_free,
    sign_in,
    title,
    token,
)
from tests.web.conftest import Phone

pytestmark = pytest.mark.long


def test_an_account_by_password_from_the_first_page_to_signing_in_again(room: Phone) -> None:
    room.get("/")
    room.click("Rules and more")
    page = room.click("Account")
    assert "browsers allow passkeys over https only" in page.words
    room.click("New here? Make an account")
    page = room.press("Make an account", name="  Þórdís ", password=PASSWORD)
    assert title(page) == "Recovery codes"
    page = room.press("Show my recovery codes")
    assert len(set(CODE.findall(page.words))) == accounts.CODES
    page = room.click("I have written them down")
    assert title(page) == "Þórdís"
    page = room.press("Sign out")
    assert "You are signed out" in page.words
    assert room.client.get_cookie("account", domain=HOST) is None
    assert title(sign_in(room, "þórdís")) == "Þórdís"


@cases(
    "name, password, said",
    ("", PASSWORD, "An account needs a name"),
    ("x" * 61, PASSWORD, "At most 60 characters"),
    ("A\u202ena", PASSWORD, "cannot be shown"),
    ("Ana", "short", "At least 10 characters"),
    ("Ana Ana Ana", "ana ana ana", "the first one that is guessed"),
)
def test_what_is_wrong_with_a_new_account_stands_at_its_field(
    room: Phone, name: str, password: str, said: str
) -> None:
    page = make_account(room, name, password)
    assert room.status == 422
    assert said in page.words
    assert page.forms[0].value("name") == name
    assert password not in page.html


def test_a_name_is_taken_however_it_is_spelled(app: Flask, room: Phone) -> None:
    make_account(room, "Iñaki")
    page = make_account(in_the_room(app), "INÃKI".replace("Ã", "N\u0303A").replace("NN", "N"))
    assert "Another account has this name" in page.words


def test_no_answer_says_why_a_sign_in_failed(app: Flask, room: Phone) -> None:
    make_account(room)
    with app.app_context():
        accounts.make(session(), "Only a passkey")
    answers = []
    for name, password in (
        ("Ana", "wrong"),
        ("Unknown", PASSWORD),
        ("Only a passkey", PASSWORD),
        ("Ana", ""),
    ):
        phone = in_the_room(app)
        page = sign_in(phone, name, password)
        answers.append((phone.status, nonce_free(page.html).replace(f'value="{name}"', "")))
    assert len(set(answers)) == 1
    assert answers[0][0] == 422
    assert "Name and password do not fit together." in answers[0][1]


def test_no_answer_says_why_a_recovery_code_failed(app: Flask, room: Phone) -> None:
    make_account(room)
    used = CODE.findall(room.press("Show my recovery codes").words)[0]
    answers = []
    for name, code in (
        ("Ana", used),
        ("Ana", used),
        ("Unknown", used),
        ("Ana", "aaaa-aaaa-aaaa-aaaa"),
        ("Ana", "é"),
    ):
        phone = in_the_room(app)
        phone.get("/account/recover")
        page = phone.press("Sign in", name=name, code=code)
        answers.append((phone.status, nonce_free(page.html).replace(f'value="{name}"', "")))
    assert answers[0][0] == 200
    assert "Ways to sign in" in answers[0][1]
    assert len(set(answers[1:])) == 1
    assert answers[1][0] == 422


def test_signing_in_gives_new_cookies_and_leads_where_one_wanted_to_go(app: Flask, room: Phone) -> None:
    make_account(room)
    phone = in_the_room(app)
    phone.client.set_cookie("account", "planted-by-another", domain=HOST)
    phone.get("/account/sign-ins")
    before = {name: phone.client.get_cookie(name, domain=HOST) for name in ("account", "scorekeeper")}
    page = phone.press("Sign in", name="Ana", password=PASSWORD)
    assert title(page) == "Where you are signed in"
    for name, cookie in before.items():
        after = phone.client.get_cookie(name, domain=HOST)
        assert after.value != cookie.value
    first = phone.client.get_cookie("account", domain=HOST)
    sign_in(phone)
    with app.app_context():
        assert sign_ins.find(session(), first.value) is None, "the cookie from before is good for nothing"


@cases("wanted", "https://evil.test/", "//evil.test", "/m/x/y", "home.home", "accounts.delete")
def test_no_page_leads_outside(room: Phone, wanted: str) -> None:
    make_account(room)
    answer = room.client.post(
        "/account/sign-in",
        data={"name": "Ana", "password": PASSWORD, "next": wanted, "csrf_token": token(room.client)},
    )
    assert answer.headers["Location"] == "/account/"
