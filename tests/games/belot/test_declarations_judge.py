"""Declarations of Belot that can stand together, beside a slow judge that lays out the cards."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.belot.deals import belote, carre, premiums, score_deal, sequence
from tests.games.belot.judge import RANKS, SUITS
from tests.soak import examples


def cards_of(declaration, suit):
    if declaration["kind"] == "sequence":
        top = RANKS.index(declaration["top"])
        return {(rank, suit) for rank in RANKS[top + 1 - declaration["length"] : top + 1]}
    if declaration["kind"] == "carre":
        return {(declaration["rank"], each) for each in SUITS}
    return {("Q", declaration["suit"]), ("K", declaration["suit"])}


def touch(one, other):
    return any(
        suit == suit_b and abs(RANKS.index(rank) - RANKS.index(rank_b)) <= 1
        for rank, suit in one
        for rank_b, suit_b in other
    )


def stands(declarations, suits):
    """Whether the declarations can all be true when these are their suits: by the very cards."""
    held = [cards_of(one, suit) for one, suit in zip(declarations, suits, strict=True)]
    for a, one in enumerate(declarations):
        for b in range(a):
            other = declarations[b]
            kinds, same_hand = {one["kind"], other["kind"]}, one["player"] == other["player"]
            if kinds == {"sequence"} and same_hand and touch(held[a], held[b]):
                return False
            with_own_belote = same_hand and "belote" in kinds and len(kinds) == 2
            if held[a] & held[b] and not with_own_belote:
                return False
    hands = [
        set().union(*(h for h, d in zip(held, declarations, strict=True) if d["player"] == p))
        for p in range(4)
    ]
    return all(len(hand) <= 8 for hand in hands)


def possible(declarations):
    choices = [
        [one["suit"]] if one.get("suit") else SUITS if one["kind"] == "sequence" else [None]
        for one in declarations
    ]
    return any(stands(declarations, suits) for suits in product(*choices))


PLAYER = st.integers(0, 3)
SEQUENCE = st.tuples(st.integers(3, 8), st.integers(0, 5)).flatmap(
    lambda drawn: st.builds(
        sequence,
        PLAYER,
        st.just(drawn[0]),
        st.just(RANKS[min(7, drawn[0] - 1 + drawn[1])]),
        st.sampled_from([None, None, *SUITS]),
    )
)
SHORT = st.builds(sequence, PLAYER, st.just(3), st.sampled_from(["9", "10", "J", "Q", "K", "A"]), st.none())
CARRE = st.builds(carre, PLAYER, st.sampled_from(["9", "10", "J", "Q", "K", "A"]))
BELOTE = st.builds(belote, PLAYER, st.sampled_from(SUITS))
DECLARATIONS = st.one_of(
    st.lists(st.one_of(SEQUENCE, CARRE, BELOTE), min_size=1, max_size=5),
    st.lists(st.one_of(SHORT, BELOTE), min_size=2, max_size=6),
)


@pytest.mark.long
@settings(max_examples=examples(200), deadline=None)
@given(DECLARATIONS)
def test_belot_4_12_agrees_with_a_judge_that_lays_out_the_cards(declarations):
    _, good = score_deal(declarations)
    assert good == possible(declarations)


@pytest.mark.long
@settings(max_examples=examples(200), deadline=None)
@given(
    DECLARATIONS.filter(possible),
    st.randoms(use_true_random=False),
    st.sampled_from(["by_length", "one_class"]),
)
def test_the_order_of_declarations_never_matters(declarations, random, ranking):
    shuffled = random.sample(declarations, len(declarations))
    assert premiums(shuffled, quinte_ranking=ranking) == premiums(declarations, quinte_ranking=ranking)


def test_belot_4_12_the_order_of_sequences_without_suits_never_matters():
    few = [
        sequence(0, 5, "A"),
        sequence(0, 3, "9"),
        sequence(1, 4, "10"),
        sequence(2, 4, "A"),
        sequence(3, 8, "A"),
    ]
    answers = {score_deal(list(order))[1] for order in permutations(few)}
    assert answers == {possible(few)}
