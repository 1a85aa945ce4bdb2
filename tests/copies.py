"""Databases as copies: to migrate one takes a quarter of a second, and to fill it another; to copy it takes none."""

import atexit
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorekeeper.store.turns import SUFFIX

SQLITE = "sqlite:///"
_MADE: dict[Callable[[str], Any], tuple[Path, Any]] = {}


def make_or_copy(url: str, make: Callable[[str], Any]) -> Any:
    """Do with an empty database what ``make`` does; returns what that returned when it was done for the first time.

    A file of SQLite is a copy of the first one. It stands at no other path, so each make is done once in a run.
    """
    if not url.startswith(SQLITE):
        return make(url)
    if make not in _MADE:
        folder = Path(tempfile.mkdtemp(prefix="scorekeeper-copies-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        first = folder / "first.db"
        _MADE[make] = first, make(f"{SQLITE}{first}")
        left = {file.name for file in folder.iterdir()} - {first.name, f"{first.name}{SUFFIX}"}
        assert not left, "a connection is still open"
    first, said = _MADE[make]
    shutil.copyfile(first, url.removeprefix(SQLITE))
    return said
