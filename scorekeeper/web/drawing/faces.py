"""How cards look: the rank that the reader's cards have printed on them, the sign of the suit."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.core.play.cards import FRENCH_SUITS, JOKER, RANK_LETTERS, RANK_NAMES, Card, Pack, card_text
from scorekeeper.core.text import T
from scorekeeper.web.site.languages import say


class Face(NamedTuple):
    """A card as it is drawn: the rank as printed in the reader's country, the suit's name for its sign, its words."""

    notation: str
    rank: str
    suit: str
    words: str


def face(card: Card) -> Face:
    """How a card looks."""
    if card == JOKER:
        return Face(str(card), "★", "joker", say(RANK_NAMES["JK"]))
    if card.suit in FRENCH_SUITS:
        rank = say(RANK_LETTERS[card.rank]) if card.rank in RANK_LETTERS else card.rank
        words = say(T("{rank}, {suit}", rank=RANK_NAMES[card.rank], suit=FRENCH_SUITS[card.suit]))
        return Face(str(card), rank, card.suit, words)
    return Face(str(card), card.rank, card.suit, say(card_text(card)))


def deck(pack: Pack) -> list[tuple[str, list[Face]]]:
    """Every card of a pack by suit, the high ones first; jokers last."""
    rows = [(suit, [face(card) for card in reversed(pack.cards) if card.suit == suit]) for suit in pack.suits]
    return [*rows, ("joker", [face(JOKER)])] if pack.jokers else rows
