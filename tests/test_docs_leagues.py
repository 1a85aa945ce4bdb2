"""The pages on leagues: every file of the figures stands in its picture, and every function they name is there."""

import importlib
import re
from pathlib import Path

import pytest

from scorekeeper.store.leagues.figures.models import DERIVED

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "scorekeeper/store/leagues/figures"
PICTURE = (ROOT / "docs/figures.md").read_text(encoding="utf-8").split("```")[1]
PAGES = ("docs/leagues.md", "docs/league-arithmetic.md", "docs/league-store.md", "docs/figures.md")
WHERE = "Takes|[Aa]nswers|figures|[Dd]erive|gives|[Ww]hich model|Corrections|Ratings"
ROOMS = ("scorekeeper/league", "scorekeeper/store/leagues", "scorekeeper/web/leagues")


def test_every_file_of_the_figures_stands_in_its_picture_and_no_other():
    there = {path.name for path in FIGURES.rglob("*.py") if path.name != "__init__.py"}
    assert set(re.findall(r"\w+\.py", PICTURE)) == there


def test_every_table_of_the_figures_stands_in_its_picture():
    assert {table.name for table in DERIVED} - set(re.findall(r"league_\w+", PICTURE)) == set()


@pytest.mark.parametrize("path", sorted(FIGURES.rglob("*.py")), ids=lambda path: path.name)
def test_the_first_sentence_of_a_file_says_where_it_stands(path):
    first = path.read_text(encoding="utf-8").partition("\n\n")[0]
    assert re.match(rf'"""[^"]*({WHERE})', first), first


def modules_of_leagues():
    """By its last name every module of the rooms of leagues; some names stand in two rooms."""
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found.setdefault(path.stem, []).append(importlib.import_module(name))
    return found


@pytest.mark.parametrize("page", PAGES)
def test_every_function_that_a_page_names_is_there(page):
    known = modules_of_leagues()
    named = re.findall(r"`(\w+)\.(\w+)(?:\([^`]*\))?`", (ROOT / page).read_text(encoding="utf-8"))
    asked = [(module, name) for module, name in named if module in known and name != "py"]
    assert len(asked) >= 3, "the search for functions finds nothing"
    missing = [
        f"{module}.{name}" for module, name in asked if not any(hasattr(one, name) for one in known[module])
    ]
    assert missing == []


LEAGUES = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
PAGES_TABLE = LEAGUES.partition("| address | shows | module |\n")[2].partition("\n\n")[0]


def test_the_table_of_pages_names_modules_that_are_there():
    named = re.findall(r"`(\w+)`", "".join(row.rsplit("|", 2)[1] for row in PAGES_TABLE.splitlines()))
    assert len(named) > 10, "the search for modules finds too little"
    there = {path.stem for path in (ROOT / "scorekeeper/web/leagues").rglob("*.py")}
    assert set(named) - there == set()


def test_every_call_that_the_page_writes_without_its_module_is_there():
    """``rows()``, ``resume(document, rules)``: functions and classes of the modules, and methods of the classes."""
    defined = {
        name
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        for name in re.findall(r"\b(?:def|class) (\w+)[(:]", path.read_text(encoding="utf-8"))
    }
    called = re.findall(r"`(\w+)\([^`]*\)`", LEAGUES)
    assert len(called) > 10, "the search for calls finds too little"
    assert set(called) - defined == set()
