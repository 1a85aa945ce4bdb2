"""The folder of a game holds the same files as its neighbours', one file a question of the desk among them."""

from importlib import import_module
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from tests.samples import folder_of

CONTENTS = {
    "__init__": "GAME, the folder’s table of contents",
    "options": "the house rules",
    "deal": "the facts of a deal, and reading them",
    "checking": "whether a deal is possible",
    "scoring": "what a deal is worth",
    "wording": "a deal in words",
    "play": "cards on the table",
    "disputes": "what is asked at the table",
    "statistics": "the figures for leagues",
    "reach": "how much one deal can change",
}
"""Every module of a game's folder: a file, or a package where a game needs more than one file."""
DATA = {
    "examples.toml": "the worked examples",
    "rulebook/en.toml": "the articles in English",
    "irregularities.toml": "what becomes of an error at the table",
}
DISPUTES = {"mismatch": "where the slip is when counts do not fit together"}
FILE_OF_A_QUESTION = {"deal": "whole_deal"}
"""The question whose file is not called like it: deal.py means something else in the folder."""


def is_module(folder: Path, name: str) -> bool:
    return (folder / f"{name}.py").is_file() or (folder / name / "__init__.py").is_file()


def missing_from(folder: Path) -> list[str]:
    """One sentence for each file that the folder of a game lacks."""
    modules = [
        f"{folder.name} lacks {name}.py: {what}."
        for name, what in CONTENTS.items()
        if not is_module(folder, name)
    ]
    data = [
        f"{folder.name} lacks {name}: {what}." for name, what in DATA.items() if not (folder / name).is_file()
    ]
    disputes = [
        f"{folder.name} lacks disputes/{name}.py: {what}."
        for name, what in DISPUTES.items()
        if not is_module(folder / "disputes", name)
    ]
    return [*modules, *data, *disputes]


def strange_in(folder: Path) -> list[str]:
    """One sentence for each module that no other game has: its place is inside play/, scoring/ or disputes/."""
    names = {path.stem for path in folder.glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    return [f"{folder.name}/{name}.py belongs inside a package." for name in sorted(names - set(CONTENTS))]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_every_file_that_its_neighbours_have_and_no_other(game: str) -> None:
    assert missing_from(folder_of(game)) == []
    assert strange_in(folder_of(game)) == []


def test_an_empty_folder_is_told_file_by_file_what_it_lacks(tmp_path: Path) -> None:
    folder = tmp_path / "tute"
    folder.mkdir()
    told = missing_from(folder)
    assert len(told) == len(CONTENTS) + len(DATA) + len(DISPUTES)
    assert "tute lacks reach.py: how much one deal can change." in told
    assert "tute lacks disputes/mismatch.py: where the slip is when counts do not fit together." in told


def test_a_module_that_no_neighbour_has_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "tute"
    (folder / "tricks").mkdir(parents=True)
    for path in ("play.py", "singing.py", "tricks/__init__.py"):
        (folder / path).touch()
    assert strange_in(folder) == [
        "tute/singing.py belongs inside a package.",
        "tute/tricks.py belongs inside a package.",
    ]


@pytest.mark.parametrize(("game", "slug"), [(game, slug) for game in GAMES for slug in GAMES[game].questions])
def test_every_question_of_the_desk_has_a_file_of_its_own(game: str, slug: str) -> None:
    file = FILE_OF_A_QUESTION.get(slug, slug)
    module = import_module(f"scorekeeper.games.{game}.disputes.{file}")
    assert GAMES[game].questions[slug] is module.QUESTION


@pytest.mark.parametrize("game", GAMES)
def test_the_folder_is_called_like_the_game(game: str) -> None:
    assert GAMES[game].slug == game == folder_of(game).name
