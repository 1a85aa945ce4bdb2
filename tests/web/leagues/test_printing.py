"""What a league prints: a sheet with the club, the day and a square; and the standings as a spreadsheet."""

import csv
import io

import pytest
from flask import Flask

from tests.web.leagues.club import Club, club, club_of_table, rows_in

NIGHT = "2026-03-01"
TABLE = "date;game;side1;total1;side2;total2\n" + "".join(
    f"2026-0{month}-01;belot;{pairs}\n"
    for month, pairs in ((2, "Ana & Boris;151;Vera & Georgi;98"), (3, "Vera & Ana;160;Boris & Georgi;120"))
)
PRINTED = ("", "statistics", "nights", f"nights/{NIGHT}", "ratings", "yearbook/2026")


@pytest.fixture
def shown(app: Flask) -> Club:
    return club_of_table(app, TABLE)


@pytest.mark.parametrize("path", PRINTED)
def test_a_page_that_is_printed_says_whose_it_is_from_when_and_where_it_stands(
    shown: Club, path: str
) -> None:
    visitor = shown.phone("visitor")
    page = visitor.get(shown.at(path))
    assert "paper-head" not in page.html
    page = visitor.click("Print")
    head = page.html.partition('class="paper-head"')[2].partition("</div><p")[0]
    assert shown.league.name in head
    assert "2026" in head
    assert 'class="qr"' in head
    assert 'href="/static' in page.html
    assert "paper.css" in page.html
    assert "Print" not in page.links
    page = visitor.click("Back")
    assert visitor.address == shown.at(path)


def test_what_was_chosen_is_what_is_printed(shown: Club) -> None:
    visitor = shown.phone("visitor")
    visitor.get(shown.at(f"?season=&on={NIGHT}"))
    page = visitor.click("Print")
    assert "Mar 1, 2026" in page.html.partition('class="what"')[2].partition("</p>")[0]
    visitor.click("Back")
    assert visitor.address == shown.at(f"?season=&on={NIGHT}")


def read_sheet(made: Club, asked: str = "", who: str = "visitor") -> list[dict[str, str]]:
    answer = made.phone(who).client.get(made.at(f"standings.csv{asked}"))
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.get_data(as_text=True).removeprefix("\ufeff"))))


def test_the_standings_as_a_spreadsheet_have_the_rows_of_the_page(shown: Club) -> None:
    page = shown.phone("visitor").get(shown.at())
    sheet = read_sheet(shown)
    assert [one["player"] for one in sheet] == rows_in(page)
    assert [(one["won"], one["played"], one["points"]) for one in sheet] == [
        ("2", "2", "2"),
        ("1", "2", "1"),
        ("1", "2", "1"),
        ("0", "2", "0"),
    ]
    assert (sheet[0]["difference"], sheet[0]["latest"]) == ("93", "won won")
    assert [one["played"] for one in read_sheet(shown, "?on=2026-02-01")] == ["1"] * 4


def test_the_standings_of_a_private_league_are_for_its_members(tuesday: Club) -> None:
    assert tuesday.phone("visitor").client.get(tuesday.at("standings.csv")).status_code == 404
    assert read_sheet(tuesday, who="player") == []


def test_a_season_that_is_none_has_no_sheet(app: Flask) -> None:
    made = club(app, "public")
    assert made.phone("visitor").client.get(made.at("standings.csv?season=none")).status_code == 404
