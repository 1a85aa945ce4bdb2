"""What the rulebooks say the program does with each article is found out by asking it, and never written down."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import scorekeeper.core
import scorekeeper.games
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.disputes.trees import load_tree
from scorekeeper.core.rulebook import load_examples, load_rulebook, load_rulings
from scorekeeper.games import GAMES, rule, score
from scorekeeper.games.coverage import ADJUDICATED, SCORED, TOLD, coverage, statuses
from tests.cases import cases
from tests.core.disputes.test_trees import list_places
from tests.samples import folder_of

GAME_FOLDERS = Path(scorekeeper.games.__file__).parent
CORE = Path(scorekeeper.core.__file__).parent


def list_cited(part):
    """Everything cited anywhere in a document."""
    if isinstance(part, list):
        return {cite for one in part for cite in list_cited(one)}
    if not isinstance(part, dict):
        return set()
    return set(part.get("cites", ())) | {cite for one in part.values() for cite in list_cited(one)}


def written_in_code(game):
    """The citations that a game's program and its tree of irregularities hold, docstrings aside."""
    places = list_places(game, load_tree(game))
    reasons = [reason for _place, here in places for reason in getattr(here, "reasons", ())]
    found = {cite for reason in reasons if isinstance(reason, Reason) for cite in reason.cites}
    for path in folder_of(game).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        found |= {text for text in strings if isinstance(text, str) and text.startswith(f"{game} ")}
    return found


def of(game, status):
    """The citations of all articles in a row of the table."""
    return {article.citation for article in dict(coverage(load_rulebook(game))).get(status, ())}


def chapters(game):
    """The citations of what is only a heading."""
    numbers = load_rulebook(game).articles
    return {f"{game} {number}" for number in numbers if f"{number}.1" in numbers}


@pytest.mark.parametrize("game", GAMES)
def test_an_article_that_is_told_only_is_cited_nowhere_in_the_program(game):
    assert of(game, TOLD) & written_in_code(game) == set()


@pytest.mark.parametrize("game", GAMES)
def test_an_article_that_is_counted_or_answered_is_cited_by_a_worked_example(game):
    shown = {cite for example in load_examples(game) for cite in example.cites}
    asked = {cite for ruling in load_rulings(game) for cite in ruling.cites}
    assert of(game, SCORED) - shown == set()
    assert of(game, ADJUDICATED) - asked == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_article_is_more_than_the_table_says(game):
    heads = chapters(game)
    sheets = list_cited([score(example.match)[0] for example in load_examples(game)])
    rulings = list_cited([rule(ruling.question)[0] for ruling in load_rulings(game)])
    assert sheets - heads <= of(game, SCORED)
    assert rulings - heads <= of(game, SCORED) | of(game, ADJUDICATED)


@cases(
    "game, numbers, status",
    ("belot", "1.1 1.2 1.5 4.1 4.8", ADJUDICATED),
    ("kani", "3.7", ADJUDICATED),
    ("escoba", "2.1 3.4", ADJUDICATED),
    ("kinaskak", "1.2", ADJUDICATED),
    ("kinaskak", "1.3", SCORED),
    ("escoba", "3.1", SCORED),
    ("kani", "2.1 2.2 2.3", SCORED),
)
def test_articles_that_stood_in_the_wrong_row(game, numbers, status):
    assert {statuses(game)[number] for number in numbers.split()} == {status}


@pytest.mark.parametrize("game", GAMES)
def test_each_article_stands_in_one_row_and_a_chapter_with_articles_in_none(game):
    book = load_rulebook(game)
    listed = [article.number for _, articles in coverage(book) for article in articles]
    leaves = [
        number
        for number in book.articles
        if not any(other.startswith(f"{number}.") for other in book.articles)
    ]
    assert sorted(listed) == sorted(leaves)


@pytest.mark.parametrize(
    "path", sorted([*GAME_FOLDERS.glob("*/rulebook/*.toml"), *CORE.glob("rulebook/*.toml")])
)
def test_no_rulebook_says_itself_what_the_program_does(path):
    assert "\nstatus" not in path.read_text(encoding="utf-8")


def test_scoring_a_match_does_not_wait_for_the_tables():
    script = (
        "import sys; from scorekeeper.cli import main; main(['score', '-']); "
        "sys.exit('scorekeeper.games.coverage' in sys.modules)"
    )
    match = json.dumps({"format": "scorekeeper-match/1", "game": "kani", "players": [*"ABCD"], "entries": []})
    done = subprocess.run(
        [sys.executable, "-c", script], input=match.encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
