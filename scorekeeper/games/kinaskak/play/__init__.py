"""Kínaskák at the table: runs and sets, laying off and jokers taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.core.play.cards import JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.options import HALF, ONE, TWO_NATURALS, KinaskakOptions

RUN, SET = "run", "set"
LOW_ACE, HIGH_ACE = 1, 14
RING = len(PACK_THREE.ranks)
_PLACES = {rank: place for place, rank in enumerate(PACK_THREE.ranks, start=2)}
"""A two stands at 2, a king at 13; the ace at either end. Where a run goes over the ace, places go on: a two at 15."""


class Meld(NamedTuple):
    """Cards laid down together: ``run`` (röð) or ``set`` (þrenna). A run's cards are in order."""

    kind: str
    cards: tuple[Card, ...]

    def document(self) -> dict[str, object]:
        """``{"kind": "run", "cards": ["4H", …]}``"""
        return {"kind": self.kind, "cards": list(map(str, self.cards))}


def jokers_fit(cards: Sequence[Card], options: KinaskakOptions) -> bool:
    """Whether one meld may hold so many jokers beside so many real cards. (kinaskak 3.5)"""
    jokers = sum(card == JOKER for card in cards)
    naturals = len(cards) - jokers
    if options.joker_limit == ONE:
        return jokers <= 1
    if options.joker_limit == HALF:
        return jokers <= naturals
    return naturals >= (2 if options.joker_limit == TWO_NATURALS else 1)


def run_endings(naturals: Sequence[Card], *, around: bool = False) -> list[tuple[int, ...]]:
    """The places of real cards of one suit in a run: an ace at either end, or ``around`` it. (kinaskak 3.2, 7.4)"""
    others = [_PLACES[card.rank] for card in naturals if card.rank != "A"]
    if len(set(others)) < len(others):
        return []
    aces = len(naturals) - len(others)
    endings = {0: ((),), 1: ((LOW_ACE,), (HIGH_ACE,)), 2: ((LOW_ACE, HIGH_ACE),)}.get(aces, ())
    all_places = [(*others, *ends) for ends in endings]
    return all_places + _around(naturals) if around and aces < 2 else all_places


def _around(naturals: Sequence[Card]) -> list[tuple[int, ...]]:
    """The places of cards of different ranks when each of them in turn begins the run."""
    places = [_PLACES[card.rank] for card in naturals]
    return [tuple((place - start) % RING + start for place in places) for start in places]


def suit_of(cards: Sequence[Card]) -> str:
    """The suit of a run: that of its real cards."""
    return next(card.suit for card in cards if card != JOKER)


def first_place(cards: Sequence[Card], *, around: bool = True) -> int | None:
    """Where a run that lies in this order begins (1: the low ace); None when the order is not a sequence.

    An order that ends at the ace comes before one that goes ``around`` it.
    """
    straight = range(LOW_ACE, HIGH_ACE + 2 - len(cards))
    for first in (*straight, *range(straight.stop, RING + 1)) if around and len(cards) <= RING else straight:
        places = enumerate(cards, start=first)
        if all(card == JOKER or (_PLACES[card.rank] - place) % RING == 0 for place, card in places):
            return first
    return None


def _places_of(cards: Sequence[Card]) -> range:
    first = first_place(cards)
    assert first is not None, "the run lies in order"
    return range(first, first + len(cards))


def in_order(cards: Sequence[Card], options: KinaskakOptions) -> tuple[Card, ...] | None:
    """A run's cards from low to high when they lie so or the other way round; None when they lie otherwise."""
    orders = (tuple(cards), tuple(reversed(cards)))
    ways = (False, True) if options.around_ace else (False,)
    both = ((order, around) for around in ways for order in orders)
    return next((order for order, around in both if first_place(order, around=around) is not None), None)


def arrange(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a run, given in any order, from low to high; jokers to spare lengthen it downwards."""
    naturals = [card for card in cards if card != JOKER]
    endings = run_endings(naturals, around=True)
    places = next(ends for ends in endings if max(ends) - min(ends) < len(cards))
    first = max(LOW_ACE, max(places) - len(cards) + 1)
    suit = suit_of(naturals)
    return tuple(card_at(at, suit) if at in places else JOKER for at in range(first, first + len(cards)))


def order_as_laid(cards: Sequence[Card], options: KinaskakOptions) -> tuple[Card, ...]:
    """The cards of a run from low to high, in the order in which they were laid if that is a sequence."""
    return in_order(cards, options) or arrange(cards)


def whole_run(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A run (low to high) with the cards that its jokers stand for. (kinaskak 1.5)"""
    suit = suit_of(cards)
    return tuple(card_at(place, suit) for place in _places_of(cards))


def longer(meld: Meld, card: Card, options: KinaskakOptions) -> Meld:
    """A meld (a run from low to high) with one more card; a joker goes to the high end of a run while that is open."""
    if meld.kind == RUN:
        _low, high = _ends(meld.cards, options)
        if high is None or card not in (JOKER, high):
            return meld._replace(cards=(card, *meld.cards))
    return meld._replace(cards=(*meld.cards, card))


def with_card(meld: Meld, card: Card) -> Meld:
    """A run (low to high) with the card itself in place of the joker that stood for it. (kinaskak 4.3)"""
    pairs = list(zip(meld.cards, whole_run(meld.cards), strict=True))
    index = pairs.index((JOKER, card))
    return meld._replace(cards=(*meld.cards[:index], card, *meld.cards[index + 1 :]))


def card_at(place: int, suit: str) -> Card:
    """The card that stands at a place of a run."""
    return Card(PACK_THREE.ranks[(place - 2) % RING], suit)


def open_ends(cards: Sequence[Card], options: KinaskakOptions) -> tuple[Card, ...]:
    """The cards that would lengthen this run (low to high): one at each end that is open. (kinaskak 3.2, 7.4)"""
    return tuple(card for card in _ends(cards, options) if card is not None)


def _ends(cards: Sequence[Card], options: KinaskakOptions) -> tuple[Card | None, Card | None]:
    """The next card below a run and above it; None where that end is closed."""
    held, suit = _places_of(cards), suit_of(cards)
    low, high = held.start - 1, held.stop
    if not options.around_ace:
        return (
            card_at(low, suit) if low >= LOW_ACE else None,
            card_at(high, suit) if high <= HIGH_ACE else None,
        )
    # Over the ace a run goes on until each rank is there, and then only the ace comes twice, at both ends.
    room = len(held) < RING
    return (
        card_at(low, suit) if room or low == LOW_ACE else None,
        card_at(high, suit) if room or (high == HIGH_ACE and len(held) == RING) else None,
    )


def stood_for(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that the jokers of this run (low to high) stand for, in order. (kinaskak 1.5)"""
    return tuple(stands for card, stands in zip(cards, whole_run(cards), strict=True) if card == JOKER)
