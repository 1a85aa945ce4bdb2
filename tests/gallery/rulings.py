"""Rulings for the card: yes, no and neither, with cards, with many reasons, and what is said under other rules."""

from typing import Any, NamedTuple

from scorekeeper.core.disputes.adjudication import Answered, adjudicate
from scorekeeper.core.disputes.elsewhere import Elsewhere, find_other_answers
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.rulebook import Article
from scorekeeper.games import GAMES
from scorekeeper.web.desk.at_match import Pinned
from scorekeeper.web.desk.forms import cards_in, pack_of
from scorekeeper.web.desk.ruling import RulingDifference, articles
from scorekeeper.web.desk.ruling_links import frame
from scorekeeper.web.desk.written import OfferedEntry
from scorekeeper.web.drawing.faces import Face
from tests.gallery.states import NAMES

HEARTS = {"kind": "run", "cards": ["5H", "6H", "7H", "8H"]}
TIERCE = {"player": 0, "kind": "sequence", "length": 3, "top": "A"}
ASKED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "yes": ("kinaskak", "lay_off", {"meld": HEARTS, "card": "9H", "is_down": True}),
    "no": ("kinaskak", "lay_off", {"meld": HEARTS, "card": "2C", "is_down": True}),
    "neither": (
        "belot",
        "score",
        {"contract": "hearts", "declarer": 0, "trick_points": [81, 81], "pending": 0},
    ),
    "cards": (
        "belot",
        "legal_cards",
        {"contract": "hearts", "hand": ["9H", "AH", "AS", "TS", "KD", "7D"], "trick": []},
    ),
    "by option": (
        "kinaskak",
        "take_joker",
        {
            "meld": {"kind": "run", "cards": ["4H", "JK", "6H", "7H"]},
            "card": "5H",
            "is_down": True,
            "own": True,
        },
    ),
    "several": ("belot", "mismatch", {"counts": {"contract": "hearts", "trick_points": [100, 52]}}),
    "by preset": ("escoba", "opening_table", {"table": ["12O", "12C", "7E", "3B"]}),
    "many": (
        "belot",
        "score",
        {
            "contract": "spades",
            "declarer": 1,
            "doubling": "contra",
            "trick_points": [100, 62],
            "declarations": [TIERCE],
            "pending": 8,
        },
    ),
}
"""The game, the question and what it was asked about."""


class Ruled(NamedTuple):
    """What a card of a ruling is drawn with."""

    game: Game
    answered: Answered
    groups: list[tuple[Face, ...]]
    articles: list[Article]
    others: list[Elsewhere]
    offers: list[OfferedEntry]


def rule(name: str) -> Ruled:
    """The ruling of that name, as it is given at a match."""
    slug, question, given = ASKED[name]
    game, report = GAMES[slug], Report()
    document = {**frame(slug, question, {}), **given}
    answered = adjudicate(document, GAMES, report, NAMES[:4], 1)
    assert answered is not None, f"{name}: {report.errors}"
    pack = next(filter(None, map(pack_of, answered.question.fields)), None)
    cards = cards_in(pack, answered.ruling.result)
    others = find_other_answers(answered, document, NAMES[:4], 1)
    writings = answered.question.writes(document, answered.ruling.result)
    offers = [
        OfferedEntry("#main", "Ana ♥ 110–52", one.why, one.key) for one in writings if one.why is not None
    ]
    return Ruled(game, answered, cards, articles(game, answered.ruling.reasons), others, offers)


def pin(name: str, *, changed: bool = False) -> Pinned:
    """The same, pinned to an entry."""
    answered = rule(name).answered
    verdict = answered.ruling.verdict
    return Pinned(7, answered.question.title, verdict, "", "21:40", NAMES[0], changed, answered.yes)


DIFFERENCES = [RulingDifference("scores", "8 8", "16 0"), RulingDifference("outcome", "hanging", "inside")]
"""What a link said, and what the program answers today."""
