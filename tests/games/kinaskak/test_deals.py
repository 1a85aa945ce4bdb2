"""Kínaskák by its articles: every sentence of FORMATS.md about it has a row here."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.findings import Report
from scorekeeper.core.match import read_match
from scorekeeper.core.play.cards import PACK_THREE
from scorekeeper.core.scoring.fold import fold
from scorekeeper.core.scoring.sentence import entry_text
from scorekeeper.core.text import render
from scorekeeper.games import GAMES, score
from scorekeeper.games.kinaskak.checking import is_worth
from scorekeeper.games.kinaskak.deal import CLASS_OF, CLASS_SIZES

NAMES = ["Þórdís", "Anna", "Jón", "Sigga", "Ari", "Björk", "Davíð", "Eva"]
VALUES = (50, 20, 10, 5)


def match(*entries, players=3, **rules):
    return {
        "format": "scorekeeper-match/1",
        "game": "kinaskak",
        "rules": rules,
        "players": NAMES[:players],
        "entries": list(entries),
    }


def deal(*hands, **more):
    return {"kind": "deal", "hands": list(hands), **more}


def counts(jokers=0, aces=0, tens=0, low=0):
    return {"jokers": jokers, "aces": aces, "tens": tens, "low": low}


def sheet(*entries, **rules):
    result, good = score(match(*entries, **rules))
    assert good, result
    return result


def errors(*entries, **rules):
    result, good = score(match(*entries, **rules))
    return [] if good else [(error["path"], error["code"]) for error in result["errors"]]


def suspects(*entries, **rules):
    rows = sheet(*entries, **rules)["entries"]
    return [(finding["path"], finding["code"]) for row in rows for finding in row["findings"]]


def seven_rounds(deals_per_round=1):
    """Everything before the eighth round, level at 0 but for seat 1."""
    return [deal(0, 5, 5)] * (7 * deals_per_round)


# What a hand costs (articles 6.1 to 6.6)


@pytest.mark.parametrize(
    ("hand", "points", "codes"),
    [
        pytest.param(["JK"], 50, ["jokers"], id="6.2 a joker is 50"),
        pytest.param(["AS"], 20, ["aces"], id="6.3 an ace is 20"),
        pytest.param(["10S", "JH", "QD", "KC"], 40, ["tens"], id="6.4 ten, jack, queen and king are 10 each"),
        pytest.param(["2S", "9H"], 10, ["low"], id="6.5 two and nine are 5 each"),
        pytest.param(
            ["JK", "JK", "AH", "TD", "5C"], 135, ["jokers", "aces", "tens", "low"], id="6.1 all kinds"
        ),
        pytest.param(counts(1, 0, 3, 2), 90, ["jokers", "tens", "low"], id="6.1 counts"),
        pytest.param({"low": 2}, 10, ["low"], id="6.1 counts that are none may be left out"),
        pytest.param(90, 90, ["points"], id="6.1 a bare number of points"),
    ],
)
def test_a_hand_costs(hand, points, codes):
    row = sheet(deal(hand, [], ["2C"]))["entries"][0]
    assert row["scores"] == [points, 0, 5]
    assert [line["code"] for line in row["lines"] if line["side"] == 0] == codes
    assert row["outcome"] == "went_out"


@pytest.mark.parametrize(
    ("option", "hand"),
    [("joker", "JK"), ("ace", "AS"), ("ten_to_king", "QS"), ("two_to_nine", "4D")],
)
def test_the_table_may_set_another_value(option, hand):
    assert sheet(deal([hand, hand], [], [hand]), **{option: 7})["totals"] == [14, 0, 7]


@pytest.mark.parametrize(
    "empty", [[], counts(), {}, 0], ids=["no cards", "no counts", "nothing", "no points"]
)
def test_6_6_who_went_out_writes_nothing_and_is_told_why(empty):
    row = sheet(deal(["AS"], empty, ["2C"]))["entries"][0]
    [line] = [line for line in row["lines"] if line["side"] == 1]
    assert (line["points"], line["code"], line["cites"]) == (0, "went_out", ["kinaskak 6.6"])


def test_6_1_every_number_is_explained_to_the_last_point():
    row = sheet(deal(["JK", "JK", "5H"], [], ["AS"]), deal([], [], []) | {"hands": [35, 0, 5]})["entries"][0]
    assert [(line["side"], line["points"], line["text"]) for line in row["lines"]] == [
        (0, 100, "2 jokers left, 50 each"),
        (0, 5, "1 card from two to nine left, 5 each"),
        (1, 0, "Went out: no card is left"),
        (2, 20, "1 ace left, 20 each"),
    ]


# Who went out (articles 4.5 and 6.7)


@pytest.mark.parametrize(
    ("hands", "ran_out", "expected"),
    [
        pytest.param([["2C"], ["AS"], ["3C"]], False, ["nobody_out"], id="4.5 no player went out"),
        pytest.param([["2C"], ["AS"], ["3C"]], True, [], id="6.7 no player went out but the stock ran out"),
        pytest.param([[], ["AS"], []], False, ["two_empty"], id="4.5 two went out"),
        pytest.param([[], ["AS"], 0], False, ["two_empty"], id="4.5 two went out, one written as points"),
        pytest.param(
            [[], ["AS"], counts()], True, ["two_empty"], id="4.5 two went out and the stock ran out"
        ),
    ],
)
def test_one_hand_is_empty_or_the_stock_ran_out(hands, ran_out, expected):
    entry = deal(*hands, stock_ran_out=ran_out)
    assert errors(entry) == [("entries[0].hands", code) for code in expected]


def test_6_7_the_stock_ran_out_and_everybody_counts():
    row = sheet(deal(["2C"], ["AS"], ["3C"], stock_ran_out=True))["entries"][0]
    assert (row["scores"], row["outcome"], row["findings"]) == ([5, 20, 5], "stock_ran_out", [])


def test_6_7_a_stock_that_ran_out_when_a_player_went_out_is_odd_but_counts_as_going_out():
    entry = deal([], ["AS"], ["3C"], stock_ran_out=True)
    assert suspects(entry) == [("entries[0].stock_ran_out", "out_and_stock")]
    assert sheet(entry)["entries"][0]["outcome"] == "went_out"


@pytest.mark.parametrize(
    ("hands", "codes"),
    [
        pytest.param(
            [0, 0, 20], ["points", "points", "points"], id="two hands of nothing: who went out is not said"
        ),
        pytest.param([[], 0, 20], ["went_out", "points", "points"], id="an empty hand and a hand of nothing"),
        pytest.param([["2C"], 0, 20], ["low", "went_out", "points"], id="one hand of nothing went out"),
    ],
)
def test_where_low_cards_are_free_a_hand_of_no_points_need_not_be_empty(hands, codes):
    row = sheet(deal(*hands), two_to_nine=0)["entries"][0]
    assert [line["code"] for line in row["lines"]] == codes
    assert row["scores"][:2] == [0, 0]


# Buying (articles 5.3, 5.4, 5.6)


@pytest.mark.parametrize(
    ("buys", "rules", "scores"),
    [
        pytest.param([0, 3, 4], {}, [5, 0, 210], id="5.4 the fourth costs 200"),
        pytest.param([5, 6, 0], {}, [405, 600, 10], id="5.4 each beyond the third, also for who went out"),
        pytest.param([None, None, 4], {}, [5, 0, 210], id="5.3 not written: none that costs"),
        pytest.param([None, None, None], {}, [5, 0, 10], id="5.3 none written"),
        pytest.param(
            [1, 2, 3], {"max_buys": 1, "buy_penalty": 30}, [5, 30, 70], id="5.3 one free buy, then 30"
        ),
        pytest.param([1, 0, 0], {"max_buys": 0}, [205, 0, 10], id="5.3 no free buy"),
        pytest.param([9, 0, 0], {"buy_penalty": 0}, [5, 0, 10], id="5.4 as many as one likes"),
    ],
)
def test_a_buy_too_many_costs(buys, rules, scores):
    assert sheet(deal(["2C"], [], ["KD"], buys=buys), **rules)["entries"][0]["scores"] == scores


def test_5_4_the_penalty_has_its_line():
    row = sheet(deal(["2C"], [], ["KD"], buys=[5, 0, 0]))["entries"][0]
    [line] = [line for line in row["lines"] if line["code"] == "buy_penalty"]
    assert (line["side"], line["points"], line["text"]) == (0, 400, "2 buys too many, 200 each")
    assert line["cites"] == ["kinaskak 5.3", "kinaskak 5.4"]


def test_5_6_buying_in_the_eighth_round_is_an_error_for_every_seat_that_did():
    last = deal([], 65, 65, buys=[1, 0, 2])
    found = errors(*seven_rounds(), last)
    assert found == [("entries[7].buys[0]", "last_round_buy"), ("entries[7].buys[2]", "last_round_buy")]
    assert errors(*seven_rounds(), last, last_round_buys=True) == []
    assert errors(deal([], 65, 65, buys=[1, 0, 2])) == []


# Impossible hands (articles 1.1, 1.3, 5.2, 6.1)


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        pytest.param([["7S"] * 2, [], ["7S"] * 2], "too_many_copies", id="1.1 four of a card in two hands"),
        pytest.param([["JK"] * 5, [], ["JK"] * 5], "too_many_jokers", id="1.1 ten jokers in two hands"),
        pytest.param([["JK"] * 5, [], counts(5)], "too_many_jokers", id="1.1 ten jokers, some as counts"),
        pytest.param([counts(5), [], counts(5)], "too_many_jokers", id="1.1 ten jokers as counts"),
        pytest.param([counts(0, 7), [], counts(0, 6)], "too_many_copies", id="1.1 thirteen aces as counts"),
    ],
)
def test_the_three_packs_do_not_hold(hands, code):
    assert errors(deal(*hands)) == [("entries[0].hands", code)]


def test_1_1_three_of_a_card_and_nine_jokers_there_are():
    assert errors(deal(["7S"] * 3, [], counts(9, 4), ["JH"] * 3), players=4) == []


def test_1_1_four_of_a_card_in_one_hand_are_refused_at_that_hand():
    assert errors(deal(["7S"] * 4, [], ["2C"])) == [("entries[0].hands[0]", "card_twice")]


@pytest.mark.parametrize(
    ("size", "buys", "rules", "good"),
    [
        pytest.param(14, 0, {}, True, id="5.2 fourteen without a buy"),
        pytest.param(15, 0, {}, False, id="5.2 fifteen without a buy"),
        pytest.param(18, 2, {}, True, id="5.2 eighteen after two"),
        pytest.param(19, 2, {}, False, id="5.2 nineteen after two"),
        pytest.param(20, None, {}, True, id="5.2 twenty when buys are not written"),
        pytest.param(21, None, {}, False, id="5.2 twenty-one when buys are not written"),
        pytest.param(24, 5, {}, True, id="5.2 twenty-four after five"),
        pytest.param(16, None, {"max_buys": 1}, True, id="5.2 sixteen where one buy is free"),
        pytest.param(17, None, {"max_buys": 1}, False, id="5.2 seventeen where one buy is free"),
    ],
)
def test_a_hand_can_hold_so_many_cards(size, buys, rules, good):
    entry = deal(counts(0, 0, 0, size), [], ["AC"], buys=[buys, None, None])
    assert errors(entry, **rules) == ([] if good else [("entries[0].hands[0]", "too_many_cards")])
    cards = [str(card) for card in PACK_THREE.cards[:size]] if size <= 52 else []
    assert bool(errors(deal(cards, [], 20, buys=[buys, 0, 0]), **rules)) is not good


@pytest.mark.parametrize(
    ("points", "buys", "rules", "good"),
    [
        pytest.param(5, 0, {}, True, id="one low card"),
        pytest.param(3, 0, {}, False, id="less than any card"),
        pytest.param(33, 0, {}, False, id="not in fives"),
        pytest.param(550, 0, {}, True, id="nine jokers and five aces"),
        pytest.param(555, 0, {}, False, id="more than fourteen cards can count"),
        pytest.param(670, None, {}, True, id="nine jokers and eleven aces, buys not written"),
        pytest.param(675, None, {}, False, id="more than twenty cards can count"),
        pytest.param(545, 0, {}, False, id="fourteen cards, no way to lose five points only"),
        pytest.param(14, 0, {"two_to_nine": 7}, True, id="two cards at seven"),
        pytest.param(11, 0, {"two_to_nine": 7}, False, id="sevens and tens"),
        pytest.param(40, 0, {"two_to_nine": 0}, True, id="free low cards change nothing else"),
        pytest.param(5, 0, {"two_to_nine": 0}, False, id="no card at five any more"),
    ],
)
def test_6_1_points_that_a_hand_can_count(points, buys, rules, good):
    found = errors(deal(points, [], ["AC"], buys=[buys, None, None]), **rules)
    assert found == ([] if good else [("entries[0].hands[0]", "points_impossible")])


@given(
    held=st.tuples(*(st.integers(0, size) for size in (9, 12, 14, 14))),
    values=st.tuples(*[st.sampled_from([0, 1, 5, 10, 20, 50, 333])] * 4),
)
def test_6_1_every_hand_that_exists_is_possible_by_its_points(held, values):
    points = sum(count * value for count, value in zip(held, values, strict=True))
    assert is_worth(points, sum(held), sum(held), values)
    assert is_worth(points, 0, sum(held) + 3, values)


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
    assert {points for points in range(top) if is_worth(points, least, most, values)} == sums


# The eighth round (article 4.4)


@pytest.mark.parametrize(
    ("hand", "odd"),
    [
        pytest.param(counts(1, 2, 4, 6), False, id="thirteen cards"),
        pytest.param(counts(1, 2, 4, 5), True, id="twelve cards"),
        pytest.param(counts(1, 2, 4, 7), True, id="fourteen cards"),
        pytest.param([str(card) for card in PACK_THREE.cards[:13]], False, id="thirteen written out"),
        pytest.param(["2C"], True, id="one card"),
        pytest.param(65, False, id="points of thirteen low cards"),
        pytest.param(60, True, id="points that thirteen cards cannot count"),
    ],
)
def test_4_4_a_loser_of_the_eighth_round_holds_thirteen_cards(hand, odd):
    found = suspects(*seven_rounds(), deal(hand, [], 100))
    assert found == ([("entries[7].hands[0]", "not_thirteen")] if odd else [])
    assert suspects(deal(hand, [], 100)) == []


def test_4_4_with_buying_in_the_eighth_round_only_who_bought_nothing_must_hold_thirteen():
    found = suspects(*seven_rounds(), deal(["2C"], [], ["3C"], buys=[0, 0, 2]), last_round_buys=True)
    assert found == [("entries[7].hands[0]", "not_thirteen")]
    assert suspects(*seven_rounds(), deal(["2C"], [], ["3C"]), last_round_buys=True) == []


# Rounds, dealers and the end (articles 2.2, 6.8, 9.x)


@pytest.mark.parametrize(
    ("players", "per_round", "rounds"),
    [
        pytest.param(2, 1, [1, 2, 3, 4, 5, 6, 7, 8], id="2.2 one deal to each contract"),
        pytest.param(2, 2, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8], id="2.2 two deals to each"),
        pytest.param(3, "players", [r for r in range(1, 9) for _ in range(3)], id="2.2 everybody deals once"),
    ],
)
def test_the_round_of_each_deal(players, per_round, rounds):
    entries = [deal(65, *[70] * (players - 2), 0) for _ in rounds]
    result = sheet(*entries, players=players, deals_per_round=per_round)
    assert [row["round"] for row in result["entries"]] == rounds
    assert (result["status"], result["round"], result["next_dealer"]) == ("finished", 8, None)
    unfinished = sheet(*entries[:-1], players=players, deals_per_round=per_round)
    assert (unfinished["status"], unfinished["winners"], unfinished["round"]) == ("open", [], 8)


def test_2_2_an_empty_match_begins_with_round_one():
    assert sheet()["round"] == 1


def test_9_1_a_void_deal_leaves_contract_and_dealer():
    result = sheet(deal(5, 0, 5), {"kind": "void"}, {"kind": "void", "redeal": False}, deal(5, 0, 5))
    assert [row["round"] for row in result["entries"]] == [1, 2, 2, 2]
    assert (result["entries"][3]["dealer"], result["round"], result["next_dealer"]) == (2, 3, 0)


def test_9_2_an_adjustment_stands_in_the_round_it_was_made():
    result = sheet(deal(5, 0, 5), {"kind": "adjustment", "scores": [0, 0, 30], "reason": "14 spil"})
    assert [row["round"] for row in result["entries"]] == [1, 2]
    assert (result["totals"], result["ranking"]) == ([5, 0, 35], [1, 0, 2])


def test_6_8_the_lowest_total_wins_and_the_ranking_begins_with_it():
    result = sheet(*[deal(65, 70, 0)] * 8)
    assert (result["totals"], result["winners"], result["ranking"]) == ([520, 560, 0], [2], [2, 0, 1])


LEVEL = [deal(0, 65, 65), deal(65, 0, 65)] * 4


def test_6_8_level_at_the_end_shares_the_win():
    result = sheet(*LEVEL)
    assert (result["status"], result["winners"]) == ("finished", [0, 1])


@pytest.mark.parametrize(
    ("more", "status", "winners", "rounds"),
    [
        pytest.param([], "open", [], [], id="6.8 level: stays open"),
        pytest.param([deal(65, 65, 0)], "open", [], [8], id="6.8 still level: open again"),
        pytest.param([deal(70, 65, 0)], "finished", [1], [8], id="6.8 one is lowest"),
        pytest.param([deal(65, 65, 0), deal(65, 0, 65)], "finished", [1], [8, 8], id="6.8 at the second try"),
        pytest.param(
            [{"kind": "adjustment", "scores": [0, -5, 0], "reason": "talning"}],
            "finished",
            [1],
            [8],
            id="9.2 an adjustment ends it",
        ),
    ],
)
def test_level_at_the_end_is_played_off(more, status, winners, rounds):
    result = sheet(*LEVEL, *more, tie_at_end="play_off")
    assert (result["status"], result["winners"], result["round"]) == (status, winners, 8)
    assert [row["round"] for row in result["entries"][8:]] == rounds


def test_5_6_a_play_off_knows_no_buying_either():
    found = errors(*LEVEL, deal(70, 65, 0, buys=[1, 0, 0]), tie_at_end="play_off")
    assert found == [("entries[8].buys[0]", "last_round_buy")]


def test_9_4_a_deal_after_the_end_is_kept_without_counting_any_buys():
    result = sheet(*LEVEL, deal(0, 5, 5, buys=[2, 0, 0]))
    row = result["entries"][8]
    assert (row["outcome"], row["scores"], result["totals"]) == ("after_end", [0, 0, 0], [260, 260, 520])
    assert [finding["code"] for finding in row["findings"]] == ["after_end"]


def test_9_3_people_stop_and_the_lowest_total_wins():
    result = sheet(deal(5, 0, 5), {"kind": "end"})
    assert (result["status"], result["winners"], result["round"]) == ("finished", [1], 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_1_2_two_to_eight_players_each_for_themselves(players):
    result = sheet(deal(0, *[5] * (players - 1)), players=players)
    assert result["totals"] == [0] + [5] * (players - 1)
    assert [side["seats"] for side in result["sides"]] == [[seat] for seat in range(players)]


# Documents that cannot be read


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param({"kind": "deal"}, [("hands", "missing")], id="no hands"),
        pytest.param(deal([], []), [("hands", "list_length")], id="a hand too few"),
        pytest.param(deal([], ["1S"], 5), [("hands[1][0]", "unknown_card")], id="no such card"),
        pytest.param(deal([], None, 5), [("hands[1]", "wrong_type")], id="a hand that is nothing"),
        pytest.param(deal([], "AS", 5), [("hands[1]", "wrong_type")], id="a card where a list belongs"),
        pytest.param(deal([], True, 5), [("hands[1]", "wrong_type")], id="true is not a number"),
        pytest.param(deal([], -5, 5), [("hands[1]", "out_of_range")], id="negative points"),
        pytest.param(
            deal([], counts(10), 5), [("hands[1].jokers", "out_of_range")], id="ten jokers in a hand"
        ),
        pytest.param(
            deal([], {"joker": 1}, 5), [("hands[1].joker", "unknown_field")], id="a slip in a count"
        ),
        pytest.param(deal([], 5, 5, buys=[1, 2]), [("buys", "list_length")], id="buys of two seats"),
        pytest.param(deal([], 5, 5, buys=None), [("buys", "list_length")], id="buys that are nothing"),
        pytest.param(deal([], 5, 5, buys=[-1, 0, 0]), [("buys[0]", "out_of_range")], id="negative buys"),
        pytest.param(deal([], 5, 5, buy=[0, 0, 0]), [("buy", "unknown_field")], id="a slip in a field"),
        pytest.param(
            deal([], 5, 5, stock_ran_out=1), [("stock_ran_out", "not_a_flag")], id="one is not true"
        ),
        pytest.param(
            deal(["ZZ"], ["2C", "9"], 1.5, buys=["x", 0, 0]),
            [
                ("hands[0][0]", "unknown_card"),
                ("hands[1][1]", "unknown_card"),
                ("hands[2]", "wrong_type"),
                ("buys[0]", "not_a_number"),
            ],
            id="several slips at once",
        ),
    ],
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


@pytest.mark.parametrize(
    ("rules", "path", "code"),
    [
        ({"max_buys": -1}, "rules.max_buys", "out_of_range"),
        ({"deals_per_round": 0}, "rules.deals_per_round", "out_of_range"),
        ({"deals_per_round": "everyone"}, "rules.deals_per_round", "unknown_choice"),
        ({"deals_per_round": None}, "rules.deals_per_round", "wrong_type"),
        ({"joker": 10**9}, "rules.joker", "out_of_range"),
        ({"joker_limit": "none"}, "rules.joker_limit", "unknown_choice"),
        ({"own_jokers": "yes"}, "rules.own_jokers", "not_a_flag"),
        ({"tie_at_end": "play_on"}, "rules.tie_at_end", "unknown_choice"),
        ({"jokers": 50}, "rules.jokers", "unknown_field"),
    ],
)
def test_a_house_rule_that_cannot_be(rules, path, code):
    assert errors(**rules) == [(path, code)]


def test_the_preset_is_what_the_formats_say():
    assert sheet()["rules"] == {
        "preset": "kinaskak",
        "edition": 1,
        "max_buys": 3,
        "buy_penalty": 200,
        "last_round_buys": False,
        "deals_per_round": 1,
        "joker_limit": "one_natural",
        "own_jokers": False,
        "lay_off_same_turn": True,
        "joker": 50,
        "ace": 20,
        "ten_to_king": 10,
        "two_to_nine": 5,
        "tie_at_end": "shared",
    }


def test_an_unreadable_deal_was_played_all_the_same():
    found = errors(*seven_rounds()[:6], deal("?"), deal([], 65, 65, buys=[1, 0, 0]))
    assert ("entries[7].buys[0]", "last_round_buy") in found


@pytest.mark.parametrize(
    ("facts", "full", "short"),
    [
        pytest.param(
            deal(25, [], 5),
            "Anna went out; 30 points left in the other hands · Þórdís: 25 · Jón: 5",
            "Anna went out: 25, 0, 5",
            id="points",
        ),
        pytest.param(
            deal(25, 10, 5, stock_ran_out=True),
            "The stock ran out; 40 points left in the hands · Þórdís: 25 · Anna: 10 · Jón: 5",
            "The stock ran out: 25, 10, 5",
            id="no player went out",
        ),
        pytest.param(
            deal({"jokers": 1, "low": 2}, [], 5, buys=[5, 4, None]),
            "Anna went out; 65 points left in the other hands"
            " · Þórdís: 1 joker left, 50 each; 2 cards from two to nine left, 5 each; 2 buys too many, 200 each"
            " · Anna: 1 buy too many, 200 each · Jón: 5",
            "Anna went out: 60 + 400, 0 + 200, 5",
            id="buys beyond the limit",
        ),
    ],
)
def test_a_deal_in_one_line(facts, full, short):
    table = read_match(match(), GAMES, Report()).table
    assert render(entry_text(facts, GAMES["kinaskak"], table)) == full
    assert render(entry_text(facts, GAMES["kinaskak"], table, short=True)) == short


# Properties

PACK = [str(card) for card in PACK_THREE.cards] * 3 + ["JK"] * 9


@st.composite
def deal_hands(draw, players):
    """Hands out of the three packs, one of them empty."""
    shuffled = draw(st.permutations(PACK))
    sizes = draw(st.lists(st.integers(1, 14), min_size=players, max_size=players))
    hands = [[shuffled.pop() for _ in range(size)] for size in sizes]
    hands[draw(st.integers(0, players - 1))] = []
    return hands


def as_counts(hand):
    held = [0, 0, 0, 0]
    for card in hand:
        held[CLASS_OF[PACK_THREE.parse(card).rank]] += 1
    return dict(zip(("jokers", "aces", "tens", "low"), held, strict=True))


@given(st.data())
def test_cards_counts_and_points_of_the_same_hands_score_the_same(data):
    hands = data.draw(deal_hands(3))
    by_cards = sheet(deal(*hands))
    by_counts = sheet(deal(*map(as_counts, hands)))
    assert by_counts == by_cards
    by_points = sheet(deal(*by_cards["totals"]))
    assert by_points["totals"] == by_cards["totals"]
    mixed = [data.draw(st.sampled_from([cards, as_counts(cards)])) for cards in hands]
    assert sheet(deal(*mixed)) == by_cards


@given(st.data())
def test_the_order_of_the_cards_in_a_hand_never_matters(data):
    hands = data.draw(deal_hands(2))
    shuffled = [data.draw(st.permutations(hand)) for hand in hands]
    assert sheet(deal(*shuffled), players=2) == sheet(deal(*hands), players=2)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(13, 20), st.integers(13, 40)), max_size=12),
    st.sampled_from([1, 2, "players"]),
    st.sampled_from(["shared", "play_off"]),
)
def test_lines_add_up_and_a_prefix_gives_the_same_first_rows(deals, per_round, tie):
    entries = []
    for out, low, high in deals:
        hands = [low * 5, high * 5]
        hands.insert(out, 0)
        entries.append(deal(*hands))
    rules = {"deals_per_round": per_round, "tie_at_end": tie}
    whole = sheet(*entries, **rules)
    for row in whole["entries"]:
        for seat in range(3):
            assert sum(line["points"] for line in row["lines"] if line["side"] == seat) == row["scores"][seat]
    for length in range(len(entries)):
        part = sheet(*entries[:length], **rules)
        assert part["entries"] == whole["entries"][:length]
    assert (whole["winners"] == []) == (whole["status"] == "open")
    assert not [seat for seat in whole["winners"] if whole["totals"][seat] != min(whole["totals"])]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(PACK),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.sampled_from(["jokers", "aces", "low", "x"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(
    st.fixed_dictionaries(
        {"kind": st.just("deal")}, optional={"hands": JSON, "buys": JSON, "stock_ran_out": JSON}
    ),
    st.dictionaries(st.sampled_from(["max_buys", "deals_per_round", "joker", "two_to_nine", "preset"]), JSON),
)
def test_random_json_never_raises(entry, rules):
    result, good = score(match(*[entry] * 3, **rules))
    assert good or result["errors"]
    json.dumps(result)


@given(st.lists(st.integers(0, 200_000), min_size=8, max_size=8), st.integers(0, 20), st.data())
def test_hostile_points_are_answered(points, max_buys, data):
    values = data.draw(
        st.fixed_dictionaries({name: st.integers(0, 1000) for name in ("joker", "ace", "ten_to_king")})
    )
    report = Report()
    document = match(deal(*points, buys=[75] * 8), players=8, max_buys=max_buys, **values)
    fold(read_match(document, GAMES, report), report)
    assert not [finding for finding in report.errors if not finding.path.startswith("entries[0]")]


def test_the_classes_are_the_whole_pack():
    for index, size in enumerate(CLASS_SIZES):
        assert sum(CLASS_OF[PACK_THREE.parse(card).rank] == index for card in PACK) == size


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
    answer, good = score(
        {
            "format": "scorekeeper-match/1",
            "game": "kinaskak",
            "players": ["Anna", "Björn", "Þórdís"],
            "entries": [{"kind": "deal", **deal}],
        }
    )
    assert not good
    found = [f"{error['path'].removeprefix('entries[0].')}:{error['code']}" for error in answer["errors"]]
    assert sorted(found) == sorted(expected)
