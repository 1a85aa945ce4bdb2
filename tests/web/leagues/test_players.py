"""Players of a league: two who become one, names that go, and who changes one."""

import pytest

from scorekeeper.store.leagues.people import player_changes, roster
from scorekeeper.web.site.database import session
from tests.web.conftest import Phone
from tests.web.leagues.club import NAMES, WON, Club, title

pytestmark = pytest.mark.long


def test_names_that_may_be_one_are_hinted_at_and_two_players_become_one_and_two_again(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    for name in ("Georgi", "Георги", "Ане"):
        organiser.get(tuesday.at("players/new"))
        organiser.press("Save", name=name)
    page = organiser.get(tuesday.at("players"))
    assert "Is this one and the same?" in page.words
    keys = {one.name: one.key for one in tuesday.list_players()}
    organiser.get(tuesday.at(f"players/{keys['Георги']}/edit"))
    page = organiser.get(tuesday.at(f"players/{keys['Георги']}/merge?other={keys['Georgi']}"))
    organiser.press("Make them one", stays=keys["Georgi"])
    assert "Георги" not in organiser.get(tuesday.at("players")).links
    assert title(organiser.get(tuesday.at(f"players/{keys['Георги']}"))) == "Georgi"
    organiser.get(tuesday.at(f"players/{keys['Georgi']}/edit"))
    organiser.press("Георги is another player after all")
    assert {"Georgi", "Георги"} <= organiser.get(tuesday.at("players")).links.keys()


def test_a_merge_asks_which_of_the_two_remains_and_says_what_moves(tuesday: Club, organiser: Phone) -> None:
    with tuesday.app.app_context():
        [georgi, *others], [gogo] = (
            tuesday.players("Георги", "Vera", "Ана", "Iñaki"),
            tuesday.players("Georgi"),
        )
        for players in ([georgi, *others], [georgi, *others], [gogo, *others]):
            tuesday.match(WON, players=players)
        tuesday.derive()
    organiser.get(tuesday.at("players"))
    page = organiser.click(next(words for words in organiser.page.links if " – " in words))
    assert "1 match of Georgi moves to Георги." in page.words
    assert "2 matches of Георги move to Georgi." in page.words
    assert page.forms[-1].value("stays") == "", "neither is preset"
    page = organiser.press("Make them one")
    assert (organiser.status, "Say which of the two remains." in page.words) == (422, True)
    assert len(tuesday.phone("player").get(tuesday.at("players")).links.keys() & {"Georgi", "Георги"}) == 2
    organiser.press("Make them one", stays=georgi)
    assert title(organiser.page) == "Георги"
    assert title(organiser.get(tuesday.at(f"players/{gogo}"))) == "Георги"
    page = organiser.get(tuesday.at(f"players/{georgi}/merge?other={others[0]}"))
    organiser.press("Make them one", stays=others[0])
    assert "These two have played in one match, so they cannot be one person." in organiser.page.words
    for who in ("scorer", "player", "stranger"):
        phone = tuesday.phone(who)
        phone.get(tuesday.at(f"players/{georgi}/merge?other={others[0]}"))
        assert phone.status == 404, who


def test_anonymity_takes_the_name_and_leaves_the_results(tuesday: Club, organiser: Phone) -> None:
    keys = tuesday.players(*NAMES)
    match = tuesday.match(WON, players=keys)
    tuesday.derive()
    organiser.get(tuesday.at(f"players/{keys[0]}/edit"))
    organiser.press("Take the name away for good", sure="1")
    page = organiser.get(tuesday.at(f"matches/{match.public_id}"))
    assert "Vera" not in page.words
    assert "Player 1" in page.words
    assert "12" in page.words


def test_a_name_that_is_missing_is_said_at_the_field(tuesday: Club) -> None:
    phone = tuesday.phone("scorer")
    phone.get(tuesday.at("players/new"))
    page = phone.press("Save", name="  ")
    assert phone.status == 422
    assert "Write a name here." in page.words


def test_the_person_and_organisers_alone_change_a_name(tuesday: Club) -> None:
    with tuesday.app.app_context():
        [vera] = tuesday.players("Vera")
        found = roster.find_player(session(), tuesday.league.id, vera)
        assert found is not None
        tuesday.organise(player_changes.add_player, name="Ivan")
    for who in ("scorer", "player", "stranger", "visitor"):
        phone = tuesday.phone(who)
        phone.get(tuesday.at(f"players/{vera}/edit"))
        assert phone.status == 404, who
