"""Matches of a league that are being played: who sits there, the score and the deal, wherever they are listed."""

from html import unescape

import pytest

from scorekeeper.store.leagues.log import nights
from scorekeeper.store.match.match import Match
from tests.web.conftest import Page
from tests.web.leagues.club import NAMES, WON, Club

pytestmark = pytest.mark.long

SOME = {**WON, "bid": 8, "tricks": 8}


@pytest.fixture
def playing(tuesday: Club) -> Match:
    """A match of which a deal was recorded."""
    found = tuesday.match(
        SOME, players=tuesday.players(*NAMES), rules={"target": 40, "tie_at_target": "shared"}
    )
    tuesday.derive()
    return found


def record(tuesday: Club, playing: Match, entry: dict[str, object]) -> None:
    """Another deal; nothing is derived of it."""
    tuesday.add_event(playing, "recorded", {"entry": entry})


def where(tuesday: Club, playing: Match) -> dict[str, str]:
    """The pages that show the match: the list, its night, its own."""
    with tuesday.app.app_context():
        night = nights.tonight(tuesday.league)
    return {"list": "matches", "night": f"nights/{night}", "match": f"matches/{playing.public_id}"}


def words(page: Page) -> str:
    return " ".join(page.words.split())


@pytest.mark.parametrize("which", ["list", "night", "match"])
def test_a_match_that_is_being_played_shows_who_plays_the_score_and_the_deal(
    tuesday: Club, playing: Match, which: str
) -> None:
    path, phone = where(tuesday, playing)[which], tuesday.phone("player")
    page = phone.get(tuesday.at(path))
    assert "being played, deal 2" in words(page)
    for name, total in zip(NAMES, (8, 8, 0, 0), strict=True):
        assert name in words(page)
        assert f"{name}{total}" in "".join(words(page).split()), f"{name} has {total}"
    assert 'data-hx-trigger="every 10s"' in page.html
    record(tuesday, playing, SOME)
    page = phone.get(tuesday.at(path))
    assert "being played, deal 3" in words(page)
    assert "Vera16" in "".join(words(page).split())


def test_a_page_without_a_live_match_does_not_ask_again(tuesday: Club, over: Match) -> None:
    tuesday.derive()
    for path in where(tuesday, over).values():
        assert "every 10s" not in tuesday.phone("player").get(tuesday.at(path)).html


def test_a_match_that_has_just_ended_is_not_said_to_be_played(tuesday: Club, playing: Match) -> None:
    for _ in range(3):
        record(tuesday, playing, WON)
    page = tuesday.phone("player").get(tuesday.at("matches"))
    assert "has just ended" in words(page)
    assert "being played, deal" not in words(page)
    tuesday.derive()
    assert "has just ended" not in words(tuesday.phone("player").get(tuesday.at("matches")))


def test_a_match_in_the_bin_is_not_said_to_be_played(tuesday: Club, playing: Match) -> None:
    tuesday.add_event(playing, "binned", {})
    page = tuesday.phone("player").get(tuesday.at("matches"))
    assert "in the bin" in words(page)
    assert "being played, deal" not in words(page)


def test_a_name_that_was_taken_away_is_not_shown_by_a_live_match(tuesday: Club, playing: Match) -> None:
    keys = {one.name: one.key for one in tuesday.list_players()}
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at(f"players/{keys['Vera']}/edit"))
    button = next(
        words
        for form in organiser.page.forms
        for words in form.buttons
        if "name" in words and words != "Save"
    )
    organiser.press(button, sure="1")
    for path in where(tuesday, playing).values():
        assert "Vera" not in unescape(tuesday.phone("player").get(tuesday.at(path)).html), path
