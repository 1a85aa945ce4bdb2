"""The page of the standings: how far a row rose in an evening, how its latest matches came out, what decides."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.conftest import Page, app_on
from tests.web.leagues.club import Club, club_of_table, rows_in

FIRST, SECOND = "2026-11-05", "2026-11-12"
HEAD = "date;game;side1;total1;side2;total2"
TABLE = "\n".join(
    (
        HEAD,
        *(f"{FIRST};Belot;Vera & Ana;151;Boris & Ivan;9{n}" for n in range(3)),
        *(f"{SECOND};Belot;Boris & Ivan;151;Vera & Ana;{n}" for n in range(5)),
    )
)


@pytest.fixture(scope="module")
def thursday(migrated: Path) -> Iterator[Club]:
    """Two evenings: what the first two won on the one, the others won back on the other."""
    for app in app_on(migrated):
        yield club_of_table(app, TABLE)


def row_of(page: Page, name: str) -> str:
    """What is said in the row of a player, marks and all."""
    [found] = [row for row in re.findall(r"<tr.*?</tr>", page.html, re.S) if f"<span>{name}</span>" in row]
    heard = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", found)
    return " ".join(re.sub(r"<[^>]+>", " ", heard).split())


def test_a_row_says_how_far_it_rose_in_the_latest_evening_and_how_its_matches_came_out(
    thursday: Club,
) -> None:
    page = thursday.phone("visitor").get(thursday.at("?season="))
    assert set(rows_in(page)[:2]) == {"Boris", "Ivan"}
    assert "up 2 places Boris 5 of 8" in row_of(page, "Boris")
    assert row_of(page, "Boris").count("won") == 5
    assert "down 2 places Vera 3 of 8" in row_of(page, "Vera")
    assert "lost, lost, lost, lost, lost" in row_of(page, "Vera")
    assert "Among equals: " in page.words


def test_after_the_first_evening_no_row_has_moved(thursday: Club) -> None:
    page = thursday.phone("visitor").get(thursday.at(f"?season=&on={FIRST}"))
    assert "place " not in row_of(page, "Vera")
    assert "won, won, won" in row_of(page, "Vera")
    assert "3 of 3" in row_of(page, "Vera")


def test_every_evening_can_be_chosen_and_any_date_can_be_asked_for(thursday: Club) -> None:
    visitor = thursday.phone("visitor")
    page = visitor.get(thursday.at("?season="))
    offered = [given["value"] for tag, given in page.attributes if tag == "option" and given.get("value")]
    assert offered == [SECOND, FIRST]
    page = visitor.get(thursday.at("?season=&on=2026-11-09"))
    chosen = [given["value"] for tag, given in page.attributes if tag == "option" and "selected" in given]
    assert chosen == ["2026-11-09"]
    assert "3 of 3" in row_of(page, "Vera")


def test_what_goes_on_stands_beside_the_standings_of_today(thursday: Club) -> None:
    organiser = thursday.phone("organiser")
    organiser.get(thursday.at("nights/plan"))
    organiser.press("Save", date="2031-05-06", starts="19:00")
    page = thursday.phone("visitor").get(thursday.at("?season="))
    aside = " ".join(
        re.sub(r"<[^>]+>", " ", page.html.partition("<aside")[2].partition("</aside>")[0]).split()
    )
    assert "The latest evening Nov 12, 2026" in aside
    assert aside.count("Winner") == 5, "its matches"
    assert "The next evening May 6, 2031, 19:00" in aside
    page = thursday.phone("visitor").get(thursday.at(f"?season=&on={FIRST}"))
    assert "<aside" not in page.html, "the past is looked at"


def test_what_changed_is_a_row_a_player_with_places_points_and_causes(thursday: Club) -> None:
    page = thursday.phone("visitor").get(thursday.at(f"changes?since={FIRST}&season="))
    rows = re.findall(
        r"<summary>.*?</summary>", page.html.partition('class="list changes"')[2].partition("</main")[0], re.S
    )
    told = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]
    assert told[0] == "1 2 up 2 places Boris place 3 → 1 · 5 matches 0 → 5"
    assert told[2] == "3 2 down 2 places Ana place 1 → 3 · 5 matches 3 → 3"
    assert len(told) == 4
    assert "<details open" not in page.html, "the causes unfold"
    assert {"Boris", "Vera"} <= set(rows_in(page)), "a row leads to its parts"


def test_the_cross_table_leads_to_two_players(thursday: Club) -> None:
    visitor = thursday.phone("visitor")
    visitor.get(thursday.at("statistics?season="))
    page = visitor.click("Cross table")
    assert row_of_cross(page, "Vera") == ["3:5", "3:5"]
    page = visitor.get(thursday.at("cross-table?season=&with=yes&q=Ver"))
    assert row_of_cross(page, "Vera") == ["3:5"], "with Ana"
    assert "Compare two: Vera – Ana" in visitor.click("3:5").words
    assert "No player has such a name." in visitor.get(thursday.at("cross-table?season=&q=Zorro")).words


def row_of_cross(page: Page, name: str) -> list[str]:
    """What stands in the row of a player."""
    [row] = [row for row in re.findall(r"<tr>.*?</tr>", page.html, re.S) if f">{name}</a></th>" in row]
    return re.findall(r">(\d+:\d+)<", row)
