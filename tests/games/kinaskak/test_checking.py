"""What hands, counts, house rules and documents of Kínaskák cannot be, at their place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.play.cards import PACK_THREE
from scorekeeper.games.kinaskak.checking import is_worth
from scorekeeper.games.kinaskak.options import KinaskakOptions
from tests.cases import case, cases
from tests.games.kinaskak.deals import SEVEN_ROUNDS, VALUES, counts, deal, errors, suspects


def test_5_6_buying_in_the_eighth_round_is_an_error_for_every_seat_that_did():
    last = deal([], 65, 65, buys=[1, 0, 2])
    found = errors(*SEVEN_ROUNDS, last)
    assert found == [("entries[7].buys[0]", "last_round_buy"), ("entries[7].buys[2]", "last_round_buy")]
    assert errors(*SEVEN_ROUNDS, last, last_round_buys=True) == []
    assert errors(deal([], 65, 65, buys=[1, 0, 2])) == []


@cases(
    "hands, code",
    case("1.1 four of a card in two hands", [["7S"] * 2, [], ["7S"] * 2], "too_many_copies"),
    case("1.1 ten jokers in two hands", [["JK"] * 5, [], ["JK"] * 5], "too_many_jokers"),
    case("1.1 ten jokers, some as counts", [["JK"] * 5, [], counts(5)], "too_many_jokers"),
    case("1.1 ten jokers as counts", [counts(5), [], counts(5)], "too_many_jokers"),
    case("1.1 thirteen aces as counts", [counts(0, 7), [], counts(0, 6)], "too_many_copies"),
)
def test_the_three_packs_do_not_hold(hands, code):
    assert errors(deal(*hands)) == [("entries[0].hands", code)]


def test_1_1_three_of_a_card_and_nine_jokers_there_are():
    assert errors(deal(["7S"] * 3, [], counts(9, 4), ["JH"] * 3), players=4) == []


def test_1_1_four_of_a_card_in_one_hand_are_refused_at_that_hand():
    assert errors(deal(["7S"] * 4, [], ["2C"])) == [("entries[0].hands[0]", "card_twice")]


@cases(
    "size, buys, rules, good",
    case("5.2 fourteen without a buy", 14, 0, {}, True),
    case("5.2 fifteen without a buy", 15, 0, {}, False),
    case("5.2 eighteen after two", 18, 2, {}, True),
    case("5.2 nineteen after two", 19, 2, {}, False),
    case("5.2 twenty when buys are not written", 20, None, {}, True),
    case("5.2 twenty-one when buys are not written", 21, None, {}, False),
    case("5.2 twenty-four after five", 24, 5, {}, True),
    case("5.2 sixteen where one buy is free", 16, None, {"max_buys": 1}, True),
    case("5.2 seventeen where one buy is free", 17, None, {"max_buys": 1}, False),
)
def test_a_hand_can_hold_so_many_cards(size, buys, rules, good):
    entry = deal(counts(0, 0, 0, size), [], ["AC"], buys=[buys, None, None])
    assert errors(entry, **rules) == ([] if good else [("entries[0].hands[0]", "too_many_cards")])
    cards = [str(card) for card in PACK_THREE.cards[:size]] if size <= 52 else []
    assert bool(errors(deal(cards, [], 20, buys=[buys, 0, 0]), **rules)) is not good


@cases(
    "points, buys, rules, good",
    case("one low card", 5, 0, {}, True),
    case("less than any card", 3, 0, {}, False),
    case("not in fives", 33, 0, {}, False),
    case("nine jokers and five aces", 550, 0, {}, True),
    case("more than fourteen cards can count", 555, 0, {}, False),
    case("nine jokers and eleven aces, buys not written", 670, None, {}, True),
    case("more than twenty cards can count", 675, None, {}, False),
    case("fourteen cards, no way to lose five points only", 545, 0, {}, False),
    case("two cards at seven", 14, 0, {"two_to_nine": 7}, True),
    case("sevens and tens", 11, 0, {"two_to_nine": 7}, False),
    case("free low cards change nothing else", 40, 0, {"two_to_nine": 0}, True),
    case("no card at five any more", 5, 0, {"two_to_nine": 0}, False),
)
def test_6_1_points_that_a_hand_can_count(points, buys, rules, good):
    found = errors(deal(points, [], ["AC"], buys=[buys, None, None]), **rules)
    assert found == ([] if good else [("entries[0].hands[0]", "points_impossible")])


def with_values(values):
    """Options by which a joker, an ace, a ten to king and a two to nine count so."""
    return KinaskakOptions(**dict(zip(("joker", "ace", "ten_to_king", "two_to_nine"), values, strict=True)))


@given(
    held=st.tuples(*(st.integers(0, size) for size in (9, 12, 14, 14))),
    values=st.tuples(*[st.sampled_from([0, 1, 5, 10, 20, 50, 333])] * 4),
)
def test_6_1_every_hand_that_exists_is_possible_by_its_points(held, values):
    points = sum(count * value for count, value in zip(held, values, strict=True))
    options = with_values(values)
    assert is_worth(points, sum(held), sum(held), options)
    assert is_worth(points, 0, sum(held) + 3, options)


@pytest.mark.parametrize("values", [VALUES, (50, 20, 10, 0), (0, 20, 10, 5), (7, 3, 3, 2), (0, 0, 0, 0)])
@pytest.mark.parametrize(("least", "most"), [(1, 4), (5, 5), (0, 3)])
def test_6_1_possible_points_are_exactly_those_that_some_hand_counts(values, least, most):
    sums = {
        j * values[0] + a * values[1] + t * values[2] + low * values[3]
        for j in range(6)
        for a in range(6)
        for t in range(6)
        for low in range(6)
        if least <= j + a + t + low <= most
    }
    top = max(sums) + 10
    assert {points for points in range(top) if is_worth(points, least, most, with_values(values))} == sums


@cases(
    "hand, odd",
    case("thirteen cards", counts(1, 2, 4, 6), False),
    case("twelve cards", counts(1, 2, 4, 5), True),
    case("fourteen cards", counts(1, 2, 4, 7), True),
    case("thirteen written out", [str(card) for card in PACK_THREE.cards[:13]], False),
    case("one card", ["2C"], True),
    case("points of thirteen low cards", 65, False),
    case("points that thirteen cards cannot count", 60, True),
)
def test_4_4_a_loser_of_the_eighth_round_holds_thirteen_cards(hand, odd):
    found = suspects(*SEVEN_ROUNDS, deal(hand, [], 100))
    assert found == ([("entries[7].hands[0]", "not_thirteen")] if odd else [])
    assert suspects(deal(hand, [], 100)) == []


def test_4_4_with_buying_in_the_eighth_round_only_who_bought_nothing_must_hold_thirteen():
    found = suspects(*SEVEN_ROUNDS, deal(["2C"], [], ["3C"], buys=[0, 0, 2]), last_round_buys=True)
    assert found == [("entries[7].hands[0]", "not_thirteen")]
    assert suspects(*SEVEN_ROUNDS, deal(["2C"], [], ["3C"]), last_round_buys=True) == []


@cases(
    "entry, expected",
    case("no hands", {"kind": "deal"}, [("hands", "missing")]),
    case("a hand too few", deal([], []), [("hands", "list_length")]),
    case("no such card", deal([], ["1S"], 5), [("hands[1][0]", "unknown_card")]),
    case("a hand that is nothing", deal([], None, 5), [("hands[1]", "wrong_type")]),
    case("a card where a list belongs", deal([], "AS", 5), [("hands[1]", "wrong_type")]),
    case("true is not a number", deal([], True, 5), [("hands[1]", "wrong_type")]),
    case("negative points", deal([], -5, 5), [("hands[1]", "out_of_range")]),
    case("ten jokers in a hand", deal([], counts(10), 5), [("hands[1].jokers", "out_of_range")]),
    case("a slip in a count", deal([], {"joker": 1}, 5), [("hands[1].joker", "unknown_field")]),
    case("buys of two seats", deal([], 5, 5, buys=[1, 2]), [("buys", "list_length")]),
    case("buys that are nothing", deal([], 5, 5, buys=None), [("buys", "list_length")]),
    case("negative buys", deal([], 5, 5, buys=[-1, 0, 0]), [("buys[0]", "out_of_range")]),
    case("a slip in a field", deal([], 5, 5, buy=[0, 0, 0]), [("buy", "unknown_field")]),
    case("one is not true", deal([], 5, 5, stock_ran_out=1), [("stock_ran_out", "not_a_flag")]),
    case(
        "several slips at once",
        deal(["ZZ"], ["2C", "9"], 1.5, buys=["x", 0, 0]),
        [
            ("hands[0][0]", "unknown_card"),
            ("hands[1][1]", "unknown_card"),
            ("hands[2]", "wrong_type"),
            ("buys[0]", "not_a_number"),
        ],
    ),
)
def test_every_slip_is_named_at_its_place(entry, expected):
    assert errors(entry) == [(f"entries[0].{path}", code) for path, code in expected]


def test_every_impossibility_is_named_at_once():
    entry = deal(counts(9, 0, 0, 9), 3, ["JK", "JK"], buys=[0, 0, 0])
    assert errors(entry) == [
        ("entries[0].hands", "nobody_out"),
        ("entries[0].hands", "too_many_jokers"),
        ("entries[0].hands[0]", "too_many_cards"),
        ("entries[0].hands[1]", "points_impossible"),
    ]


@cases(
    "rules, path, code",
    ({"max_buys": -1}, "rules.max_buys", "out_of_range"),
    ({"deals_per_round": 0}, "rules.deals_per_round", "out_of_range"),
    ({"deals_per_round": "everyone"}, "rules.deals_per_round", "unknown_choice"),
    ({"deals_per_round": None}, "rules.deals_per_round", "wrong_type"),
    ({"joker": 10**9}, "rules.joker", "out_of_range"),
    ({"joker_limit": "none"}, "rules.joker_limit", "unknown_choice"),
    ({"own_jokers": "yes"}, "rules.own_jokers", "not_a_flag"),
    ({"tie_at_end": "play_on"}, "rules.tie_at_end", "unknown_choice"),
    ({"pack": 3}, "rules.pack", "unknown_field"),
    ({"jokers": 17}, "rules.jokers", "out_of_range"),
)
def test_a_house_rule_that_cannot_be(rules, path, code):
    assert errors(**rules) == [(path, code)]


SEVERAL_PROBLEMS = {
    "a wrong number of buys beside impossible hands": (
        {"hands": [7, 5, 5], "buys": [-1, 0, 0]},
        ["buys[0]:out_of_range", "hands:nobody_out", "hands[0]:points_impossible"],
    ),
    "a wrong flag beside too many points": (
        {"hands": [7, 0, 5], "stock_ran_out": 3},
        ["stock_ran_out:not_a_flag", "hands[0]:points_impossible"],
    ),
    "an unknown field beside two empty hands": (
        {"hands": [0, 0, 5], "buyz": [0, 0, 0]},
        ["buyz:unknown_field", "hands:two_empty"],
    ),
}


@pytest.mark.parametrize("what", SEVERAL_PROBLEMS)
def test_one_problem_hides_no_other(what):
    deal, expected = SEVERAL_PROBLEMS[what]
    found = [f"{path.removeprefix('entries[0].')}:{code}" for path, code in errors({"kind": "deal", **deal})]
    assert sorted(found) == sorted(expected)
