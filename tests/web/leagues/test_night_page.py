"""The page of a night: its results come first, the date stands once, what is done there is in the foot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.web.conftest import app_on
from tests.web.leagues.club import Club, club_of_table, title

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


@pytest.mark.parametrize(
    ("who", "keys"),
    [
        ("visitor", "The table after it"),
        ("scorer", "Who came? The table after it"),
        ("organiser", "Who came? The table after it Change"),
    ],
)
def test_what_is_done_there_is_in_the_foot(thursday: Club, who: str, keys: str) -> None:
    page = thursday.phone(who).get(thursday.at(f"nights/{NIGHT}"))
    foot = page.html.partition('<div class="act">')[2].partition("</main>")[0]
    assert words_of(foot) == keys
