"""Which cards can be left on the table after captures of fifteen. (escoba 4.3)"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

from scorekeeper.core.play.cards import PACK_40, Card
from scorekeeper.games.escoba.play import FIFTEEN, LEFT_OVER_FIFTEENS, total
from scorekeeper.games.escoba.play.tally import GOLDS, SEVENS

Sums = tuple[frozenset[int], ...]


@cache
def _sums(gold: bool, seven: bool) -> Sums:
    """The sums, modulo fifteen, that cards of a class can have, for each number of cards."""
    sums: list[set[int]] = [{0}]
    for card in PACK_40.cards:
        if (card in GOLDS, card in SEVENS) == (gold, seven):
            sums.append(set())
            for count in range(len(sums) - 1, 0, -1):
                sums[count] |= {(before + total([card])) % FIFTEEN for before in sums[count - 1]}
    return tuple(map(frozenset, sums))


def can_be_left(cards: int, golds: int, sevens: int, golden_sevens: int) -> bool:
    """Whether so many cards, with so many golds and sevens among them, can be what captures leave."""
    counts = (
        (False, False, cards - golds - sevens + golden_sevens),
        (True, False, golds - golden_sevens),
        (False, True, sevens - golden_sevens),
        (True, True, golden_sevens),
    )
    classes = []
    for gold, seven, count in counts:
        sums = _sums(gold, seven)
        if not 0 <= count < len(sums):
            return False
        classes.append(sums[count])
    return any(sum(parts) % FIFTEEN == LEFT_OVER_FIFTEENS for parts in product(*classes))


def are_left(cards: Iterable[Card]) -> bool:
    """Whether these cards can be what captures leave."""
    return total(list(cards)) % FIFTEEN == LEFT_OVER_FIFTEENS
