"""The page of a player: place, wins, rating, with whom and against whom come first, then the figures."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.cases import cases
from tests.web.conftest import app_on
from tests.web.leagues.club import Club, club_of_table

TABLE = "\n".join(
    (
        "date;game;side1;total1;side2;total2",
        *(f"2026-11-05;Belot;Vera & Ana;151;Boris & Ivan;9{n}" for n in range(3)),
        *(f"2026-11-12;Belot;Boris & Ivan;151;Vera & Ana;{n}" for n in range(5)),
    )
)


@pytest.fixture(scope="module")
def thursday(migrated: Path) -> Iterator[Club]:
    for app in app_on(migrated):
        yield club_of_table(app, TABLE)


def words_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_the_story_comes_first_and_the_figures_unfold(thursday: Club) -> None:
    keys = {one.name: one.key for one in thursday.list_players()}
    page = thursday.phone("visitor").get(thursday.at(f"players/{keys['Vera']}"))
    body = page.html.partition("<body")[2]
    felt, main = (words_of(part) for part in body.split("<main", 1))
    assert "Vera Place 3 3 of 8 matches won Rating " in felt
    assert "peak " in felt, "Vera lost the latest matches"
    assert "With whom Ana 3 of 8 · 38 %" in main
    assert re.search(r"Against whom (Boris|Ivan) 3 : 5", main)
    assert (
        main.index("With whom") < main.index("Against whom") < main.index("Matches") < main.index("Ratings")
    )
    assert "5 matches lost in a row Longest: 3 wins in a row" in main
    assert re.search(r"Nov 12, 2026 · rating −\d+", main)
    assert re.search(r"Nov 5, 2026 · rating \+\d+", main)
    assert f"a={keys['Vera']}&amp;b={keys['Ana']}" in page.html


@cases("language, share", ("en", "38\N{NO-BREAK SPACE}%"), ("is", "38%"), ("eu", "%\N{NO-BREAK SPACE}38"))
def test_a_share_has_its_sign_where_the_language_has_it(thursday: Club, language: str, share: str) -> None:
    keys = {one.name: one.key for one in thursday.list_players()}
    page = thursday.phone("visitor").get(thursday.at(f"players/{keys['Vera']}?lang={language}"))
    assert f" · {share}<" in page.html
