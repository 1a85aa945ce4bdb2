"""Every route of an account: strangers see none of it and change nothing."""

import re

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.store.accounts import accounts
from scorekeeper.store.accounts.models import SignInRow
from scorekeeper.web.site.database import session
from tests.web.accounts.room import PASSWORD, make_account, token
from tests.web.conftest import Phone

pytestmark = pytest.mark.long

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
