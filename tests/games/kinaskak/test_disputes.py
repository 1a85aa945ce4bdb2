"""Kínaskák's disputes, by article: melds, contracts, laying off, jokers, buying, whole deals, counts that differ."""

import itertools
import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.play.cards import JOKER, PACK_THREE
from scorekeeper.games import rule
from scorekeeper.games.kinaskak.disputes.explaining import flaws
from scorekeeper.games.kinaskak.play import Meld, arrange, first_place, in_order, is_meld
from tests.games.desk import Desk, texts
from tests.soak import examples

LIMITS = ("one_natural", "half", "two_naturals", "one")
LADDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DESK = Desk("kinaskak")
asked, refused = DESK.result, DESK.errors


def meld(kind, notation):
    return {"kind": kind, "cards": notation.split()}


def run(notation):
    return meld("run", notation)


def three(notation):
    return meld("set", notation)


# --- Melds and contracts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "code"),
    [
        pytest.param("4H 5H 6H", "too_short", id="3.1 three cards"),
        pytest.param("4H 5H 6H 7S", "two_suits", id="3.1 two suits"),
        pytest.param("4H 5H 5H 6H 7H", "same_card", id="3.1 a card twice"),
        pytest.param("AH AH AH 2H JK", "same_card", id="3.1 three aces"),
        pytest.param("4H 5H 6H 8H", "gap", id="3.1 a gap"),
        pytest.param("QH KH AH 2H", "round_the_corner", id="3.2 round the corner"),
        pytest.param("KH AH 2H JK", "round_the_corner", id="3.2 round the corner with a joker"),
        pytest.param("KH JK 2H 3H", "gap", id="3.1 a joker is no corner without the ace"),
        pytest.param("JK JK JK JK", "joker_limit", id="3.5 jokers alone"),
        pytest.param("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH JK JK", "too_long", id="3.2 past the ace"),
    ],
)
def test_what_is_wrong_with_a_run(notation, code):
    cards = tuple(PACK_THREE.parse(card) for card in notation.split())
    assert code in [flaw.code for flaw in flaws(Meld("run", cards), "one_natural")]


SAMPLED = st.lists(
    st.sampled_from([*PACK_THREE.cards[:13], *PACK_THREE.cards[:20], JOKER, JOKER]), max_size=16
)


@given(SAMPLED, st.sampled_from(LIMITS), st.sampled_from(["run", "set"]))
@settings(max_examples=examples(200))
def test_3_a_meld_is_wrong_exactly_when_something_is_wrong_with_it(cards, limit, kind):
    found = Meld(kind, tuple(cards))
    assert (flaws(found, limit) == []) == is_meld(found, limit)


def places(cards):
    """Every way in which these cards, in this order, are a run: the windows of the ladder that they fill."""
    naturals = [card for card in cards if card != JOKER]
    if len({card.suit for card in naturals}) != 1:
        return []
    starts = range(15 - len(cards))
    return [
        start + 1
        for start in starts
        if all(card in (JOKER, (LADDER[start + i], card.suit)) for i, card in enumerate(cards))
    ]


@st.composite
def runs(draw):
    """A run with some of its cards replaced by jokers, from low to high."""
    length = draw(st.integers(4, 14))
    start = draw(st.integers(0, 14 - length))
    cards = [PACK_THREE.parse(rank + "S") for rank in LADDER[start : start + length]]
    real = draw(st.lists(st.integers(0, length - 1), min_size=1, unique=True))
    return [card if index in real else JOKER for index, card in enumerate(cards)]


@given(runs(), st.randoms())
@settings(max_examples=examples(150))
def test_3_1_the_order_of_a_run_agrees_with_a_judge_who_tries_every_window(cards, chance):
    assert places(cards)[0] == first_place(cards)
    assert in_order(tuple(reversed(cards))) is not None
    chance.shuffle(cards)
    assert first_place(cards) == next(iter(places(cards)), None)
    tidy = arrange(cards)
    assert places(tidy)
    assert Counter(tidy) == Counter(cards)


@pytest.mark.parametrize(
    ("number", "melds", "rules", "codes"),
    [
        pytest.param(2, [three("7H 7C 7D"), three("9C 9D JK")], {}, [], id="2.3 two sets"),
        pytest.param(2, [three("7H 7C 7D")], {}, ["other_contract"], id="2.4 one too few"),
        pytest.param(2, [three("7H 7C 7D")] * 3, {}, ["other_contract"], id="2.4 one too many"),
        pytest.param(1, [run("4H 5H 6H 7H 8H"), three("7H 7C 7D 7S")], {}, [], id="3.1 as long as one likes"),
        pytest.param(3, [run("4H 5H 6H 7H"), run("4H 5H 6H 7H")], {}, ["same_suit"], id="3.3 the same suit"),
        pytest.param(3, [run("4H 5H 6H 7S"), run("4H 5H 6H 7H")], {}, ["two_suits"], id="3.1 not a run"),
        pytest.param(
            1, [run("4H JK JK JK"), three("7H 7C 7D")], {"joker_limit": "one"}, ["joker_limit"], id="3.5"
        ),
        pytest.param(
            8,
            [run("4H 5H 6H 7H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H")],
            {},
            [],
            id="4.4 fourteen",
        ),
        pytest.param(
            8,
            [run("4H 5H 6H 7H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H 9S")],
            {},
            ["not_all_cards"],
            id="4.4 fifteen",
        ),
        pytest.param(
            8,
            [run("4H 5H 6H 7H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H 9S")],
            {"last_round_buys": True},
            ["not_all_cards"],
            id="4.4 fifteen are no buys",
        ),
        pytest.param(
            8,
            [run("4H 5H 6H 7H 8H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H 9S")],
            {"last_round_buys": True},
            [],
            id="4.4 sixteen after a buy",
        ),
        pytest.param(
            8,
            [run("4H 5H 6H 7H 8H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H 9S")],
            {},
            ["not_all_cards"],
            id="5.6 sixteen without buying",
        ),
    ],
)
def test_2_3_contracts(number, melds, rules, codes):
    result = asked("contract", round=number, melds=melds, rules=rules)
    assert result["meets"] is (not codes)
    assert [finding["code"] for finding in result["findings"]] == codes


# --- Laying off and jokers ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "card", "rules", "legal"),
    [
        pytest.param(run("4H 5H 6H 7H"), "3H", {}, True, id="3.1 below"),
        pytest.param(run("4H 5H 6H 7H"), "8H", {}, True, id="3.1 above"),
        pytest.param(run("7H 6H 5H 4H"), "8H", {}, True, id="3.1 laid the other way round"),
        pytest.param(run("4H 5H 6H 7H"), "9H", {}, False, id="3.1 too far"),
        pytest.param(run("4H 5H 6H 7H"), "8S", {}, False, id="3.1 another suit"),
        pytest.param(run("4H 5H 6H 7H"), "5H", {}, False, id="3.1 a card it has"),
        pytest.param(run("2H 3H 4H 5H"), "AH", {}, True, id="3.2 the ace below"),
        pytest.param(run("10H JH QH KH"), "AH", {}, True, id="3.2 the ace above"),
        pytest.param(run("AH 2H 3H 4H"), "KH", {}, False, id="3.2 never round the corner"),
        pytest.param(run("JH QH KH AH"), "JK", {}, True, id="1.5 a joker at the low end"),
        pytest.param(run("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"), "JK", {}, False, id="3.2 ace to ace"),
        pytest.param(run("4H JK JK JK"), "8H", {}, True, id="1.5 jokers have places"),
        pytest.param(run("JK JK JK 4H"), "AH", {}, False, id="1.5 the first joker is the ace"),
        pytest.param(run("JK JK JK 4H"), "5H", {}, True, id="1.5 only upwards"),
        pytest.param(run("4H JK JK 7H"), "JK", {"joker_limit": "half"}, False, id="3.5 too many jokers"),
        pytest.param(run("4H JK JK 7H"), "8H", {"joker_limit": "half"}, True, id="3.5 a real card always"),
        pytest.param(three("9C 9D 9S"), "9C", {}, True, id="3.4 the same card again"),
        pytest.param(three("9C 9D 9S"), "8C", {}, False, id="3.4 another rank"),
        pytest.param(three("9C JK JK"), "JK", {}, True, id="3.5 one more joker"),
        pytest.param(three("9C 9D JK"), "JK", {"joker_limit": "one"}, False, id="3.5 one at most"),
    ],
)
def test_4_2_laying_off(on, card, rules, legal):
    fields = {"meld": on, "card": card, "rules": rules}
    assert asked("lay_off", **fields, is_down=True, went_down_this_turn=False) == {"legal": legal}
    assert asked("lay_off", **fields, is_down=True, went_down_this_turn=True) == {"legal": legal}
    assert asked("lay_off", **fields, is_down=False, went_down_this_turn=False) == {"legal": False}
    later = {**fields, "rules": {**rules, "lay_off_same_turn": False}}
    assert asked("lay_off", **later, is_down=True, went_down_this_turn=True) == {"legal": False}
    assert asked("lay_off", **later, is_down=True, went_down_this_turn=False) == {"legal": legal}


def lengthens(cards, card, limit):
    """Whether the card makes a longer run of these, lying as they do, at one end or the other."""
    here = places(cards)[0]
    below, above = places([card, *cards]), places([*cards, card])
    fits = here - 1 in below or here in above
    return fits and is_meld(Meld("run", (*cards, card)), limit)


def test_4_2_laying_off_on_runs_agrees_with_a_judge_who_lays_the_card_at_both_ends():
    chance = random.Random(42)
    seen = Counter()
    for _ in range(1500):
        length = chance.randrange(4, 8)
        start = chance.randrange(15 - length)
        cards = [PACK_THREE.parse(rank + "H") for rank in LADDER[start : start + length]]
        cards = [JOKER if chance.random() < 0.3 else card for card in cards]
        limit = chance.choice(LIMITS)
        if not is_meld(Meld("run", tuple(cards)), limit):
            continue
        card = chance.choice([JOKER, *(PACK_THREE.parse(rank + "H") for rank in LADDER)])
        result = asked(
            "lay_off",
            rules={"joker_limit": limit},
            meld=run(" ".join(map(str, cards))),
            card=str(card),
            is_down=True,
            went_down_this_turn=False,
        )
        assert result["legal"] == lengthens(cards, card, limit), (cards, card, limit)
        taken = asked(
            "take_joker", meld=run(" ".join(map(str, cards))), card=str(card), is_down=True, own=False
        )
        swapped = [[*cards[:i], card, *cards[i + 1 :]] for i, held in enumerate(cards) if held == JOKER]
        assert taken["legal"] == (card != JOKER and any(places(cards)[0] in places(one) for one in swapped))
        seen[result["legal"], taken["legal"]] += 1
    assert len(seen) >= 3, seen


@pytest.mark.parametrize(
    ("on", "card", "own", "legal"),
    [
        pytest.param(run("4H JK 6H 7H"), "5H", False, True, id="4.3 the very card"),
        pytest.param(run("4H JK 6H 7H"), "5S", False, False, id="4.3 another suit"),
        pytest.param(run("4H JK 6H 7H"), "JK", False, False, id="4.3 a joker for a joker"),
        pytest.param(run("JK 2H 3H 4H"), "AH", False, True, id="3.2 the low ace"),
        pytest.param(run("JH QH KH JK"), "AH", False, True, id="3.2 the high ace"),
        pytest.param(run("4H 5H 6H 7H"), "8H", False, False, id="4.3 no joker there"),
        pytest.param(three("9C 9D JK"), "9H", False, False, id="4.3 never from a set"),
        pytest.param(run("4H JK 6H 7H"), "5H", True, False, id="4.3 one's own run"),
    ],
)
def test_4_3_taking_a_joker(on, card, own, legal):
    assert asked("take_joker", meld=on, card=card, is_down=True, own=own) == {"legal": legal}
    assert asked("take_joker", meld=on, card=card, is_down=False, own=own) == {"legal": False}
    allowed = asked("take_joker", meld=on, card=card, is_down=True, own=own, rules={"own_jokers": True})
    assert allowed == {"legal": legal or own}


def test_what_cannot_lie_on_the_table_is_refused():
    fields = {"card": "8H", "is_down": True}
    assert refused("lay_off", meld=run("4H 5H 6S 8H"), **fields) == [("meld.cards", "not_a_meld")]
    assert refused("take_joker", meld=run("4H 6H JK 7H"), **fields) == [("meld.cards", "not_in_order")]
    assert refused("lay_off", meld=three("8H 8H 8H"), **fields) == [("card", "too_many_copies")]
    twice = refused("lay_off", meld=run("4H 5S 6H"), **fields)
    assert twice == [("meld.cards", "not_a_meld")] * 2
    assert refused("meld", cards=["4H"] * 4) == [("cards", "card_twice")]
    assert refused("contract", round=9, melds=[]) == [("round", "out_of_range")]


# --- Buying and counting --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "buys", "takes", "rules", "legal", "penalty"),
    [
        pytest.param(1, 0, False, {}, True, 0, id="5.3 the first"),
        pytest.param(1, 2, False, {}, True, 0, id="5.3 the third"),
        pytest.param(1, 3, False, {}, True, 200, id="5.4 the fourth"),
        pytest.param(1, 4, False, {}, True, 200, id="5.4 the fifth"),
        pytest.param(1, 3, True, {}, False, 0, id="5.1 forehand takes it"),
        pytest.param(8, 0, False, {}, False, 0, id="5.6 the eighth round"),
        pytest.param(8, 3, False, {"last_round_buys": True}, True, 200, id="5.6 where it is allowed"),
        pytest.param(1, 1, False, {"max_buys": 1, "buy_penalty": 50}, True, 50, id="5.3 a stricter table"),
        pytest.param(1, 0, False, {"max_buys": 0}, True, 200, id="5.3 none is free"),
    ],
)
def test_5_buying(number, buys, takes, rules, legal, penalty):
    ruling = DESK.ruling("buy", round=number, buys=buys, forehand_takes=takes, rules=rules)
    assert ruling["result"] == {"legal": legal, "penalty": penalty}
    against = f"This buy is against the rule; a player who still buys takes {penalty} points."
    assert (ruling["verdict"] == against) == bool(penalty)
    assert "allowed" not in ruling["verdict"]


def test_5_4_a_buy_too_many_in_a_deal_is_told_with_its_price():
    acts = [act(1, "buy", cards=["2C", "2D"])]
    for buys, said in ((2, False), (3, True)):
        ruling = DESK.ruling("deal", round=1, hands=HANDS, buys=[0, buys], acts=acts)
        assert any("One more buy costs 200" in text for text in texts(ruling)) == said
        assert ruling["result"]["irregularities"] == []


@pytest.mark.parametrize(
    ("answers", "remedy"),
    [
        ("misdeal during_play play_on", "Everybody plays on with the cards that they have."),
        ("wrong_number too_many throw", "The player throws without drawing until the hand is right."),
        ("wrong_number too_few draw", "The player draws from the stock until the hand is right."),
        ("wrong_number too_few play_on", "Play goes on as it is."),
        ("exposed_card shuffle", "The card goes back into the middle of the stock."),
        ("exposed_card keep", "The player keeps the card that was seen."),
        ("out_of_turn take_back", "What was done is taken back, and the player whose turn it is goes on."),
        ("out_of_turn stands", "What was done stands, and the next player goes on."),
        ("not_the_contract nothing", "The player has not gone down and takes the cards back."),
        ("not_the_contract points", "The player has not gone down and takes the cards back."),
        ("not_the_contract like_a_buy", "The player has not gone down and takes the cards back."),
        ("buy eighth_round nothing", "Both cards of the buy go back."),
        ("buy eighth_round points", "Both cards of the buy go back."),
        ("buy eighth_round like_a_buy", "Both cards of the buy go back."),
    ],
)
def test_an_irregularity_ends_in_the_remedy_that_was_chosen(answers, remedy):
    chosen = answers.split()[-1]
    besides = {
        "points": "The points that the table names are added to the player’s total.",
        "like_a_buy": "The player is charged as for a buy too many.",
    }.get(chosen, "Nothing is written down.")
    assert DESK.ruling("irregularity", answers=answers.split())["verdict"] == f"{remedy} {besides}"


@pytest.mark.parametrize(
    ("drawn", "winner"),
    [
        ("2C AS", 1),
        ("AS 2C", 0),
        ("KH KS", None),
        ("2C 2D AS", 2),
        ("AC AD KS", None),
        ("JK AS", None),
        ("10C 9C", 0),
        ("JC 10C QC", 2),
    ],
)
def test_5_5_the_draw(drawn, winner):
    assert asked("buy_dispute", drawn=drawn.split()) == {"winner": winner}


def test_5_5_a_draw_takes_two():
    assert refused("buy_dispute", drawn=["AS"]) == [("drawn", "too_few")]


@pytest.mark.parametrize(
    ("claimants", "error"),
    [
        ([0], ("claimants", "list_length")),
        ([1, 1], ("claimants", "seat_twice")),
        ([0, 8], ("claimants[1]", "unknown_seat")),
    ],
)
def test_5_5_each_claimant_draws_one_card(claimants, error):
    assert refused("buy_dispute", drawn=["AS", "KS"], claimants=claimants) == [error]


@given(st.lists(st.sampled_from([*PACK_THREE.cards, JOKER]), max_size=20, unique=True))
def test_6_hand_points_are_what_the_score_writes(cards):
    notation = list(map(str, cards))
    points = asked("hand_points", cards=notation)["points"]
    worth = {"JK": 50, "A": 20, "10": 10, "J": 10, "Q": 10, "K": 10}
    assert points == sum(worth.get(card.rank, 5) for card in cards)


# --- Whole deals ----------------------------------------------------------------------------------


def act(seat, kind, **fields):
    return {"seat": seat, "act": kind, **fields}


def put(seat, number):
    return {"seat": seat, "meld": number}


HANDS = [
    ["4H", "JK", "6H", "7H", "9C", "9D", "9S", "KC"],
    ["2S", "3S", "4S", "5S", "QC", "QD", "QH", "5H", "8H", "AD"],
]
DOWN = act(0, "go_down", melds=[run("4H JK 6H 7H"), three("9C 9D 9S")])
OTHER = act(1, "go_down", melds=[run("2S 3S 4S 5S"), three("QC QD QH")])


def test_a_clean_laying_down_comes_to_its_score():
    result = asked("deal", round=1, hands=HANDS, acts=[DOWN, act(0, "throw", card="KC")])
    assert result["irregularities"] == []
    assert result["over"] is True
    assert result["deal"] == {"kind": "deal", "hands": [[], HANDS[1]]}
    assert result["scores"] == [0, 80]


@pytest.mark.parametrize(
    ("acts", "rules", "found"),
    [
        pytest.param(
            [act(0, "lay_off", card="KC", on=put(1, 0))], {}, [(0, 0, "no_such_meld", [])], id="4.2 none"
        ),
        pytest.param(
            [DOWN, act(1, "lay_off", card="8H", on=put(0, 0))], {}, [(1, 1, "not_down", [])], id="4.2 first"
        ),
        pytest.param(
            [DOWN, act(1, "take_joker", card="5H", on=put(0, 0))], {}, [(1, 1, "not_down", [])], id="4.3"
        ),
        pytest.param(
            [DOWN, act(0, "throw", card="AS")], {}, [(0, 1, "not_held", ["KC"])], id="4 a card in no hand"
        ),
        pytest.param(
            [act(0, "go_down", melds=[run("4H JK 6H 7H")])],
            {},
            [(0, 0, "other_contract", [DOWN["melds"][0], DOWN["melds"][1]])],
            id="2.4 half a contract",
        ),
        pytest.param([DOWN, DOWN], {}, [(0, 1, "already_down", [])], id="4.1 twice"),
        pytest.param(
            [DOWN, OTHER, act(1, "lay_off", card="8H", on=put(0, 0))],
            {"lay_off_same_turn": False},
            [(1, 2, "same_turn", [])],
            id="4.2 in the same turn",
        ),
        pytest.param(
            [DOWN, OTHER, act(1, "lay_off", card="AD", on=put(0, 0))],
            {},
            [(1, 2, "does_not_fit", ["8H"])],
            id="3.1 another card would fit",
        ),
        pytest.param(
            [DOWN, OTHER, act(1, "take_joker", card="8H", on=put(0, 0))],
            {},
            [(1, 2, "not_its_card", ["5H"])],
            id="4.3 the five would do",
        ),
        pytest.param(
            [DOWN, act(0, "throw", card="KC"), act(1, "draw", card="2C")],
            {},
            [(1, 2, "after_going_out", [])],
            id="4.5 the deal is over",
        ),
        pytest.param(
            [
                act(1, "draw", card="2C"),
                act(1, "draw", card="2D"),
                act(1, "draw", card="2H"),
                act(1, "draw", card="3C"),
                act(1, "draw", card="3D"),
            ],
            {},
            [(1, 4, "too_many_cards", [])],
            id="5.2 a fifteenth card",
        ),
        pytest.param(
            [
                DOWN,
                OTHER,
                act(1, "take_joker", card="5H", on=put(0, 0)),
                act(1, "lay_off", card="8H", on=put(0, 0)),
                act(1, "lay_off", card="JK", on=put(0, 1)),
                act(1, "throw", card="AD"),
            ],
            {},
            [],
            id="4.2, 4.3",
        ),
    ],
)
def test_every_irregularity_of_a_deal_is_named(acts, rules, found):
    result = asked("deal", round=1, hands=HANDS, acts=acts, rules=rules)
    named = [(one["seat"], one["act"], one["code"], one["legal"]) for one in result["irregularities"]]
    assert named == found


def after(*acts):
    """The melds before seat 0 once seat 0 has done all this in the first round, and the sentences of the ruling."""
    cards = [card for one in acts for meld in one.get("melds", ()) for card in meld["cards"]]
    hands = [[*cards, *(one["card"] for one in acts if "card" in one), "KC"], ["2C"]]
    ruling = DESK.ruling("deal", round=1, hands=hands, buys=[9, 0], acts=list(acts))
    assert ruling["result"]["irregularities"] == []
    return [meld["cards"] for meld in ruling["result"]["melds"][0]], texts(ruling)


NINES = three("9C 9D 9S")


@pytest.mark.parametrize(
    ("laid", "lies"),
    [
        pytest.param("5H 6H 7H JK", "5H 6H 7H JK", id="the joker at the high end"),
        pytest.param("JK 5H 6H 7H", "JK 5H 6H 7H", id="the joker at the low end"),
        pytest.param("JK 7H 6H 5H", "5H 6H 7H JK", id="from high to low"),
        pytest.param("AH 2H 3H JK", "AH 2H 3H JK", id="from the ace"),
        pytest.param("6H 5H JK 7H", "JK 5H 6H 7H", id="in no order at all"),
    ],
)
def test_3_1_a_run_lies_as_it_was_laid(laid, lies):
    (run_laid, _), said = after(act(0, "go_down", melds=[run(laid), NINES]))
    assert run_laid == lies.split()
    assert any("not written in order" in text for text in said) == (laid == "6H 5H JK 7H")


@pytest.mark.parametrize(
    ("laid", "card", "lies"),
    [
        pytest.param("AH 2H 3H 4H", "5H", "AH 2H 3H 4H 5H", id="above a low ace"),
        pytest.param("2H 3H 4H 5H", "AH", "AH 2H 3H 4H 5H", id="the ace below"),
        pytest.param("JH QH KH AH", "10H", "10H JH QH KH AH", id="below a high ace"),
        pytest.param("JH QH KH AH", "JK", "JK JH QH KH AH", id="a joker below a high ace"),
        pytest.param("5H 6H 7H 8H", "JK", "5H 6H 7H 8H JK", id="a joker where both ends are open"),
    ],
)
def test_4_2_a_card_laid_off_lies_at_its_end(laid, card, lies):
    down, added = act(0, "go_down", melds=[run(laid), NINES]), act(0, "lay_off", card=card, on=put(0, 0))
    (run_laid, _), said = after(down, added)
    assert run_laid == lies.split()
    assert any("high end: 9♥" in text for text in said) == (laid == "5H 6H 7H 8H")


@pytest.mark.parametrize(
    ("cards", "read"),
    [
        pytest.param("7H JK JK JK", "7♥, 8♥, 9♥, 10♥", id="upwards"),
        pytest.param("JK JK JK 7H", "4♥, 5♥, 6♥, 7♥", id="downwards"),
        pytest.param("AH JK JK JK", "A♥, 2♥, 3♥, 4♥", id="the ace low"),
        pytest.param("KH JK JK JK", None, id="only downwards is a run"),
        pytest.param("JK JK 7H JK JK", None, id="the same from either end"),
        pytest.param("7H JK 9H JK", None, id="two real cards"),
    ],
)
def test_1_5_a_run_of_one_real_card_says_which_way_it_was_read(cards, read):
    questions = [("lay_off", {"card": "2S"}), ("take_joker", {"card": "2S"})]
    for question, fields in questions:
        said = texts(DESK.ruling(question, meld=run(cards), is_down=True, **fields))
        assert any("could lie either way" in text for text in said) == (read is not None)
        assert read is None or any(f"low to high: {read}." in text for text in said)
    _, said = after(act(0, "go_down", melds=[run(cards), NINES]))
    assert any(f"low to high: {read}." in text for text in said) == (read is not None)


def test_5_6_a_buy_in_the_eighth_round_is_irregular_and_costs_nothing():
    bought = act(1, "buy", cards=["2C", "2D"])
    result = asked("deal", round=8, hands=HANDS, acts=[bought])
    assert [one["code"] for one in result["irregularities"]] == ["last_round_buy"]
    assert "buys" not in result["deal"]
    result = asked("deal", round=7, hands=HANDS, acts=[bought] * 2 + [act(0, "draw", card="3C")], buys=[0, 2])
    assert result["deal"]["buys"] == [0, 4]
    assert result["scores"][1] == 80 + 4 * 5 + 200


def test_a_deal_that_cannot_be_is_refused_at_every_place():
    problems = refused(
        "deal",
        round=8,
        hands=[["4H"] * 3, []],
        buys=[1, 0],
        acts=[act(5, "throw"), act(0, "draw", card="4H", on=put(0, 0))],
    )
    assert set(problems) == {
        ("hands[1]", "too_many_cards"),
        ("buys[0]", "last_round_buy"),
        ("acts[0].card", "missing"),
        ("acts[0].seat", "unknown_seat"),
        ("acts[1].on", "unknown_field"),
    }
    assert refused("deal", round=1, hands=[["4H"] * 3, ["5H"]], acts=[act(1, "draw", card="4H")]) == [
        ("acts[0]", "too_many_copies")
    ]
    assert refused("deal", round=1, hands=[["4H"]], acts=[]) == [("hands", "too_few")]


def some_acts(chance, hands):
    for _ in range(chance.randrange(1, 25)):
        seat = chance.randrange(len(hands))
        card = str(chance.choice([*PACK_THREE.cards[:12], JOKER, *hands[seat]]))
        kind = chance.choice(("draw", "buy", "go_down", "lay_off", "take_joker", "throw"))
        if kind == "buy":
            yield act(seat, kind, cards=[card, str(chance.choice(PACK_THREE.cards))])
        elif kind == "go_down":
            cut = chance.randrange(3, 6)
            held = list(map(str, hands[seat]))
            yield act(
                seat,
                kind,
                melds=[{"kind": "run", "cards": held[:cut]}, {"kind": "set", "cards": held[cut : cut + 3]}],
            )
        elif kind in ("lay_off", "take_joker"):
            yield act(seat, kind, card=card, on=put(chance.randrange(len(hands)), chance.randrange(2)))
        else:
            yield act(seat, kind, card=card)


def test_after_any_acts_the_deal_is_one_that_score_takes():
    chance = random.Random(99)
    answered = 0
    for _ in range(600):
        pack = [*PACK_THREE.cards[:8] * 3, *PACK_THREE.cards[20:26] * 2, *[JOKER] * 9]
        chance.shuffle(pack)
        players = chance.choice((2, 3, 4))
        hands = [pack[10 * seat : 10 * seat + chance.randrange(1, 11)] for seat in range(players)]
        hands[0] = [*map(PACK_THREE.parse, ["4H", "JK", "6H", "7H", "9C", "9D", "9S"]), *hands[0][:3]]
        fields = {"round": chance.choice((1, 1, 2, 8)), "hands": [list(map(str, hand)) for hand in hands]}
        document, good = rule(
            {
                "format": "scorekeeper-question/1",
                "game": "kinaskak",
                "question": "deal",
                **fields,
                "acts": list(some_acts(chance, hands)),
            }
        )
        if not good:
            assert {error["code"] for error in document["errors"]} <= {
                "too_many_copies",
                "too_many_jokers",
                "card_twice",
            }
            continue
        answered += 1
        result = document["result"]
        sheet = DESK.sheet(result["deal"], players=players)
        assert sheet["entries"][0]["scores"] == result["scores"]
    assert answered > 200


# --- Counts that differ ---------------------------------------------------------------------------

AGAIN = "No hand counts {}: count this one again. The nearest that hands count: 60, 65."


@pytest.mark.parametrize(
    ("one", "other", "texts"),
    [
        pytest.param([75, 0], [["JK", "AS", "5H"], []], [], id="they agree"),
        pytest.param(
            [25, 0],
            [["JK", "AS", "5H"], []],
            ["A joker was left out.", "A joker was counted twice."],
            id="6.2",
        ),
        pytest.param(
            [72, 0], [["JK", "AS", "5H"], []], ["No hand counts 72, so 75 must be right."], id="6.1"
        ),
        pytest.param(
            [57, 0],
            [75, 0],
            [
                "No hand counts 57, so 75 must be right.",
                "The digits of 57 changed places.",
                "The digits of 75 changed places.",
            ],
            id="6.1 digits",
        ),
        pytest.param(
            [275, 0],
            [75, 0],
            [
                "The penalty for a buy was written into the points of the hand.",
                "The penalty for a buy was forgotten.",
            ],
            id="5.4",
        ),
        pytest.param(
            [75, 0, 20],
            [20, 0, 75],
            ["The hands of seat 1 and seat 3 changed places."] * 2,
            id="6.1 exchanged",
        ),
        pytest.param([75, 0, 25], [20, 0, 70], [], id="two slips are not one"),
        pytest.param(
            [85, 0],
            [50, 0],
            ["This hand was miscounted: 85 becomes 50.", "This hand was miscounted: 50 becomes 85."],
            id="6.1 any other miscount",
        ),
        pytest.param(
            [100, 0],
            [["JK", "AS", "5H"], []],
            ["This hand was miscounted: 100 becomes 75.", "This hand was miscounted: 75 becomes 100."],
            id="6.1 points beside cards",
        ),
        pytest.param([63, 0], [63, 0], [AGAIN.format(63)], id="6.1 both wrote what no hand counts"),
        pytest.param(
            [0, 63], [0, 62], [AGAIN.format(63), AGAIN.format(62)], id="6.1 each wrote what no hand counts"
        ),
        pytest.param(
            [9_999, 0], [9_999, 0], ["No hand counts 9999: count this one again."], id="6.1 far too many"
        ),
    ],
)
def test_slips(one, other, texts):
    result = asked("mismatch", counts=[{"hands": one}, {"hands": other}])
    assert [slip["text"] for slip in result["slips"]] == texts


CARDS_OF = "What do the cards left with seat {} come to when they are counted once more?"


@pytest.mark.parametrize(
    ("one", "other", "question"),
    [
        pytest.param(
            {"hands": [25, 0]}, {"hands": [["JK", "AS", "5H"], []]}, CARDS_OF.format(1), id="a joker"
        ),
        pytest.param(
            {"hands": [[], 85, 5]}, {"hands": [0, 50, ["5H"]]}, CARDS_OF.format(2), id="any other miscount"
        ),
        pytest.param({"hands": [75, 0, 20]}, {"hands": [20, 0, 75]}, "Which hand was whose?", id="exchanged"),
        pytest.param(
            {"hands": [0, 75], "buys": [0, 5]},
            {"hands": [0, 75], "buys": [0, 4]},
            "How many times did seat 2 buy?",
            id="buys",
        ),
    ],
)
def test_one_question_tells_which_of_the_two_is_right(one, other, question):
    document, good = rule(
        {
            "format": "scorekeeper-question/1",
            "game": "kinaskak",
            "question": "mismatch",
            "counts": [one, other],
        }
    )
    assert good, document
    assert len(document["result"]["slips"]) > 1
    assert document["verdict"].endswith(f" To tell them apart: {question}")


def test_every_difference_in_one_hand_is_explained():
    possible = [points for points in range(0, 200, 5) if points]
    for one, other in itertools.product(possible, possible):
        if one != other:
            assert asked("mismatch", counts=[{"hands": [one, 0]}, {"hands": [other, 0]}])["slips"], (
                one,
                other,
            )


def mend(counts, slip):
    """The two counts after one slip has been put right."""
    index, _, rest = slip["path"].removeprefix("counts[").partition("].")
    name, _, seat = rest.removesuffix("]").partition("[")
    version = counts[int(index)]
    if seat:
        assert version[name][int(seat)] == slip["from"]
        values = [slip["to"] if place == int(seat) else value for place, value in enumerate(version[name])]
    else:
        assert version[name] == slip["from"]
        values = slip["to"]
    return [{**version, name: values} if place == int(index) else other for place, other in enumerate(counts)]


def totals(version):
    worth = {"JK": 50, "A": 20, "10": 10, "J": 10, "Q": 10, "K": 10}
    found = []
    for seat, hand in enumerate(version["hands"]):
        if isinstance(hand, dict):
            hand = sum(
                hand.get(kind, 0) * each
                for kind, each in (("jokers", 50), ("aces", 20), ("tens", 10), ("low", 5))
            )
        elif isinstance(hand, list):
            hand = sum(worth.get(card.removesuffix(card[-1]) if card != "JK" else card, 5) for card in hand)
        found.append(hand + 200 * max(0, version.get("buys", [0] * 9)[seat] - 3))
    return found


CLASSES = st.fixed_dictionaries(
    {
        "jokers": st.integers(0, 2),
        "aces": st.integers(0, 3),
        "tens": st.integers(0, 4),
        "low": st.integers(0, 4),
    }
)
ANY_HAND = st.one_of(
    CLASSES,
    st.integers(0, 60).map(lambda n: 5 * n),
    st.lists(st.sampled_from(["JK", "AS", "10H", "KC", "5H", "2D"]), max_size=3),
)


@given(st.data())
@settings(max_examples=examples(120))
def test_every_slip_put_right_makes_the_two_agree(data):
    players = data.draw(st.integers(2, 3))
    one = {"hands": data.draw(st.lists(ANY_HAND, min_size=players, max_size=players))}
    other = {"hands": list(one["hands"])}
    for seat in data.draw(st.lists(st.integers(0, players - 1), max_size=2)):
        other["hands"][seat] = data.draw(ANY_HAND)
    if data.draw(st.booleans()):
        one["buys"] = [data.draw(st.integers(0, 5)) for _ in range(players)]
        other["buys"] = list(one["buys"])
        other["buys"][0] = data.draw(st.integers(0, 5))
    counts = [one, other]
    for slip in asked("mismatch", counts=counts)["slips"]:
        assert totals(counts[0]) != totals(counts[1])
        right = mend(counts, slip)
        assert totals(right[0]) == totals(right[1]), slip


@pytest.mark.parametrize(("kind", "points"), [("jokers", 50), ("aces", 20), ("tens", 10), ("low", 5)])
def test_one_card_left_out_or_counted_twice_is_always_found(kind, points):
    words = {"jokers": "joker", "aces": "ace", "tens": "ten to king", "low": "two to nine"}[kind]
    for held, version in itertools.product((1, 2, 3), (0, 1)):
        hand = {"jokers": 1, "aces": 1, "tens": 1, "low": 1, kind: held}
        true = sum(
            hand[name] * each for name, each in (("jokers", 50), ("aces", 20), ("tens", 10), ("low", 5))
        )
        for wrong, what in ((true - points, "left out"), (true + points, "counted twice")):
            counts = [{"hands": [hand, 0]}, {"hands": [wrong, 0]}]
            slips = asked("mismatch", counts=counts[::-1] if version else counts)["slips"]
            assert any(words in slip["text"] and what in slip["text"] for slip in slips), (hand, wrong, slips)


def test_counts_of_different_tables_are_refused():
    assert refused("mismatch", counts=[{"hands": [1, 2]}]) == [("counts", "list_length")]
    assert refused("mismatch", counts=[{"hands": [5, 5]}, {"hands": [5]}]) == [
        ("counts[1].hands", "list_length")
    ]


# --- The page of formats --------------------------------------------------------------------------

PAGE = Path(__file__).parents[3] / "docs/formats/kinaskak.md"
SHOWN = re.findall(r'`(\{"question": .*\})` → `(\{.*\})`', PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("question", "result"), SHOWN)
def test_the_examples_on_the_page_of_formats_come_out_as_shown(question, result):
    fields = json.loads(question)
    assert asked(**fields) == json.loads(result)


def test_the_page_of_formats_shows_examples():
    assert len(SHOWN) >= 7


# --- Any question ---------------------------------------------------------------------------------

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.sampled_from(["JK", "4H", "run", "set", "draw", "x", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["kind", "cards", "hands", "seat", "act", "on", "meld", "card"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
NAMES = [
    "cards",
    "round",
    "melds",
    "meld",
    "card",
    "is_down",
    "own",
    "buys",
    "forehand_takes",
    "drawn",
    "hand",
    "hands",
    "acts",
    "counts",
    "answers",
    "players",
    "side",
]


@given(
    st.sampled_from(
        [
            "meld",
            "contract",
            "lay_off",
            "take_joker",
            "buy",
            "buy_dispute",
            "hand_points",
            "go_down",
            "mismatch",
            "deal",
            "irregularity",
        ]
    ),
    st.dictionaries(st.sampled_from(NAMES), JSON, max_size=6),
)
@settings(max_examples=examples(200))
def test_any_question_is_answered_or_refused_in_words(question, fields):
    document, good = rule(
        {"format": "scorekeeper-question/1", "game": "kinaskak", "question": question, **fields}
    )
    assert good or all(error["message"] for error in document["errors"])
