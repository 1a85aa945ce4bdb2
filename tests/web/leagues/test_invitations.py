"""Invitations to a league and links that hand a player to an account."""

from datetime import timedelta

import pytest

from scorekeeper.store.forgetting import forget
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.people import invitations, player_changes
from scorekeeper.web.site.database import session
from tests.web.accounts.room import in_the_room, make_account
from tests.web.conftest import Page, Phone
from tests.web.leagues.club import Club, handed_in, new, taken_in, title

pytestmark = pytest.mark.long


def link_in(page: Page) -> str:
    return "/leagues/join/" + page.words.partition("/leagues/join/")[2].split()[0]


def invite(tuesday: Club, **typed: str) -> str:
    """The address of a new invitation by the organiser."""
    phone = tuesday.phone("organiser")
    phone.get(tuesday.at("invite"))
    return link_in(phone.press("Make a link", **typed))


def test_an_invitation_opened_signed_out_leads_to_signing_in_and_back(tuesday: Club) -> None:
    where = invite(tuesday, role="scorer")
    phone = in_the_room(tuesday.app)
    make_account(phone, "Ane")
    phone.get("/account/")
    phone.press("Sign out")
    page = phone.get(where)
    assert "brings matches into the league and may add guests" in page.words
    page = phone.press("Sign in and join")
    assert title(page) == "Sign in"
    page = phone.press("Sign in", name="Ane", password="lau karta eskuan")
    assert title(page) == "Þriðjudagur"
    page = phone.press("Join as Ane")
    assert "Welcome to the league." in page.words
    assert "Start a match" in page.links


def test_who_makes_an_account_because_of_an_invitation_comes_back_to_it(tuesday: Club) -> None:
    phone = in_the_room(tuesday.app)
    phone.get(invite(tuesday, role="player"))
    phone.press("Sign in and join")
    phone.click("New here? Make an account")
    page = phone.press("Make an account", name="Nýr", password="lau karta eskuan")
    assert title(page) == "Þriðjudagur"
    assert "Welcome to the league." in phone.press("Join as Nýr").words


@pytest.mark.parametrize("spoilt", ["used", "revoked", "expired", "unknown", "anonymous", "undone"])
def test_an_invitation_that_is_no_good_looks_like_none(tuesday: Club, spoilt: str) -> None:
    where = invite(tuesday)
    if spoilt == "used":
        first = tuesday.phone("stranger")
        first.get(where)
        first.press("Join as Stranger")
    elif spoilt == "revoked":
        organiser = tuesday.phone("organiser")
        organiser.get(tuesday.at("members"))
        organiser.press("Withdraw")
    elif spoilt == "expired":
        with tuesday.app.app_context():
            token = invitations.invite(
                session(), tuesday.access(), role="player", lasts=timedelta(microseconds=1)
            )
        where = f"/leagues/join/{token}"
    elif spoilt in ("anonymous", "undone"):
        where = claim_link_of_who_is_gone(tuesday, spoilt)
    else:
        where = where[:-3] + ("xyz" if not where.endswith("xyz") else "abc")
    phone = tuesday.phone("visitor")
    phone.get(where)
    assert phone.status == 404


def claim_link_of_who_is_gone(tuesday: Club, how: str) -> str:
    """The link to a player who asked to be anonymous meanwhile, or whose import was undone."""
    organiser = tuesday.phone("organiser")
    handed_in(
        tuesday, organiser, "paper", b"date;game;side1;total1;side2;total2\n2026-01-06;Eskoba;Ana;1;Bo;2"
    )
    taken_in(organiser)
    with tuesday.app.app_context():
        [ana] = tuesday.list_players(search="Ana")
        token = invitations.invite(session(), tuesday.access(), player=ana.key)
        if how == "anonymous":
            tuesday.organise(forget.forget_player, key=ana.key)
        else:
            organiser.press("Take all of it out again")
    return f"/leagues/join/{token}"


def test_a_claim_link_hands_a_player_to_an_account(tuesday: Club, organiser: Phone) -> None:
    [vera] = tuesday.players("Vera")
    organiser.get(tuesday.at(f"players/{vera}/edit"))
    organiser.click("Make a link")
    where = link_in(organiser.press("Make a link"))
    stranger = tuesday.phone("stranger")
    page = stranger.get(where)
    assert "From then on the results of Vera are yours." in page.words
    stranger.press("Join as Stranger")
    stranger.get(tuesday.at(f"players/{vera}/edit"))
    page = stranger.press("Save", name="Вера")
    assert title(page) == "Вера"
    assert "It is another player" not in stranger.get(tuesday.at(f"players/{vera}/edit")).words


def test_who_claimed_a_player_keeps_the_rights_to_whom_they_turned_out_to_be(tuesday: Club) -> None:
    with tuesday.app.app_context():
        vera, other = tuesday.players("Vera", "Вера")
        token = invitations.invite(session(), tuesday.access(), player=vera)
        invitations.accept_invitation(session(), token, Who(tuesday.accounts["player"]), uuid=new())
        tuesday.organise(player_changes.merge, key=vera, into=other)
    organiser = tuesday.phone("organiser")
    assert "Make a link" not in organiser.get(tuesday.at(f"players/{other}/edit")).links
    phone = tuesday.phone("player")
    phone.get(tuesday.at(f"players/{other}"))
    phone.click("Change")
    page = phone.press("Save", name="Vera Ivanova")
    assert title(page) == "Vera Ivanova"
    phone.click("Change")
    page = phone.press("Let go of the player")
    assert "Change" not in page.links
