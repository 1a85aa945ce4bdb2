"""A game is named in its own folders, in the list of games and in tests, and nowhere else in the program.

Nor does anything else know what one game alone writes down or shows: a game declares what is made of it.
"""

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES
from tests.cases import cases
from tests.samples import sample_match

ROOT = Path(__file__).resolve().parents[1]
SEARCHED = ("scorekeeper", "templates", "static", "tools", "deploy", "benchmarks", "phone")
KINDS = {".py", ".html", ".js", ".css", ".svg", ".toml"}
LIST = 'GAMES = Registry("belot", "kani", "escoba", "kinaskak")'
"""The one line outside the games' own folders that names them."""


def names_of(game: str) -> set[str]:
    """What a game is called in the program: its slug, and its name with and without accents."""
    name = str(GAMES[game].name)
    plain = "".join(one for one in unicodedata.normalize("NFKD", name) if not unicodedata.combining(one))
    return {game, name, plain}


NAMES = "|".join(sorted({name for game in GAMES for name in names_of(game)}))
WORD = re.compile(rf"(?<![^\W\d_])(?:{NAMES})(?![^\W\d_])|(?-i:(?:{NAMES.title()})(?=[A-Z]))", re.IGNORECASE)
"""A name as a word of a sentence, a part of a `snake_case` or `UPPER_CASE` name, or the start of a `CamelCase` one."""


@cases(
    "line, found",
    ('"game": "belot"', ["belot"]),
    ("a match of Kínaskák", ["Kínaskák"]),
    ("def belot_match():", ["belot"]),
    ("GAME = KINASKAK", ["KINASKAK"]),
    ("class KaniOptions(Options):", ["Kani"]),
    ("the mechanism, a belote, two escobas", []),
    ("import mechanical", []),
)
def test_the_name_of_a_game_is_found_as_a_whole_word(line: str, found: list[str]) -> None:
    assert WORD.findall(line) == found


def is_of_a_game(path: Path) -> bool:
    """Whether a file lies in a folder of a game's own, or is a frozen migration."""
    parts = path.relative_to(ROOT).parts
    return "migrations" in parts or ("games" in parts and any(game in parts[:-1] for game in GAMES))


@pytest.mark.long
def test_no_other_code_template_script_or_style_names_a_game() -> None:
    files = [path for top in SEARCHED for path in (ROOT / top).rglob("*") if path.suffix in KINDS]
    assert len(files) > 500, "the search looks where the program is"
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted(files)
        if not is_of_a_game(path)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line != LIST and WORD.search(line)
    ]
    assert named == []


# --- what one game alone knows ------------------------------------------------------------------------

OTHER_MEANINGS = {
    ("scorekeeper/store/match/scored.py", "contract"): "what a move is called, in any game that has rounds",
    **{
        (f"scorekeeper/{place}.py", "round"): "a round of an evening, which is drawn"
        for place in (
            "cli/draw",
            "league/evening/state",
            "web/leagues/evening/draw",
            "web/leagues/evening/rounds",
            "web/leagues/evening/table_code",
            "web/leagues/evening/tonight",
            "web/leagues/matches/nights",
        )
    },
    ("templates/leagues/night.html", "round"): "the same, on its night",
    ("templates/leagues/evening/draw_again.html", "round"): "the same, drawn again",
    ("scorekeeper/web/accounts/keys.py", "round"): "which set of recovery codes a form is about",
    ("templates/accounts/codes.html", "round"): "the same, in that form",
}
"""Words of one game that mean something else where they stand."""


def names_of_facts(game: str) -> set[str]:
    """What a game calls the facts of its sheet, and the field for what the players called."""
    sheet = score_match(sample_match(game), GAMES, Report())
    called = [form.fields[0].name for form in sheet.game.forms] if sheet.game.has_bidding else []
    return {*sheet.facts, *called}


def test_no_other_code_or_template_knows_a_fact_that_one_game_alone_has() -> None:
    games = Counter(name for game in GAMES for name in names_of_facts(game))
    alone = "|".join(sorted(name for name, times in games.items() if times == 1))
    assert alone == "bid|contract|pending|round"
    read = re.compile(rf"""["'](?P<quoted>{alone})["']|\b(?:facts|deal|entry)\.(?P<dotted>{alone})\b""")
    files = [path for top in ("scorekeeper", "templates") for path in (ROOT / top).rglob("*")]
    found = {
        (str(path.relative_to(ROOT)), hit["quoted"] or hit["dotted"])
        for path in files
        if path.suffix in {".py", ".html"} and not is_of_a_game(path)
        for hit in read.finditer(path.read_text(encoding="utf-8"))
    }
    assert found == set(OTHER_MEANINGS)
