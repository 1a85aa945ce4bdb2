"""A game that has articles, and no example, ruling, question or figure: no page breaks for want of them."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import games
from tests.samples import sample_match
from tests.web.conftest import Phone

SOURCE = """
from scorekeeper.core.scoring.statistics import NO_STATISTICS
from scorekeeper.games.kani import GAME as NEIGHBOUR
GAME = NEIGHBOUR.but(slug="bare", questions={}, statistics=NO_STATISTICS)
"""
ARTICLES = """
title = "Bare"
edition = 1
[[article]]
number = "4.1"
title = "The bid"
text = "A bid that is made counts its number."
source = "a test"
"""


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[str]:
    """The registry with one game more, which has nothing but its functions and one article."""
    folder = tmp_path / "bare"
    (folder / "rulebook").mkdir(parents=True)
    (folder / "__init__.py").write_text(SOURCE, encoding="utf-8")
    (folder / "rulebook" / "en.toml").write_text(ARTICLES, encoding="utf-8")
    games.__path__.append(str(tmp_path))
    games.GAMES.folders.append("bare")
    try:
        yield "bare"
    finally:
        games.GAMES.folders.remove("bare")
        games.__path__.remove(str(tmp_path))
        sys.modules.pop("scorekeeper.games.bare", None)


PAGES = [
    "/",
    "/rules/",
    "/rules/bare",
    "/rules/bare/4.1",
    "/start/bare",
    "/desk/",
    "/desk/bare",
    "/desk/bare/rules",
    "/desk/bare/what_if",
    "/api/v1/games",
    "/api/v1/openapi.json",
    "/api/v1/rules/bare",
]


@pytest.mark.parametrize("address", PAGES)
def test_a_page_opens_for_a_game_without_examples_rulings_and_questions(
    phone: Phone, bare: str, address: str
) -> None:
    answer = phone.client.get(address, follow_redirects=True)
    assert answer.status_code == 200, address


def test_the_description_shows_the_examples_that_there_are(phone: Phone, bare: str) -> None:
    described = phone.client.get("/api/v1/openapi.json").get_json()
    content = described["paths"]["/score"]["post"]["requestBody"]["content"]["application/json"]
    assert set(content["examples"]) == set(games.GAMES) - {bare}


def test_a_match_of_such_a_game_is_scored(phone: Phone, bare: str) -> None:
    match = {**sample_match("kani"), "game": bare}
    sheet = phone.client.post("/api/v1/score", json=match).get_json()
    assert sheet["totals"] == games.score(sample_match("kani"))[0]["totals"]
