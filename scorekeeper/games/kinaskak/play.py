"""Kínaskák at the table: the eight contracts, runs and sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.core.cards import JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.options import HALF, ONE, TWO_NATURALS

DEALT = 13
SHORTEST_RUN, SHORTEST_SET = 4, 3
LOW_ACE, HIGH_ACE = 1, 14
# A two stands at 2, a king at 13; the ace at either end.
_PLACES = {rank: place for place, rank in enumerate(PACK_THREE.ranks, start=2)}


class Contract(NamedTuple):
    """What one must have in order to go down in a round: runs (raðir) and sets (þrennur)."""

    runs: int
    sets: int

    @property
    def cards(self) -> int:
        """The fewest cards that make this contract."""
        return self.runs * SHORTEST_RUN + self.sets * SHORTEST_SET


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
    return len(cards) >= SHORTEST_SET and len(ranks) <= 1 and jokers_fit(cards, joker_limit)


def is_run(cards: Sequence[Card], joker_limit: str) -> bool:
    """Whether these cards, in any order, are a run (röð): four or more in sequence in one suit.

    The ace is low or high, and a run ends at it: it never goes round the corner. (kinaskak 3.1, 3.2)
    """
    naturals = [card for card in cards if card != JOKER]
    if len(cards) < SHORTEST_RUN or not naturals or not jokers_fit(cards, joker_limit):
        return False
    if len({card.suit for card in naturals}) > 1:
        return False
    others = [_PLACES[card.rank] for card in naturals if card.rank != "A"]
    aces = len(naturals) - len(others)
    endings = {0: ((),), 1: ((LOW_ACE,), (HIGH_ACE,)), 2: ((LOW_ACE, HIGH_ACE),)}.get(aces, ())
    return any(_spans((*others, *ends), len(cards)) for ends in endings)


def _spans(places: tuple[int, ...], length: int) -> bool:
    """Whether jokers can make these places a sequence of so many between the two aces."""
    return len(set(places)) == len(places) and max(places) - min(places) < length <= HIGH_ACE
