"""A match that was stopped stays one, by whichever file it goes from league to league."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.league.counting import ABANDONED_TEXT, STOPPED_TEXT
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.matches import assign_match, record_result
from scorekeeper.web.site.database import session
from tests.soak import in_soak
from tests.web.leagues.club import NAMES, WON, Club, archive_of, club, handed_in, new, taken_in

pytestmark = pytest.mark.long

LEVEL = {"kind": "deal", "bid": 7, "declarer": 0, "partner": 1, "tricks": 8}
WHY_NOT = (ABANDONED_TEXT.msgid, STOPPED_TEXT.msgid)
LONG, WITHOUT_END = {"target": 100}, {"target": None}


def sheet(kind: str) -> Callable[[Club], tuple[str, bytes]]:
    """One of the tables that a league gives out, as a file to bring in."""
    return lambda made: ("paper", made.phone("visitor").client.get(made.at(f"sheets/{kind}.csv")).get_data())


FILES: dict[str, Callable[[Club], tuple[str, bytes]]] = {
    "wide": sheet("wide"),
    "tidy": sheet("tidy"),
    "archive": lambda made: ("archive", archive_of(made)),
}


def stopped_matches(app: Flask) -> Club:
    """A league with a match that ended by its rules, two that were stopped, and one that was given up."""
    made = club(app, "public")
    with app.app_context():
        sat = made.players(*NAMES)
        made.match(WON, players=sat)
        for rules, body in ((LONG, {}), (WITHOUT_END, {}), (LONG, {"winners": []})):
            made.add_event(made.match(LEVEL, players=sat, rules=rules), "closed", body)
        made.derive()
    return made


def endings(made: Club) -> list[tuple[str, bool]]:
    """How each match of a league ended, and whether stopping was the only end that it could have."""
    results = [one.result or {} for one in made.list_matches()]
    return sorted((one["status"], one["endless"]) for one in results)


ENDINGS = [("abandoned", False), ("finished", False), ("stopped", False), ("stopped", True)]


def test_the_page_of_a_match_that_no_one_has_to_confirm_says_why_it_does_not_count(app: Flask) -> None:
    made = stopped_matches(app)
    with app.app_context():
        seen = founding.described_seq(session(), made.league.id)
        at_once = {"confirmation": "nobody"}
        founding.describe_league(session(), made.access("owner"), uuid=new(), seen=seen, rules=at_once)
        made.derive()
    phone = made.phone("visitor")
    told = [
        [sentence for sentence in WHY_NOT if sentence in phone.get(made.at(f"matches/{one.key}")).words]
        for one in made.list_matches()
    ]
    assert sorted(told) == [[], [], [WHY_NOT[0]], [WHY_NOT[1]]]


TABLES = ("wide", "tidy")
BOTH = [(first, second) for first in TABLES for second in FILES]
IN_TURNS = [(TABLES[(number + 1) % 2], second) for number, second in enumerate(FILES)]


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.soak
@pytest.mark.parametrize(("first", "second"), in_soak(BOTH, IN_TURNS))
def test_a_stopped_match_comes_back_as_one_from_a_table_and_from_what_is_made_of_it(
    app: Flask, first: str, second: str
) -> None:
    made = stopped_matches(app)
    assert endings(made) == ENDINGS
    for file in (first, second):
        kind, body = FILES[file](made)
        made = club(app, "public")
        organiser = made.phone("organiser")
        handed_in(made, organiser, kind, body)
        taken_in(organiser)
        made.derive()
        assert endings(made) == ENDINGS, file


@pytest.fixture
def copied(app: Flask) -> Club:
    """A league whose matches came by a table."""
    made, kind_and_body = club(app, "public"), FILES["tidy"](stopped_matches(app))
    organiser = made.phone("organiser")
    handed_in(made, organiser, *kind_and_body)
    taken_in(organiser)
    return made


def correct(made: Club, one: Any) -> None:
    made.organise(
        record_result.correct_result,
        key=one.key,
        seen=one.touched,
        game="kani",
        winners=one.result["winners"],
        totals=[20, 20, 3, 3],
    )


def take_out_and_in_again(made: Club, one: Any) -> None:
    made.organise(assign_match.take_match_out, key=one.key, seen=one.touched)
    again = record_result.find_taken_out(session(), made.league.id, one.key)
    assert again is not None
    made.organise(record_result.restore_result, key=one.key, seen=again.touched)


@pytest.mark.parametrize("change", [correct, take_out_and_in_again])
def test_a_stopped_result_stays_one_when_it_is_changed(
    copied: Club, change: Callable[[Club, Any], None]
) -> None:
    with copied.app.app_context():
        for one in copied.list_matches():
            if one.result and one.result["winners"]:
                change(copied, one)
        copied.derive()
    assert endings(copied) == ENDINGS
