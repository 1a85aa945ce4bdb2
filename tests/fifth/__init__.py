"""A fifth game, to see that a game is one folder: `briscola` beside this file, and one more name in the registry.

`python -m tests.fifth score -` is the command line of a program that has it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

from scorekeeper import games
from scorekeeper.core.disputes.irregularities import has_irregularities
from scorekeeper.core.disputes.trees import load_tree
from scorekeeper.games import coverage

FIFTH = "briscola"
PACKAGE = f"{games.__name__}.{FIFTH}"
FOLDER = Path(__file__).parent / FIFTH
games.__path__.append(str(FOLDER.parent))


@contextmanager
def fifth_game() -> Iterator[None]:
    """The registry with the fifth game in it."""
    games.GAMES.folders.append(FIFTH)
    try:
        yield
    finally:
        games.GAMES.folders.remove(FIFTH)


@contextmanager
def read_from(folder: Path) -> Iterator[None]:
    """The fifth game as another copy of its folder has it."""
    kept = _forget()
    games.__path__.insert(0, str(folder.parent))
    try:
        yield
    finally:
        games.__path__.remove(str(folder.parent))
        _forget()
        sys.modules.update(kept)
        if PACKAGE in kept:
            setattr(games, FIFTH, kept[PACKAGE])


def _forget() -> dict[str, object]:
    """Take the modules of the fifth game out of the program, which imports it anew; returns them."""
    known = [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]
    games.__dict__.pop(FIFTH, None)
    for cached in (coverage.statuses, has_irregularities, load_tree):
        cached.cache_clear()
    invalidate_caches()
    return {name: sys.modules.pop(name) for name in known}


def program(game: str) -> str:
    """The module that runs the command line of a program that has this game."""
    return "tests.fifth" if game == FIFTH else "scorekeeper"
