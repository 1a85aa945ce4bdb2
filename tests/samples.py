"""Matches and deals for tests about every game, taken from the worked examples of the game itself."""

from importlib import import_module
from pathlib import Path
from typing import Any

from scorekeeper.core.rulebook import load_examples
from scorekeeper.core.text import LANGUAGES
from scorekeeper.games import score


def folder_of(game: str) -> Path:
    """The folder that holds everything of a game."""
    file = import_module(f"scorekeeper.games.{game}").__file__
    assert file is not None
    return Path(file).parent


def rulebook_languages(game: str) -> list[str]:
    """The languages that a game's rulebook is written in, English first."""
    folder = folder_of(game) / "rulebook"
    return [language for language in LANGUAGES if (folder / f"{language}.toml").is_file()]


def sample_match(game: str) -> dict[str, Any]:
    """The first worked match of a game in which a deal is scored and a side gets points."""
    for example in load_examples(game):
        sheet, good = score(example.match)
        if good and any(sheet["totals"]) and example.match["entries"][0]["kind"] == "deal":
            return example.match
    raise AssertionError(f"{game} has no worked match that begins with a deal and brings points")


def sample_deal(game: str) -> dict[str, Any]:
    """The deal that the sample match of a game begins with."""
    deal: dict[str, Any] = sample_match(game)["entries"][0]
    return deal
