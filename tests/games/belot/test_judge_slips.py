"""Slips made on purpose in counts of Belot: the desk names each of them."""

import itertools
import random

import pytest

from tests.games.belot.judge import CONTRACTS, PACK, announcements, sorted_pack, worth
from tests.games.desk import Desk
from tests.soak import in_soak

pytestmark = [pytest.mark.soak, pytest.mark.long]

DESK = Desk("belot")
result = DESK.result


def slip_once(chance, contract, pile, last):
    """A side's pile counted with one slip, or None where this one cannot happen."""
    right = sum(worth(contract, card) for card in pile) + (10 if last else 0)
    kind = chance.choice(["ten forgotten", "ten twice", "left out", "twice", "other kind", "doubled"])
    card = chance.choice(pile) if pile else None
    if kind == "ten forgotten" and last:
        return right - 10
    if kind == "ten twice":
        return right + 10
    if kind == "left out" and card:
        return right - worth(contract, card)
    if kind == "twice" and card:
        return right + worth(contract, card)
    if kind == "other kind" and card and card[:-1] in ("J", "9"):
        other = {"J": 22, "9": 14}[card[:-1]]
        return right - 2 * worth(contract, card) + other
    if kind == "doubled" and contract == "no_trumps":
        return right * 2
    return None


def test_a_slip_that_was_made_is_found_and_every_slip_found_explains_the_difference():
    chance, seen = random.Random(162), 0
    while seen < in_soak(2_000, 500):
        contract = chance.choice(CONTRACTS)
        pack = chance.sample(PACK, 32)
        tricks = [pack[index : index + 4] for index in range(0, 32, 4)]
        takers = [chance.randrange(2) for _ in tricks]
        piles = [
            [c for trick, taker in zip(tricks, takers, strict=True) if taker == side for c in trick]
            for side in (0, 1)
        ]
        right = [
            sum(worth(contract, card) for card in pile) + (10 if takers[-1] == side else 0)
            for side, pile in enumerate(piles)
        ]
        side = chance.randrange(2)
        wrong = slip_once(chance, contract, piles[side], takers[-1] == side)
        if wrong is None or wrong == right[side]:
            continue
        seen += 1
        told = list(right)
        told[side] = wrong
        slips = result("mismatch", counts={"contract": contract, "trick_points": told})["slips"]
        places = [(slip["path"], slip["from"], slip["to"]) for slip in slips]
        assert (f"counts.trick_points[{side}]", wrong, right[side]) in places, (contract, told, right)
        for (path, before, after), one in itertools.product(places, (0, 1)):
            if path == f"counts.trick_points[{one}]":
                assert before == told[one]
                assert after + told[1 - one] == sum(right)


def test_a_premium_that_was_forgotten_or_counted_for_nothing_is_found():
    chance, seen = random.Random(20), 0
    while seen < in_soak(500, 150):
        announced = announcements(chance, sorted_pack(chance))
        if not announced:
            continue
        seen += 1
        contract = "all_trumps"
        found = result("declarations", contract=contract, declarations=announced)
        first = chance.randint(60, 200)
        right = [first + found["points"][0], 258 - first + found["points"][1]]
        index = chance.randrange(len(announced))
        one, side = announced[index], announced[index]["player"] % 2
        alone = result("declarations", contract=contract, declarations=[one])["points"][side]
        told = list(right)
        told[side] += -alone if index in found["counted"] else alone
        fields = {"contract": contract, "raw": told, "declarations": announced}
        if chance.random() < 0.5:
            fields["trick_points"] = [first, 258 - first]
        slips = result("mismatch", counts=fields)["slips"]
        places = [(slip["path"], slip["from"], slip["to"]) for slip in slips]
        assert (f"counts.raw[{side}]", told[side], right[side]) in places
        assert "premium" in next(slip["text"] for slip in slips if slip["path"] == f"counts.raw[{side}]")
