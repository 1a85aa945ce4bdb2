"""The last round where every card of a hand has to go into the contract, and there are more than it needs.

Every card that is not of the ranks of the sets has to lie in the runs. That leaves little to try: for each choice of
ranks and of suits, which cards of those ranks go to a run instead. Jokers then fill the gaps, and the other jokers
lengthen the melds as far as these may grow. (kinaskak 4.4, 7.3)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

from scorekeeper.core.play.cards import FRENCH, JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.options import HALF, ONE, TWO_NATURALS, Contract, KinaskakOptions
from scorekeeper.games.kinaskak.play import HIGH_ACE, RUN, SET, Meld, arrange, run_endings

_Parts = tuple[tuple[Card, ...], ...]
_Room = tuple[int, int]


def lay_everything(
    hand: Sequence[Card], contract: Contract, options: KinaskakOptions
) -> tuple[Meld, ...] | None:
    """The contract's runs in different suits and its sets out of all these cards, or None when there is no such way."""
    jokers = sum(card == JOKER for card in hand)
    naturals = Counter(card for card in hand if card != JOKER)
    for parts in _parts(naturals, contract):
        rooms = _rooms(parts, contract, options)
        if rooms and sum(low for low, _ in rooms) <= jokers <= sum(high for _, high in rooms):
            return _melds(parts, rooms, jokers, contract)
    return None


def _parts(naturals: Counter[Card], contract: Contract) -> Iterator[_Parts]:
    """Every promising way to divide the real cards among the melds, the runs first."""
    ranks = sorted({card.rank for card in naturals}, key=PACK_THREE.ranks.index)
    for chosen in combinations_with_replacement(ranks, contract.sets):
        fixed = [card for card in naturals if card.rank not in chosen]
        if any(naturals[card] > (2 if card.rank == "A" else 1) for card in fixed):
            continue
        wanted = {card.suit for card in fixed}
        for suits in combinations(FRENCH, contract.runs):
            if wanted <= set(suits):
                yield from _with_sets(naturals, fixed, chosen, suits)


def _with_sets(
    naturals: Counter[Card], fixed: list[Card], ranks: tuple[str, ...], suits: tuple[str, ...]
) -> Iterator[_Parts]:
    """The sets are of these ranks and the runs in these suits: which cards of the ranks go into the runs?"""
    free = [Card(rank, suit) for rank in dict.fromkeys(ranks) for suit in suits]
    choices = [range(min(naturals[card], 2 if card.rank == "A" else 1) + 1) for card in free]
    for chosen in product(*choices):
        strengthening = Counter(dict(zip(free, chosen, strict=True)))
        runs = tuple(_cards_of(naturals, fixed, strengthening, suit) for suit in suits)
        left = list((naturals - strengthening).elements())
        of_rank = {rank: [card for card in left if card.rank == rank] for rank in ranks}
        shares = (_shares(of_rank[rank], number) for rank, number in Counter(ranks).items())
        for sets in product(*shares):
            yield (*runs, *(part for parts in sets for part in parts))


def _shares(cards: list[Card], number: int) -> Iterator[_Parts]:
    """The ways to divide cards of one rank among so many sets; which card lies where makes no difference."""
    if number == 1:
        yield (tuple(cards),)
        return
    for cut in range(1, len(cards) // number + 1):
        for rest in _shares(cards[cut:], number - 1):
            if len(rest[0]) >= cut:
                yield (tuple(cards[:cut]), *rest)


def _cards_of(
    naturals: Counter[Card], fixed: list[Card], strengthening: Counter[Card], suit: str
) -> tuple[Card, ...]:
    here = [card for card in fixed if card.suit == suit for _ in range(naturals[card])]
    return (*here, *(card for card in strengthening.elements() if card.suit == suit))


def _rooms(parts: _Parts, contract: Contract, options: KinaskakOptions) -> list[_Room]:
    """How many jokers each meld may take; empty when one of them cannot be a meld at all."""
    rooms = []
    for index, part in enumerate(parts):
        room = _room(part, index < contract.runs, options)
        if room is None:
            return []
        rooms.append(room)
    return rooms


def _room(part: tuple[Card, ...], run: bool, options: KinaskakOptions) -> _Room | None:
    """The fewest and the most jokers beside these real cards in one meld, or None when it cannot be one."""
    real, limit = len(part), options.joker_limit
    most = {ONE: 1, HALF: real}.get(limit, options.jokers)
    if real < (2 if limit == TWO_NATURALS else 1):
        return None
    least = options.set_size - real
    if run:
        spans = [max(places) - min(places) + 1 for places in run_endings(part, around=options.around_ace)]
        if not spans:
            return None
        least, most = max(min(spans), options.run_length) - real, min(most, HIGH_ACE - real)
    least = max(least, 0)
    return (least, most) if least <= most else None


def _melds(parts: _Parts, rooms: Sequence[_Room], jokers: int, contract: Contract) -> tuple[Meld, ...]:
    """The melds; jokers that none of them needs go to the melds with room."""
    spare = jokers - sum(low for low, _ in rooms)
    melds = []
    for index, (part, (low, high)) in enumerate(zip(parts, rooms, strict=True)):
        added = min(spare, high - low)
        spare -= added
        held = low + added
        cards = (*part, *(JOKER,) * held)
        melds.append(Meld(RUN, arrange(cards)) if index < contract.runs else Meld(SET, cards))
    return tuple(melds)
