"""What waits in a league: matches to be confirmed, contested ones, and corrections, told to its organisers."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.clock import local
from scorekeeper.web.site.database import session
from scorekeeper.web.site.dates import day_words
from tests.web.conftest import Phone, link
from tests.web.leagues.club import WON, Club
from tests.web.leagues.test_matches import confirm, correct_first, in_league

pytestmark = pytest.mark.long


def count_waiting(tuesday: Club, who: str = "organiser") -> dict[str, str]:
    """What the page of the standings says of matches that wait: how many of each kind."""
    tuesday.derive()
    links = tuesday.phone(who).get(tuesday.at()).links
    told = (words.rpartition(" ") for words, at in links.items() if "state=" in at)
    return {words: number for words, _, number in told}


def test_an_organiser_is_told_on_the_first_page_what_waits_and_is_led_there(
    tuesday: Club, over: Match, organiser: Phone
) -> None:
    keys = [one.key for one in tuesday.list_players()]
    other = tuesday.match(WON, players=keys)
    tuesday.match(players=keys)
    assert count_waiting(tuesday) == {"waits to be confirmed": "2"}
    assert count_waiting(tuesday, "scorer") == {}
    organiser.get(in_league(tuesday, over))
    organiser.press("Let it wait", reason="Really twelve?")
    assert count_waiting(tuesday) == {"contested": "1", "waits to be confirmed": "1"}
    confirm(tuesday, over)
    confirm(tuesday, other)
    correct_first(tuesday, over)
    assert count_waiting(tuesday) == {"a correction waits": "1"}
    organiser.get(tuesday.at())
    page = organiser.click("a correction waits 1")
    where = next(at for words, at in page.links.items() if words.startswith("Kani"))
    assert where == in_league(tuesday, over)
    assert "a correction waits" in page.words
    assert "Accept the correction" in organiser.get(where).words


def accept(tuesday: Club, over: Match) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(in_league(tuesday, over))
    organiser.press("Accept the correction")


def decline(tuesday: Club, over: Match) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(in_league(tuesday, over))
    organiser.press("Decline the correction", reason="It was twelve")


def last_seq(tuesday: Club, match: Match) -> int:
    """The number of the last event."""
    with tuesday.app.app_context():
        now = ledger.load(session(), match.public_id)
    return now.seq


def undo(tuesday: Club, over: Match) -> None:
    tuesday.add_event(over, "undone", {"target": last_seq(tuesday, over)})


@pytest.mark.parametrize("done", [accept, decline, undo])
def test_a_correction_waits_no_more_once_it_is_accepted_declined_or_undone(
    tuesday: Club, over: Match, done: Callable[[Club, Match], None]
) -> None:
    confirm(tuesday, over)
    correct_first(tuesday, over)
    assert count_waiting(tuesday) == {"a correction waits": "1"}
    done(tuesday, over)
    assert count_waiting(tuesday) == {}
    correct_first(tuesday, over, {**WON, "bid": 10, "tricks": 10})
    assert count_waiting(tuesday) == {"a correction waits": "1"}


def test_an_organiser_confirms_at_once_all_that_waits(tuesday: Club, over: Match, organiser: Phone) -> None:
    keys = [one.key for one in tuesday.list_players()]
    contested = tuesday.match(WON, players=keys)
    tuesday.match(WON, players=keys)
    tuesday.match(players=keys)
    organiser.get(in_league(tuesday, contested))
    organiser.press("Let it wait", reason="Really twelve?")
    assert count_waiting(tuesday) == {"contested": "1", "waits to be confirmed": "2"}
    assert "Confirm all" not in tuesday.phone("scorer").get(tuesday.at("matches?state=waiting")).words
    organiser.get(tuesday.at("matches?state=waiting"))
    page = organiser.press("Confirm all")
    assert "2 matches are confirmed." in page.words
    assert count_waiting(tuesday) == {"contested": "1"}, "what is contested, or still played, stays"


def test_where_no_side_is_asked_nothing_waits(tuesday: Club, over: Match) -> None:
    owner = tuesday.phone("owner")
    owner.get(tuesday.at("rules"))
    owner.press("Save", confirmation="nobody")
    assert count_waiting(tuesday) == {}
    phone = tuesday.phone("visitor")
    for page in (
        owner.get(tuesday.at("matches")),
        owner.get(in_league(tuesday, over)),
        phone.get(link(tuesday.app, over, "score")),
        phone.get(link(tuesday.app, over, "score", "league")),
    ):
        assert phone.status == owner.status == 200
        assert "Confirm the result" not in page.words
        assert [one for one in page.words.splitlines() if "waits to be confirmed" in one] == [
            one for one in page.words.splitlines() if "being played" in one
        ], "only the filter of the list knows the word"


def reopen(tuesday: Club, over: Match) -> None:
    """The last deal is corrected so that no side has reached the end."""
    fewer = {**WON, "bid": 8, "tricks": 8}
    tuesday.add_event(over, "corrected", {"target": last_seq(tuesday, over), "entry": fewer}, seat=0)


def test_a_correction_that_opens_a_match_again_waits_and_says_what_to_do(tuesday: Club, over: Match) -> None:
    confirm(tuesday, over)
    reopen(tuesday, over)
    assert count_waiting(tuesday) == {"a correction waits": "1"}
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at())
    organiser.click("a correction waits 1")
    page = organiser.get(in_league(tuesday, over))
    next_step = "Play the match to its end or stop it, and have the new result confirmed; or take the correction back."
    assert next_step in page.words
    assert "Accept the correction" not in page.words, "there is no result to accept"
    assert re.search(r'"Counts now">12</td>\s*<td class="number" data-name="Would count">8</td>', page.html)
    page = organiser.click("Go on with the match")
    assert "A correction opened this match again." in page.words
    assert "Record a deal" in page.words
    page = organiser.click("In the league")
    assert next_step in page.words
    assert "Take the correction back" in page.links


def test_a_match_that_was_opened_again_waits_for_its_new_result_or_for_nothing(
    tuesday: Club, over: Match, organiser: Phone
) -> None:
    confirm(tuesday, over)
    reopen(tuesday, over)
    tuesday.add_event(over, "recorded", {"entry": WON}, seat=0)
    assert count_waiting(tuesday) == {"a correction waits": "1"}
    assert (
        "opened this match again" not in tuesday.phone("visitor").get(link(tuesday.app, over, "score")).words
    )
    organiser.get(in_league(tuesday, over))
    organiser.press("Accept the correction")
    assert count_waiting(tuesday) == {}


def test_an_organiser_declines_a_correction_that_opened_the_match(tuesday: Club, over: Match) -> None:
    confirm(tuesday, over)
    reopen(tuesday, over)
    organiser = tuesday.phone("organiser")
    organiser.get(in_league(tuesday, over))
    page = organiser.press("Decline the correction", reason="It was twelve")
    assert "It was twelve" in page.words
    assert count_waiting(tuesday) == {}
    page = tuesday.phone("visitor").get(link(tuesday.app, over, "score"))
    assert "a correction was declined" in page.words


def test_a_confirmation_carries_its_date_also_on_the_day_itself(tuesday: Club, over: Match) -> None:
    confirm(tuesday, over)
    with tuesday.app.test_request_context():
        today = day_words(local(datetime.now(UTC)).date())
    told = rf"{today}, \d\d:\d\d: confirmed by an organiser"
    for address in (in_league(tuesday, over), link(tuesday.app, over, "score", "league")):
        page = tuesday.phone("organiser").get(address)
        assert re.search(told, page.words), address
    watcher = tuesday.phone("visitor").get(link(tuesday.app, over, "watch", "league"))
    assert "confirmed by" not in watcher.words, "the league is private"
