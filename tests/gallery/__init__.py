"""The gallery: a page for each part that screens are made of, in every state. `python -m tests.gallery` serves it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Blueprint, abort, render_template

from scorekeeper.core.fields import Table
from scorekeeper.core.findings import Report
from scorekeeper.core.match import read_match
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.web.entry.forms import EntryForm, choose_form

pages = Blueprint("gallery", __name__, url_prefix="/gallery", template_folder="templates")

PARTS = ("seats", "suits", "small", "boxes", "keypad", "says", "foot", "drawer")
NAMES = ("Hrafnhildur Anna", "Александър", "Georgi-Stefan", "Æsa", "Iñaki", "Maximiliane", "Björn", "Ли")
"""Long names and short ones, of one word and two."""


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

    def is_part(self, field: Any) -> bool:
        """Whether an input is a part of the draft: all that are shown here are."""
        return True

    def in_use(self, field: Any) -> bool:
        """Whether a list that is seldom needed is open: here every state is."""
        return True


@pages.get("")
def index() -> str:
    """All parts."""
    return render_template("gallery/index.html", parts=PARTS)


@pages.get("/<part>")
def part(part: str) -> str:
    """One part in every state, with a game of sides and one of players who play for themselves."""
    if part not in PARTS:
        abort(404)
    return render_template(
        f"gallery/{part}.html",
        part=part,
        parts=PARTS,
        filled=_show("belot", 4, _FILLED),
        blank=_show("belot", 4, {}),
        alone=_show("kani", 4, {"declarer": 2}),
        many=_show("kinaskak", 8, {}),
        standing=[(T("Dealer"), NAMES[0]), (T("Calls first"), NAMES[1])],
        seat_here=lambda match: None,
        match=None,
    )


_FILLED = {
    "contract": "hearts",
    "declarer": 1,
    "doubling": "recontra",
    "capot": 1,
    "trick_points": [97, None],
}


def _show(game: str, players: int, entry: Mapping[str, Any]) -> Shown:
    document = {"format": "scorekeeper-match/1", "game": game, "players": list(NAMES[:players])}
    read = read_match({**document, "rules": {}, "entries": []}, GAMES, Report())
    assert read is not None, "the gallery's own match can be read"
    way = choose_form(GAMES[game], read.table, None, entry or None)
    return Shown(read.table, EntryForm("deal", way.fields, read.table, entry=entry, seen=0), way.slug)
