"""Belot's cards on the table: their points, the declarations that count, and legal plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from scorekeeper.core.play.cards import FRENCH_SUITS, Card, Legal, card_text
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.deal import (
    ALL_TRUMPS,
    BELOTE,
    CARRE,
    NO_TRUMPS,
    RANKS,
    SEQUENCE,
    TRICK_POINTS_OF,
    Declaration,
)
from scorekeeper.games.belot.options import BelotOptions

SUITS = 4
CARDS = 32
TRICK = 4
LAST_TEN = 10

PLAIN_VALUES: Mapping[str, int] = {"7": 0, "8": 0, "9": 0, "10": 10, "J": 2, "Q": 3, "K": 4, "A": 11}
TRUMP_VALUES: Mapping[str, int] = {"7": 0, "8": 0, "9": 14, "10": 10, "J": 20, "Q": 3, "K": 4, "A": 11}
"""What a card is worth to the side that takes it. (belot 3.1)"""

SEQUENCE_POINTS: Mapping[int, int] = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
CARRE_POINTS: Mapping[str, int] = {"10": 100, "Q": 100, "K": 100, "A": 100, "9": 150, "J": 200}
BELOTE_POINTS = 20
BELOTE_RANKS = ("Q", "K")

POSITION: Mapping[str, int] = {rank: position for position, rank in enumerate(RANKS)}
"""The place of a rank in a sequence, from the seven up. (belot 4.2)"""

TRUMP_ORDER: Mapping[str, int] = {
    rank: place for place, rank in enumerate(["7", "8", "Q", "K", "10", "A", "9", "J"])
}
PLAIN_ORDER: Mapping[str, int] = {
    rank: place for place, rank in enumerate(["7", "8", "9", "J", "Q", "K", "10", "A"])
}
"""Which card of a suit beats which, from the lowest up. (belot 2.4)"""


def run(length: int, top: str) -> int:
    """The ranks of a sequence as bits, the seven lowest: ``run(3, "9") == 0b111``."""
    return ((1 << length) - 1) << (POSITION[top] - length + 1)


def holds(bits: int, rank: str) -> bool:
    """Whether ranks written as bits include this one."""
    return bool(bits >> POSITION[rank] & 1)


def points_of(declaration: Declaration) -> int:
    """What a declaration brings if it counts. (belot 4.2, 4.3, 4.9)"""
    if declaration.kind == SEQUENCE:
        return SEQUENCE_POINTS[declaration.length]
    return CARRE_POINTS[declaration.rank] if declaration.kind == CARRE else BELOTE_POINTS


def card_values(contract: str) -> list[int]:
    """What each of the 32 cards is worth under a contract."""
    trump_suits = {NO_TRUMPS: 0, ALL_TRUMPS: SUITS}.get(contract, 1)
    return [*TRUMP_VALUES.values()] * trump_suits + [*PLAIN_VALUES.values()] * (SUITS - trump_suits)


@cache
def possible_points(contract: str) -> int:
    """The trick points that one to seven tricks can hold, as bits: whole tricks, with or without the last ten."""
    sums = [1] + [0] * CARDS
    for value in card_values(contract):
        for count in range(CARDS, 0, -1):
            sums[count] |= sums[count - 1] << value
    tricks = 0
    for count in range(TRICK, CARDS, TRICK):
        tricks |= sums[count]
    return (tricks | tricks << LAST_TEN) & ((1 << TRICK_POINTS_OF[contract] + 1) - 1)


ANY_LEAD = T("The leader may play any card.")
FOLLOW = T("The suit led has to be followed.")
RAISE = T("The suit led has to be followed with a higher card than those already there.")
NO_RAISE = T("The suit led has to be followed; no higher card is held, so any card of it will do.")
NO_SUIT = T("Without a card of the suit led any card may be played.")
PARTNER_HOLDS = T("The partner holds the trick, so there is no need to ruff: any card may be played.")
RUFF = T("An opponent holds the trick and the suit led is missing: a trump has to be played.")
OVERRUFF = T("An opponent has ruffed: a higher trump has to be played.")
FOLLOW_PARTNER = T("The partner holds the trick: any card of the suit led may be played.")
UNDERTRUMP = T("An opponent has ruffed: a trump has to be played, although none held is higher.")
NO_TRUMP_HELD = T("Neither the suit led nor a trump is held: any card may be played.")


def is_trump(contract: str, suit: str) -> bool:
    """Whether a suit ranks and counts as trumps."""
    return contract in (suit, ALL_TRUMPS)


def card_points(contract: str, card: Card) -> int:
    """What a card is worth in a trick, before no trumps are doubled. (belot 3.1)"""
    return (TRUMP_VALUES if is_trump(contract, card.suit) else PLAIN_VALUES)[card.rank]


def power(contract: str, led: str, card: Card) -> int:
    """The strength of a card in a trick of this led suit; -1 for a card that cannot win. (belot 2.4)"""
    if card.suit == contract:
        return 20 + TRUMP_ORDER[card.rank]
    if card.suit != led:
        return -1
    return (TRUMP_ORDER if contract == ALL_TRUMPS else PLAIN_ORDER)[card.rank]


def winning_index(contract: str, trick: Sequence[Card]) -> int:
    """Which card of a trick holds it, the led card first. (belot 2.4)"""
    return max(range(len(trick)), key=lambda index: power(contract, trick[0].suit, trick[index]))


def legal_cards(contract: str, hand: Sequence[Card], trick: Sequence[Card], options: BelotOptions) -> Legal:
    """The cards of a hand that may be played next to a trick. (belot 2.1, 2.2, 2.3, 7.10)"""
    if not trick:
        return Legal(tuple(hand), ANY_LEAD, article_of_play(contract))
    led = trick[0].suit
    following = tuple(card for card in hand if card.suit == led)
    cite = article_of_play(contract)
    if not following:
        return _without_suit(contract, hand, trick, options)
    if not is_trump(contract, led):
        return Legal(following, FOLLOW, cite)
    if contract == ALL_TRUMPS and not options.raise_over_partner and _is_partners(contract, trick):
        return Legal(following, FOLLOW_PARTNER, "belot 7.10")
    highest = max(power(contract, led, card) for card in trick)
    higher = tuple(card for card in following if power(contract, led, card) > highest)
    return Legal(higher, RAISE, cite) if higher else Legal(following, NO_RAISE, cite)


def _is_partners(contract: str, trick: Sequence[Card]) -> bool:
    """Whether the partner of the player whose turn it is holds the trick."""
    return winning_index(contract, trick) == len(trick) - 2


def _without_suit(contract: str, hand: Sequence[Card], trick: Sequence[Card], options: BelotOptions) -> Legal:
    """The legal cards of a hand without the suit led: it must ruff against an opponent. (belot 2.1, 7.10)"""
    cite = article_of_play(contract)
    led, holds_it = trick[0].suit, winning_index(contract, trick)
    if contract not in FRENCH_SUITS or led == contract:
        return Legal(tuple(hand), NO_SUIT, cite)
    if _is_partners(contract, trick):
        return Legal(tuple(hand), PARTNER_HOLDS, cite)
    trumps = tuple(card for card in hand if card.suit == contract)
    if not trumps:
        return Legal(tuple(hand), NO_TRUMP_HELD, cite)
    best = trick[holds_it]
    if best.suit != contract:
        return Legal(trumps, RUFF, cite)
    higher = tuple(card for card in trumps if power(contract, led, card) > power(contract, led, best))
    if higher:
        return Legal(higher, OVERRUFF, cite)
    if options.undertrump:
        return Legal(trumps, UNDERTRUMP, "belot 7.10")
    text = T("Any card may be played: {card} cannot be beaten.", card=card_text(best))
    return Legal(tuple(hand), text, cite)


def article_of_play(contract: str) -> str:
    """The article on playing to a trick under a contract."""
    return {NO_TRUMPS: "belot 2.2", ALL_TRUMPS: "belot 2.3"}.get(contract, "belot 2.1")


class BelotTrick(NamedTuple):
    """Who takes a trick, with which card, and the card points in it."""

    winner: int
    card: Card
    points: int


def trick_winner(contract: str, trick: Sequence[Card], leader: int) -> BelotTrick:
    """The winner of a whole trick; the card points are those before no trumps are doubled. (belot 2.4, 3.1)"""
    index = winning_index(contract, trick)
    points = sum(card_points(contract, card) for card in trick)
    return BelotTrick((leader + index) % TRICK, trick[index], points)


class Announced(NamedTuple):
    """Whether belote may be announced, and why or why not. (belot 4.9)"""

    valid: bool
    why: Text


NO_BELOTE_CARD = T("Belote is announced with the king or queen, not with {card}.").msgid
NO_BELOTE_TRUMP = T("Belote is the king and queen of trumps, and {suit} are not trumps here.").msgid
BELOTE_APART = T("{card} lies in the trick already, so king and queen are not in one hand.").msgid
BELOTE_THROWN_OFF = T("{card} neither leads nor follows suit: a card thrown off announces nothing.").msgid
BELOTE_LEADS = T("{card} leads: the first of king and queen may announce belote.").msgid
BELOTE_FOLLOWS = T("{card} follows suit: the first of king and queen may announce belote.").msgid
BELOTE_RUFFS = T("{card} ruffs: the first of king and queen may announce belote.").msgid


def belote(contract: str, trick: Sequence[Card], card: Card) -> Announced:
    """Whether belote may be announced with this card, played to what lies there.

    It must be a king or queen of trumps that leads, follows suit, or ruffs; at all trumps a card thrown off under
    another suit announces nothing. (belot 4.9)
    """
    params: dict[str, Text] = {"card": card_text(card)}
    if card.rank not in BELOTE_RANKS:
        return Announced(False, Text(NO_BELOTE_CARD, params))
    if not is_trump(contract, card.suit):
        return Announced(False, Text(NO_BELOTE_TRUMP, {"suit": FRENCH_SUITS[card.suit]}))
    other_card = Card("Q" if card.rank == "K" else "K", card.suit)
    if other_card in trick:
        return Announced(False, Text(BELOTE_APART, {"card": card_text(other_card)}))
    if not trick:
        return Announced(True, Text(BELOTE_LEADS, params))
    if trick[0].suit == card.suit:
        return Announced(True, Text(BELOTE_FOLLOWS, params))
    if contract == ALL_TRUMPS:
        return Announced(False, Text(BELOTE_THROWN_OFF, params))
    return Announced(True, Text(BELOTE_RUFFS, params))


class Held(NamedTuple):
    """A declaration that a hand may make, whose player is not said, and its cards, the lowest first."""

    declaration: Declaration
    cards: tuple[Card, ...]


def find_declarations(hand: Sequence[Card], contract: str, options: BelotOptions) -> tuple[Held, ...]:
    """Everything a hand may announce: maximal runs, carres, belotes, and what runs a carre leaves.

    A card in a run and in a carre counts in one of them, so the runs without the carre's card are found as well.
    (belot 4.2, 4.3, 4.4, 4.5, 4.9, 7.15)
    """
    cards = frozenset(hand)
    carres = [rank for rank in CARRE_POINTS if all(Card(rank, suit) in cards for suit in FRENCH_SUITS)]
    shown = [Held(Declaration(0, CARRE, rank=rank), _all_of(rank)) for rank in carres]
    if contract == NO_TRUMPS:
        return tuple(shown) if options.carres_at_no_trumps else ()
    holdings = runs_in(cards) + shown
    for suit in FRENCH_SUITS:
        pair = tuple(Card(rank, suit) for rank in BELOTE_RANKS)
        if is_trump(contract, suit) and cards.issuperset(pair):
            holdings.append(Held(Declaration(0, BELOTE, suit=suit), pair))
    for rank in carres:
        holdings += [left for left in runs_in(cards.difference(_all_of(rank))) if left not in holdings]
    return tuple(holdings)


def _all_of(rank: str) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for suit in FRENCH_SUITS)


def runs_in(cards: frozenset[Card]) -> list[Held]:
    """The longest runs of at least three cards in each suit. (belot 4.2)"""
    runs = []
    for suit in FRENCH_SUITS:
        run_of: list[Card] = []
        for rank in (*RANKS, ""):
            if Card(rank, suit) in cards:
                run_of.append(Card(rank, suit))
                continue
            if len(run_of) >= min(SEQUENCE_POINTS):
                sequence = Declaration(0, SEQUENCE, len(run_of), run_of[-1].rank, suit=suit)
                runs.append(Held(sequence, tuple(run_of)))
            run_of = []
    return runs
