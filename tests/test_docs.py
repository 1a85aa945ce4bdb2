"""Documentation that can fail: every code is documented, every example runs."""

import json
import re
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.games import GAMES, rule, score
from tools import formats

ROOT = Path(__file__).parents[1]
FORMATS = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def codes_of(folder):
    """Every finding or line code that a folder's source gives as a literal."""
    found = set()
    for path in sorted((ROOT / "scorekeeper" / folder).rglob("*.py")):
        text = re.sub(r'f"[^"]*"', "at", path.read_text(encoding="utf-8"))
        found |= set(re.findall(r'report\.(?:error|suspect)\(\s*[\w.]+,\s*"([a-z0-9_]+)"', text))
        found |= set(re.findall(r'Finding\(\s*"?[\w.]*"?,\s*"([a-z0-9_]+)"', text))
        found |= set(re.findall(r'Line\(\s*[^"()]+,\s*"([a-z0-9_]+)"', text))
    return found


def test_every_code_of_the_core_is_documented():
    codes = codes_of("core")
    assert len(codes) > 20, "the search for codes finds nothing"
    assert {code for code in codes if f"`{code}`" not in FORMATS} == set()


def test_the_tables_of_codes_are_those_of_the_games_pages():
    assert formats.renew() == FORMATS, "run python tools/formats.py"


@pytest.mark.parametrize(("title", "game"), formats.PAGES.items())
def test_one_table_a_game_lists_its_codes(title, game):
    table = FORMATS.partition(f"### Codes of {title}\n")[2].partition("\n#")[0]
    general = FORMATS.partition("## Deals, game by game")[0]
    wanted = codes_of(f"games/{game}") | set(GAMES[game].outcomes)
    assert {code for code in wanted if f"`{code}`" not in table + general} == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_page_on_its_documents(game):
    pages = {path.stem for path in (ROOT / "docs/formats").glob("*.md")}
    assert game in pages, f"docs/formats/{game}.md is missing: the page that explains the codes of {game}"
    assert game in formats.PAGES.values(), f"tools/formats.py gathers no table of codes for {game}"


@pytest.mark.parametrize("game", GAMES)
def test_every_code_outcome_and_option_of_the_game_is_documented(game):
    text = (ROOT / f"docs/formats/{game}.md").read_text(encoding="utf-8")
    wanted = codes_of(f"games/{game}") | set(GAMES[game].outcomes) | set(GAMES[game].options.list_options())
    assert {code for code in wanted if f"`{code}`" not in text} == set()


@pytest.mark.parametrize("game", ["belot", "escoba", "kani"])
def test_every_question_of_the_game_is_shown_with_the_result_that_it_has(game):
    """Kínaskák's page shows some of its questions, a line each; its own tests ask them."""
    text = (ROOT / f"docs/formats/{game}.md").read_text(encoding="utf-8")
    shown = set()
    for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
        question, end = json.JSONDecoder().raw_decode(block)
        document, good = rule(question)
        assert good, document
        assert document["result"] == json.loads(block[end:])
        shown.add(question["question"])
    assert shown == set(questions_of(GAMES[game])) - {"what_if"}


def json_blocks(text):
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]


def test_the_match_in_the_formats_scores_as_its_sheet_says():
    match, sheet, errors = json_blocks(FORMATS)
    scored, good = score(match)
    assert good, scored
    shown = sheet["entries"][0]
    row = scored["entries"][0]
    for name in ("dealer", "outcome", "raw", "scores", "totals", "pending"):
        assert row[name] == shown[name]
    assert shown["lines"][0] in row["lines"]
    wrong = {**match, "entries": [*match["entries"] * 3, {**match["entries"][0], "trick_points": [56, 96]}]}
    refused, good = score(wrong)
    assert not good
    assert refused == errors


@pytest.mark.long
def test_the_readme_s_worked_example_prints_what_it_shows(tmp_path):
    document = re.search(r"```json\n(.*?)```", README, re.DOTALL)
    shown = re.search(r"```console\n\$ scorekeeper score --explain match\.json\n(.*?)```", README, re.DOTALL)
    (tmp_path / "match.json").write_text(document[1], encoding="utf-8")
    command = [sys.executable, "-m", "scorekeeper", "score", "--explain", str(tmp_path / "match.json")]
    done = subprocess.run(
        command, capture_output=True, check=True, env={"PYTHONIOENCODING": "utf-8"}, cwd=ROOT
    )
    assert done.stdout.decode() == shown[1]


PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in ROOT.glob("**/*.md")
    if not any(part[0] == "." or part == "build" for part in path.relative_to(ROOT).parts)
)


@pytest.mark.parametrize("document", PAGES)
def test_links_between_pages_lead_somewhere(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    local = [target for target in targets if not target.startswith(("http:", "https:", "mailto:"))]
    assert [target for target in local if not (ROOT / document).parent.joinpath(target).exists()] == []


@pytest.mark.parametrize("document", PAGES)
def test_every_row_of_a_table_stands_under_the_head_of_one(document):
    """A blank line ends a table: rows after it are shown as a line of text."""
    blocks = re.split(r"\n\s*\n", (ROOT / document).read_text(encoding="utf-8"))
    tables = [block.strip().splitlines() for block in blocks if block.lstrip().startswith("|")]
    assert [table[0] for table in tables if not re.fullmatch(r"\|( ?:?-+:? ?\|)+", "".join(table[1:2]))] == []


TOPS = (
    *(
        "scorekeeper",
        "templates",
        "static",
        "tests",
        "tools",
        "benchmarks",
        "deploy",
        "docs",
        "instance",
        "phone",
    ),
    ".ci",
)
ALIKE = {
    "scorekeeper/translations": "a folder a language",
    "benchmarks/games": "a folder a game",
    "templates/games": "a folder a game",
    "static/games": "a folder a game",
    "static/vendor": "a folder a package of several files",
    "tests/fifth": "a game like the others",
}
"""Folders whose own folders are all alike, and so have no line of their own."""
OF_THEIR_OWN = {"tests/browser", "tests/trust", "tests/fifth", "tests/store/released"}
"""The folders of tests that mirror nothing."""


def files_below(top):
    """The files that are not made by running the program."""
    return [path for path in top.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def fold_folder(path):
    """The folder by which the page names a file."""
    folder = path.parent.as_posix()
    for whole in (*ALIKE, *OF_THEIR_OWN):
        if path.is_relative_to(whole):
            return whole
    return path.parts[0] if path.parts[0] in ("tests", "instance") else folder


@pytest.mark.long
def test_the_page_on_the_structure_names_every_folder_and_no_other():
    told = (
        (ROOT / "docs/architecture.md")
        .read_text(encoding="utf-8")
        .partition("| folder |")[2]
        .partition("\n\n")[0]
    )
    named = set(re.findall(r"`([a-z_/.]+)`", re.sub(r"(?m)\|[^|]*\|$", "|", told)))
    there = {fold_folder(path.relative_to(ROOT)) for top in TOPS for path in files_below(ROOT / top)}
    assert named == there - {"scorekeeper"}


WAYS = (ROOT / "docs/architecture.md").read_text(encoding="utf-8").partition("## How a deal is recorded")[2]
WAYS = WAYS.partition("## The ledger")[0]
PLACES = sorted(set(re.findall(r"`((?:[a-z_0-9]+\.){2,}[A-Za-z_]+)`", WAYS)))
"""The functions and classes by which that page describes what happens: ``store.match.ledger.append``."""


@pytest.mark.parametrize("place", PLACES)
def test_the_page_on_the_structure_leads_past_functions_that_are_there(place):
    assert callable(resolve_name(f"scorekeeper.{place}"))


def test_the_page_on_the_structure_describes_four_ways_and_a_name_that_is_gone_is_found():
    assert len(PLACES) > 25, "the search for names finds too little"
    with pytest.raises(AttributeError):
        resolve_name("scorekeeper.store.match.ledger.append_all")
