"""A game that lacks a piece: the tests about every game ask for it in one sentence, and every page answers."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.web.site import rules
from tests import test_coverage, test_every_game, test_every_ruling
from tests.fifth import FIFTH, FOLDER, read_from
from tests.games import test_folders
from tests.web.conftest import Phone
from tests.web.match.test_playing import record, start

pytestmark = pytest.mark.long

Ask = Callable[[str], None]
every_game, every_ruling = test_every_game, test_every_ruling


def without(file: str, pattern: str, by: str = "") -> Callable[[Path], None]:
    """The folder with what fits the pattern left out of a file."""

    def leave_out(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        less = re.sub(pattern, by, text, flags=re.DOTALL | re.MULTILINE)
        assert less != text, f"{file} has no {pattern}"
        (folder / file).write_text(less, encoding="utf-8")

    return leave_out


def no_file(name: str, **lines: str) -> Callable[[Path], None]:
    """The folder without a file, and its other files without what names it."""

    def leave_out(folder: Path) -> None:
        (folder / name).unlink()
        for file, pattern in lines.items():
            without(f"{file}.py", pattern)(folder)

    return leave_out


EXAMPLES = r"^\[\[example\]\].*?(?=^\[\[ruling\]\])"
RULINGS = r"^\[\[ruling\]\].*"
PIECES: dict[str, tuple[Callable[[Path], None], Ask, str]] = {
    "a worked match": (
        without("examples.toml", EXAMPLES),
        every_game.test_every_game_has_a_worked_match_for_tests_about_all_games,
        "briscola has no worked match that begins with a deal and brings points",
    ),
    "an example of an outcome": (
        without("examples.toml", r"^\[\[example\]\]\ncites = \[\"briscola 3.4\"\].*?(?=^\[\[)"),
        every_game.test_every_outcome_of_a_deal_is_shown_by_an_example,
        "briscola has no example of the outcome “level”",
    ),
    "a worked ruling": (
        without("examples.toml", r"^\[\[ruling\]\]\ncites = \[\"briscola 2.2\".*?(?=^\[\[)"),
        every_ruling.test_every_question_has_a_worked_ruling_and_its_words,
        "briscola trick_winner has no worked ruling",
    ),
    "all rulings": (
        without("examples.toml", RULINGS),
        every_ruling.test_every_question_has_a_worked_ruling_and_its_words,
        "has no worked ruling",
    ),
    "all examples": (
        no_file("examples.toml"),
        test_folders.test_a_game_has_every_file_that_its_neighbours_have_and_no_other,
        "briscola lacks examples.toml: the worked examples.",
    ),
    "an article that is cited": (
        without("rulebook/en.toml", r"^\[\[article\]\]\nnumber = \"3.4\".*?(?=^\[\[)"),
        every_game.test_every_citation_in_the_source_leads_to_an_article,
        "briscola 3.4",
    ),
    "an article that names an option": (
        without("rulebook/en.toml", r'^options = \["target"\]\n'),
        every_game.test_every_option_cites_an_article_that_names_it,
        "briscola 4.1 does not name the option target",
    ),
    "an example for an article": (
        without("examples.toml", r'"briscola 4.2", "briscola 9.2"', '"briscola 4.2"'),
        test_coverage.test_an_article_that_is_counted_or_answered_is_cited_by_a_worked_example,
        "briscola 9.2",
    ),
    "statistics": (
        no_file("statistics.py", __init__=r"^    statistics=.*?\n|, statistics(?=, wording)"),
        test_folders.test_a_game_has_every_file_that_its_neighbours_have_and_no_other,
        "briscola lacks statistics.py: the figures for leagues.",
    ),
    "reach": (
        no_file("reach.py", __init__=r"^    reach=.*?\n|, reach(?=, scoring)"),
        test_folders.test_a_game_has_every_file_that_its_neighbours_have_and_no_other,
        "briscola lacks reach.py: how much one deal can change.",
    ),
    "the errors at the table": (
        no_file("irregularities.toml"),
        test_folders.test_a_game_has_every_file_that_its_neighbours_have_and_no_other,
        "briscola lacks irregularities.toml: what becomes of an error at the table.",
    ),
    "a question": (
        no_file("disputes/mismatch.py", __init__=r", \"mismatch\""),
        test_folders.test_a_game_has_every_file_that_its_neighbours_have_and_no_other,
        "briscola lacks disputes/mismatch.py",
    ),
    "the name of a preset": (
        without("__init__.py", r"^    preset_names=.*?\n", "    preset_names={},\n"),
        every_game.test_presets_are_differences_that_the_options_accept,
        "briscola has no name for the preset “italian”",
    ),
    "the name of an outcome": (
        without("scoring.py", r', LEVEL: T\("60 each: neither side wins"\)'),
        every_game.test_every_outcome_of_a_deal_has_its_words,
        "briscola has no words for the outcome “level”",
    ),
}
GONE = {"the errors at the table": f"/desk/{FIFTH}/irregularity"}
"""The page that is about a piece, and is not there without it."""
PAGES = (
    "/",
    f"/start/{FIFTH}",
    f"/rules/{FIFTH}",
    f"/rules/{FIFTH}?lang=is",
    f"/desk/{FIFTH}",
    f"/desk/{FIFTH}/trick_winner",
    f"/desk/{FIFTH}/irregularity",
    f"/pads/{FIFTH}",
    "/worker.js",
    "/playing.json",
    "/api/v1/games",
    f"/api/v1/rules/{FIFTH}",
    "/api/v1/openapi.json",
)
OF_A_MATCH = (
    "",
    "/record/deal",
    "/charter",
    "/rules",
    "/tv",
    "/print?size=a4",
    "/desk",
    "/picture.svg",
    "/result",
)


@pytest.fixture
def lacking(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The fifth game without a piece; its folder is another while the test runs."""
    folder = tmp_path / "games" / FIFTH
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    PIECES[request.param][0](folder)
    with read_from(folder):
        read_anew()
        yield request.param
    read_anew()


def read_anew() -> None:
    """Forget what the pages have read of the rulebook and the examples."""
    rules.cached_book.cache_clear()
    rules.worked_examples.cache_clear()


@pytest.mark.parametrize("lacking", PIECES, indirect=True)
def test_the_missing_piece_is_asked_for_in_one_sentence(lacking: str) -> None:
    _leave_out, ask, sentence = PIECES[lacking]
    with pytest.raises(AssertionError, match=re.escape(sentence)):
        ask(FIFTH)


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("lacking", PIECES, indirect=True)
def test_every_page_answers_without_the_piece(lacking: str, app: Flask, phone: Phone) -> None:
    sheet = start(phone, FIFTH, 2)
    for points in (("70", "50"), ("60", "60")):
        record(phone, sheet, {"points-0": points[0], "points-1": points[1]})
        assert phone.status == 200, phone.page.words
    asked = [page for page in PAGES if page != GONE.get(lacking)] + [sheet + page for page in OF_A_MATCH]
    statuses = {page: phone.client.get(page).status_code for page in asked}
    assert {page: status for page, status in statuses.items() if status != 200} == {}


def test_nothing_is_missing_from_the_fifth_game() -> None:
    for _leave_out, ask, _sentence in PIECES.values():
        ask(FIFTH)
    assert GAMES[FIFTH].name.msgid == "Briscola"
