"""A rematch that the table starts: it says that it does not count yet, and an organiser takes it in with one tap."""

import pytest

from scorekeeper.store.leagues.matches import listing
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session
from tests.web.conftest import Phone, link
from tests.web.leagues.club import Club
from tests.web.leagues.test_matches import in_league
from tests.web.leagues.test_renamed import add, players_of
from tests.web.leagues.test_seats import winners
from tests.web.leagues.test_waiting import count_waiting

NOT_YET = "This rematch does not count in Þriðjudagur yet: an organiser takes it in."
WAITS = "rematches that do not count yet"


def play_again(tuesday: Club, before: Match) -> tuple[Phone, Match]:
    """A phone of the table, and the rematch that it started."""
    phone = tuesday.phone("visitor")
    phone.get(link(tuesday.app, before, "score"))
    phone.press("Rematch, same seats")
    with tuesday.app.app_context():
        match = ledger.load(session(), phone.address.split("/")[2])
    assert match is not None
    return phone, match


def test_the_table_reads_that_it_does_not_count_and_an_organiser_takes_it_in(
    tuesday: Club, over: Match, organiser: Phone
) -> None:
    phone, rematch = play_again(tuesday, over)
    assert NOT_YET in phone.page.words
    assert "Þriðjudagur" not in tuesday.phone("visitor").get(link(tuesday.app, rematch, "watch")).words
    assert NOT_YET in phone.get(link(tuesday.app, rematch, "score", "league")).words
    assert count_waiting(tuesday, "scorer") == {}
    organiser.get(tuesday.at("more"))
    page = organiser.click(f"{WAITS} 1")
    assert "It counts for Vera, Георги, Þórdís, Iñaki." in page.words
    page = organiser.press("Take it in")
    assert "The match is in the league." in page.words
    assert players_of(tuesday, rematch) == players_of(tuesday, over)
    assert WAITS not in organiser.get(tuesday.at()).words
    assert NOT_YET not in phone.get(link(tuesday.app, rematch, "score")).words


def test_after_its_end_the_card_says_so_and_what_was_played_counts(tuesday: Club, over: Match) -> None:
    phone, rematch = play_again(tuesday, over)
    deal = {"kind": "deal", "bid": 7, "declarer": 2, "partner": 3, "tricks": 7}
    tuesday.add_event(rematch, "recorded", {"entry": deal}, seat=2)
    page = phone.get(link(tuesday.app, rematch, "score"))
    assert NOT_YET not in page.words, "it is said before the first deal"
    tuesday.add_event(rematch, "recorded", {"entry": {**deal, "bid": 12, "tricks": 12}}, seat=2)
    assert NOT_YET in phone.get(link(tuesday.app, rematch, "score")).words
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("rematches"))
    organiser.press("Take it in")
    assert winners(tuesday, rematch) == ["Iñaki", "Þórdís"]


def test_a_rematch_that_stays_outside_is_asked_about_no_more(tuesday: Club, over: Match) -> None:
    phone, rematch = play_again(tuesday, over)
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("rematches"))
    page = organiser.press("Leave it outside")
    assert "It stays outside the league." in page.words
    assert "Take it in" not in page.words
    assert NOT_YET not in phone.get(link(tuesday.app, rematch, "score")).words
    assert organiser.get(in_league(tuesday, rematch)) is organiser.page
    assert organiser.status == 404


def test_a_changed_name_is_asked_about_before_the_rematch_comes_in(tuesday: Club, over: Match) -> None:
    boris, before = add(tuesday, "Boris"), players_of(tuesday, over)
    phone, rematch = play_again(tuesday, over)
    phone.get(link(tuesday.app, rematch, "score", "names"))
    phone.press("Save", **{"name-0": "Boris", "name-1": "Georgi"})
    organiser = tuesday.phone("organiser")
    page = organiser.get(tuesday.at("rematches"))
    assert "A name was changed: Boris. Say first who played." in page.words, "Georgi is another script"
    page = organiser.click("Say who played")
    assert [page.forms[-1].value(f"player-{seat}") for seat in range(4)] == [boris, *before[1:]]
    organiser.press("Take it in")
    assert players_of(tuesday, rematch) == (boris, *before[1:])


@pytest.mark.parametrize("who", ["scorer", "player", "stranger", "visitor"])
def test_a_link_alone_takes_nothing_in(tuesday: Club, over: Match, who: str) -> None:
    _table, rematch = play_again(tuesday, over)
    phone = tuesday.phone(who)
    phone.get(link(tuesday.app, rematch, "score"))
    for address in (f"take-in/{rematch.public_id}", "rematches"):
        phone.get(tuesday.at(address))
        assert phone.status == 404, address
    with tuesday.app.app_context():
        assert listing.find_assignment(session(), rematch.public_id) is None


def test_by_a_rule_of_the_league_a_rematch_comes_in_by_itself(tuesday: Club, over: Match) -> None:
    owner = tuesday.phone("owner")
    owner.get(tuesday.at("rules"))
    owner.press("Save", rematches="taken")
    phone, rematch = play_again(tuesday, over)
    assert NOT_YET not in phone.page.words
    assert players_of(tuesday, rematch) == players_of(tuesday, over)
