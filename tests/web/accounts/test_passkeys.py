"""Passkeys: where they are offered, and what their script's addresses refuse to strangers and hostile requests."""

import json

import pytest
from flask import Flask

from scorekeeper.store.accounts import accounts
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.accounts.room import token
from tests.web.conftest import Page

pytestmark = pytest.mark.long


@cases(
    "host, secure, said",
    ("localhost", False, ""),
    ("table.home.arpa", True, ""),
    ("table.lan", False, "plain http"),
    ("192.168.1.7:8000", False, "number"),
    ("192.168.1.7", True, "number"),
    ("[::1]:8000", False, "number"),
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
    assert client.post("/account/passkey/sign_in", data=values).get_json() != late
    client.set_cookie("scorekeeper", kept.value)
    assert client.post("/account/passkey/sign_in", data=values).get_json() == late, "answered before"


@cases(
    "address, status",
    ("/account/passkey/add/options", 403),
    ("/account/passkey/confirm/options", 403),
    ("/account/passkey/add", 403),
    ("/account/passkey/other/options", 404),
)
def test_the_scripts_addresses_are_closed_to_strangers(app: Flask, address: str, status: int) -> None:
    client = app.test_client()
    assert client.post(address, data={"csrf_token": token(client)}).status_code == status
