"""Lists of matches and nights are searched by a name or a date, and lead to a year with one tap."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.store.leagues.log.nights import tonight
from tests.cases import cases
from tests.web.conftest import Page, app_on
from tests.web.leagues.club import Club, club, club_of_table

TABLE = """date;game;side1;total1;side2;total2
2024-03-05;Belot;Vera & Ana;151;Boris & Ivan;90
2025-04-01;Belot;Vera & Boris;151;Ana & Ivan;91
2025-04-08;Belot;Mila & Boris;151;Ana & Ivan;92
2026-01-02;Belot;Mila & Verka;151;Ana & Ivan;93
"""


@pytest.fixture(scope="module")
def years(migrated: Path) -> Iterator[Club]:
    """Four nights in three years."""
    for app in app_on(migrated):
        yield club_of_table(app, TABLE)


def losses(page: Page) -> list[str]:
    """By the points of those who lost, which matches are listed."""
    return re.findall(r"151\D{1,3}(9\d)", page.words)


def nights_in(page: Page) -> list[str]:
    return re.findall(r"/nights/(\d{4}-\d\d-\d\d)\"", page.html)


@cases(
    "asked, matches, nights",
    ("q=Mila", ["93", "92"], ["2026-01-02", "2025-04-08"]),
    ("q=vera", ["91", "90"], ["2025-04-01", "2024-03-05"]),
    ("q=ver", ["93", "91", "90"], ["2026-01-02", "2025-04-01", "2024-03-05"]),
    ("q=2025-04-01", ["91"], ["2025-04-01"]),
    ("q=1.4.2025", ["91"], ["2025-04-01"]),
    ("q=04/08/25", [], []),
    ("q=2025", ["92", "91"], ["2025-04-08", "2025-04-01"]),
    ("year=2024", ["90"], ["2024-03-05"]),
    ("year=2025&q=vera", ["91"], ["2025-04-01"]),
    ("q=Zorro", [], []),
    ("year=1999", [], []),
    ("year=x", ["93", "92", "91", "90"], ["2026-01-02", "2025-04-08", "2025-04-01", "2024-03-05"]),
)
def test_a_name_a_date_or_a_year_finds(
    years: Club, asked: str, matches: list[str], nights: list[str]
) -> None:
    visitor = years.phone("visitor")
    assert losses(visitor.get(years.at(f"matches?{asked}"))) == matches
    assert nights_in(visitor.get(years.at(f"nights?{asked}"))) == nights


@pytest.mark.parametrize("path", ["matches", "nights"])
def test_the_years_are_keys_in_one_row_that_keep_the_words(years: Club, path: str) -> None:
    visitor = years.phone("visitor")
    page = visitor.get(years.at(f"{path}?q=Mila"))
    assert [words for words in page.links if re.fullmatch(r"\d{4}", words)] == ["2026", "2025", "2024"]
    page = visitor.click("2025")
    assert 'value="Mila"' in page.html
    assert re.search(r'aria-current="true">2025<', page.html)
    page = visitor.click("2025")
    assert 'aria-current="true">2025<' not in page.html, "a second tap shows all years"


def test_what_is_not_found_is_said(years: Club) -> None:
    visitor = years.phone("visitor")
    assert "No match fits what is chosen above." in visitor.get(years.at("matches?q=Zorro")).words
    assert "No night fits what is looked for." in visitor.get(years.at("nights?q=Zorro")).words


def test_the_night_of_today_stands_between_those_to_come_and_those_played(app: Flask) -> None:
    made = club(app, "public")
    with app.app_context():
        today = date.fromisoformat(tonight(made.league))
    organiser = made.phone("organiser")
    for days in (-7, 0, 7):
        organiser.get(made.at("nights/plan"))
        organiser.press("Save", date=(today + timedelta(days)).isoformat())
    page = organiser.get(made.at("nights"))
    found = re.findall(r"<h2>([^<]+)</h2>|/nights/(\d{4}-\d\d-\d\d)\"", page.html)
    assert [title or (date.fromisoformat(day) - today).days for title, day in found] == [
        *("To come", 7),
        *("This evening", 0),
        *("Played", -7),
    ]
