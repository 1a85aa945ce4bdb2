"""The sheet of codes with which players take the own names into an account."""

import re
from datetime import timedelta

import pytest

from scorekeeper.store import clock
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.refusals import NotThere, Refused, TooOften
from scorekeeper.store.leagues.people import invitations, player_changes
from scorekeeper.web.site.database import session
from tests.web.conftest import Page
from tests.web.leagues.club import NAMES, Club, new

CODE = re.compile(r"/leagues/join/</span><b>((?:[2-9a-z]{4}-){3}[2-9a-z]{4})</b>")


@pytest.fixture
def keys(tuesday: Club) -> list[str]:
    """Players of the league, none of them claimed."""
    return tuesday.players(*NAMES)


def print_sheet(tuesday: Club, **ticked: list[str]) -> Page:
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("claims"))
    return organiser.press("Make the sheet", **ticked)


def test_each_player_without_an_account_has_a_slip_and_its_code_hands_the_player_over(
    tuesday: Club, keys: list[str]
) -> None:
    with tuesday.app.app_context():
        token = invitations.invite(session(), tuesday.access(), player=keys[0])
        invitations.accept_invitation(session(), token, Who(tuesday.accounts["player"]), uuid=new())
        tuesday.organise(player_changes.add_players, names=["Guest"], guests=True)
    page = print_sheet(tuesday)
    names = re.findall(r"<li[^>]*><h2>([^<]+)</h2>", page.html)
    assert sorted(names) == sorted(NAMES[1:])
    codes = dict(zip(names, CODE.findall(page.html), strict=True))
    assert page.html.count('class="qr"') == len(codes) == 3
    stranger = tuesday.phone("stranger")
    said = stranger.get(f"/leagues/join/{codes['Iñaki']}").words
    assert "From then on the results of Iñaki are yours." in said
    stranger.press("Join as Stranger")
    [inaki] = tuesday.list_players(search="Iñaki")
    assert inaki.account == tuesday.accounts["stranger"]


def test_only_those_who_are_ticked_are_printed(tuesday: Club, keys: list[str]) -> None:
    assert len(CODE.findall(print_sheet(tuesday, player=keys[:2]).html)) == 2


def test_who_was_claimed_before_a_merge_has_an_account(tuesday: Club, keys: list[str]) -> None:
    with tuesday.app.app_context():
        token = invitations.invite(session(), tuesday.access(), player=keys[0])
        invitations.accept_invitation(session(), token, Who(tuesday.accounts["player"]), uuid=new())
        tuesday.organise(player_changes.merge, key=keys[0], into=keys[1])
        unclaimed = invitations.list_unclaimed(session(), tuesday.league.id)
    assert {one.key for one in unclaimed} == set(keys[2:])


def test_codes_are_good_as_long_as_an_invitation_and_end_with_the_next_sheet(
    tuesday: Club, keys: list[str]
) -> None:
    with tuesday.app.app_context():
        [first] = invitations.make_slips(session(), tuesday.access(), keys[:1])
        [listed] = invitations.list_invitations(session(), tuesday.access())
        assert abs(listed.expires_at - clock.now() - invitations.USUAL_LASTS) < timedelta(minutes=1)
        assert (listed.uses_left, listed.role) == (1, "player")
        [second] = invitations.make_slips(session(), tuesday.access(), keys[:1])
        assert invitations.find_offer(session(), first.code) is None
        assert invitations.find_offer(session(), second.code) is not None


def test_a_sheet_is_for_organisers_and_is_bounded(tuesday: Club, keys: list[str]) -> None:
    with tuesday.app.app_context():
        with pytest.raises(NotThere):
            invitations.make_slips(session(), tuesday.access("scorer"), keys)
        for wrong in ([], ["nokey"]):
            with pytest.raises(Refused):
                invitations.make_slips(session(), tuesday.access(), wrong)
        many = tuesday.players(*(f"Player {number}" for number in range(invitations.MAX_SLIPS + 1)))
        with pytest.raises(Refused):
            invitations.make_slips(session(), tuesday.access(), many)
        for _sheet in range(invitations.NEW_SHEET.burst):
            invitations.make_slips(session(), tuesday.access(), many[:1])
        with pytest.raises(TooOften):
            invitations.make_slips(session(), tuesday.access(), many[:1])


def test_without_a_tick_the_page_says_so_and_makes_nothing(tuesday: Club, keys: list[str]) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("claims"))
    page = organiser.press("Make the sheet", player=[])
    assert organiser.status == 422
    assert "between one and 96 players" in page.words
    with tuesday.app.app_context():
        assert invitations.list_invitations(session(), tuesday.access()) == []
