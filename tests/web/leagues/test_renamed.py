"""A name that is changed on the sheet of a league's match: a spelling, or another person who then has the result."""

import pytest

from scorekeeper.store.leagues.people import player_changes, roster
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session
from tests.web.conftest import Page, Phone, link
from tests.web.leagues.club import NAMES, Club
from tests.web.leagues.test_matches import confirm, in_league, word
from tests.web.leagues.test_seats import winners

ASKED = "a spelling, or another person?"


def called(phone: Phone, tuesday: Club, match: Match, seat: int, name: str) -> Page:
    """The page that comes when a name is changed on the sheet."""
    phone.get(link(tuesday.app, match, "score", "names"))
    return phone.press("Save", **{f"name-{seat}": name})


def at_table(tuesday: Club, match: Match) -> list[str]:
    with tuesday.app.app_context():
        found = ledger.load(session(), match.public_id)
        return found.seat_names


def players_of(tuesday: Club, match: Match) -> tuple[str, ...]:
    with tuesday.app.app_context():
        session().rollback()
        row = tuesday.find_match(match.public_id)
        return row.players


def add(tuesday: Club, name: str) -> str:
    return tuesday.players(name)[0]


def test_another_person_has_the_result_and_it_is_confirmed_anew(tuesday: Club, over: Match) -> None:
    boris = add(tuesday, "Boris")
    [vera, *others] = players_of(tuesday, over)
    word(tuesday.phone("visitor"), tuesday, over, 2, "The result is right")
    tuesday_organiser = tuesday.phone("organiser")
    page = called(tuesday_organiser, tuesday, over, 0, "boris")
    assert ASKED in page.words
    assert "this match counts for Vera so far" in page.words
    assert at_table(tuesday, over)[0] == "Vera", "nothing is saved yet"
    page = tuesday_organiser.press("Save")
    assert ASKED in page.words, "an answer is not taken for granted"
    tuesday_organiser.press("Save", **{"who-0": boris})
    assert at_table(tuesday, over)[0] == "boris"
    assert players_of(tuesday, over) == (boris, *others)
    assert winners(tuesday, over) == ["Boris", "Георги"]
    page = tuesday.phone("player").get(in_league(tuesday, over))
    assert "waits to be confirmed" in page.words
    assert "who played was changed: Vera → Boris" in page.words
    with tuesday.app.app_context():
        match = ledger.load(session(), over.public_id)
        assert [event.kind for event in match.events][-1] == "renamed"
        assert vera not in {row.players for row in tuesday.list_matches()}


@pytest.mark.parametrize("reads", [True, False])
def test_the_table_says_who_is_meant_before_the_result_is_confirmed(
    tuesday: Club, over: Match, reads: bool
) -> None:
    boris = add(tuesday, "Boris")
    phone = tuesday.phone("player" if reads else "visitor")
    page = called(phone, tuesday, over, 0, "Boris")
    assert page.html.count('name="who-0"') == (3 if reads else 2), "who may not read sees no list"
    phone.press("Save", **{"who-0": boris if reads else "another"})
    assert players_of(tuesday, over)[0] == boris
    page = called(phone, tuesday, over, 1, "Zoe")
    phone.press("Save", **{"who-1": "another"})
    assert winners(tuesday, over) == ["Boris", "Zoe"]
    with tuesday.app.app_context():
        zoe = roster.find_player(session(), tuesday.league.id, players_of(tuesday, over)[1])
        assert (zoe.name, zoe.guest) == ("Zoe", True)


def test_once_it_is_confirmed_an_organiser_says_that_another_person_played(
    tuesday: Club, over: Match
) -> None:
    boris, before = add(tuesday, "Boris"), players_of(tuesday, over)
    confirm(tuesday, over)
    phone = tuesday.phone("visitor")
    page = called(phone, tuesday, over, 0, "Boris")
    assert "is for an organiser to say now" in page.words
    phone.press("Save", **{"who-0": boris})
    phone.press("Save", **{"who-0": "another"})
    assert at_table(tuesday, over)[0] == "Vera"
    phone.press("Save", **{"who-0": "spelling"})
    assert at_table(tuesday, over)[0] == "Boris"
    assert players_of(tuesday, over) == before
    assert "waits to be confirmed" not in tuesday.phone("player").get(in_league(tuesday, over)).words


@pytest.mark.parametrize("name", ["VERA", "Véra", "Вера", "Verra", "Verka"])
def test_a_slip_of_the_pen_and_an_alias_are_not_asked_about(tuesday: Club, over: Match, name: str) -> None:
    before = players_of(tuesday, over)
    with tuesday.app.app_context():
        [verka] = tuesday.players("Verka")
        tuesday.organise(player_changes.merge, key=verka, into=before[0])
    phone = tuesday.phone("visitor")
    called(phone, tuesday, over, 0, name)
    assert at_table(tuesday, over)[0] == name
    assert players_of(tuesday, over) == before


def test_a_slip_that_is_another_players_name_is_asked_about(tuesday: Club, over: Match) -> None:
    add(tuesday, "Vela")
    assert ASKED in called(tuesday.phone("visitor"), tuesday, over, 0, "Vela").words


def test_two_whose_names_were_exchanged_are_both_asked_about(tuesday: Club, over: Match) -> None:
    vera, georgi, thordis, inaki = players_of(tuesday, over)
    phone = tuesday.phone("player")
    phone.get(link(tuesday.app, over, "score", "names"))
    phone.press("Save", **{"name-1": NAMES[2], "name-2": NAMES[1]})
    page = phone.press("Save", **{"who-1": thordis, "who-2": "spelling"})
    assert "One person cannot sit on two seats." in page.words
    assert at_table(tuesday, over) == list(NAMES)
    phone.press("Save", **{"who-1": thordis, "who-2": georgi})
    assert at_table(tuesday, over) == [NAMES[0], NAMES[2], NAMES[1], NAMES[3]]
    assert players_of(tuesday, over) == (vera, thordis, georgi, inaki)


def test_another_name_asks_anew(tuesday: Club, over: Match) -> None:
    boris, zoe = add(tuesday, "Boris"), add(tuesday, "Zoe")
    phone = tuesday.phone("player")
    called(phone, tuesday, over, 0, "Boris")
    page = phone.press("Save", **{"who-0": boris, "name-0": "Zoe"})
    assert ASKED in page.words
    phone.press("Save", **{"who-0": zoe})
    assert players_of(tuesday, over)[0] == zoe


def test_a_name_with_which_another_person_came_is_not_undone(tuesday: Club, over: Match) -> None:
    vera, boris = players_of(tuesday, over)[0], add(tuesday, "Boris")
    phone = tuesday.phone("player")
    called(phone, tuesday, over, 0, "Boris")
    phone.press("Save", **{"who-0": boris})
    phone.get(link(tuesday.app, over, "score", "undo"))
    page = phone.press("Undo it")
    assert "Change it under Names, and say who it is." in page.words
    assert at_table(tuesday, over)[0] == "Boris"
    called(phone, tuesday, over, 0, "Vera")
    phone.press("Save", **{"who-0": vera})
    assert winners(tuesday, over) == ["Vera", "Георги"]


def test_a_match_in_no_league_asks_nothing(tuesday: Club, over: Match, organiser: Phone) -> None:
    add(tuesday, "Boris")
    organiser.get(in_league(tuesday, over))
    organiser.press("Take it out of the league")
    called(tuesday.phone("visitor"), tuesday, over, 0, "Boris")
    assert at_table(tuesday, over)[0] == "Boris"
