"""Kínaskák at the table: the contracts, runs and sets, by article."""

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.play.cards import JOKER, PACK_THREE
from scorekeeper.games.kinaskak.options import CONTRACTS, KinaskakOptions
from scorekeeper.games.kinaskak.play import jokers_fit
from tests.cases import case, cases
from tests.games.kinaskak.deals import is_meld

OPTIONS = KinaskakOptions()


def cards(notation):
    return [PACK_THREE.parse(card) for card in notation.split()]


def test_2_3_the_eight_contracts():
    assert [(c.runs, c.sets) for c in CONTRACTS] == [
        (1, 1),
        (0, 2),
        (2, 0),
        (1, 2),
        (2, 1),
        (0, 3),
        (3, 0),
        (2, 2),
    ]


def test_4_4_the_eighth_contract_takes_thirteen_cards_and_one_drawn():
    assert [KinaskakOptions().count_cards(contract) for contract in CONTRACTS] == [7, 6, 8, 10, 11, 9, 12, 14]


@cases(
    "notation, run",
    case("3.1 four in sequence", "4H 5H 6H 7H", True),
    case("3.1 in any order", "7H 5H 4H 6H", True),
    case("3.1 three are too few", "4H 5H 6H", False),
    case("3.1 two suits", "4H 5H 6H 7S", False),
    case("3.1 a gap", "4H 5H 6H 8H", False),
    case("3.1 a card twice", "4H 5H 5H 6H 7H", False),
    case("3.2 the ace low", "AH 2H 3H 4H", True),
    case("3.2 the ace high", "JH QH KH AH", True),
    case("3.2 round the corner", "QH KH AH 2H", False),
    case("3.2 from ace to ace", "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", True),
    case("3.2 it stops at the ace", "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH JK", False),
    case("3.2 two aces at one end", "AH AH 2H 3H", False),
    case("3.5 a joker in a gap", "4H JK 6H 7H", True),
    case("3.5 a joker at the end", "JK 5H 6H 7H", True),
    case("3.5 three jokers beside a king", "JK JK JK KH", True),
    case("3.5 jokers below, since nothing is above the ace", "KH AH JK JK", True),
    case("3.5 two jokers in a gap of three", "4H JK JK 8H", False),
    case("3.5 no real card", "JK JK JK JK", False),
)
def test_a_run(notation, run):
    assert is_meld("run", cards(notation), OPTIONS) is run


@cases(
    "notation, is_one",
    case("3.4 three of a rank", "7H 7S 7D", True),
    case("3.4 the very same card", "7H 7H 7H", True),
    case("3.4 as long as one likes", "7H 7S 7D 7C 7H 7S", True),
    case("3.4 two are too few", "7H 7S", False),
    case("3.4 another rank", "7H 7S 8D", False),
    case("3.5 two jokers beside a card", "7H JK JK", True),
    case("3.5 no real card", "JK JK JK", False),
)
def test_a_set(notation, is_one):
    assert is_meld("set", cards(notation), OPTIONS) is is_one


@cases(
    "notation, allowed",
    case("one real card and three jokers", "7H JK JK JK", {"one_natural"}),
    case("half and half", "7H 8H JK JK", {"one_natural", "half", "two_naturals"}),
    case("one joker", "7H 8H 9H JK", {"one_natural", "half", "two_naturals", "one"}),
    case("more jokers than cards", "7H 8H JK JK JK", {"one_natural", "two_naturals"}),
    case("two jokers", "7H 8H 9H 10H JK JK", {"one_natural", "half", "two_naturals"}),
)
def test_3_5_jokers_in_one_meld(notation, allowed):
    limits = ("one_natural", "half", "two_naturals", "one")
    assert {
        limit for limit in limits if jokers_fit(cards(notation), KinaskakOptions(joker_limit=limit))
    } == allowed


SUIT = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
RUNS = [SUIT[start : start + length] for length in range(4, 15) for start in range(15 - length)]


def slow_run(hand):
    """Whether the jokers can stand for cards so that one of all possible runs comes out, by trying them all."""
    naturals = [card for card in hand if card != JOKER]
    if not naturals or len({card.suit for card in naturals}) > 1:
        return False
    for run in RUNS:
        left = list(run)
        if len(run) == len(hand) and all(_take(left, card.rank) for card in naturals):
            return True
    return False


def _take(left, rank):
    if rank not in left:
        return False
    left.remove(rank)
    return True


def slow_set(hand):
    """Whether three or more are of one rank, the jokers standing for any: each rank is tried."""
    return len(hand) > 2 and any(
        all(card in (JOKER, *[one for one in PACK_THREE.cards if one.rank == rank]) for card in hand)
        and any(card != JOKER for card in hand)
        for rank in PACK_THREE.ranks
    )


def near_melds(chance, number):
    """Cards that are melds about as often as not: neighbours of a suit or a rank, jokers, now and then a stranger."""
    for _ in range(number):
        suit, start, length = chance.choice("SHDC"), chance.randrange(11), chance.randrange(2, 12)
        hand = [PACK_THREE.parse(rank + suit) for rank in SUIT[start : start + length]]
        if chance.random() < 0.3:
            hand = [PACK_THREE.parse(SUIT[start] + one) for one in chance.choices("SHDC", k=length)]
        for _change in range(chance.randrange(4)):
            hand[chance.randrange(len(hand))] = JOKER
        if chance.random() < 0.3:
            hand[chance.randrange(len(hand))] = chance.choice(PACK_THREE.cards)
        chance.shuffle(hand)
        yield hand


@pytest.mark.long
def test_3_1_and_3_4_melds_agree_with_judges_who_try_everything():
    """Fifteen thousand hands of two to eleven cards, as runs and as sets."""
    found = Counter()
    for hand in near_melds(random.Random(34), 15_000):
        run, set_ = is_meld("run", hand, OPTIONS), is_meld("set", hand, OPTIONS)
        assert (run, set_) == (slow_run(hand), slow_set(hand)), hand
        found[run, set_] += 1
    assert min(found[True, False], found[False, True], found[False, False]) > 1_000, found


HEARTS = [card for card in PACK_THREE.cards if card.suit == "hearts"]


@given(st.lists(st.sampled_from([*HEARTS, JOKER, JOKER, JOKER]), max_size=15))
def test_3_1_runs_agree_with_a_judge_who_tries_everything(hand):
    assert is_meld("run", hand, OPTIONS) == slow_run(hand)


def test_3_1_every_run_with_any_of_its_cards_replaced_by_jokers_is_one():
    for run in RUNS:
        if len(run) > 7:
            continue
        real = [PACK_THREE.parse(rank + "S") for rank in run]
        for kept in itertools.product((True, False), repeat=len(run)):
            if any(kept):
                hand = [card if keep else JOKER for card, keep in zip(real, kept, strict=True)]
                assert is_meld("run", hand, OPTIONS)
