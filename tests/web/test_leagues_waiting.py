"""What waits in a league: matches to be confirmed, contested ones, and corrections, told to its organisers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.store import ledger
from scorekeeper.store.journal import Journal
from scorekeeper.store.leagues import people
from scorekeeper.web.database import session

from .conftest import link
from .league_club import WON, Club, new
from .test_leagues_matches import confirmed, corrected, in_league


def waiting(tuesday: Club, who: str = "organiser") -> dict[str, str]:
    """What somebody is told on the table's page of matches that wait: how many of each kind."""
    with tuesday.app.app_context():
        tuesday.derived()
    links = tuesday.phone(who).get(tuesday.at()).links
    told = (words.rpartition(" ") for words, at in links.items() if "state=" in at)
    return {words: number for words, _, number in told}


def test_an_organiser_is_told_on_the_first_page_what_waits_and_is_led_there(
    tuesday: Club, over: Journal
) -> None:
    with tuesday.app.app_context():
        keys = [one.key for one in people.players(session(), tuesday.league.id)]
        other = tuesday.match(WON, players=keys)
        tuesday.match(players=keys)
    assert waiting(tuesday) == {"waits to be confirmed": "2"}
    assert waiting(tuesday, "scorer") == {}
    organiser = tuesday.phone("organiser")
    organiser.get(in_league(tuesday, over))
    organiser.press("Let it wait", reason="Really twelve?")
    assert waiting(tuesday) == {"contested": "1", "waits to be confirmed": "1"}
    confirmed(tuesday, over)
    confirmed(tuesday, other)
    corrected(tuesday, over)
    assert waiting(tuesday) == {"a correction waits": "1"}
    organiser.get(tuesday.at())
    page = organiser.click("a correction waits 1")
    where = next(at for words, at in page.links.items() if words.startswith("Kani"))
    assert where == in_league(tuesday, over)
    assert "a correction waits" in page.words
    assert "Accept the correction" in organiser.get(where).words


def accepted(tuesday: Club, over: Journal) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(in_league(tuesday, over))
    organiser.press("Accept the correction")


def declined(tuesday: Club, over: Journal) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(in_league(tuesday, over))
    organiser.press("Decline the correction", reason="It was twelve")


def undone(tuesday: Club, over: Journal) -> None:
    with tuesday.app.app_context():
        now = ledger.load(session(), over.public_id)
        assert now is not None
        ledger.append(
            session(), over.public_id, seen=now.seq, uuid=new(), kind="undone", body={"target": now.seq}, device=None,
        )  # fmt: skip


@pytest.mark.parametrize("done", [accepted, declined, undone])
def test_a_correction_waits_no_more_once_it_is_accepted_declined_or_undone(
    tuesday: Club, over: Journal, done: Callable[[Club, Journal], None]
) -> None:
    confirmed(tuesday, over)
    corrected(tuesday, over)
    assert waiting(tuesday) == {"a correction waits": "1"}
    done(tuesday, over)
    assert waiting(tuesday) == {}
    corrected(tuesday, over, {**WON, "bid": 10, "tricks": 10})
    assert waiting(tuesday) == {"a correction waits": "1"}


def test_where_nobody_is_asked_nothing_waits(tuesday: Club, over: Journal) -> None:
    owner = tuesday.phone("owner")
    owner.get(tuesday.at("rules"))
    owner.press("Save", confirmation="nobody")
    assert waiting(tuesday) == {}
    phone = tuesday.phone("visitor")
    for page in (
        owner.get(tuesday.at("matches")), owner.get(in_league(tuesday, over)),
        phone.get(link(tuesday.app, over, "score")), phone.get(link(tuesday.app, over, "score", "league")),
    ):  # fmt: skip
        assert phone.status == owner.status == 200
        assert "Confirm the result" not in page.words
        assert [one for one in page.words.splitlines() if "waits to be confirmed" in one] == [
            one for one in page.words.splitlines() if "being played" in one
        ], "only the filter of the list knows the word"
