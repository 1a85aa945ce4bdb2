"""Payments at the end of a match for chips: the losers pay the winners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple


class Payment(NamedTuple):
    """Chips that go from one side to another."""

    giver: int
    taker: int
    chips: int


def payments(balances: Sequence[int]) -> list[Payment]:
    """The fewest payments after which every side has what it won; none where gains and losses are not equal.

    Sides whose balances add up to 0 settle among themselves with one payment less than they are many. So the sides
    are parted into as many such groups as there are: every group saves one payment.
    """
    if sum(balances):
        return []
    sides = frozenset(side for side, balance in enumerate(balances) if balance)
    return [
        payment for group in _part(sides, tuple(balances)) for payment in _settle(sorted(group), balances)
    ]


@lru_cache(maxsize=1024)
def _part(sides: frozenset[int], balances: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """The most groups that each add up to 0."""
    if not sides:
        return ()
    first, *other_sides = sorted(sides)
    groups = []
    for chosen in range(1 << len(other_sides)):
        group = frozenset(
            (first, *(other_side for bit, other_side in enumerate(other_sides) if chosen >> bit & 1))
        )
        if not sum(balances[side] for side in group):
            groups.append((group, *_part(sides - group, balances)))
    return max(groups, key=len)


def _settle(group: Sequence[int], balances: Sequence[int]) -> list[Payment]:
    """Each debt goes to the first side that is still owed something."""
    owed = {side: balances[side] for side in group if balances[side] > 0}
    group_payments = []
    for giver in group:
        debt = -balances[giver]
        for taker in list(owed):
            chips = min(debt, owed[taker])
            if chips > 0:
                group_payments.append(Payment(giver, taker, chips))
                owed[taker] -= chips
                debt -= chips
    return group_payments
