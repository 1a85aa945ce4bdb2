"""The gallery: a page for each part that screens are made of, in every state. `python -m tests.gallery` serves it."""

from typing import Any

from flask import Blueprint, abort, render_template

from scorekeeper.core.text import C, T
from scorekeeper.web.site.languages import say
from tests.gallery.ended import end_match
from tests.gallery.laid import call_all, count_all, lay_all
from tests.gallery.rulings import ASKED, DIFFERENCES, pin, rule
from tests.gallery.sheets import draw_sheet, draw_strip
from tests.gallery.states import FILLED, MOST, NAMES, show, show_wrong, write_sides

pages = Blueprint("gallery", __name__, url_prefix="/gallery", template_folder="templates")

KEYS = ("seats", "suits", "small", "boxes", "stepper", "three_way", "keypad", "says", "foot")
ASKING = ("table", "calls", "counts", "ruling")
CARDS = (*ASKING, "winner", "strip", "line", "badge", "notice", "empty", "drawer", "head")
PARTS = (*KEYS, *CARDS)


@pages.get("")
def index() -> str:
    """All parts."""
    return render_template("gallery/index.html", parts=PARTS)


@pages.get("/<part>")
def part(part: str) -> str:
    """One part in every state, with a game of sides and one of players who play for themselves."""
    if part not in PARTS:
        abort(404)
    return render_template(f"gallery/{part}.html", part=part, parts=PARTS, match=None, **_states())


def _states() -> dict[str, Any]:
    """What the pages draw the parts with."""
    return {
        "filled": show("belot", 4, FILLED),
        "blank": show("belot", 4, {}),
        "alone": show("kani", 4, {"declarer": 2}),
        "many": show("kinaskak", 8, {}),
        "rows": {sides: show("escoba", sides, {}) for sides in (2, 3, 4, 6)},
        "told": {sides: show("escoba", sides, {"most": MOST}, "most") for sides in (2, 3, 4, 6)},
        "wrong": show_wrong(show("escoba", 2, {}), "most.cards"),
        "strips": {sides: draw_strip(sides) for sides in range(2, 9)},
        "sheets": {sides: draw_sheet(sides) for sides in (2, 3, 8)},
        "written": {sides: write_sides(sides) for sides in (2, 4, 8)},
        "unplayed": draw_strip(2, totals=(0, 0)),
        "four_figures": draw_strip(2, totals=(1208, -110)),
        "over": {sides: draw_strip(sides, over=True) for sides in (2, 8)},
        "ended": {sides: end_match(sides) for sides in (2, 3, 5, 8)},
        "level": end_match(2, winners=4),
        "abandoned": end_match(4, winners=0, told=False),
        "chips": end_match(4, chips=True),
        "laid": lay_all(),
        "called": call_all(),
        "counted": count_all(),
        "names": NAMES[:4],
        "standing": [(say(T("Dealer")), NAMES[0]), (say(C("player", "Calls first")), NAMES[1])],
        "ruled": {name: rule(name) for name in ASKED},
        "pinned": {"entry": pin("no"), "older": pin("many", changed=True), "match": pin("yes")},
        "differences": DIFFERENCES,
        "seat_here": lambda match: match,
    }
