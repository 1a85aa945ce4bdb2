"""Kínaskák by the customs of a table: other packs and hands, going out, going out in one turn."""

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.match import read_match
from scorekeeper.core.scoring.sentence import entry_text
from scorekeeper.games import GAMES, score
from tests.cases import cases
from tests.games.desk import Desk
from tests.games.kinaskak.deals import counts, deal, errors, match, sheet

DESK = Desk("kinaskak")
NONE = counts()
ONE_PACK = {"packs": 1, "jokers": 2, "cards_dealt": 7, "last_round_exact": False}


@cases(
    "entry, rules, found",
    (deal(counts(jokers=10), NONE, counts(low=1)), {}, [("hands[0].jokers", "out_of_range")]),
    (deal(counts(jokers=10), NONE, counts(low=1)), {"jokers": 12}, []),
    (deal(counts(aces=5), NONE, counts(low=1)), ONE_PACK, [("hands[0].aces", "out_of_range")]),
    (deal(counts(aces=3), NONE, counts(aces=2)), ONE_PACK, [("hands", "too_many_copies")]),
    (deal(["7S"], [], ["7S"]), ONE_PACK, [("hands", "too_many_copies")]),
    (deal(["7S"], [], ["7S"]), {}, []),
    (deal(["JK", "JK"], [], ["JK"]), ONE_PACK, [("hands", "too_many_jokers")]),
    (deal(counts(low=9), NONE, counts(low=1), buys=[0, 0, 0]), ONE_PACK, [("hands[0]", "too_many_cards")]),
    (deal(counts(low=8), NONE, counts(low=1), buys=[0, 0, 0]), ONE_PACK, []),
    (deal(205, 0, 5, buys=[0, 0, 0]), ONE_PACK, [("hands[0]", "points_impossible")]),
    (deal(205, 0, 5, buys=[0, 0, 0]), {}, []),
)
def test_7_1_hands_are_limited_by_the_packs_that_are_there(entry, rules, found):
    assert errors(entry, **rules) == [(f"entries[0].{path}", code) for path, code in found]


def test_7_1_a_question_does_not_say_how_many_play():
    assert DESK.result("hand_points", {"packs": 1, "jokers": 0}, cards=["AS"]) == {"points": 20}


@cases(
    "players, rules, good",
    (8, {"packs": 1, "jokers": 0, "cards_dealt": 7}, False),
    (7, {"packs": 1, "jokers": 0, "cards_dealt": 7}, True),
    (8, {"packs": 1, "jokers": 4, "cards_dealt": 7}, False),
    (8, {"packs": 1, "jokers": 5, "cards_dealt": 7}, True),
    (8, {"packs": 2, "jokers": 8, "cards_dealt": 14}, False),
    (8, {"packs": 2, "jokers": 9, "cards_dealt": 14}, True),
)
def test_7_1_after_the_deal_cards_are_left(players, rules, good):
    found, scored = score(match(players=players, last_round_exact=False, **rules))
    assert scored is good
    if not good:
        assert [(one["path"], one["code"]) for one in found["errors"]] == [
            ("rules.cards_dealt", "pack_too_small")
        ]


@cases(
    "entry, rules, scores",
    (deal(15, 0, 40), {"out_bonus": 20}, [15, -20, 40]),
    (deal(15, 5, 40, stock_ran_out=True), {"out_bonus": 20}, [15, 5, 40]),
    (deal(15, 0, 40, buys=[0, 4, 4]), {"out_bonus": 20}, [15, 180, 240]),
    (deal(15, 0, 40, hidden=True), {"hidden_factor": 2}, [30, 0, 80]),
    (deal(15, 0, 40, hidden=True, buys=[4, 0, 0]), {"hidden_factor": 3}, [245, 0, 120]),
    (deal(counts(aces=1), NONE, counts(low=2), hidden=True), {"hidden_factor": 2}, [40, 0, 20]),
    (deal(15, 0, 40, hidden=False), {"hidden_factor": 2}, [15, 0, 40]),
    (deal(15, 0, 40), {"hidden_factor": 2}, [15, 0, 40]),
    (deal(15, 0, 40, hidden=True), {"hidden_factor": 2, "out_bonus": 10}, [30, -10, 80]),
)
def test_7_6_going_out(entry, rules, scores):
    row = sheet(entry, **rules)["entries"][0]
    assert row["scores"] == scores
    further = [line["cites"] for line in row["lines"] if line["code"] in ("out_bonus", "hidden")]
    assert all(cites == ["kinaskak 7.6"] for cites in further)


@cases(
    "entry, rules, said",
    (deal(15, 0, 40), {}, "Anna went out: 15, 0, 40"),
    (
        deal(15, 0, 40, hidden=True, buys=[4, 0, 0]),
        {"hidden_factor": 3},
        "Anna went out: 15 × 3 + 200, 0, 40 × 3",
    ),
    (deal(15, 0, 40, buys=[0, 4, 0]), {"out_bonus": 20}, "Anna went out: 15, −20 + 200, 40"),
    (deal(15, 5, 40, stock_ran_out=True), {"out_bonus": 20}, "The stock ran out: 15, 5, 40"),
)
def test_7_6_a_short_line_has_the_points_that_are_written(entry, rules, said):
    played = read_match(match(entry, **rules), GAMES, Report())
    assert str(entry_text(entry, played.game, played.table, short=True)) == said


@cases(
    "before, entry, rules",
    (0, deal(15, 0, 40, hidden=True), {}),
    (0, deal(15, 0, 40, hidden=False), {}),
    (0, deal(15, 5, 40, hidden=True, stock_ran_out=True), {"hidden_factor": 2}),
    (7, deal(65, 0, 65, hidden=True), {"hidden_factor": 2}),
)
def test_7_6_where_going_out_in_one_turn_counts_for_nothing(before, entry, rules):
    played = [deal(65, 0, 65)] * before
    assert errors(*played, entry, **rules) == [(f"entries[{before}].hidden", "not_played")]


def test_7_6_the_stock_is_named_where_it_is_the_reason():
    found, _good = score(match(deal(15, 5, 40, hidden=True, stock_ran_out=True), hidden_factor=2))
    assert found["errors"][0]["message"].startswith("The stock ran out")


SETS = [{"kind": "set", "cards": ["7H", "7C", "7D"]}, {"kind": "set", "cards": ["9H", "9C", "9D"]}]
HIDDEN = {
    "round": 2,
    "hands": [["7H", "7C", "7D", "9H", "9C", "9D"], ["2C", "3D"]],
    "acts": [
        {"seat": 0, "act": "draw", "card": "4S"},
        {"seat": 0, "act": "go_down", "melds": SETS},
        {"seat": 0, "act": "throw", "card": "4S"},
    ],
}


@pytest.mark.parametrize(("factor", "hidden", "scores"), [(1, False, [0, 10]), (2, True, [0, 20])])
def test_7_6_a_deal_card_by_card_knows_who_went_out_in_one_turn(factor, hidden, scores):
    found = DESK.result("deal", {"hidden_factor": factor}, **HIDDEN)
    assert found["over"]
    assert found["deal"].get("hidden", False) is hidden
    assert found["scores"] == scores


def test_7_6_why_a_deal_is_written_so():
    found = DESK.ruling("score", {"hidden_factor": 2}, hands=[15, 0, 40], hidden=True)
    assert found["result"]["scores"] == [30, 0, 80]
    assert "kinaskak 7.6" in [cite for reason in found["reasons"] for cite in reason["cites"]]


@cases(
    "rules, cards, code",
    ({}, ["7H"] * 3, None),
    ({}, ["7H"] * 4, "card_twice"),
    ({"packs": 4}, ["7H"] * 4, None),
    ({"packs": 1, "jokers": 9, "last_round_exact": False, "cards_dealt": 7}, ["7H"] * 2, "card_twice"),
    ({"jokers": 12}, ["JK"] * 12, None),
    ({"jokers": 0}, ["JK"], "too_many_jokers"),
)
def test_7_1_a_card_is_there_as_often_as_the_packs_have_it(rules, cards, code):
    found = errors(deal(cards, [], ["2C"]), **rules)
    assert [one for _path, one in found] == ([] if code is None else [code])
    asked = DESK.errors("hand_points", rules, cards=cards) if code == "card_twice" else []
    assert [one for _path, one in asked] == [code] * len(asked)


AROUND = ["5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH", "2H", "3H", "4H"]


@cases(
    "question, rules, fields, reason",
    (
        "lay_off",
        {"around_ace": True},
        {"meld": {"kind": "run", "cards": AROUND}, "card": "5H", "is_down": True},
        {"text": "This run has every card of its suit; nothing can be added.", "cites": ["kinaskak 7.4"]},
    ),
    (
        "meld",
        {"around_ace": True},
        {"cards": [*AROUND, "5H", "6H"]},
        {"text": "A run has fourteen cards at most.", "cites": ["kinaskak 7.4"]},
    ),
    (
        "contract",
        {"contracts": [{"runs": 0, "sets": 1}, {"runs": 0, "sets": 2}]},
        {"round": 1, "melds": [{"kind": "set", "cards": ["7H", "7D", "7S"]}]},
        {"text": "Round 1 asks for 1 set.", "cites": ["kinaskak 2.3", "kinaskak 7.2"]},
    ),
)
def test_a_reason_holds_by_the_customs_of_the_table(question, rules, fields, reason):
    assert reason in DESK.ruling(question, rules, **fields)["reasons"]


FEWER = {"cards_dealt": 10, "last_round_exact": False, "contracts": [{"runs": 0, "sets": 1}]}


@cases(
    "entry, rules, cites",
    (deal(["7H"] * 2, ["7H"] * 2, []), {}, ["1.1"]),
    (deal(["7H"] * 2, ["7H"], []), {"packs": 2}, ["1.1", "7.1"]),
    (deal(counts(jokers=6), counts(jokers=5), []), {}, ["1.1"]),
    (deal(counts(jokers=6), counts(jokers=5), []), {"jokers": 8}, ["1.1", "7.1"]),
    (deal(counts(aces=7), counts(aces=6), []), {}, ["1.1"]),
    (deal(counts(aces=5), counts(aces=6), []), {"packs": 2}, ["1.1", "7.1"]),
    (deal(counts(low=15), counts(low=1), [], buys=[0, 0, 0]), {}, ["1.3", "5.2"]),
    (deal(counts(low=12), counts(low=1), [], buys=[0, 0, 0]), FEWER, ["1.3", "7.1", "5.2"]),
)
def test_7_1_beside_the_article_of_the_packs_stands_that_of_the_tables_own(entry, rules, cites):
    found, good = score(match(entry, **rules))
    assert not good
    assert [error["cites"] for error in found["errors"]] == [[f"kinaskak {cite}" for cite in cites]]


@cases("dealt, cites", (13, ["4.4"]), (12, ["4.4", "7.1"]))
def test_7_1_all_cards_at_once_are_those_that_this_table_deals(dealt, cites):
    rules = {"cards_dealt": dealt, "contracts": [{"runs": 0, "sets": 1}]}
    melds = [{"kind": "set", "cards": ["7H", "7D", "7S"]}]
    [found] = DESK.result("contract", rules, round=1, melds=melds)["findings"]
    assert (found["code"], found["cites"]) == ("not_all_cards", [f"kinaskak {cite}" for cite in cites])
