"""Questions about cards laid (a trick and a hand, an open table, a meld, nothing yet), and about calls."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.fields import Table
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import Pack
from scorekeeper.games import GAMES
from scorekeeper.web.desk.forms import DeskForm, name_players, table_for
from scorekeeper.web.drawing.faces import Face, deck
from tests.gallery.states import NAMES

TRICK = {"contract": "hearts", "hand": ["9H", "AH", "AS", "10S", "KD", "7D"], "trick": ["7C", "10C", "8H"]}
MELD = {"meld": {"kind": "run", "cards": ["5H", "6H", "JK", "8H"]}, "card": "7H"}
OPEN = {"table": ["7O", "3C", "5B", "1E", "4C"], "card": "5O"}


class Asked(NamedTuple):
    """A question as its page shows it: the inputs on the table, and the packs below."""

    laid: list[Any]
    decks: list[tuple[Pack, list[tuple[str, list[Face]]]]]


def lay(game: str, question: str, given: Mapping[str, Any]) -> Asked:
    """The card table of a question."""
    known = GAMES[game]
    rules = known.read_rules({}, max(known.players), Report())
    form = DeskForm(questions_of(known)[question], table_for(known, rules.options), given, None)
    return Asked(form.laid, [(pack, deck(pack)) for pack in form.packs])


class Called(NamedTuple):
    """A question about calls: its input, the seats, and what else its page knows."""

    calls: Any
    table: Table
    first: int | None
    out: str

    @property
    def key_names(self) -> list[str]:
        """The names as they stand on keys."""
        return list(self.table.names)


def call(game: str, calls: list[Any], first: int | None, out: str = "") -> Called:
    """The bidding after some calls."""
    known = GAMES[game]
    table = table_for(known, known.read_rules({}, max(known.players), Report()).options, NAMES[:4])
    form = DeskForm(questions_of(known)["auction"], table, {"calls": calls}, None)
    return Called(form["calls"], table, first, out)


def call_all() -> list[tuple[str, Called]]:
    """Each state: its name, and what is asked; callers by name and by number, and one who is passed over."""
    return [
        ("named", call("belot", ["pass", "hearts", "no_trumps", "contra", "pass"], 1)),
        ("passed", call("kani", [7, "pass", 9, "pass", 10], 3, "pass")),
        ("empty", call("belot", [], None)),
    ]


def count_all() -> list[tuple[str, Any]]:
    """Each state: its name, and the line beside which numbers are typed: by kind, points, in order, and cards."""
    known, of_pairs = GAMES["kinaskak"], GAMES["kani"]
    table = table_for(known, known.read_rules({}, 4, Report()).options, NAMES[:4])
    given = {"hands": [{"aces": 2, "low": 12}, 35, ["AS", "KH"]]}
    hands = DeskForm(name_players(questions_of(known)["score"]), table, given, None)["hands"].parts
    at_kani = table_for(of_pairs, of_pairs.read_rules({}, 4, Report()).options, NAMES[:4])
    pairs = DeskForm(questions_of(of_pairs)["mismatch"], at_kani, {"counts": {"pairs": [8, 4]}}, None)
    return [
        *zip(("kinds", "points", "cards", "blank"), hands, strict=True),
        ("pairs", pairs["counts"].parts[0]),
    ]


def lay_all() -> list[tuple[str, Asked, bool, int | None]]:
    """Each state: its name, what is asked, whether the turn goes to the right, and the seat of the phone."""
    return [
        ("trick", lay("belot", "legal_cards", TRICK), True, 0),
        ("clockwise", lay("kani", "trick_winner", {"trick": ["AD", "9D", "2C", "3D"]}), False, 2),
        ("table", lay("escoba", "captures", OPEN), True, None),
        ("meld", lay("kinaskak", "take_joker", MELD), False, None),
        ("empty", lay("belot", "belote", {}), True, None),
    ]
