"""A fifth game, to see that a game is one folder: `briscola` beside this file, and one more name in the registry.

`python -m tests.fifth score -` is the command line of a program that has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper import games

FIFTH = "briscola"
games.__path__.append(str(Path(__file__).parent))


@contextmanager
def fifth_game() -> Iterator[None]:
    """The registry with the fifth game in it."""
    games.FOLDERS.append(FIFTH)
    try:
        yield
    finally:
        games.FOLDERS.remove(FIFTH)


def program(game: str) -> str:
    """The module that runs the command line of a program that has this game."""
    return "tests.fifth" if game == FIFTH else "scorekeeper"
