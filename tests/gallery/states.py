"""What the parts are shown with: inputs of matches that are nowhere recorded, and names long and short."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.match import read_match
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.web.entry.forms import EntryForm, choose_form
from scorekeeper.web.entry.preview import WrittenSide, list_written

NAMES = ("Hrafnhildur Anna", "Александър", "Georgi-Stefan", "Æsa", "Iñaki", "Maximiliane", "Björn", "Ли")
"""Long names and short ones, of one word and two."""


def name_sides(sides: int) -> list[str]:
    """Two sides are pairs, more are players."""
    return [f"{NAMES[0]} & {NAMES[2]}", f"{NAMES[1]} & {NAMES[5]}"] if sides == 2 else list(NAMES[:sides])


def write_sides(sides: int) -> list[WrittenSide]:
    """What each of so many sides would write; an earlier deal that is corrected (of four) tells no totals."""
    totals = [None] * sides if sides == 4 else [1208 - 176 * side for side in range(sides)]
    scores = [26 * side - 16 for side in range(sides)]
    return list_written(range(sides), name_sides(sides), scores, totals)


FILLED = {"contract": "hearts", "declarer": 1, "doubling": "recontra", "capot": 1, "trick_points": [97, None]}
MOST = {"cards": 0, "golds": 1, "sevens": None}


class Shown(NamedTuple):
    """What the parts ask of the page that they stand on, with a match that is nowhere recorded."""

    table: Table
    form: EntryForm
    slug: str
    next_dealer: int = 0
    row: None = None
    drafting: bool = False
    ways: tuple[Any, ...] = ()
    versions: Mapping[str, int] = {}

    @property
    def key_names(self) -> list[str]:
        """The names as they stand on keys."""
        return list(self.table.names)

    def in_use(self, field: Any) -> bool:
        """Whether a list that is seldom needed is open: here every state is."""
        return True


def show(game: str, players: int, entry: Mapping[str, Any], way: str | None = None) -> Shown:
    """The inputs of a deal as it was typed so far."""
    document = {"format": "scorekeeper-match/1", "game": game, "players": list(NAMES[:players])}
    read = read_match({**document, "rules": {}, "entries": []}, GAMES, Report())
    assert read is not None, "the gallery's own match can be read"
    form = choose_form(GAMES[game], read.table, way, entry or None)
    return Shown(read.table, EntryForm("deal", form.fields, read.table, entry=entry, seen=0), form.slug)


def show_wrong(shown: Shown, path: str) -> Shown:
    """The same with one input found wrong."""
    text = T("“{label}” is missing.", label=T("Who had the most"))
    shown.form.place([Finding(path, "missing", text)])
    return shown
