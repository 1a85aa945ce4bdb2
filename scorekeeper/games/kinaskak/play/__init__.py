"""Kínaskák at the table: the eight contracts, runs and sets, laying off and jokers taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.core.play.cards import JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.options import HALF, ONE, TWO_NATURALS

DEALT = 13
CARDS_A_BUY = 2
MIN_RUN, MIN_SET = 4, 3
RUN, SET = "run", "set"
LOW_ACE, HIGH_ACE = 1, 14
# A two stands at 2, a king at 13; the ace at either end.
_PLACES = {rank: place for place, rank in enumerate(PACK_THREE.ranks, start=2)}


class Contract(NamedTuple):
    """The melds that a player needs to go down in a round: runs (raðir) and sets (þrennur)."""

    runs: int
    sets: int

    @property
    def cards(self) -> int:
        """The fewest cards that make this contract."""
        return self.runs * MIN_RUN + self.sets * MIN_SET


class Meld(NamedTuple):
    """Cards laid down together: ``run`` (röð) or ``set`` (þrenna). A run's cards are in order."""

    kind: str
    cards: tuple[Card, ...]

    def document(self) -> dict[str, object]:
        """``{"kind": "run", "cards": ["4H", …]}``"""
        return {"kind": self.kind, "cards": list(map(str, self.cards))}


# The contracts of rounds 1 to 8. (kinaskak 2.3)
CONTRACTS = (
    Contract(runs=1, sets=1),
    Contract(runs=0, sets=2),
    Contract(runs=2, sets=0),
    Contract(runs=1, sets=2),
    Contract(runs=2, sets=1),
    Contract(runs=0, sets=3),
    Contract(runs=3, sets=0),
    Contract(runs=2, sets=2),
)
LAST_ROUND = len(CONTRACTS)


def jokers_fit(cards: Sequence[Card], joker_limit: str) -> bool:
    """Whether one meld may hold so many jokers beside so many real cards. (kinaskak 3.5)"""
    jokers = sum(card == JOKER for card in cards)
    naturals = len(cards) - jokers
    if joker_limit == ONE:
        return jokers <= 1
    if joker_limit == HALF:
        return jokers <= naturals
    return naturals >= (2 if joker_limit == TWO_NATURALS else 1)


def is_set(cards: Sequence[Card], joker_limit: str) -> bool:
    """Whether these cards, in any order, are a set (þrenna): three or more of a rank, suits free. (kinaskak 3.4)"""
    ranks = {card.rank for card in cards if card != JOKER}
    return len(cards) >= MIN_SET and len(ranks) <= 1 and jokers_fit(cards, joker_limit)


def is_run(cards: Sequence[Card], joker_limit: str) -> bool:
    """Whether these cards, in any order, are a run (röð): four or more in sequence in one suit.

    The ace is low or high, and a run ends at it: it never goes round the corner. (kinaskak 3.1, 3.2)
    """
    naturals = [card for card in cards if card != JOKER]
    if len(cards) < MIN_RUN or not naturals or not jokers_fit(cards, joker_limit):
        return False
    if len({card.suit for card in naturals}) > 1:
        return False
    return any(max(places) - min(places) < len(cards) <= HIGH_ACE for places in run_endings(naturals))


def run_endings(naturals: Sequence[Card]) -> list[tuple[int, ...]]:
    """The places that these real cards of one suit may take in a run: an ace at either end. (kinaskak 3.2)"""
    others = [_PLACES[card.rank] for card in naturals if card.rank != "A"]
    if len(set(others)) < len(others):
        return []
    aces = len(naturals) - len(others)
    endings = {0: ((),), 1: ((LOW_ACE,), (HIGH_ACE,)), 2: ((LOW_ACE, HIGH_ACE),)}.get(aces, ())
    return [(*others, *ends) for ends in endings]


def is_meld(meld: Meld, joker_limit: str) -> bool:
    """Whether a meld is what it says, its cards in any order."""
    return (is_run if meld.kind == RUN else is_set)(meld.cards, joker_limit)


def suit_of(cards: Sequence[Card]) -> str:
    """The suit of a run: that of its real cards."""
    return next(card.suit for card in cards if card != JOKER)


def first_place(cards: Sequence[Card]) -> int | None:
    """Where a run that lies in this order begins (1: the low ace); None when the order is not a sequence."""
    for first in range(LOW_ACE, HIGH_ACE + 2 - len(cards)):
        if all(card == JOKER or _stands_at(card, place) for place, card in enumerate(cards, start=first)):
            return first
    return None


def _places_of(cards: Sequence[Card]) -> range:
    """The places of a run that lies from low to high."""
    first = first_place(cards)
    assert first is not None, "the run lies in order"
    return range(first, first + len(cards))


def _stands_at(card: Card, place: int) -> bool:
    return place in (LOW_ACE, HIGH_ACE) if card.rank == "A" else _PLACES[card.rank] == place


def in_order(cards: Sequence[Card]) -> tuple[Card, ...] | None:
    """A run's cards from low to high when they lie so or the other way round; None when they lie otherwise."""
    for order in (tuple(cards), tuple(reversed(cards))):
        if first_place(order) is not None:
            return order
    return None


def arrange(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a run, given in any order, from low to high; jokers to spare lengthen it downwards."""
    naturals = [card for card in cards if card != JOKER]
    places = next(ends for ends in run_endings(naturals) if max(ends) - min(ends) < len(cards))
    first = max(LOW_ACE, max(places) - len(cards) + 1)
    suit = suit_of(naturals)
    return tuple(card_at(at, suit) if at in places else JOKER for at in range(first, first + len(cards)))


def order_as_laid(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a run from low to high, in the order in which they were laid if that is a sequence."""
    return in_order(cards) or arrange(cards)


def whole_run(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A run (low to high) with the cards that its jokers stand for. (kinaskak 1.5)"""
    suit = suit_of(cards)
    return tuple(card_at(place, suit) for place in _places_of(cards))


def longer(meld: Meld, card: Card) -> Meld:
    """A meld (a run from low to high) with one more card; a joker goes to the high end of a run while that is open."""
    if meld.kind == RUN:
        above = _places_of(meld.cards).stop
        if above > HIGH_ACE or card not in (JOKER, card_at(above, suit_of(meld.cards))):
            return meld._replace(cards=(card, *meld.cards))
    return meld._replace(cards=(*meld.cards, card))


def with_card(meld: Meld, card: Card) -> Meld:
    """A run (low to high) with the card itself in place of the joker that stood for it. (kinaskak 4.3)"""
    pairs = list(zip(meld.cards, whole_run(meld.cards), strict=True))
    index = pairs.index((JOKER, card))
    return meld._replace(cards=(*meld.cards[:index], card, *meld.cards[index + 1 :]))


def card_at(place: int, suit: str) -> Card:
    """The card that stands at a place of a run."""
    return Card("A" if place in (LOW_ACE, HIGH_ACE) else PACK_THREE.ranks[place - 2], suit)


def open_ends(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that would lengthen this run (low to high): one at each end that is not an ace. (kinaskak 3.2)"""
    held = _places_of(cards)
    ends = [place for place in (held.start - 1, held.stop) if LOW_ACE <= place <= HIGH_ACE]
    return tuple(card_at(place, suit_of(cards)) for place in ends)


def stood_for(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that the jokers of this run (low to high) stand for, in order. (kinaskak 1.5)"""
    return tuple(stands for card, stands in zip(cards, whole_run(cards), strict=True) if card == JOKER)
