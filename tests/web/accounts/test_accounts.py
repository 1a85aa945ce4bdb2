"""Accounts on pages without JavaScript: who gets in, who does not, and that the answer does not say why."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, text, update

from scorekeeper.store.accounts import accounts, sign_ins
from scorekeeper.store.accounts.models import SignInRow, TicketRow
from scorekeeper.store.match import statements
from scorekeeper.web.match import links
from scorekeeper.web.site.database import session
from tests.web.conftest import Page, Phone, link

PASSWORD = "lau karta eskuan"
ROOM, HOST = "http://table.lan", "table.lan"
CODE = re.compile(r"[2-9a-z]{4}(?:-[2-9a-z]{4}){3}")


class RoomClient(FlaskClient):
    """Asks for every page at an address where passkeys are not possible."""

    def open(self, *args: Any, **given: Any) -> Any:
        if args and isinstance(args[0], str):
            given.setdefault("base_url", ROOM)
        return super().open(*args, **given)


def in_the_room(app: Flask) -> Phone:
    """A phone in the room."""
    return Phone(RoomClient(app, app.response_class))


@pytest.fixture
def room(app: Flask) -> Phone:
    return in_the_room(app)


def make_account(phone: Phone, name: str = "Ana", password: str = PASSWORD) -> Page:
    phone.get("/account/new")
    return phone.press("Make an account", name=name, password=password)


def sign_in(phone: Phone, name: str = "Ana", password: str = PASSWORD) -> Page:
    phone.get("/account/sign-in")
    return phone.press("Sign in", name=name, password=password)


def title(page: Page) -> str:
    return re.sub(r"<[^>]+>", "", re.findall(r"<h1>(.*?)</h1>", page.html, re.S)[0]).strip()


def nonce_free(html: str) -> str:
    """A page without what is new in every answer."""
    return re.sub(r'name="csrf_token" value="[^"]*"', "", html)


# --- getting in -----------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("", PASSWORD, "An account needs a name"),
        ("x" * 61, PASSWORD, "At most 60 characters"),
        ("A\u202ena", PASSWORD, "cannot be shown"),
        ("Ana", "short", "At least 10 characters"),
        ("Ana Ana Ana", "ana ana ana", "the first one that is guessed"),
    ],
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
        assert after is not None
        assert cookie is not None
        assert after.value != cookie.value
    first = phone.client.get_cookie("account", domain=HOST)
    sign_in(phone)
    with app.app_context():
        assert first is not None
        assert sign_ins.find(session(), first.value) is None, "the cookie from before is good for nothing"


@pytest.mark.parametrize(
    "wanted", ["https://evil.test/", "//evil.test", "/m/x/y", "home.home", "accounts.delete"]
)
def test_no_page_leads_outside(room: Phone, wanted: str) -> None:
    make_account(room)
    answer = room.client.post(
        "/account/sign-in",
        data={"name": "Ana", "password": PASSWORD, "next": wanted, "csrf_token": token(room.client)},
    )
    assert answer.headers["Location"] == "/account/"


def token(client: FlaskClient) -> str:
    return Page(client.get("/account/new").get_data(as_text=True)).forms[0].value("csrf_token")


@pytest.mark.parametrize(
    ("host", "secure", "said"),
    [
        ("localhost", False, ""),
        ("table.home.arpa", True, ""),
        ("table.lan", False, "plain http"),
        ("192.168.1.7:8000", False, "number"),
        ("192.168.1.7", True, "number"),
        ("[::1]:8000", False, "number"),
    ],
)
def test_passkeys_are_offered_where_browsers_allow_them(
    app: Flask, host: str, secure: bool, said: str
) -> None:
    scheme = "https" if secure else "http"
    page = Page(
        app.test_client().get("/account/sign-in", base_url=f"{scheme}://{host}").get_data(as_text=True)
    )
    assert ("Sign in with a passkey" in page.html) is (said == "")
    assert ("Passkeys are not possible here." in page.words) is (said != "")
    assert said in page.words


def test_passkeys_are_for_the_hosts_that_the_keeper_named(app: Flask) -> None:
    app.config["HOSTS"] = ("scores.example", "*.lan")
    for host, offered in (("scores.example", True), ("other.lan", False)):
        page = app.test_client().get("/account/sign-in", base_url=f"https://{host}").get_data(as_text=True)
        assert ("Sign in with a passkey" in page) is offered


# --- the script's addresses -----------------------------------------------------------------------

HOSTILE = [
    "",
    "{}",
    "[]",
    "null",
    "0",
    "x" * 30_000,
    "[" * 9_000,
    '{"id": 1, "rawId": {}, "response": 7}',
    "\0",
    json.dumps(
        {
            "id": "aa",
            "rawId": "aa",
            "type": "public-key",
            "response": {
                "clientDataJSON": "aaaa",
                "authenticatorData": "aaaa",
                "signature": "aaaa",
                "userHandle": "\ud800",
                "attestationObject": "aaaa",
            },
        }
    ),
]


@pytest.mark.parametrize("what", ["sign_in", "new"])
def test_anything_handed_in_for_a_passkey_is_refused_in_words(app: Flask, what: str) -> None:
    for answer in HOSTILE:
        client = app.test_client()
        values = {"csrf_token": token(client), "name": "Vera"}
        given = client.post(f"/account/passkey/{what}/options", data=values)
        assert given.status_code == 200
        refused = client.post(f"/account/passkey/{what}", data={**values, "credential": answer})
        assert refused.status_code == 422, answer[:40]
        assert refused.get_json() == {"error": "This passkey does not fit. Nothing was changed."}
    with app.app_context():
        assert accounts.by_name(session(), "Vera") is None


def test_a_challenge_is_for_one_browser_one_purpose_and_one_answer(app: Flask) -> None:
    client = app.test_client()
    values = {"csrf_token": token(client), "name": "Vera", "credential": "{}"}
    late = {"error": "That took too long. Press the button once more."}
    assert client.post("/account/passkey/sign_in", data=values).get_json() == late, "nothing was asked"
    asked = client.post("/account/passkey/sign_in/options", data=values).get_json()
    assert (asked["rpId"], asked["userVerification"]) == ("localhost", "required")
    assert asked["allowCredentials"] == [], "the answer does not say which passkeys there are"
    assert client.post("/account/passkey/new", data=values).get_json() == late, "something else was asked"
    client.post("/account/passkey/sign_in/options", data=values)
    kept = client.get_cookie("scorekeeper")
    assert kept is not None
    assert client.post("/account/passkey/sign_in", data=values).get_json() != late
    client.set_cookie("scorekeeper", kept.value)
    assert client.post("/account/passkey/sign_in", data=values).get_json() == late, "answered before"


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/account/passkey/add/options", 403),
        ("/account/passkey/confirm/options", 403),
        ("/account/passkey/add", 403),
        ("/account/passkey/other/options", 404),
    ],
)
def test_the_scripts_addresses_are_closed_to_strangers(app: Flask, address: str, status: int) -> None:
    client = app.test_client()
    assert client.post(address, data={"csrf_token": token(client)}).status_code == status


# --- every route ----------------------------------------------------------------------------------

OPEN = {
    "accounts.home": 303,
    "accounts.sign_in": 200,
    "accounts.new": 200,
    "accounts.recover": 200,
    "accounts.link": 404,
}
"""What a stranger gets; everything else asks them to sign in."""


def account_routes(app: Flask, method: str) -> list[tuple[str, str]]:
    found = [
        rule
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("accounts.") and method in rule.methods
    ]
    assert len(found) > 8
    return [(rule.endpoint, re.sub(r"<\w+>", "sign_in", rule.rule)) for rule in found]


def test_a_stranger_sees_no_account_s_pages(app: Flask) -> None:
    for endpoint, address in account_routes(app, "GET"):
        answer = app.test_client().get(address)
        assert answer.status_code == OPEN.get(endpoint, 303), address
        assert answer.headers["Cache-Control"] == "no-store"
        if endpoint not in OPEN:
            assert answer.headers["Location"].startswith("/account/sign-in"), address


def test_nothing_is_changed_without_a_token(app: Flask, room: Phone) -> None:
    make_account(room)
    with app.app_context():
        before = session().execute(select(func.count(SignInRow.id))).scalar_one()
    for _endpoint, address in account_routes(app, "POST"):
        answer = room.client.post(
            address, data={"name": "Ana", "password": PASSWORD, "which": "others", "round": "0"}
        )
        assert answer.status_code in (400, 404), address
    with app.app_context():
        assert accounts.by_name(session(), "Ana") is not None
        assert session().execute(select(func.count(SignInRow.id))).scalar_one() == before


def test_a_stranger_changes_nothing_even_with_a_token(app: Flask) -> None:
    for endpoint, address in account_routes(app, "POST"):
        if endpoint in ("accounts.new", "accounts.sign_in", "accounts.recover") or "passkey" in endpoint:
            continue
        client = app.test_client()
        answer = client.post(address, data={"csrf_token": token(client), "name": "Ana", "which": "1"})
        assert answer.status_code in (303, 404), address
        assert client.get_cookie("account") is None


# --- sign-ins -------------------------------------------------------------------------------------


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


# --- another phone --------------------------------------------------------------------------------


def square_of(phone: Phone) -> str:
    phone.get("/account/another")
    page = phone.press("Show the square")
    assert "<svg" in page.html
    found = re.search(r"http://[\w.]+(/account/in/[\w-]+)", page.words)
    assert found is not None
    return found[1]


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
        session().execute(update(TicketRow).values(expires_at=statements.now()))
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


# --- keys -----------------------------------------------------------------------------------------


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


# --- matches --------------------------------------------------------------------------------------


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


# --- what is stored -------------------------------------------------------------------------------


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
