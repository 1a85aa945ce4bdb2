"""What an account's own pages say of its leagues: what is stored, and what becomes of them when it is deleted."""

import json
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.store.accounts import accounts
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.log import access, founding, nights
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.texts import read_texts
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


def test_what_an_account_wrote_in_a_league_is_shown_handed_out_and_goes_with_it(app: Flask) -> None:
    ana = in_the_room(app)
    make_account(ana, "Ana")
    tuesdays = find_league(app, "Ana", "Þriðjudagur")
    with app.test_request_context():
        given = {"access": tuesdays, "uuid": str(uuid4())}
        night = nights.plan_night(session(), date="2026-11-26", **given)
        given = {"access": tuesdays, "key": str(night.event.subject)}
        organising.plan_evening(session(), uuid=str(uuid4()), plan={"preset": "evening"}, name="", **given)
        organising.say_to_tables(session(), uuid=str(uuid4()), text="coffee is ready", **given)
    assert "coffee is ready" in ana.get("/account/data").words
    export = json.loads(ana.get("/account/export.json").html)
    assert export["reasons"] == [{"league": tuesdays.league.public_id, "text": "coffee is ready"}]
    ana.get("/account/delete")
    ana.press("Delete the account", name="Ana")
    with app.test_request_context():
        assert read_texts(session(), tuesdays.league.id, [1]) == {1: None}
