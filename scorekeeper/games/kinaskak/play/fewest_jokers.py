"""Can this hand go down? The way that needs the fewest jokers, or the proof that there is none.

Melds are made as short as possible, and the other cards stay in the hand. For every suit all the ways to make a run
are listed, by the ranks they take out of the hand; sets are then counted by rank, since their suits are free. Two runs
are tried in every pair of ways, the cheapest first, until even the best rest would cost more than the best way found.
``every_card.py`` does the last round where every card has to go and there are more than the contract needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from scorekeeper.core.play.cards import FRENCH, JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.options import (
    CARDS_A_BUY,
    HALF,
    ONE,
    ONE_NATURAL,
    TWO_NATURALS,
    Contract,
    KinaskakOptions,
)
from scorekeeper.games.kinaskak.play import HIGH_ACE, LOW_ACE, RUN, SET, Meld
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

    In the last round all cards are laid, those of a player who bought there too. Where going out ends with a card
    thrown away, one stays in the hand. (kinaskak 4.4, 7.3, 7.5)
    """
    contract, exact = options.contracts[number - 1], options.is_exact(number)
    fewest, whole = options.count_cards(contract), options.cards_dealt + 1
    if exact and (fewest < whole or (options.last_round_buys and len(hand) != fewest)):
        beyond = len(hand) - whole
        fits = beyond == 0 or (options.last_round_buys and beyond > 0 and beyond % CARDS_A_BUY == 0)
        return lay_everything(hand, contract, options) if fits else None
    way = fewest_jokers(hand, contract, options, stretch=not exact)
    if way is None or way.jokers > hand.count(JOKER):
        return None
    keeps = options.final_discard and not exact and sum(len(meld.cards) for meld in way.melds) == len(hand)
    return None if keeps else way.melds


def suit_of_two_runs(hand: Sequence[Card], number: int, options: KinaskakOptions) -> str | None:
    """The suit in which two runs would make the contract, if they were allowed; None if none would. (kinaskak 3.3)"""
    contract = options.contracts[number - 1]
    if contract.runs < 2:
        return None
    other_melds = Contract(contract.runs - 2, contract.sets)
    return next((suit for suit in FRENCH if _has_two_runs(hand, suit, other_melds, options)), None)


def _has_two_runs(hand: Sequence[Card], suit: str, other_melds: Contract, options: KinaskakOptions) -> bool:
    """Whether the hand makes two runs of a suit, and the other melds of what they leave."""
    jokers = hand.count(JOKER)
    held = [sum(card == Card(rank, suit) for card in hand) for rank in RANKS]
    for run in _runs_in(held, options, False):
        left = [count - (rank in run.ranks) for rank, count in enumerate(held)]
        for second_run in _runs_in(left, options, False):
            spare = jokers - run.jokers - second_run.jokers
            if spare < 0:
                break
            taken = [Card(RANKS[rank], suit) for rank in (*run.ranks, *second_run.ranks)]
            rest = Counter(hand) - Counter(taken)
            way = (
                fewest_jokers([*rest.elements()], other_melds, options)
                if any(other_melds)
                else WayDown(0, ())
            )
            if way is not None and way.jokers <= spare:
                return True
    return False


class _Run(NamedTuple):
    """One way to make a run in a suit: its jokers, the rank numbers it takes, its first place and length."""

    jokers: int
    ranks: tuple[int, ...]
    first: int
    length: int


_Counts = dict[str, list[int]]


def fewest_jokers(
    hand: Sequence[Card], contract: Contract, options: KinaskakOptions, stretch: bool = True
) -> WayDown | None:
    """The way to lay this contract that needs the fewest jokers, which may be more than the hand has.

    None when no number of jokers would do. Without ``stretch`` every meld is as short as it may be.
    """
    counts: _Counts = {suit: [0] * len(RANKS) for suit in FRENCH}
    for card in hand:
        if card != JOKER:
            counts[card.suit][RANKS.index(card.rank)] += 1
    stretch = stretch and options.joker_limit in (TWO_NATURALS, HALF)
    runs = {suit: _runs_in(counts[suit], options, stretch) for suit in FRENCH}
    held = [sum(counts[suit][rank] for suit in FRENCH) for rank in RANK_NUMBERS]
    best_runs = _Search(runs, held, contract, options).best()
    return None if best_runs is None else _way(best_runs, counts, contract, options)


def _runs_in(counts: list[int], options: KinaskakOptions, stretch: bool) -> list[_Run]:
    """Every way to make the shortest runs of this suit, fewest jokers first."""
    best: dict[tuple[int, ...], _Run] = {}
    length = options.run_length
    most = length - least_naturals(options.joker_limit, length)
    for first in range(LOW_ACE, (len(RANKS) if options.around_ace else HIGH_ACE - length + 1) + 1):
        there = [rank for rank in map(_rank_at, range(first, first + length)) if counts[rank]]
        for jokers in range(most + 1):
            for ranks in combinations(there, length - jokers):
                best.setdefault(tuple(sorted(ranks)), _Run(jokers, ranks, first, length))
    if stretch:
        for run in _stretched_runs(counts, options):
            best.setdefault(tuple(sorted(run.ranks)), run)
    return sorted(best.values(), key=lambda run: run.jokers)


def least_naturals(joker_limit: str, length: int) -> int:
    """The fewest real cards of a meld of so many cards. (kinaskak 3.5)"""
    return {ONE_NATURAL: 1, TWO_NATURALS: 2, HALF: (length + 1) // 2, ONE: length - 1}[joker_limit]


def _stretched_runs(counts: list[int], options: KinaskakOptions) -> list[_Run]:
    """Real cards too far apart for the shortest run, with jokers between them: where two must be real, or half of them.

    Of the latter an odd number of cards is never needed, nor twice the shortest run: fewer would do.
    """
    runs, half = [], options.joker_limit == HALF
    most = 2 * options.run_length - 1 if half else options.jokers + 2
    for low in range(LOW_ACE, HIGH_ACE):
        end = low + len(RANKS) - 1 if options.around_ace else HIGH_ACE
        for high in range(low + options.run_length, min(end, low + most - 1) + 1):
            length = high - low + 1
            if half and length % 2:
                continue
            real = length // 2 if half else 2
            there = [place for place in range(low + 1, high) if counts[_rank_at(place)]]
            for between in combinations(there, real - 2):
                places = (low, *between, high)
                ranks = tuple(map(_rank_at, places))
                holds = all(counts[rank] >= ranks.count(rank) for rank in ranks)
                if holds and not _has_shorter_run(places, options):
                    runs.append(_Run(length - real, ranks, low, length))
    return sorted(runs, key=lambda run: run.jokers)


def _has_shorter_run(places: Sequence[int], options: KinaskakOptions) -> bool:
    """Whether some of these places, next to one another, make a run of the shortest length."""
    length = options.run_length
    least = least_naturals(options.joker_limit, length)
    return any(
        sum(first <= place < first + length for place in places) >= least
        for first in range(places[0], places[-1] - length + 2)
    )


def _rank_at(place: int) -> int:
    """The number of the rank that stands at a place of a run: the ace at both ends, then the two again."""
    return (place - LOW_ACE + ACE) % len(RANKS)


class _Search:
    """The search for the cheapest runs of one hand, sets included."""

    def __init__(
        self, runs: dict[str, list[_Run]], held: list[int], contract: Contract, options: KinaskakOptions
    ) -> None:
        self.runs, self.held, self.contract = runs, held, contract
        self.prices = set_prices(options.joker_limit, options.set_size, options.packs)
        self._costs: dict[tuple[int, ...], int] = {}
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
        chosen = [
            suits
            for suits in combinations(FRENCH, self.contract.runs)
            if all(self.runs[suit] for suit in suits)
        ]
        chosen.sort(key=lambda suits: sum(self.runs[suit][0].jokers for suit in suits))
        for suits in chosen:
            self._try({}, 0, (), suits, least)
        return self.found

    def _runs_alone(self) -> dict[str, _Run] | None:
        """Without sets: the cheapest run of each of the cheapest suits, since nothing competes for the real cards."""
        cheapest = sorted((runs[0].jokers, suit) for suit, runs in self.runs.items() if runs)
        if len(cheapest) < self.contract.runs:
            return None
        return {suit: self.runs[suit][0] for _, suit in cheapest[: self.contract.runs]}

    def _try(
        self,
        chosen_runs: dict[str, _Run],
        spent: int,
        taken: tuple[int, ...],
        suits: tuple[str, ...],
        least: int,
    ) -> None:
        """Try the runs of these suits, the cheapest first, beside those that are chosen."""
        suit, *rest = suits
        rest_costs = sum(self.runs[later_suit][0].jokers for later_suit in rest)
        for run in self.runs[suit]:
            if spent + run.jokers + rest_costs + least >= self.cost:
                return
            if rest:
                chosen = {**chosen_runs, suit: run}
                self._try(chosen, spent + run.jokers, taken + run.ranks, tuple(rest), least)
                continue
            cost = spent + run.jokers + self.sets_cost(taken + run.ranks)
            if cost < self.cost:
                self.cost, self.found = cost, {**chosen_runs, suit: run}

    def sets_cost(self, taken: tuple[int, ...]) -> int:
        """The fewest jokers for the contract's sets once the runs have taken these ranks."""
        key = tuple(sorted(taken))
        if key not in self._costs:
            self._costs[key] = self._find_sets_cost(taken)
        return self._costs[key]

    def _find_sets_cost(self, taken: tuple[int, ...]) -> int:
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


@lru_cache(maxsize=64)
def set_prices(joker_limit: str, size: int, packs: int) -> tuple[tuple[int, ...], ...]:
    """For so many real cards of a rank: the jokers that a first, a second and each further set of it cost.

    Each further set costs no less than the one before it, so the cheapest prices of all ranks belong together.
    """
    least = least_naturals(joker_limit, size)
    table = []
    for count in range(len(FRENCH) * packs + 1):
        totals = [max(0, size * sets - count) for sets in range(count // least + 1)]
        table.append(tuple(after - before for before, after in pairwise(totals))[:MAX_SETS])
    return tuple(table)


MAX_SETS = 6
"""A contract asks for no more."""


def _way(
    best_runs: dict[str, _Run], counts: _Counts, contract: Contract, options: KinaskakOptions
) -> WayDown:
    left = {suit: ranks.copy() for suit, ranks in counts.items()}
    runs = [_run_meld(suit, best_runs[suit], left[suit]) for suit in FRENCH if suit in best_runs]
    sets = _set_melds(left, contract.sets, options)
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


def _set_melds(left: _Counts, sets: int, options: KinaskakOptions) -> list[Meld]:
    size = options.set_size
    prices = set_prices(options.joker_limit, size, options.packs)
    offers = sorted(
        (price, rank) for rank in RANK_NUMBERS for price in prices[sum(left[suit][rank] for suit in FRENCH)]
    )[:sets]
    melds = []
    for rank in dict.fromkeys(rank for _, rank in offers):
        number = sum(1 for _, offered in offers if offered == rank)
        real = [Card(RANKS[rank], suit) for suit in FRENCH for _ in range(left[suit][rank])]
        real = real[: number * size]
        for index in range(number):
            cards = real[index::number]
            melds.append(Meld(SET, (*cards, *(JOKER,) * (size - len(cards)))))
    return melds
