"""Matches of an account, and what is stored about it."""

import json
import subprocess
import sys
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.store.accounts import accounts
from scorekeeper.web.match import links
from scorekeeper.web.site.database import session
from tests.web.accounts.room import HOST, PASSWORD, in_the_room, make_account, sign_in, token
from tests.web.conftest import Page, Phone, link

pytestmark = pytest.mark.long


def test_an_account_adopts_what_it_opens_by_the_owners_link_and_nothing_else(
    app: Flask, room: Phone, kani_match: Any
) -> None:
    make_account(room)
    for kind in (links.WATCH, links.SCORE):
        room.get(link(app, kani_match, kind))
        assert "Kani" not in room.get("/account/").words
    room.get(link(app, kani_match, links.OWNER))
    page = room.get("/account/matches")
    assert "Kani" in page.words
    assert link(app, kani_match, links.OWNER) in page.html
    other = in_the_room(app)
    sign_in(other)
    assert link(app, kani_match, links.OWNER) in other.get("/account/").html, "it came along to another phone"
    page = other.get("/account/matches")
    page = other.press("✕")
    assert "off your list" in page.words
    assert "Kani" not in room.get("/account/").words


def test_a_match_is_adopted_also_where_the_phone_has_its_page_already(
    app: Flask, room: Phone, kani_match: Any
) -> None:
    address = link(app, kani_match, links.OWNER)
    room.get(address)
    tag = room.get(address).html and room.response.headers.get("ETag", "")
    make_account(room)
    room.client.get(address, headers={"If-None-Match": tag})
    assert "Kani" in room.get("/account/").words


def test_matches_from_before_come_along_on_request(room: Phone) -> None:
    room.get("/start/kani")
    room.press("Start")
    make_account(room)
    room.get("/account/")
    page = room.press("Add the 1 match that this phone owns")
    assert "1 match is in your account now" in page.words
    room.get("/start/belot")
    room.press("Start")
    words = room.get("/account/").words
    assert words.index("Belot") < words.index("Kani"), "a new one comes by itself, on top"


def test_a_withdrawn_owners_link_leaves_the_list(app: Flask, room: Phone, kani_match: Any) -> None:
    thief = in_the_room(app)
    make_account(thief, "Thief")
    thief.get(link(app, kani_match, links.OWNER))
    make_account(room)
    room.get(link(app, kani_match, links.OWNER, "share"))
    room.post(
        link(app, kani_match, links.OWNER, "withdraw"), [("csrf_token", token(room.client)), ("letter", "o")]
    )
    assert "Kani" not in thief.get("/account/").words
    assert "Kani" in room.get("/account/").words


def test_a_long_list_has_pages(app: Flask, room: Phone) -> None:
    for _ in range(21):
        room.get("/start/kani")
        room.press("Start")
    make_account(room)
    room.get("/account/")
    page = room.press("Add the 21 matches that this phone owns")
    assert len([f for f in page.forms if "✕" in f.buttons]) == 20
    page = room.click("Earlier ones")
    assert len([f for f in page.forms if "✕" in f.buttons]) == 1
    for odd in ("0", "-1", "x", "9" * 30, "99999999"):
        room.get(f"/account/matches?page={odd}")
        assert room.status == 200, odd


def test_what_is_stored_is_shown_exported_and_deleted(app: Flask, room: Phone, kani_match: Any) -> None:
    make_account(room, "Þórdís")
    room.get(link(app, kani_match, links.OWNER))
    page = room.get("/account/data")
    assert "Þórdís" in page.words
    room.click("All of it as a file")
    stored = json.loads(room.response.get_data(as_text=True))
    assert (stored["name"], stored["password"], stored["recovery_codes_left"]) == ("Þórdís", True, 0)
    assert [match["id"] for match in stored["matches"]] == [kani_match.public_id]
    assert link(app, kani_match, links.OWNER) not in room.response.get_data(as_text=True)
    room.get("/account/delete")
    page = room.press("Delete the account", name="Another")
    assert room.status == 422
    page = room.press("Delete the account", name="þórdís")
    assert "The account is deleted" in page.words
    assert room.client.get_cookie("account", domain=HOST) is None
    with app.app_context():
        for table in ("account", "sign_in", "account_match", "recovery_code", "passkey"):
            assert session().execute(text(f"SELECT count(*) FROM {table}")).scalar() == 0, table
    assert room.client.get(link(app, kani_match, links.OWNER)).status_code == 200, "the match stays"


def test_the_account_cookie_is_secure_under_tls_and_lax(app: Flask) -> None:
    with app.app_context():
        accounts.make(session(), "Ana", password=PASSWORD)
    for scheme in ("http", "https"):
        client = app.test_client()
        base = f"{scheme}://table.lan"
        shown = Page(client.get("/account/sign-in", base_url=base).get_data(as_text=True))
        form = next(form for form in shown.forms if "password" in form.names)
        values = {"csrf_token": form.value("csrf_token"), "name": "Ana", "password": PASSWORD}
        answer = client.post("/account/sign-in", base_url=base, data=values, headers={"Referer": f"{base}/"})
        cookie = next(one for one in answer.headers.getlist("Set-Cookie") if one.startswith("account="))
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert ("Secure" in cookie) is (scheme == "https")


def test_a_match_page_asks_nothing_about_accounts_without_the_cookie(
    app: Flask, room: Phone, kani_match: Any
) -> None:
    from sqlalchemy import event

    from scorekeeper.store.db import db

    asked: list[str] = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    room.get(link(app, kani_match, links.OWNER))
    assert asked
    assert [statement for statement in asked if "sign_in" in statement or "account" in statement] == []


def test_what_only_accounts_need_is_loaded_when_it_is_needed() -> None:
    code = (
        "import sys; from scorekeeper import create_app;"
        "create_app({'SECRET_KEY': 'x', 'SQLALCHEMY_DATABASE_URI': 'sqlite://'});"
        "print(*sorted({'argon2', 'webauthn', 'cryptography', 'cbor2'} & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert loaded.split() == []
