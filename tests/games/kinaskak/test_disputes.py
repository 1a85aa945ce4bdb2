"""Kínaskák's questions about one moment: melds, contracts, laying off, jokers, buying."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.play.cards import JOKER, PACK_THREE
from scorekeeper.games.kinaskak.disputes.explaining import flaws
from scorekeeper.games.kinaskak.options import KinaskakOptions
from scorekeeper.games.kinaskak.play import Meld, arrange, first_place, in_order, jokers_fit
from tests.cases import case, cases
from tests.games.desk import Desk, texts
from tests.games.kinaskak.acts import HANDS, act, run, three
from tests.games.kinaskak.deals import counts, is_meld
from tests.soak import examples

DESK = Desk("kinaskak")
asked, refused = DESK.result, DESK.errors
LIMITS = ("one_natural", "half", "two_naturals", "one")
LADDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@cases(
    "number, hand, first",
    case(
        "3.3 nine hearts in order",
        3,
        "5H 6H 7H 8H 9H 10H JH QH 2C 3D 4S KH KD",
        "Two of its runs would be in ♥: each run must be in another suit.",
    ),
    case(
        "3.3 the same hearts twice",
        5,
        "5H 6H 7H 8H 5H 6H 7H JK 2C 2D 2S KH KD",
        "Two of its runs would be in ♥: each run must be in another suit.",
    ),
    case(
        "3.3 the third run is in another suit",
        7,
        "5H 6H 7H 8H 5H 6H 7H 8H 2C 3C 4C 5C KD",
        "Two of its runs would be in ♥: each run must be in another suit.",
    ),
    case(
        "3.1 there is no second run in hearts either",
        3,
        "5H 6H 7H 8H 9C 10D JH QH 2C 3D 4S KH KD",
        "Two runs: the best way to lay it takes 2 jokers; this hand has 0.",
    ),
)
def test_a_hand_that_cannot_go_down_is_told_the_rule_that_blocks_it(number, hand, first):
    found = DESK.ruling("go_down", round=number, hand=hand.split())
    assert [reason["text"] for reason in found["reasons"]] == [first]


@cases(
    "notation, first",
    ("7H 7S JK", "Three cards or more of one rank are a set."),
    ("7H 8H 9H 10H", "Four cards or more that follow one another in one suit are a run."),
    ("7H 7S 8S", "A run is four cards or more; cards laid here: 3."),
)
def test_what_cards_are_is_told_before_what_they_are_not(notation, first):
    assert DESK.ruling("meld", cards=notation.split())["reasons"][0]["text"] == first


@cases(
    "notation, code",
    case("3.1 three cards", "4H 5H 6H", "too_short"),
    case("3.1 two suits", "4H 5H 6H 7S", "two_suits"),
    case("3.1 a card twice", "4H 5H 5H 6H 7H", "same_card"),
    case("3.1 three aces", "AH AH AH 2H JK", "same_card"),
    case("3.1 a gap", "4H 5H 6H 8H", "gap"),
    case("3.2 round the corner", "QH KH AH 2H", "round_the_corner"),
    case("3.2 round the corner with a joker", "KH AH 2H JK", "round_the_corner"),
    case("3.1 a joker is no corner without the ace", "KH JK 2H 3H", "gap"),
    case("3.5 jokers alone", "JK JK JK JK", "joker_limit"),
    case("3.2 past the ace", "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH JK JK", "too_long"),
)
def test_what_is_wrong_with_a_run(notation, code):
    cards = tuple(PACK_THREE.parse(card) for card in notation.split())
    assert code in [flaw.code for flaw in flaws(Meld("run", cards), KinaskakOptions())]


SAMPLED = st.lists(
    st.sampled_from([*PACK_THREE.cards[:13], *PACK_THREE.cards[:20], JOKER, JOKER]), max_size=16
)


@given(SAMPLED, st.sampled_from(LIMITS), st.sampled_from(["run", "set"]))
@settings(max_examples=examples(200))
def test_3_a_meld_is_wrong_exactly_when_a_judge_finds_no_place_for_its_cards(cards, limit, kind):
    options = KinaskakOptions(joker_limit=limit)
    assert is_meld(kind, cards, options) == has_places(kind, cards, options)


def has_places(kind, cards, options):
    """Whether the real cards are of one rank, or stand in some stretch of the ladder as long as the run."""
    naturals = [card for card in cards if card != JOKER]
    if not jokers_fit(cards, options):
        return False
    if kind == "set":
        return len(cards) >= options.set_size and len({card.rank for card in naturals}) == 1
    ranks = Counter(card.rank for card in naturals)
    stretches = (LADDER[start : start + len(cards)] for start in range(len(LADDER) - len(cards) + 1))
    one_suit = len({card.suit for card in naturals}) == 1
    return len(cards) >= options.run_length and one_suit and any(ranks <= Counter(at) for at in stretches)


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


@pytest.mark.long
@given(runs(), st.randoms())
@settings(max_examples=examples(150))
def test_3_1_the_order_of_a_run_agrees_with_a_judge_who_tries_every_window(cards, chance):
    assert places(cards)[0] == first_place(cards, around=False)
    assert in_order(tuple(reversed(cards)), KinaskakOptions()) is not None
    chance.shuffle(cards)
    assert first_place(cards, around=False) == next(iter(places(cards)), None)
    tidy = arrange(cards)
    assert places(tidy)
    assert Counter(tidy) == Counter(cards)


@cases(
    "number, melds, rules, codes",
    case("2.3 two sets", 2, [three("7H 7C 7D"), three("9C 9D JK")], {}, []),
    case("2.4 one too few", 2, [three("7H 7C 7D")], {}, ["other_contract"]),
    case("2.4 one too many", 2, [three("7H 7C 7D")] * 3, {}, ["other_contract"]),
    case("3.1 as long as one likes", 1, [run("4H 5H 6H 7H 8H"), three("7H 7C 7D 7S")], {}, []),
    case("3.3 the same suit", 3, [run("4H 5H 6H 7H"), run("4H 5H 6H 7H")], {}, ["same_suit"]),
    case("3.1 not a run", 3, [run("4H 5H 6H 7S"), run("4H 5H 6H 7H")], {}, ["two_suits"]),
    case("3.5", 1, [run("4H JK JK JK"), three("7H 7C 7D")], {"joker_limit": "one"}, ["joker_limit"]),
    case(
        "4.4 fourteen",
        8,
        [run("4H 5H 6H 7H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H")],
        {},
        [],
    ),
    case(
        "4.4 fifteen",
        8,
        [run("4H 5H 6H 7H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H 9S")],
        {},
        ["not_all_cards"],
    ),
    case(
        "4.4 fifteen are no buys",
        8,
        [run("4H 5H 6H 7H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H 9S")],
        {"last_round_buys": True},
        ["not_all_cards"],
    ),
    case(
        "4.4 sixteen after a buy",
        8,
        [run("4H 5H 6H 7H 8H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H 9S")],
        {"last_round_buys": True},
        [],
    ),
    case(
        "5.6 sixteen without buying",
        8,
        [run("4H 5H 6H 7H 8H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H 9S")],
        {},
        ["not_all_cards"],
    ),
)
def test_2_3_contracts(number, melds, rules, codes):
    result = asked("contract", round=number, melds=melds, rules=rules)
    assert result["meets"] is (not codes)
    assert [finding["code"] for finding in result["findings"]] == codes


def test_5_6_buys_bring_no_cards_where_none_are_allowed():
    fourteen = [run("4H 5H 6H 7H"), run("4S 5S 6S 7S"), three("7H 7C 7D"), three("9C 9D 9H")]
    sixteen = [run("4H 5H 6H 7H 8H 9H"), *fourteen[1:]]
    for melds, meets in ((fourteen, True), (sixteen, False)):
        assert asked("contract", round=8, melds=melds, buys=1)["meets"] is meets
        bought = asked("contract", round=8, melds=melds, buys=1, rules={"last_round_buys": True})
        assert bought["meets"] is not meets


@cases(
    "on, card, rules, legal",
    case("3.1 below", run("4H 5H 6H 7H"), "3H", {}, True),
    case("3.1 above", run("4H 5H 6H 7H"), "8H", {}, True),
    case("3.1 laid the other way round", run("7H 6H 5H 4H"), "8H", {}, True),
    case("3.1 too far", run("4H 5H 6H 7H"), "9H", {}, False),
    case("3.1 another suit", run("4H 5H 6H 7H"), "8S", {}, False),
    case("3.1 a card it has", run("4H 5H 6H 7H"), "5H", {}, False),
    case("3.2 the ace below", run("2H 3H 4H 5H"), "AH", {}, True),
    case("3.2 the ace above", run("10H JH QH KH"), "AH", {}, True),
    case("3.2 never round the corner", run("AH 2H 3H 4H"), "KH", {}, False),
    case("1.5 a joker at the low end", run("JH QH KH AH"), "JK", {}, True),
    case("3.2 ace to ace", run("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"), "JK", {}, False),
    case("1.5 jokers have places", run("4H JK JK JK"), "8H", {}, True),
    case("1.5 the first joker is the ace", run("JK JK JK 4H"), "AH", {}, False),
    case("1.5 only upwards", run("JK JK JK 4H"), "5H", {}, True),
    case("3.5 too many jokers", run("4H JK JK 7H"), "JK", {"joker_limit": "half"}, False),
    case("3.5 a real card always", run("4H JK JK 7H"), "8H", {"joker_limit": "half"}, True),
    case("3.4 the same card again", three("9C 9D 9S"), "9C", {}, True),
    case("3.4 another rank", three("9C 9D 9S"), "8C", {}, False),
    case("3.5 one more joker", three("9C JK JK"), "JK", {}, True),
    case("3.5 one at most", three("9C 9D JK"), "JK", {"joker_limit": "one"}, False),
)
def test_4_2_laying_off(on, card, rules, legal):
    fields = {"meld": on, "card": card, "rules": rules}
    assert asked("lay_off", **fields, is_down=True, went_down_this_turn=False) == {"legal": legal}
    assert asked("lay_off", **fields, is_down=True, went_down_this_turn=True) == {"legal": legal}
    assert asked("lay_off", **fields, is_down=False, went_down_this_turn=False) == {"legal": False}
    later = {**fields, "rules": {**rules, "lay_off_same_turn": False}}
    assert asked("lay_off", **later, is_down=True, went_down_this_turn=True) == {"legal": False}
    assert asked("lay_off", **later, is_down=True, went_down_this_turn=False) == {"legal": legal}


@pytest.mark.parametrize("over", [False, True])
def test_7_4_laying_off_over_the_ace_names_the_custom(over):
    fields = {"meld": run("JH QH KH AH"), "card": "2H", "is_down": True, "went_down_this_turn": False}
    ruling = DESK.ruling("lay_off", {"around_ace": over}, **fields)
    assert ruling["result"] == {"legal": over}
    assert ("kinaskak 7.4" in [cite for reason in ruling["reasons"] for cite in reason["cites"]]) is over


def lengthens(cards, card, limit):
    """Whether the card makes a longer run of these, lying as they do, at one end or the other."""
    here = places(cards)[0]
    below, above = places([card, *cards]), places([*cards, card])
    fits = here - 1 in below or here in above
    return fits and is_meld("run", (*cards, card), KinaskakOptions(joker_limit=limit))


@pytest.mark.long
def test_4_2_laying_off_on_runs_agrees_with_a_judge_who_lays_the_card_at_both_ends():
    chance = random.Random(42)
    seen = Counter()
    for _ in range(1500):
        length = chance.randrange(4, 8)
        start = chance.randrange(15 - length)
        cards = [PACK_THREE.parse(rank + "H") for rank in LADDER[start : start + length]]
        cards = [JOKER if chance.random() < 0.3 else card for card in cards]
        limit = chance.choice(LIMITS)
        if not is_meld("run", cards, KinaskakOptions(joker_limit=limit)):
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


@cases(
    "on, card, own, legal",
    case("4.3 the very card", run("4H JK 6H 7H"), "5H", False, True),
    case("4.3 another suit", run("4H JK 6H 7H"), "5S", False, False),
    case("4.3 a joker for a joker", run("4H JK 6H 7H"), "JK", False, False),
    case("3.2 the low ace", run("JK 2H 3H 4H"), "AH", False, True),
    case("3.2 the high ace", run("JH QH KH JK"), "AH", False, True),
    case("4.3 no joker there", run("4H 5H 6H 7H"), "8H", False, False),
    case("4.3 never from a set", three("9C 9D JK"), "9H", False, False),
    case("4.3 one's own run", run("4H JK 6H 7H"), "5H", True, False),
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


@cases(
    "number, buys, takes, rules, legal, penalty",
    case("5.3 the first", 1, 0, False, {}, True, 0),
    case("5.3 the third", 1, 2, False, {}, True, 0),
    case("5.4 the fourth", 1, 3, False, {}, True, 200),
    case("5.4 the fifth", 1, 4, False, {}, True, 200),
    case("5.1 forehand takes it", 1, 3, True, {}, False, 0),
    case("5.6 the eighth round", 8, 0, False, {}, False, 0),
    case("5.6 where it is allowed", 8, 3, False, {"last_round_buys": True}, True, 200),
    case("5.3 a stricter table", 1, 1, False, {"max_buys": 1, "buy_penalty": 50}, True, 50),
    case("5.3 none is free", 1, 0, False, {"max_buys": 0}, True, 200),
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


@cases(
    "answers, remedy",
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
)
def test_an_irregularity_ends_in_the_remedy_that_was_chosen(answers, remedy):
    chosen = answers.split()[-1]
    besides = {
        "points": "The points that the table names are added to the player’s total.",
        "like_a_buy": "The player is charged as for a buy too many.",
    }.get(chosen, "Nothing is written down.")
    assert DESK.ruling("irregularity", answers=answers.split())["verdict"] == f"{remedy} {besides}"


@cases(
    "drawn, winner",
    ("2C AS", 1),
    ("AS 2C", 0),
    ("KH KS", None),
    ("2C 2D AS", 2),
    ("AC AD KS", None),
    ("JK AS", None),
    ("10C 9C", 0),
    ("JC 10C QC", 2),
)
def test_5_5_the_draw(drawn, winner):
    assert asked("buy_dispute", drawn=drawn.split()) == {"winner": winner}


def test_5_5_a_draw_takes_two():
    assert refused("buy_dispute", drawn=["AS"]) == [("drawn", "too_few")]


@cases(
    "claimants, error",
    ([0], ("claimants", "list_length")),
    ([1, 1], ("claimants", "seat_twice")),
    ([0, 8], ("claimants[1]", "unknown_seat")),
)
def test_5_5_each_claimant_draws_one_card(claimants, error):
    assert refused("buy_dispute", drawn=["AS", "KS"], claimants=claimants) == [error]


@given(st.lists(st.sampled_from([*PACK_THREE.cards, JOKER]), max_size=20, unique=True))
def test_6_hand_points_are_what_the_score_writes(cards):
    notation = list(map(str, cards))
    points = asked("hand_points", cards=notation)["points"]
    worth = {"JK": 50, "A": 20, "10": 10, "J": 10, "Q": 10, "K": 10}
    assert points == sum(worth.get(card.rank, 5) for card in cards)


@cases(
    "hands, sentence",
    ([counts(low=15), 0], "Seat 1 can hold at most 14 cards after these buys; here are 15."),
    ([0, 0], "Only one player goes out; these hands are all empty: Seat 1, Seat 2."),
)
def test_6_a_deal_that_cannot_be_names_the_seat(hands, sentence):
    document, good = DESK.ask("score", hands=hands, buys=[0] * len(hands))
    assert not good
    assert [error["message"] for error in document["errors"]] == [sentence]
