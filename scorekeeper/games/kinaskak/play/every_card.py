"""The eighth round where buying is allowed: every card of the hand has to go into two runs and two sets.

Every card that is not of the two ranks of the sets has to lie in the two runs. That leaves little to try: for each pair
of ranks and each pair of suits, which cards of those ranks go to a run instead. Jokers then fill the gaps, and the
other jokers lengthen the melds as far as these may grow. (kinaskak 4.4)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

from scorekeeper.core.play.cards import FRENCH, JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.options import HALF, ONE, TWO_NATURALS
from scorekeeper.games.kinaskak.play import HIGH_ACE, MIN_RUN, MIN_SET, RUN, SET, Meld, arrange, run_endings

_Parts = tuple[tuple[Card, ...], ...]
_Room = tuple[int, int]


def lay_everything(hand: Sequence[Card], joker_limit: str) -> tuple[Meld, ...] | None:
    """Two runs in different suits and two sets out of all these cards, or None when there is no such way."""
    jokers = sum(card == JOKER for card in hand)
    naturals = Counter(card for card in hand if card != JOKER)
    for parts in _parts(naturals):
        rooms = _rooms(parts, joker_limit)
        if rooms and sum(low for low, _ in rooms) <= jokers <= sum(high for _, high in rooms):
            return _melds(parts, rooms, jokers)
    return None


def _parts(naturals: Counter[Card]) -> Iterator[_Parts]:
    """Every promising way to divide the real cards among two runs and two sets."""
    ranks = sorted({card.rank for card in naturals}, key=PACK_THREE.ranks.index)
    for pair in combinations_with_replacement(ranks, 2):
        fixed = [card for card in naturals if card.rank not in pair]
        if any(naturals[card] > (2 if card.rank == "A" else 1) for card in fixed):
            continue
        wanted = {card.suit for card in fixed}
        for suits in combinations(FRENCH, 2):
            if wanted <= set(suits):
                yield from _with_sets(naturals, fixed, pair, suits)


def _with_sets(
    naturals: Counter[Card], fixed: list[Card], pair: tuple[str, ...], suits: tuple[str, ...]
) -> Iterator[_Parts]:
    """The sets are of these ranks and the runs in these suits: which cards of the ranks go into the runs?"""
    free = [Card(rank, suit) for rank in dict.fromkeys(pair) for suit in suits]
    choices = [range(min(naturals[card], 2 if card.rank == "A" else 1) + 1) for card in free]
    for chosen in product(*choices):
        strengthening = Counter(dict(zip(free, chosen, strict=True)))
        runs = tuple(_cards_of(naturals, fixed, strengthening, suit) for suit in suits)
        left = [card for card in (naturals - strengthening).elements() if card.rank in pair]
        if pair[0] != pair[1]:
            yield (*runs, *(tuple(card for card in left if card.rank == rank) for rank in pair))
        else:
            for cut in range(1, len(left) // 2 + 1):
                yield (*runs, tuple(left[:cut]), tuple(left[cut:]))


def _cards_of(
    naturals: Counter[Card], fixed: list[Card], strengthening: Counter[Card], suit: str
) -> tuple[Card, ...]:
    here = [card for card in fixed if card.suit == suit for _ in range(naturals[card])]
    return (*here, *(card for card in strengthening.elements() if card.suit == suit))


def _rooms(parts: _Parts, joker_limit: str) -> list[_Room]:
    """How many jokers each meld may take; empty when one of them cannot be a meld at all."""
    rooms = []
    for index, part in enumerate(parts):
        room = _room(part, index < 2, joker_limit)
        if room is None:
            return []
        rooms.append(room)
    return rooms


def _room(part: tuple[Card, ...], run: bool, joker_limit: str) -> _Room | None:
    """The fewest and the most jokers beside these real cards in one meld, or None when it cannot be one."""
    real = len(part)
    most = {ONE: 1, HALF: real}.get(joker_limit, PACK_THREE.jokers)
    if real < (2 if joker_limit == TWO_NATURALS else 1):
        return None
    least = MIN_SET - real
    if run:
        spans = [max(places) - min(places) + 1 for places in run_endings(part)]
        if not spans:
            return None
        least, most = max(min(spans), MIN_RUN) - real, min(most, HIGH_ACE - real)
    least = max(least, 0)
    return (least, most) if least <= most else None


def _melds(parts: _Parts, rooms: Sequence[_Room], jokers: int) -> tuple[Meld, ...]:
    """The melds; jokers that none of them needs go to the melds with room."""
    spare = jokers - sum(low for low, _ in rooms)
    melds = []
    for index, (part, (low, high)) in enumerate(zip(parts, rooms, strict=True)):
        more = min(spare, high - low)
        spare -= more
        held = low + more
        cards = (*part, *(JOKER,) * held)
        melds.append(Meld(RUN, arrange(cards)) if index < 2 else Meld(SET, cards))
    return tuple(melds)
