"""The solver of Kínaskák at its worst, over random hands of twenty cards."""

from __future__ import annotations

import random
from time import process_time

from benchmarks.measure import Figure, show_ms
from scorekeeper.core.play.cards import JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.options import (
    CONTRACTS,
    HALF,
    ONE,
    ONE_NATURAL,
    TWO_NATURALS,
    KinaskakOptions,
)
from scorekeeper.games.kinaskak.play.fewest_jokers import way_down

HANDS, CARDS = 10_000, 20
LIMITS = (ONE_NATURAL, HALF, TWO_NATURALS, ONE)
ASKED = 0.050


def figures() -> list[Figure]:
    """The time to answer one hand: on average, at the 99th percentile, at most."""
    times = sorted(_times(random.Random(20)))
    mean, late, most = sum(times) / len(times), times[len(times) * 99 // 100], times[-1]
    measured = f"worst {show_ms(most)}; mean {show_ms(mean)}, p99 {show_ms(late)}"
    label = (
        f"“can this hand go down?”, CPU time of {HANDS:,} random hands of {CARDS} cards with 0–9 jokers, "
        "all rounds and limits"
    )
    return [Figure(label, measured, "50 ms at most", most <= ASKED)]


def _times(chance: random.Random) -> list[float]:
    taken = []
    for number in range(HANDS):
        hand = _hand(chance, number % 10)
        options = KinaskakOptions(
            joker_limit=LIMITS[number // 10 % 4], last_round_buys=bool(number // 40 % 2)
        )
        contract = chance.randrange(len(CONTRACTS)) + 1
        begun = process_time()  # CPU time, so that other work of the machine does not count
        way_down(hand, contract, options)
        taken.append(process_time() - begun)
    return taken


def _hand(chance: random.Random, jokers: int) -> tuple[Card, ...]:
    """A hand out of the three packs with so many jokers among its cards."""
    pack = PACK_THREE.cards * PACK_THREE.copies
    return (*chance.sample(pack, CARDS - jokers), *(JOKER,) * jokers)
