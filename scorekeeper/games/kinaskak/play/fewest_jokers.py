"""Can this hand go down? The way that needs the fewest jokers, or the proof that there is none.

Melds are made as short as possible, and the other cards stay in the hand. For every suit all the ways to make a run
are listed, by the ranks they take out of the hand; sets are then counted by rank, since their suits are free. Two runs
are tried in every pair of ways, the cheapest first, until even the best rest would cost more than the best way found.
``every_card.py`` does the eighth round with buys, in which every card has to go.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from scorekeeper.core.play.cards import FRENCH, JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.options import HALF, ONE, ONE_NATURAL, TWO_NATURALS, KinaskakOptions
from scorekeeper.games.kinaskak.play import (
    CARDS_A_BUY,
    CONTRACTS,
    HIGH_ACE,
    LAST_ROUND,
    LOW_ACE,
    MIN_RUN,
    MIN_SET,
    RUN,
    SET,
    Contract,
    Meld,
)
from scorekeeper.games.kinaskak.play.every_card import lay_everything

RANKS = PACK_THREE.ranks
RANK_NUMBERS = range(len(RANKS))
ACE = RANKS.index("A")
NEVER = 1000
"""More jokers than there are: what a meld costs that cannot be made."""


class WayDown(NamedTuple):
    """A way to go down: how many jokers it takes and its melds, runs first and in order."""

    jokers: int
    melds: tuple[Meld, ...]


def way_down(hand: Sequence[Card], number: int, options: KinaskakOptions) -> tuple[Meld, ...] | None:
    """One way to lay the contract of a round out of this hand; None when there is none.

    A player who bought in the eighth round has two cards more for each buy and must lay them all. (kinaskak 4.4)
    """
    contract, limit = CONTRACTS[number - 1], options.joker_limit
    if number == LAST_ROUND and options.last_round_buys and len(hand) != contract.cards:
        whole = len(hand) > contract.cards and (len(hand) - contract.cards) % CARDS_A_BUY == 0
        return lay_everything(hand, limit) if whole else None
    way = fewest_jokers(hand, contract, limit, stretch=number != LAST_ROUND)
    return None if way is None or way.jokers > hand.count(JOKER) else way.melds


def suit_of_two_runs(hand: Sequence[Card], number: int, options: KinaskakOptions) -> str | None:
    """The suit in which two runs would make the contract, if runs of one suit were allowed; None where none would.

    (kinaskak 3.3)
    """
    contract, limit = CONTRACTS[number - 1], options.joker_limit
    if contract.runs < 2:
        return None
    others = Contract(contract.runs - 2, contract.sets)
    return next((suit for suit in FRENCH if _has_two_runs(hand, suit, others, limit)), None)


def _has_two_runs(hand: Sequence[Card], suit: str, others: Contract, joker_limit: str) -> bool:
    """Whether the hand makes two runs of a suit, and the other melds of what they leave."""
    jokers = hand.count(JOKER)
    held = [sum(card == Card(rank, suit) for card in hand) for rank in RANKS]
    for run in _runs_in(held, joker_limit, False):
        left = [count - (rank in run.ranks) for rank, count in enumerate(held)]
        for other in _runs_in(left, joker_limit, False):
            spare = jokers - run.jokers - other.jokers
            if spare < 0:
                break
            taken = [Card(RANKS[rank], suit) for rank in (*run.ranks, *other.ranks)]
            rest = _without(hand, taken)
            way = fewest_jokers(rest, others, joker_limit) if any(others) else WayDown(0, ())
            if way is not None and way.jokers <= spare:
                return True
    return False


def _without(hand: Sequence[Card], taken: Sequence[Card]) -> list[Card]:
    """The cards of a hand without some of them."""
    rest = list(hand)
    for card in taken:
        rest.remove(card)
    return rest


class _Run(NamedTuple):
    """One way to make a run in a suit: its jokers, the rank numbers it takes, its first place and length."""

    jokers: int
    ranks: tuple[int, ...]
    first: int
    length: int


_Counts = dict[str, list[int]]


def fewest_jokers(
    hand: Sequence[Card], contract: Contract, joker_limit: str, stretch: bool = True
) -> WayDown | None:
    """The way to lay this contract that needs the fewest jokers, which may be more than the hand has.

    None when no number of jokers would do. Without ``stretch`` every run is four cards and every set three.
    """
    counts: _Counts = {suit: [0] * len(RANKS) for suit in FRENCH}
    for card in hand:
        if card != JOKER:
            counts[card.suit][RANKS.index(card.rank)] += 1
    stretch = stretch and joker_limit == TWO_NATURALS
    runs = {suit: _runs_in(counts[suit], joker_limit, stretch) for suit in FRENCH}
    held = [sum(counts[suit][rank] for suit in FRENCH) for rank in RANK_NUMBERS]
    found = _Search(runs, held, contract, joker_limit).best()
    return None if found is None else _way(found, counts, held, contract, joker_limit)


def _runs_in(counts: list[int], joker_limit: str, stretch: bool) -> list[_Run]:
    """Every way to make the shortest runs of this suit, fewest jokers first."""
    best: dict[tuple[int, ...], _Run] = {}
    most = MIN_RUN - least_naturals(joker_limit, MIN_RUN)
    for first in range(LOW_ACE, HIGH_ACE - MIN_RUN + 2):
        there = [rank for rank in map(_rank_at, range(first, first + MIN_RUN)) if counts[rank]]
        for jokers in range(most + 1):
            for ranks in combinations(there, MIN_RUN - jokers):
                best.setdefault(tuple(sorted(ranks)), _Run(jokers, ranks, first, MIN_RUN))
    if stretch:
        for run in _stretched_runs(counts):
            best.setdefault(tuple(sorted(run.ranks)), run)
    return sorted(best.values(), key=lambda run: run.jokers)


def least_naturals(joker_limit: str, length: int) -> int:
    """The fewest real cards of a meld of so many cards. (kinaskak 3.5)"""
    return {ONE_NATURAL: 1, TWO_NATURALS: 2, HALF: (length + 1) // 2, ONE: length - 1}[joker_limit]


def _stretched_runs(counts: list[int]) -> list[_Run]:
    """Two real cards too far apart for a run of four, and jokers between them: needed where two must be real."""
    runs = []
    for low in range(LOW_ACE, HIGH_ACE):
        for high in range(low + MIN_RUN, min(HIGH_ACE, low + PACK_THREE.jokers + 1) + 1):
            pair = (_rank_at(low), _rank_at(high))
            if counts[pair[0]] and counts[pair[1]]:
                runs.append(_Run(high - low - 1, pair, low, high - low + 1))
    return sorted(runs, key=lambda run: run.jokers)


def _rank_at(place: int) -> int:
    """The number of the rank that stands at a place of a run: the ace at both ends."""
    return ACE if place == LOW_ACE else place - 2


class _Search:
    """The search for the cheapest runs of one hand, sets included."""

    def __init__(
        self, runs: dict[str, list[_Run]], held: list[int], contract: Contract, joker_limit: str
    ) -> None:
        self.runs, self.held, self.contract = runs, held, contract
        self.prices = set_prices(joker_limit)
        self.cost = NEVER
        self.found: dict[str, _Run] | None = None

    def best(self) -> dict[str, _Run] | None:
        """The run of each suit in the cheapest way, or None."""
        if not self.contract.sets:
            return self._runs_alone()
        least = self.sets_cost(())
        if least >= NEVER:
            return None
        if not self.contract.runs:
            return {}
        if self.contract.runs == 1:
            for suit in FRENCH:
                self._try({}, 0, (), suit, least)
            return self.found
        pairs = [pair for pair in combinations(FRENCH, 2) if all(self.runs[suit] for suit in pair)]
        pairs.sort(key=lambda pair: sum(self.runs[suit][0].jokers for suit in pair))
        for one, other in pairs:
            for run in self.runs[one]:
                if run.jokers + self.runs[other][0].jokers + least >= self.cost:
                    break
                self._try({one: run}, run.jokers, run.ranks, other, least)
        return self.found

    def _runs_alone(self) -> dict[str, _Run] | None:
        """Without sets: the cheapest run of each of the cheapest suits, since nothing competes for the real cards."""
        cheapest = sorted((runs[0].jokers, suit) for suit, runs in self.runs.items() if runs)
        if len(cheapest) < self.contract.runs:
            return None
        return {suit: self.runs[suit][0] for _, suit in cheapest[: self.contract.runs]}

    def _try(
        self, others: dict[str, _Run], spent: int, taken: tuple[int, ...], suit: str, least: int
    ) -> None:
        for run in self.runs[suit]:
            if spent + run.jokers + least >= self.cost:
                return
            cost = spent + run.jokers + self.sets_cost(taken + run.ranks)
            if cost < self.cost:
                self.cost, self.found = cost, {**others, suit: run}

    def sets_cost(self, taken: tuple[int, ...]) -> int:
        """The fewest jokers for the contract's sets once the runs have taken these ranks."""
        left = self.held.copy()
        for rank in taken:
            left[rank] -= 1
        prices: list[int] = []
        for count in left:
            if count:
                prices += self.prices[count]
        if len(prices) < self.contract.sets:
            return NEVER
        prices.sort()
        return sum(prices[: self.contract.sets])


MAX_OF_A_RANK = len(FRENCH) * PACK_THREE.copies


@lru_cache(maxsize=8)
def set_prices(joker_limit: str) -> tuple[tuple[int, ...], ...]:
    """For so many real cards of a rank: the jokers that a first, a second and a third set of it cost.

    Each further set costs no less than the one before it, so the cheapest prices of all ranks belong together.
    """
    least = least_naturals(joker_limit, MIN_SET)
    table = []
    for count in range(MAX_OF_A_RANK + 1):
        totals = [max(0, MIN_SET * sets - count) for sets in range(count // least + 1)]
        table.append(tuple(after - before for before, after in pairwise(totals))[:3])
    return tuple(table)


def _way(
    found: dict[str, _Run], counts: _Counts, held: list[int], contract: Contract, joker_limit: str
) -> WayDown:
    """The melds themselves, with their cards."""
    left = {suit: ranks.copy() for suit, ranks in counts.items()}
    runs = [_run_meld(suit, found[suit], left[suit]) for suit in FRENCH if suit in found]
    sets = _set_melds(left, contract.sets, joker_limit)
    melds = (*runs, *sets)
    return WayDown(sum(meld.cards.count(JOKER) for meld in melds), melds)


def _run_meld(suit: str, run: _Run, left: list[int]) -> Meld:
    cards = []
    for place in range(run.first, run.first + run.length):
        rank = _rank_at(place)
        if rank in run.ranks:
            left[rank] -= 1
            cards.append(Card(RANKS[rank], suit))
        else:
            cards.append(JOKER)
    return Meld(RUN, tuple(cards))


def _set_melds(left: _Counts, sets: int, joker_limit: str) -> list[Meld]:
    prices = set_prices(joker_limit)
    offers = sorted(
        (price, rank) for rank in RANK_NUMBERS for price in prices[sum(left[suit][rank] for suit in FRENCH)]
    )[:sets]
    melds = []
    for rank in dict.fromkeys(rank for _, rank in offers):
        number = sum(1 for _, other in offers if other == rank)
        real = [Card(RANKS[rank], suit) for suit in FRENCH for _ in range(left[suit][rank])]
        real = real[: number * MIN_SET]
        for index in range(number):
            cards = real[index::number]
            melds.append(Meld(SET, (*cards, *(JOKER,) * (MIN_SET - len(cards)))))
    return melds
