"""Cards, packs and their notation.

French cards are written rank then suit (``AS KH 10D 7C``, ``T`` is read for ``10``), the joker ``JK``;
Spanish cards the printed number then suit (``7O 10C 11E 12B``: oros, copas, espadas, bastos).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.core.text import C, T, Text

JOKER_RANK = "JK"


class Card(NamedTuple):
    """One card: ``Card("K", "hearts")``, ``Card("7", "oros")``; a joker has no suit."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit[:1].upper()


class Legal(NamedTuple):
    """The cards of a hand that may be played, in the order of the hand, with the reason and its article."""

    cards: tuple[Card, ...]
    why: Text
    cite: str


JOKER = Card(JOKER_RANK, "")

FRENCH_SUITS: Mapping[str, Text] = MappingProxyType(
    {"clubs": T("clubs"), "diamonds": T("diamonds"), "hearts": T("hearts"), "spades": T("spades")}
)
SPANISH_SUITS: Mapping[str, Text] = MappingProxyType(
    {"oros": T("golds"), "copas": T("cups"), "espadas": T("swords"), "bastos": C("Spanish suit", "clubs")}
)
SPANISH_HEADINGS: Mapping[str, Text] = MappingProxyType(
    {"oros": T("Golds"), "copas": T("Cups"), "espadas": T("Swords"), "bastos": C("Spanish suit", "Clubs")}
)
"""The suits as headings above their cards; ``SPANISH_SUITS`` are part of a card's name."""
SUIT_SIGNS = MappingProxyType({"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"})
RANK_NAMES: Mapping[str, Text] = MappingProxyType(
    {"A": T("ace"), "K": T("king"), "Q": T("queen"), "J": T("jack"), "JK": T("joker")}
    | {str(number): Text(str(number)) for number in range(2, 11)}
)
SPANISH_COURT: Mapping[str, Text] = MappingProxyType(
    {"10": C("Spanish card", "jack"), "11": C("Spanish card", "horse"), "12": C("Spanish card", "king")}
)
"""What players call the cards above the seven; the card itself shows a number."""
RANK_LETTERS: Mapping[str, Text] = MappingProxyType(
    {"A": C("card", "A"), "K": C("card", "K"), "Q": C("card", "Q"), "J": C("card", "J")}
)


class Pack:
    """The cards a game is played with: ``ranks`` from low to high in sequence, ``copies`` of each, ``jokers``.

    >>> PACK_32.parse("TD")
    Card(rank='10', suit='diamonds')
    >>> PACK_32.parse("2C") is None
    True
    """

    __slots__ = ("_by_notation", "cards", "copies", "jokers", "ranks", "slug", "suits")

    def __init__(
        self, slug: str, suits: tuple[str, ...], ranks: tuple[str, ...], copies: int = 1, jokers: int = 0
    ) -> None:
        self.slug, self.suits, self.ranks, self.copies, self.jokers = slug, suits, ranks, copies, jokers
        self.cards = tuple(Card(rank, suit) for suit in suits for rank in ranks)
        self._by_notation = {str(card): card for card in self.cards}
        if slug != "spanish":
            self._by_notation |= {"T" + str(c)[2:]: c for c in self.cards if c.rank == "10"}
        if jokers:
            self._by_notation[JOKER_RANK] = JOKER

    def parse(self, notation: str) -> Card | None:
        """The card with this notation (in either case), or None when this pack has no such card."""
        return self._by_notation.get(notation.strip().upper())

    def copies_of(self, card: Card) -> int:
        """How many of this card the pack holds."""
        return self.jokers if card == JOKER else self.copies


IN_HAND, IN_TRICK, ON_TABLE, PLAYED = "hand", "trick", "table", "played"
"""Where cards lie before the players: in the hand, in the trick, open on the table, in front of the one who plays."""

FRENCH = ("clubs", "diamonds", "hearts", "spades")
_LOW = ("2", "3", "4", "5", "6")
_HIGH = ("7", "8", "9", "10", "J", "Q", "K", "A")

PACK_32 = Pack("piquet", FRENCH, _HIGH)
PACK_52 = Pack("french", FRENCH, _LOW + _HIGH)
PACK_THREE = Pack("three", FRENCH, _LOW + _HIGH, copies=3, jokers=9)
PACK_40 = Pack(
    "spanish", ("oros", "copas", "espadas", "bastos"), ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
)


def card_text(card: Card) -> Text:
    """A card as players of the reader's country write it: ``K♥`` (``П♥`` in Bulgarian), ``king of golds``."""
    if card == JOKER:
        return RANK_NAMES[JOKER_RANK]
    if card.suit in SPANISH_SUITS:
        rank = SPANISH_COURT.get(card.rank, card.rank)
        return T("{number} of {suit}", number=rank, suit=SPANISH_SUITS[card.suit])
    rank = RANK_LETTERS.get(card.rank, card.rank)
    return Text("{rank}{suit}", {"rank": rank, "suit": SUIT_SIGNS[card.suit]})


def cards_text(cards: tuple[Card, ...] | list[Card]) -> list[Text]:
    """Cards as a parameter of a sentence, to be joined by commas."""
    return [card_text(card) for card in cards]


def list_choices(cards: Sequence[Card]) -> Text:
    """Cards of which one is chosen: ``9♥, 8♥ or 7♥``. Spanish has another word for *or* before *ocho*."""
    *first, last = cards
    if not first:
        return card_text(last)
    if last.rank == "8":
        return C("before an eight", "{cards} or {last}", cards=cards_text(first), last=card_text(last))
    return T("{cards} or {last}", cards=cards_text(first), last=card_text(last))
