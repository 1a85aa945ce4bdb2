"""What hands of Kínaskák cost, its rounds, dealers and end, by article."""

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.match import read_match
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.sentence import entry_text
from scorekeeper.core.text import render
from scorekeeper.games import GAMES
from scorekeeper.games.kinaskak.options import CONTRACTS
from tests.cases import case, cases
from tests.games.kinaskak.deals import LEVEL, SEVEN_ROUNDS, counts, deal, errors, match, sheet, suspects
from tests.games.lines import read_ending, read_lines


@cases(
    "hand, points, codes",
    case("6.2 a joker is 50", ["JK"], 50, ["jokers"]),
    case("6.3 an ace is 20", ["AS"], 20, ["aces"]),
    case("6.4 ten, jack, queen and king are 10 each", ["10S", "JH", "QD", "KC"], 40, ["tens"]),
    case("6.5 two and nine are 5 each", ["2S", "9H"], 10, ["low"]),
    case("6.1 all kinds", ["JK", "JK", "AH", "TD", "5C"], 135, ["jokers", "aces", "tens", "low"]),
    case("6.1 counts", counts(1, 0, 3, 2), 90, ["jokers", "tens", "low"]),
    case("6.1 counts that are none may be left out", {"low": 2}, 10, ["low"]),
    case("6.1 a bare number of points", 90, 90, ["points"]),
)
def test_a_hand_costs(hand, points, codes):
    row = sheet(deal(hand, [], ["2C"]))["entries"][0]
    assert row["scores"] == [points, 0, 5]
    assert [line["code"] for line in row["lines"] if line["side"] == 0] == codes
    assert row["outcome"] == "went_out"


@cases("option, hand", ("joker", "JK"), ("ace", "AS"), ("ten_to_king", "QS"), ("two_to_nine", "4D"))
def test_the_table_may_set_another_value(option, hand):
    assert sheet(deal([hand, hand], [], [hand]), **{option: 7})["totals"] == [14, 0, 7]


@cases("empty", [], counts(), {}, 0, ids=["no cards", "no counts", "nothing", "no points"])
def test_6_6_who_went_out_writes_nothing_and_is_told_why(empty):
    row = sheet(deal(["AS"], empty, ["2C"]))["entries"][0]
    [line] = [line for line in row["lines"] if line["side"] == 1]
    assert (line["points"], line["code"], line["cites"]) == (0, "went_out", ["kinaskak 6.6"])


EVERYTHING = ["JK", "JK", "AH", "AS", "TD", "JD", "5C", "6C"]


@cases(
    "entry, lines",
    (
        deal(["JK", "AS", "TD", "5C"], [], EVERYTHING),
        [
            "0 50 jokers: 1 joker left, 50 each (6.2)",
            "0 20 aces: 1 ace left, 20 each (6.3)",
            "0 10 tens: 1 card from ten to king left, 10 each (6.4)",
            "0 5 low: 1 card from two to nine left, 5 each (6.5)",
            "1 0 went_out: Went out: no card is left (6.6)",
            "2 100 jokers: 2 jokers left, 50 each (6.2)",
            "2 40 aces: 2 aces left, 20 each (6.3)",
            "2 20 tens: 2 cards from ten to king left, 10 each (6.4)",
            "2 10 low: 2 cards from two to nine left, 5 each (6.5)",
        ],
    ),
    (
        deal(35, [], ["KD"], buys=[5, 4, 3]),
        [
            "0 35 points: The cards left, as counted at the table (6.1)",
            "0 400 buy_penalty: 2 buys too many, 200 each (5.3, 5.4)",
            "1 0 went_out: Went out: no card is left (6.6)",
            "1 200 buy_penalty: 1 buy too many, 200 each (5.3, 5.4)",
            "2 10 tens: 1 card from ten to king left, 10 each (6.4)",
        ],
    ),
)
def test_6_1_every_number_is_explained_to_the_last_point(entry, lines):
    assert read_lines(sheet(entry)["entries"][0]) == lines


SHARE = "All rounds are played: those who are level with the lowest total share the win."
AGAIN = "The lowest totals are level: the last contract is dealt again until one is lowest."


@cases(
    "entries, rules, ending",
    ([], {"deals_per_round": 2}, "deals_left: 16 deals are left to play. (2.2, 6.8)"),
    ([deal(0, 5, 5)] * 7, {}, "deals_left: 1 deal is left to play. (2.2, 6.8)"),
    ([deal(65, 70, 0)] * 8, {}, "all_dealt: All rounds are played: the lowest total wins. (6.8)"),
    (LEVEL, {}, f"level_shared: {SHARE} (6.8)"),
    (LEVEL, {"tie_at_end": "play_off"}, f"level: {AGAIN} (6.8)"),
)
def test_2_2_and_6_8_why_a_match_goes_on_or_is_over_is_said(entries, rules, ending):
    assert read_ending(sheet(*entries, **rules)) == ending


def test_6_8_a_match_goes_on_although_all_is_dealt_only_while_the_lowest_are_level():
    for entries, rules, hinders in (
        ([], {}, False),
        (LEVEL, {}, False),
        (LEVEL, {"tie_at_end": "play_off"}, True),
        ([deal(65, 70, 0)] * 8, {}, False),
    ):
        found = score_match(match(*entries, **rules), GAMES, Report())
        assert found.because.hinders is hinders


@cases(
    "hands, ran_out, expected",
    case("4.5 no player went out", [["2C"], ["AS"], ["3C"]], False, ["nobody_out"]),
    case("6.7 no player went out but the stock ran out", [["2C"], ["AS"], ["3C"]], True, []),
    case("4.5 two went out", [[], ["AS"], []], False, ["two_empty"]),
    case("4.5 two went out, one written as points", [[], ["AS"], 0], False, ["two_empty"]),
    case("4.5 two went out and the stock ran out", [[], ["AS"], counts()], True, ["two_empty"]),
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


@cases(
    "hands, codes",
    case("two hands of nothing: who went out is not said", [0, 0, 20], ["points", "points", "points"]),
    case("an empty hand and a hand of nothing", [[], 0, 20], ["went_out", "points", "points"]),
    case("one hand of nothing went out", [["2C"], 0, 20], ["low", "went_out", "points"]),
)
def test_where_low_cards_are_free_a_hand_of_no_points_need_not_be_empty(hands, codes):
    row = sheet(deal(*hands), two_to_nine=0)["entries"][0]
    assert [line["code"] for line in row["lines"]] == codes
    assert row["scores"][:2] == [0, 0]


@cases(
    "buys, rules, scores",
    case("5.4 the fourth costs 200", [0, 3, 4], {}, [5, 0, 210]),
    case("5.4 each beyond the third, also for who went out", [5, 6, 0], {}, [405, 600, 10]),
    case("5.3 not written: none that costs", [None, None, 4], {}, [5, 0, 210]),
    case("5.3 none written", [None, None, None], {}, [5, 0, 10]),
    case("5.3 one free buy, then 30", [1, 2, 3], {"max_buys": 1, "buy_penalty": 30}, [5, 30, 70]),
    case("5.3 no free buy", [1, 0, 0], {"max_buys": 0}, [205, 0, 10]),
    case("5.4 as many as one likes", [9, 0, 0], {"buy_penalty": 0}, [5, 0, 10]),
)
def test_a_buy_too_many_costs(buys, rules, scores):
    assert sheet(deal(["2C"], [], ["KD"], buys=buys), **rules)["entries"][0]["scores"] == scores


@cases(
    "players, per_round, rounds",
    case("2.2 one deal to each contract", 2, 1, [1, 2, 3, 4, 5, 6, 7, 8]),
    case("2.2 two deals to each", 2, 2, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]),
    case("2.2 everybody deals once", 3, "players", [r for r in range(1, 9) for _ in range(3)]),
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
    assert GAMES["kinaskak"].round_of(score_match(match(), GAMES, Report()).facts) == 1


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


def test_6_8_level_at_the_end_shares_the_win():
    result = sheet(*LEVEL)
    assert (result["status"], result["winners"]) == ("finished", [0, 1])


@cases(
    "more, status, winners, rounds",
    case("6.8 level: stays open", [], "open", [], []),
    case("6.8 still level: open again", [deal(65, 65, 0)], "open", [], [8]),
    case("6.8 one is lowest", [deal(70, 65, 0)], "finished", [1], [8]),
    case("6.8 at the second try", [deal(65, 65, 0), deal(65, 0, 65)], "finished", [1], [8, 8]),
    case(
        "9.2 an adjustment ends it",
        [{"kind": "adjustment", "scores": [0, -5, 0], "reason": "talning"}],
        "finished",
        [1],
        [8],
    ),
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
        "packs": 3,
        "jokers": 9,
        "cards_dealt": 13,
        "out_bonus": 0,
        "hidden_factor": 1,
        "contracts": [{"runs": runs, "sets": sets} for runs, sets in CONTRACTS],
        "run_length": 4,
        "set_size": 3,
        "last_round_exact": True,
        "around_ace": False,
        "final_discard": False,
    }


def test_an_unreadable_deal_was_played_all_the_same():
    found = errors(*SEVEN_ROUNDS[:6], deal("?"), deal([], 65, 65, buys=[1, 0, 0]))
    assert ("entries[7].buys[0]", "last_round_buy") in found


@cases(
    "facts, full, short",
    case(
        "points",
        deal(25, [], 5),
        "Anna went out; 30 points left in the other hands · Þórdís: 25 · Jón: 5",
        "Anna went out: 25, 0, 5",
    ),
    case(
        "no player went out",
        deal(25, 10, 5, stock_ran_out=True),
        "The stock ran out; 40 points left in the hands · Þórdís: 25 · Anna: 10 · Jón: 5",
        "The stock ran out: 25, 10, 5",
    ),
    case(
        "buys beyond the limit",
        deal({"jokers": 1, "low": 2}, [], 5, buys=[5, 4, None]),
        (
            "Anna went out; 65 points left in the other hands"
            " · Þórdís: 1 joker left, 50 each; 2 cards from two to nine left, 5 each; 2 buys too many, 200 each"
            " · Anna: 1 buy too many, 200 each · Jón: 5"
        ),
        "Anna went out: 60 + 400, 0 + 200, 5",
    ),
)
def test_a_deal_in_one_line(facts, full, short):
    table = read_match(match(), GAMES, Report()).table
    assert render(entry_text(facts, GAMES["kinaskak"], table)) == full
    assert render(entry_text(facts, GAMES["kinaskak"], table, short=True)) == short
