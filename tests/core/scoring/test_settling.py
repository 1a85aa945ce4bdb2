"""Chips at the end: everybody has what was won, with as few payments as can be."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.scoring.settling import Payment, payments
from tests.cases import cases


@cases(
    "balances, paid",
    ((), []),
    ((0, 0), []),
    ((9, -9, 9, -9), [Payment(1, 0, 9), Payment(3, 2, 9)]),
    ((-50, 150, -50, -50), [Payment(0, 1, 50), Payment(2, 1, 50), Payment(3, 1, 50)]),
    # in order of seats the debt of the first would be split in two: four payments
    ((-5, 3, -3, 5), [Payment(0, 3, 5), Payment(2, 1, 3)]),
    ((-4, -6, 6, 4, 0), [Payment(0, 3, 4), Payment(1, 2, 6)]),
    ((-3, 2, 1), [Payment(0, 1, 2), Payment(0, 2, 1)]),
    # no loss is as great as a gain
    ((-7, 5, -3, 5), [Payment(0, 1, 5), Payment(0, 3, 2), Payment(2, 3, 3)]),
    # two won more than the others have lost: no chips
    ((10, 10, 0, 0), []),
)
def test_each_debt_is_paid_with_the_fewest_payments(balances: tuple[int, ...], paid: list[Payment]) -> None:
    assert payments(balances) == paid


def fewest(balances: list[int]) -> int:
    """By trying: all who won or lost, less one for every group that settles among itself."""
    sides = [balance for balance in balances if balance]

    def groups(left: list[int]) -> int:
        if not left:
            return 0
        found = 0
        for size in range(len(left)):
            for others in combinations(range(1, len(left)), size):
                if left[0] + sum(left[other] for other in others) == 0:
                    rest = [left[i] for i in range(1, len(left)) if i not in others]
                    found = max(found, 1 + groups(rest))
        return found

    return len(sides) - groups(sides)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=7))
def test_after_all_payments_everybody_has_what_was_won(balances: list[int]) -> None:
    balances = [*balances, -sum(balances)]
    found = payments(balances)
    left = list(balances)
    for payment in found:
        assert payment.chips > 0, found
        left[payment.giver] += payment.chips
        left[payment.taker] -= payment.chips
    assert left == [0] * len(balances), found
    assert len(found) == fewest(balances), found
