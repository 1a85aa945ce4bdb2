"""What an account's own pages say of its leagues: what is stored, and what becomes of them when it is deleted."""

import json
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.store.accounts import accounts
from scorekeeper.store.leagues.log import access, founding
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.people import invitations
from scorekeeper.web.site.database import session
from tests.web.accounts.room import in_the_room, make_account, title

pytestmark = pytest.mark.long


def find_league(app: Flask, owner: str, name: str) -> Any:
    """A league of another account, as it stands."""
    with app.test_request_context():
        account = accounts.by_name(session(), owner)
        made = founding.found_league(session(), Who(account.id), uuid=str(uuid4()), name=name)
        return access.find_access(session(), made.public_id, Who(account.id))


def test_an_account_hears_what_becomes_of_its_leagues(app: Flask) -> None:
    ana, boris = in_the_room(app), in_the_room(app)
    make_account(ana, "Ana")
    make_account(boris, "Boris")
    tuesdays = find_league(app, "Ana", "Þriðjudagur")
    with app.test_request_context():
        other = accounts.by_name(session(), "Boris")
        token = invitations.invite(session(), tuesdays, role="organiser")
        invitations.accept_invitation(session(), token, Who(other.id), uuid=str(uuid4()))
    assert "your role, and who you are there" in ana.get("/account/data").words
    export = json.loads(ana.get("/account/export.json").html)
    told = {"id": tuesdays.league.public_id, "name": "Þriðjudagur", "role": "owner", "player": None}
    assert export["leagues"] == [told]
    page = ana.get("/account/delete")
    assert title(page) == "Delete the account?"
    assert "You are the only owner of this league:" in page.words
    assert "Þriðjudagur" in page.words
    assert "only owner" not in boris.get("/account/delete").words
    ana.get("/account/delete")
    assert "The account is deleted" in ana.press("Delete the account", name="Ana").words
    with app.test_request_context():
        heir = access.find_access(session(), tuesdays.league.public_id, Who(other.id))
        assert heir.role == "owner"
    assert "You are the only owner of this league:" in boris.get("/account/delete").words
