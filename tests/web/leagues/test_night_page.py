"""The page of a night: its results come first, the date stands once, what is done there is in the foot."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.store.leagues.log.nights import tonight
from scorekeeper.store.leagues.people import player_changes
from tests.cases import cases
from tests.web.conftest import app_on
from tests.web.leagues.club import Club, club, club_of_table, title

NIGHT = "2026-11-05"
TABLE = "\n".join(
    (
        "date;game;side1;total1;side2;total2",
        f"{NIGHT};Belot;Vera & Ana;151;Boris & Ivan;98",
        f"{NIGHT};Belot;Vera & Ivan;77;Boris & Ana;160",
    )
)


@pytest.fixture(scope="module")
def thursday(migrated: Path) -> Iterator[Club]:
    for app in app_on(migrated):
        yield club_of_table(app, TABLE)


@pytest.fixture
def open_tuesday(app: Flask) -> Club:
    """A league with nothing in it, that everybody reads."""
    return club(app, "public")


def words_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_results_come_first_a_side_a_line_and_the_date_stands_once(thursday: Club) -> None:
    page = thursday.phone("visitor").get(thursday.at(f"nights/{NIGHT}"))
    assert title(page) == "Thursday, November 5, 2026"
    body = page.html.partition("<body")[2]
    assert words_of(body).count("Nov") == 1
    main = body.partition("<main")[2]
    sides = [words_of(side) for side in re.findall(r'<span class="side.*?</b></span>', main, re.S)]
    assert set(sides) == {
        "Vera & Ana ✓ Winner 151",
        "Boris & Ivan 98",
        "Vera & Ivan 77",
        "Boris & Ana ✓ Winner 160",
    }
    assert main.index('class="side') < main.index("Who came")
    assert "4 came" in words_of(body.partition("<main")[0])


@cases(
    "who, keys",
    ("visitor", "The table after it"),
    ("scorer", "Who came? The table after it"),
    ("organiser", "Who came? The table after it Change"),
)
def test_what_is_done_there_is_in_the_foot(thursday: Club, who: str, keys: str) -> None:
    page = thursday.phone(who).get(thursday.at(f"nights/{NIGHT}"))
    foot = page.html.partition('<div class="act">')[2].partition("</main>")[0]
    assert words_of(foot) == keys


@cases(
    "who, told",
    ("organiser", "“Run the evening” asks who is here, draws the tables and opens their matches."),
    ("visitor", "A match that is played on this night stands here from its first deal."),
)
def test_a_night_with_nothing_says_what_is_missing_and_what_to_do(
    open_tuesday: Club, who: str, told: str
) -> None:
    with open_tuesday.app.app_context():
        night = tonight(open_tuesday.league)
    organiser = open_tuesday.phone("organiser")
    organiser.get(open_tuesday.at("nights/plan"))
    organiser.press("Save", date=night)
    page = open_tuesday.phone(who).get(open_tuesday.at(f"nights/{night}"))
    assert "No match of this night is in the league yet." in page.words
    assert told in page.words


def test_two_who_turned_out_to_be_one_came_once_and_stay_ticked(open_tuesday: Club) -> None:
    ana, anna, boris = open_tuesday.players("Ana", "Anna", "Boris")
    organiser = open_tuesday.phone("organiser")
    organiser.get(open_tuesday.at("nights/plan"))
    organiser.press("Save", date=NIGHT)
    organiser.get(open_tuesday.at(f"nights/{NIGHT}/came"))
    organiser.press("Save", came=[ana, boris])
    with open_tuesday.app.app_context():
        open_tuesday.organise(player_changes.merge, key=ana, into=anna)
    organiser.get(open_tuesday.at(f"nights/{NIGHT}/came"))
    assert words_of(organiser.press("Save").html).count("Anna") == 1, "the page says what it said before"
    organiser.get(open_tuesday.at(f"nights/{NIGHT}/came"))
    organiser.press("Save", came=[anna, boris])
    with open_tuesday.app.app_context():
        open_tuesday.organise(player_changes.unmerge, key=ana)
        open_tuesday.organise(player_changes.merge, key=anna, into=boris)
    page = organiser.get(open_tuesday.at(f"nights/{NIGHT}"))
    assert ("1 came" in page.words, words_of(page.html).count("Boris")) == (True, 1)


def test_who_came_is_kept_from_a_page_that_was_shown_before_two_were_put_together(open_tuesday: Club) -> None:
    ana, anna = open_tuesday.players("Ana", "Anna")
    organiser = open_tuesday.phone("organiser")
    organiser.get(open_tuesday.at("nights/plan"))
    organiser.press("Save", date=NIGHT)
    organiser.get(open_tuesday.at(f"nights/{NIGHT}/came"))
    with open_tuesday.app.app_context():
        open_tuesday.organise(player_changes.merge, key=ana, into=anna)
    assert words_of(organiser.press("Save", came=[ana]).html).count("Anna") == 1


@cases(
    "path, told",
    ("matches", "No match yet."),
    ("matches?game=belot", "No match fits what is chosen above."),
    ("players", "No players yet."),
    ("nights", "No nights yet."),
    ("seasons", "No seasons yet."),
    ("ratings", "No rating yet."),
    ("records", "No record yet."),
    ("rematches", "No rematch waits."),
    ("taken-out", "No match was taken out."),
)
def test_a_page_with_nothing_says_of_what(open_tuesday: Club, path: str, told: str) -> None:
    page = open_tuesday.phone("organiser").get(open_tuesday.at(path))
    assert told in page.words
    assert "None yet" not in page.words
