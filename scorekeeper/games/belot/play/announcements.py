"""Which announcements are true: were the cards in the hand, and was belote said with the right card?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from scorekeeper.core.play.cards import FRENCH_SUITS, PACK_32, Card
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.deal import BELOTE, CARRE, RANKS, Declaration
from scorekeeper.games.belot.play import BELOTE_RANKS, POSITION, belote
from scorekeeper.games.belot.play.holding import HAND

NOT_HELD = T("Its player did not hold these cards.")
TAKEN = T("Its cards are in another announcement of the same player already.")


class RefusedAnnouncement(NamedTuple):
    """An announcement that does not stand: its place, the reason and the articles."""

    number: int
    why: Text
    cites: tuple[str, ...]


def find_refused(
    contract: str,
    announced: Sequence[Declaration],
    hands: Sequence[Sequence[Card]],
    tricks: Sequence[Sequence[Card]],
) -> tuple[RefusedAnnouncement, ...]:
    """The announcements that do not stand, in their order. (belot 4.2, 4.3, 4.5, 4.9)

    A sequence without a suit is looked for in every suit, the tightest first. Because a card counts in one
    announcement only, those that name their cards go first, then the longer ones. Where a hand is not whole, every
    card that no other hand has shown may be in it.
    """
    whole = all(len(hand) == HAND for hand in hands)
    if not whole:
        shown = {card: seat for seat, hand in enumerate(hands) for card in hand}
        hands = [
            [card for card in PACK_32.cards if shown.get(card, seat) == seat] for seat in range(len(hands))
        ]
    left = [set(hand) for hand in hands]
    refused = []
    order = sorted(range(len(announced)), key=lambda index: _order(announced[index]))
    for index in order:
        declaration = announced[index]
        if declaration.kind == BELOTE:
            why = _belote_fails(contract, declaration, hands[declaration.player], tricks)
            cite = "belot 4.9"
        else:
            why = _cards_fail(declaration, hands[declaration.player], left[declaration.player])
            cite = "belot 4.5" if why is TAKEN else "belot 4.3" if declaration.kind == CARRE else "belot 4.2"
        if why is not None and (whole or why is not TAKEN):
            refused.append(RefusedAnnouncement(index, why, (cite,)))
    return tuple(sorted(refused))


def _order(declaration: Declaration) -> tuple[bool, int]:
    return declaration.kind != CARRE and declaration.suit is None, -declaration.length


def _cards_fail(declaration: Declaration, hand: Sequence[Card], left: set[Card]) -> Text | None:
    """Take the cards of an announcement out of those left; None, or the reason why they are not there."""
    ways = [cards for cards in _ways(declaration) if cards <= set(hand)]
    free = [cards for cards in ways if cards <= left]
    if not free:
        return TAKEN if ways else NOT_HELD
    tightest = min(free, key=partial(_loose, left))
    left -= tightest
    return None


def _ways(declaration: Declaration) -> list[frozenset[Card]]:
    if declaration.kind == CARRE:
        return [frozenset(Card(declaration.rank, suit) for suit in FRENCH_SUITS)]
    high = POSITION[declaration.top] + 1
    ranks = list(RANKS)[high - declaration.length : high]
    suits = FRENCH_SUITS if declaration.suit is None else (declaration.suit,)
    return [frozenset(Card(rank, suit) for rank in ranks) for suit in suits]


def _loose(left: set[Card], cards: frozenset[Card]) -> int:
    """How many cards of the same suit are left beside a sequence."""
    suit = next(iter(cards)).suit
    return sum(card.suit == suit for card in left) - len(cards)


def _belote_fails(
    contract: str, declaration: Declaration, hand: Sequence[Card], tricks: Sequence[Sequence[Card]]
) -> Text | None:
    """Why a belote does not stand: not both cards held, or the first of them thrown off. (belot 4.9)"""
    assert declaration.suit is not None, "a belote's suit is known by now"
    pair = {Card(rank, declaration.suit) for rank in BELOTE_RANKS}
    if not pair <= set(hand):
        return NOT_HELD
    for trick in tricks:
        for place, card in enumerate(trick):
            if card in pair:
                announced = belote(contract, trick[:place], card)
                return None if announced.valid else announced.why
    return None
