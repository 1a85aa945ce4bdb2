"""Eskoba: the count, the four ways to write a deal, the play of the cards, and what cannot be.

The numbers in names and ids are articles of the rulebook.
"""

import json
import random
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.core.play.cards import PACK_40
from scorekeeper.games import GAMES, rule, score
from scorekeeper.games.escoba.play import captures, leftover_taker, opening_table
from tests.soak import examples, in_soak

NAMES = ["Ane", "Iñaki", "Miren", "Jon", "Nerea", "Xabier"]
SPANISH = {"preset": "escoba"}


def match(*deals, players=2, **rules):
    """A match document of these deals."""
    entries = [{"kind": "deal", **deal} for deal in deals]
    return {
        "format": "scorekeeper-match/1",
        "game": "escoba",
        "rules": rules,
        "players": NAMES[:players],
        "entries": entries,
    }


def sheet_of(*deals, **how):
    sheet, good = score(match(*deals, **how))
    assert good, sheet
    return sheet


def scores_of(deal, **how):
    return sheet_of(deal, **how)["entries"][0]["scores"]


def errors_of(*deals, **how):
    """Path (within the first deal) and code of every error."""
    sheet, good = score(match(*deals, **how))
    assert not good, sheet
    return [
        (error["path"].removeprefix("entries[0]").lstrip("."), error["code"]) for error in sheet["errors"]
    ]


def test_fields_of_several_forms_are_named_in_the_order_they_were_written():
    counts = {"escobas": [0, 0], "seven_of_golds": 0, "cards": [20, 20], "golds": [5, 5], "sevens": [2, 2]}
    most = {"under_ten": [1], "no_cards": [], "most": {"cards": 0, "golds": 0, "sevens": 0}, "all_golds": 0}
    deal = {"kind": "deal", **counts, **most}
    paths = [path for path, code in errors_of(deal) if code == "mixed_forms"]
    assert paths == [name for name in deal if name in paths]
    assert len(paths) > 2


def suspects_of(deal, **how):
    return [finding["code"] for finding in sheet_of(deal, **how)["entries"][0]["findings"]]


def make_deal(escobas, cards, golds, sevens, seven, **more):
    numbers = {"escobas": escobas, "cards": cards, "golds": golds, "sevens": sevens}
    return {**numbers, "seven_of_golds": seven, **more}


def by_most(cards, golds, sevens, seven, escobas=(0, 0), **more):
    who = {"cards": cards, "golds": golds, "sevens": sevens}
    return {"most": who, "seven_of_golds": seven, "escobas": list(escobas), **more}


PLAIN = make_deal([2, 1], [22, 18], [6, 4], [3, 1], 0)


# ---- The count (5) ----


@pytest.mark.parametrize(
    ("deal", "scores"),
    [
        pytest.param(PLAIN, [6, 1], id="5.1 5.2 5.3 5.5 5.6 a point each, and one an escoba"),
        pytest.param(make_deal([0, 0], [20, 20], [5, 5], [2, 2], 1), [0, 1], id="5.10 level: no point"),
        pytest.param(make_deal([0, 0], [21, 19], [4, 6], [2, 2], 0), [2, 1], id="5.3 golds go their own way"),
        pytest.param(
            make_deal([0, 0], [20, 20], [10, 0], [2, 2], 0), [3, 0], id="5.4 all golds instead of most"
        ),
        pytest.param(
            make_deal([0, 0], [20, 20], [9, 1], [2, 2], 0), [2, 0], id="5.4 nine golds are only the most"
        ),
        pytest.param(
            make_deal([0, 0], [20, 20], [5, 5], [4, 0], 0), [4, 0], id="5.7 all sevens instead of most"
        ),
        pytest.param(make_deal([0, 0], [31, 9], [7, 3], [2, 2], 0), [4, 0], id="5.8 nine cards against"),
        pytest.param(make_deal([0, 0], [30, 10], [7, 3], [2, 2], 0), [3, 0], id="5.8 ten cards against"),
        pytest.param(
            make_deal([0, 0], [9, 31], [7, 3], [2, 2], 0), [2, 2], id="5.8 the side with few gains nothing"
        ),
    ],
)
def test_the_count(deal, scores):
    assert scores_of(deal) == scores


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        ({}, [11, 0]),
        ({"all_golds": "added"}, [12, 0]),
        ({"all_sevens": "added"}, [12, 0]),
        ({"all_golds": "added", "all_sevens": "added"}, [13, 0]),
        ({"fewer_than_ten": 0}, [10, 0]),
        ({"fewer_than_ten": 5}, [15, 0]),
        (SPANISH, [10, 0]),
    ],
    ids=str,
)
def test_5_4_5_7_5_8_options_change_what_a_clean_sweep_is_worth(rules, scores):
    assert scores_of(make_deal([3, 0], [39, 1], [10, 0], [4, 0], 0), **rules) == scores


@pytest.mark.parametrize(
    ("cards", "golds", "sevens", "gain"),
    [
        pytest.param([23, 9, 8], [8, 1, 1], [2, 1, 1], [0], id="both opponents under ten"),
        pytest.param([21, 9, 10], [8, 1, 1], [2, 1, 1], [], id="one opponent has ten"),
        pytest.param(
            [23, 9, 8, 0], [8, 1, 1, 0], [2, 1, 1, 0], [0], id="a side without a card is under ten too"
        ),
        pytest.param([10, 10, 10, 10], [7, 1, 1, 1], [1, 1, 1, 1], [], id="no side under ten"),
        pytest.param(
            [10, 6, 6, 6, 6, 6], [5, 1, 1, 1, 1, 1], [4, 0, 0, 0, 0, 0], [0], id="six players, one with ten"
        ),
        pytest.param(
            [7, 7, 7, 7, 6, 6],
            [5, 1, 1, 1, 1, 1],
            [2, 1, 1, 0, 0, 0],
            [0, 1, 2, 3, 4, 5],
            id="six players, all under ten: so are everybody's opponents",
        ),
    ],
)
def test_5_8_with_three_sides_or_more_every_opponent_must_be_under_ten(cards, golds, sevens, gain):
    deal = make_deal([0] * len(cards), cards, golds, sevens, 0)
    lines = sheet_of(deal, players=len(cards))["entries"][0]["lines"]
    assert [line["side"] for line in lines if line["code"] == "under_ten"] == gain


@pytest.mark.parametrize(
    ("cards", "leader"),
    [([15, 15, 10], None), ([14, 13, 13], 0), ([13, 13, 14], 2), ([20, 20, 0], None)],
    ids=str,
)
def test_5_10_the_most_is_more_than_every_other_side(cards, leader):
    deal = make_deal([0, 0, 0], cards, [5, 5, 0], [2, 2, 0], 0)
    lines = sheet_of(deal, players=3, no_cards_loses=False)["entries"][0]["lines"]
    assert [line["side"] for line in lines if line["code"] == "cards"] == ([] if leader is None else [leader])


@pytest.mark.parametrize(
    ("deal", "rules", "outcome", "winners", "scores"),
    [
        pytest.param(
            make_deal([1, 0], [40, 0], [10, 0], [4, 0], 0), {}, "no_cards", [0], [9, 0], id="by counts"
        ),
        pytest.param(
            by_most(0, 0, 0, 0, (1, 0), no_cards=[1]), {}, "no_cards", [0], [9, 0], id="by category"
        ),
        pytest.param(
            by_most(0, 0, 0, 0, (1, 0), no_cards=[1], under_ten=[1], all_golds=0, all_sevens=0),
            {},
            "no_cards",
            [0],
            [9, 0],
            id="by category, all of it said",
        ),
        pytest.param(
            by_most(0, 0, 0, 0, (1, 0), no_cards=[1]), SPANISH, "counted", [], [8, 0], id="switched off"
        ),
        pytest.param(
            make_deal([1, 0], [39, 1], [10, 0], [4, 0], 0), {}, "counted", [], [9, 0], id="one card saves"
        ),
    ],
)
def test_5_9_a_side_whose_every_opponent_took_no_card_wins_at_once(deal, rules, outcome, winners, scores):
    sheet = sheet_of(deal, **rules)
    assert (sheet["entries"][0]["outcome"], sheet["winners"], sheet["totals"]) == (outcome, winners, scores)
    assert sheet["status"] == ("finished" if winners else "open")


def test_5_9_with_three_sides_one_without_a_card_loses_nothing_more():
    deal = make_deal([0, 0, 0], [21, 19, 0], [5, 5, 0], [2, 2, 0], 0)
    assert sheet_of(deal, players=3)["winners"] == []


def test_5_9_the_one_who_took_no_card_loses_though_far_ahead():
    lead = make_deal([0, 10], [15, 25], [1, 9], [1, 3], 1)
    clean = make_deal([0, 0], [40, 0], [10, 0], [4, 0], 0)
    sheet = sheet_of(lead, clean, target=100)
    assert sheet["totals"] == [8, 14]
    assert sheet["winners"] == [0]


def test_4_4_a_deal_without_captures_scores_nothing_and_moves_the_deal():
    sheet = sheet_of({"nobody_captured": True})
    assert sheet["entries"][0]["scores"] == [0, 0]
    assert sheet["entries"][0]["outcome"] == "nobody_captured"
    assert (sheet["status"], sheet["next_dealer"]) == ("open", 1)


# ---- The match (6) and its sides (1.3) ----


@pytest.mark.parametrize(
    ("rules", "escobas", "winners"),
    [
        pytest.param({"target": 8}, [7, 8], [], id="6.2 level at 8: play on"),
        pytest.param({"target": 8, "tie_at_target": "shared"}, [7, 8], [0, 1], id="6.2 level at 8: shared"),
        pytest.param({"target": 9}, [7, 8], [], id="6.1 no side there yet"),
        pytest.param({"target": 8}, [8, 8], [0], id="6.1 both there, one leads"),
    ],
)
def test_the_end_of_a_match(rules, escobas, winners):
    assert sheet_of(make_deal(escobas, [20, 20], [5, 5], [2, 2], 0), **rules)["winners"] == winners


@pytest.mark.parametrize("preset", ["eskoba", "escoba"])
def test_6_1_both_presets_play_to_twenty_one(preset):
    assert sheet_of(PLAIN, preset=preset)["rules"]["target"] == 21


@pytest.mark.parametrize(
    ("players", "rules", "sides"),
    [
        (2, {}, [[0], [1]]),
        (3, {}, [[0], [1], [2]]),
        (4, {}, [[0], [1], [2], [3]]),
        (4, {"partnerships": True}, [[0, 2], [1, 3]]),
        (6, {}, [[0], [1], [2], [3], [4], [5]]),
        (6, {"partnerships": True}, [[0, 2, 4], [1, 3, 5]]),
    ],
)
def test_1_3_sides(players, rules, sides):
    assert [side["seats"] for side in sheet_of(players=players, **rules)["sides"]] == sides


@pytest.mark.parametrize("players", [2, 3])
def test_1_3_two_or_three_have_no_partners(players):
    assert errors_of(players=players, partnerships=True) == [("rules.partnerships", "partnerships_players")]


@pytest.mark.parametrize("players", [1, 5, 7])
def test_1_3_other_numbers_of_players_are_refused(players):
    document = match(players=2)
    document["players"] = [f"P{seat}" for seat in range(players)]
    sheet, good = score(document)
    assert not good
    assert [error["code"] for error in sheet["errors"]] == ["player_count"]


# ---- Counts ----


@pytest.mark.parametrize(
    "deal",
    [
        make_deal([2, 1], [22, None], [6, 4], [3, 1], 0),
        make_deal([2, 1], [None, 18], [None, 4], [None, 1], 0),
        make_deal([2, 1], [None, 18], [6, None], [3, None], 0),
    ],
    ids=["cards", "the first of each", "here and there"],
)
def test_1_1_a_blank_is_worked_out(deal):
    assert scores_of(deal) == scores_of(PLAIN)


@pytest.mark.parametrize(
    ("deal", "errors"),
    [
        pytest.param(
            make_deal([0, 0], [22, 19], [6, 4], [3, 1], 0), [("cards", "cards_total")], id="41 cards"
        ),
        pytest.param(
            make_deal([0, 0], [22, 18], [6, 3], [3, 2], 0),
            [("golds", "golds_total"), ("sevens", "sevens_total")],
            id="nine golds and five sevens",
        ),
        pytest.param(
            make_deal([0, 0], [0, 0], [0, 0], [0, 0], 0),
            [
                ("cards", "cards_total"),
                ("golds", "golds_total"),
                ("sevens", "sevens_total"),
                ("seven_of_golds", "seven_of_golds"),
            ],
            id="nothing at all",
        ),
        pytest.param(
            make_deal([0, 0], [37, 3], [6, 4], [3, 1], 0),
            [("golds[1]", "golds_above_cards")],
            id="more golds than cards",
        ),
        pytest.param(
            make_deal([0, 0], [38, 2], [10, 0], [1, 3], 0),
            [("sevens[1]", "sevens_above_cards")],
            id="more sevens than cards",
        ),
        pytest.param(
            make_deal([0, 0], [36, 4], [6, 4], [3, 1], 0),
            [("cards[1]", "pile_too_small")],
            id="four golds and a seven that is none of them are five cards",
        ),
        pytest.param(
            make_deal([0, 0], [22, 18], [10, 0], [3, 1], 1),
            [("seven_of_golds", "seven_of_golds")],
            id="the seven of golds without a gold",
        ),
        pytest.param(
            make_deal([0, 0], [22, 18], [6, 4], [4, 0], 1),
            [("seven_of_golds", "seven_of_golds")],
            id="the seven of golds without a seven",
        ),
        pytest.param(
            make_deal([0, 1], [40, 0], [10, 0], [4, 0], 0),
            [("escobas[1]", "escobas_above_cards")],
            id="an escoba and no card",
        ),
        pytest.param(
            make_deal([0, 3], [35, 5], [8, 2], [3, 1], 0),
            [("escobas[1]", "escobas_above_cards")],
            id="three escobas with five cards",
        ),
        pytest.param(
            make_deal([0, 0], [None, None], [6, 4], [3, 1], 0),
            [("cards", "too_many_blanks")],
            id="two blanks",
        ),
        pytest.param(
            make_deal([None, 0], [22, 18], [6, 4], [3, 1], 0),
            [("escobas[0]", "not_a_number")],
            id="blank escobas",
        ),
        pytest.param(
            make_deal([0, 0], [22, 18], [6, 4], [3, 1], 2), [("seven_of_golds", "unknown_side")], id="side 2"
        ),
        pytest.param(
            {key: value for key, value in PLAIN.items() if key != "escobas"},
            [("escobas", "missing")],
            id="no escobas",
        ),
        pytest.param(
            {**PLAIN, "golds": [11, -1]},
            [("golds[0]", "out_of_range"), ("golds[1]", "out_of_range")],
            id="impossible numbers",
        ),
    ],
)
def test_counts_that_cannot_be(deal, errors):
    assert errors_of(deal) == errors


def test_1_1_a_blank_that_would_be_negative_is_refused():
    deal = make_deal([0, 0, 0], [30, 12, None], [5, 5, 0], [2, 2, 0], 0)
    assert errors_of(deal, players=3)[0] == ("cards", "cards_total")


@pytest.mark.parametrize(
    "deal",
    [
        make_deal([0, 0], [37, 3], [7, 3], [3, 1], 1),
        make_deal([0, 0], [36, 4], [6, 4], [3, 1], 1),
        make_deal([0, 2], [36, 4], [9, 1], [3, 1], 0),
    ],
    ids=["three golds, one of them the seven", "four cards, four golds", "two escobas with four cards"],
)
def test_1_1_small_piles_that_can_be(deal):
    assert sheet_of(deal)["status"] == "open"


# ---- By category ----


@pytest.mark.parametrize(
    ("deal", "scores"),
    [
        (by_most(0, 0, 0, 0, (2, 1)), [6, 1]),
        (by_most(None, None, None, 1), [0, 1]),
        (by_most(0, None, 1, 1, under_ten=[1]), [2, 2]),
        (by_most(0, 0, 1, 0, all_golds=0), [4, 1]),
        (by_most(0, 0, 0, 0, all_sevens=0), [6, 0]),
        (by_most(0, 0, 0, 0, all_sevens=0, all_golds=0, under_ten=[1]), [8, 0]),
        (by_most(0, 0, 0, 0, all_golds=None, all_sevens=None, under_ten=[], no_cards=[]), [4, 0]),
    ],
    ids=[
        "ordinary",
        "all level",
        "few cards",
        "all golds",
        "all sevens",
        "nearly everything",
        "nothing special",
    ],
)
def test_who_had_what(deal, scores):
    assert scores_of(deal) == scores


@pytest.mark.parametrize(
    ("deal", "errors"),
    [
        pytest.param(
            by_most(0, 0, 1, 1, all_golds=0),
            [("seven_of_golds", "all_golds_seven")],
            id="5.4 all golds without their seven",
        ),
        pytest.param(
            by_most(0, 1, 1, 0, all_golds=0),
            [("most.golds", "all_golds_most")],
            id="5.4 all golds but not the most",
        ),
        pytest.param(
            by_most(0, None, 1, 0, all_golds=0),
            [("most.golds", "all_golds_most")],
            id="5.4 all golds and a tie",
        ),
        pytest.param(
            by_most(0, 0, 1, 0, all_sevens=1),
            [("seven_of_golds", "all_sevens_seven")],
            id="5.7 all sevens without the golden one",
        ),
        pytest.param(
            by_most(0, 0, 1, 0, all_sevens=0),
            [("most.sevens", "all_sevens_most")],
            id="5.7 all sevens but not the most",
        ),
        pytest.param(
            by_most(0, 0, 0, 0, (0, 1), no_cards=[1]),
            [("escobas[1]", "no_cards_but")],
            id="5.9 no card but an escoba",
        ),
        pytest.param(
            by_most(0, 0, 0, 1, no_cards=[1]),
            [
                ("seven_of_golds", "all_golds_seven"),
                ("seven_of_golds", "all_sevens_seven"),
                ("seven_of_golds", "no_cards_but"),
            ],
            id="5.9 no card but the seven of golds",
        ),
        pytest.param(
            by_most(1, 0, 0, 0, no_cards=[1]),
            [("most.cards", "no_cards_but")],
            id="5.9 no card but the most cards",
        ),
        pytest.param(
            by_most(None, 0, 0, 0, no_cards=[1]),
            [("most.cards", "no_cards_but")],
            id="5.9 every card and a tie",
        ),
        pytest.param(
            by_most(0, None, 0, 0, no_cards=[1]),
            [("most.golds", "all_golds_most")],
            id="5.9 every card and a tie in golds",
        ),
        pytest.param(
            by_most(0, 0, 0, 0, no_cards=[0, 1]),
            [("no_cards", "no_cards_all")],
            id="4.4 a side took the cards",
        ),
        pytest.param(
            by_most(1, 0, 0, 0, under_ten=[1]),
            [("most.cards", "cards_contradict")],
            id="5.8 fewer than ten and the most",
        ),
        pytest.param(
            by_most(None, 0, 0, 0, under_ten=[1]),
            [("most.cards", "cards_contradict")],
            id="5.8 fewer than ten and level",
        ),
        pytest.param(
            by_most(0, 0, 0, 0, under_ten=[0, 1]),
            [("most.cards", "cards_contradict")],
            id="5.8 both under ten",
        ),
        pytest.param(
            by_most(0, 1, 1, 1, all_golds=1, under_ten=[1]),
            [("most.cards", "cards_contradict")],
            id="5.8 ten golds in fewer than ten cards",
        ),
        pytest.param(
            by_most(1, 0, 0, 0, (11, 0)),
            [("most.cards", "cards_contradict")],
            id="3.3 eleven escobas are twenty-two cards",
        ),
        pytest.param(
            by_most(0, 0, 0, 0, (10, 10)),
            [("most.cards", "cards_contradict")],
            id="5.10 ten escobas each are twenty cards each, so a tie",
        ),
        pytest.param(by_most(0, 0, 0, 0, under_ten=[1, 1]), [("under_ten", "side_twice")], id="a side twice"),
        pytest.param(by_most(0, 0, 0, 2), [("seven_of_golds", "unknown_side")], id="side 2"),
        pytest.param(
            {"most": {"cards": 0, "golds": 0}, "seven_of_golds": 0, "escobas": [0, 0]},
            [("most.sevens", "missing")],
            id="no word about sevens",
        ),
        pytest.param(
            {"under_ten": [1], "seven_of_golds": 0, "escobas": [0, 0]},
            [("most", "missing")],
            id="no word about the most",
        ),
    ],
)
def test_categories_that_contradict_each_other(deal, errors):
    assert errors_of(deal) == errors


@pytest.mark.parametrize(
    ("sides", "deal"),
    [
        (3, by_most(None, 0, 0, 0, (0, 0, 0), under_ten=[1])),
        (3, by_most(0, 0, 0, 0, (0, 0, 0), under_ten=[1, 2])),
        (3, by_most(None, None, None, 0, (0, 0, 0), no_cards=[2])),
        (4, by_most(3, 0, 0, 0, (0, 0, 0, 0), under_ten=[0, 1])),
        (6, by_most(0, 0, 0, 0, (0,) * 6, under_ten=[0, 1, 2, 3, 4, 5])),
        (6, by_most(None, 0, 0, 0, (3,) * 6, under_ten=[0, 1, 2, 3, 4])),
        (2, by_most(1, 0, 0, 0, (9, 0))),
        (2, by_most(None, 0, 0, 0, (10, 10))),
    ],
    ids=lambda value: str(value) if isinstance(value, int) else "",
)
def test_categories_that_can_be(sides, deal):
    assert sheet_of(deal, players=sides)["entries"][0]["findings"] == []


# ---- Which form a deal has ----


@pytest.mark.parametrize(
    ("deal", "errors"),
    [
        ({}, [("", "no_form")]),
        ({"escobas": [1, 0], "seven_of_golds": 0}, [("", "no_form")]),
        ({"nobody_captured": False}, [("nobody_captured", "no_form")]),
        ({"nobody_captured": True, "escobas": [0, 0]}, [("escobas", "mixed_forms")]),
        ({**PLAIN, "nobody_captured": True}, [("nobody_captured", "mixed_forms")]),
        ({**PLAIN, "under_ten": [1]}, [("under_ten", "mixed_forms")]),
        ({**PLAIN, "piles": []}, [("piles", "mixed_forms")]),
        ({**by_most(0, 0, 0, 0), "cards": [20, 20]}, [("cards", "mixed_forms")]),
        ({**PLAIN, "scores": 3}, [("scores", "unknown_field")]),
    ],
    ids=[
        "nothing",
        "escobas alone",
        "there were captures",
        "no captures, with escobas",
        "no captures, with counts",
        "counts with flags",
        "counts with piles",
        "categories with counts",
        "a slip of the pen",
    ],
)
def test_fields_that_do_not_belong_together(deal, errors):
    assert errors_of(deal) == errors


def test_the_sentence_says_which_fields_belong_together():
    sheet, _ = score(match({**PLAIN, "piles": []}))
    assert "escobas, cards, golds, sevens, seven_of_golds, left" in sheet["errors"][0]["message"]


def test_a_document_may_say_that_there_were_captures():
    assert scores_of({**PLAIN, "nobody_captured": False}) == [6, 1]


def test_forms_are_offered_quickest_first():
    assert [form.slug for form in GAMES["escoba"].forms] == ["most", "counts", "piles", "plays", "nobody"]


# ---- Piles ----


def piles_of(*numbers):
    """The pack shared out in order: so many cards to each side."""
    pack = iter(map(str, PACK_40.cards))
    return [[next(pack) for _ in range(number)] for number in numbers]


def test_1_1_the_counts_follow_from_the_piles():
    golds_and_half_the_cups, rest = piles_of(15, 25)
    entry = sheet_of({"escobas": [0, 1], "piles": [golds_and_half_the_cups, rest]})["entries"][0]
    assert [line["code"] for line in entry["lines"]] == [
        "escobas",
        "cards",
        "all_golds",
        "seven_of_golds",
        "sevens",
    ]
    assert entry["scores"] == [3, 3]


@pytest.mark.parametrize(
    ("piles", "errors"),
    [
        (piles_of(20, 19), [("piles", "cards_missing")]),
        ([[*piles_of(20)[0], "12B"], piles_of(20, 20)[1]], [("piles[1][19]", "card_twice")]),
        ([[*piles_of(20)[0], "1O"], piles_of(20, 20)[1]], [("piles[0]", "card_twice")]),
        ([["8O"], []], [("piles[0][0]", "unknown_card")]),
        (piles_of(40), [("piles", "list_length")]),
        ([piles_of(40)[0], None], [("piles[1]", "not_a_list")]),
    ],
    ids=["one lost", "one in both", "one twice in a pile", "no eights", "one pile", "a pile left blank"],
)
def test_1_1_piles_that_cannot_be(piles, errors):
    assert errors_of({"escobas": [0, 0], "piles": piles}) == errors


def test_3_3_escobas_need_cards_in_the_pile():
    assert errors_of({"escobas": [0, 1], "piles": piles_of(39, 1)}) == [("escobas[1]", "escobas_above_cards")]


# ---- What is left (4) ----


@pytest.mark.parametrize(
    ("left", "codes"),
    [
        (["12O"], []),
        (["12O", "11C", "6E"], []),
        (["4O", "6O"], []),
        (["12O", "11C", "5E"], ["left_total"]),
        ([], ["left_total"]),
        (["7O", "11C", "12E", "4B"], ["left_total"]),
    ],
    ids=["10", "25", "10 again", "24", "nothing", "30"],
)
@pytest.mark.parametrize("deal", [PLAIN, by_most(0, 0, 0, 0)], ids=["counts", "most"])
def test_4_3_what_is_left_is_ten_more_than_a_multiple_of_fifteen(deal, left, codes):
    assert suspects_of({**deal, "left": left}) == codes


def test_4_1_one_player_takes_all_that_is_left():
    deal = {"escobas": [0, 0], "piles": piles_of(20, 20)}
    assert suspects_of({**deal, "left": ["4O", "6O"]}) == []
    assert suspects_of({**deal, "left": ["4O", "6B"]}) == ["left_split"]


def test_4_3_the_whole_pack_is_ten_more_than_a_multiple_of_fifteen():
    assert suspects_of({**PLAIN, "left": [str(card) for card in PACK_40.cards]}) == []


@pytest.mark.parametrize(
    ("last_capture", "last_escoba", "option", "taker"),
    [
        (1, 0, "last_capture", 1),
        (1, 0, "last_escoba", 0),
        (1, None, "last_escoba", 1),
        (None, None, "last_capture", None),
        (None, None, "last_escoba", None),
    ],
)
def test_4_1_who_takes_what_is_left(last_capture, last_escoba, option, taker):
    assert leftover_taker(last_capture, last_escoba, option) == taker


# ---- Captures and the opening table (2, 3) ----


def cards(text):
    return tuple(PACK_40.parse(card) for card in text.split())


@pytest.mark.parametrize(
    ("card", "table", "sets", "escoba"),
    [
        pytest.param("7O", "5C 3B", ["5C 3B"], True, id="3.3 all of it: an escoba"),
        pytest.param("7O", "5C 3B 1E", ["5C 3B"], False, id="3.1 not all of it"),
        pytest.param("12O", "5C", ["5C"], True, id="1.2 a king is worth ten"),
        pytest.param("11O", "6C", ["6C"], True, id="1.2 a horse is worth nine"),
        pytest.param("10O", "7C", ["7C"], True, id="1.2 a jack is worth eight"),
        pytest.param("5O", "12C 4E 6B", ["12C", "4E 6B"], False, id="3.5 two ways"),
        pytest.param("1O", "4C 12E 7B 7C", ["4C 12E", "7B 7C"], False, id="3.1 in table order"),
        pytest.param("7O", "10C 1E 7B", ["10C", "1E 7B"], False, id="3.5 one card or two"),
        pytest.param("7O", "12C 11E", [], False, id="3.1 nothing makes fifteen"),
        pytest.param("7O", "", [], False, id="3.4 an empty table"),
    ],
)
def test_captures(card, table, sets, escoba):
    found = captures(cards(card)[0], cards(table))
    assert list(found.sets) == [cards(part) for part in sets]
    assert found.escoba is escoba


@pytest.mark.parametrize(
    ("table", "total", "two_fifteens"),
    [
        ("1O 2C 5E 7B", 1, 1),
        ("1O 2C 3E 10B", 0, 0),
        ("12O 5C 10E 7B", 2, 2),
        ("12O 10E 7B 5C", 2, 2),
        ("12O 11C 5E 6B", 2, 2),
        ("12O 12C 7E 3B", 2, 0),
        ("12O 11C 10E 3B", 2, 0),
        ("12O 12C 12E 12B", 0, 0),
    ],
    ids=["15", "14", "10+5 8+7", "the same, otherwise laid", "9+6 10+5", "10+10+7+3", "10+9+8+3", "40"],
)
def test_2_3_the_opening_table(table, total, two_fifteens):
    assert opening_table(cards(table), "total") == total
    assert opening_table(cards(table), "two_fifteens") == two_fifteens


@given(st.permutations([str(card) for card in PACK_40.cards]), st.integers(0, 12))
def test_3_1_captures_are_all_the_subsets_that_make_fifteen_once_each(pack, size):
    card, table = pack[0], pack[1 : size + 1]
    found = captures(cards(card)[0], cards(" ".join(table)))
    plain = [
        chosen for n in range(size + 1) for chosen in combinations(table, n) if worth([card, *chosen]) == 15
    ]
    assert sorted(tuple(map(str, chosen)) for chosen in found.sets) == sorted(plain)
    assert found.escoba == any(len(chosen) == size for chosen in plain)


def test_3_1_the_largest_table_is_searched_quickly():
    assert len(captures(PACK_40.cards[0], PACK_40.cards[1:]).sets) == 6405


# ---- A whole deal, card by card ----


def worth(chosen):
    return sum({"10": 8, "11": 9, "12": 10}.get(card[:-1]) or int(card[:-1]) for card in chosen)


def possible(card, table):
    """Every capture: the sets grow card by card, and those past fifteen are dropped."""
    grown = [(card,)]
    for other in table:
        grown += [(*chosen, other) for chosen in grown if worth(chosen) + worth([other]) <= 15]
    return [chosen[1:] for chosen in grown if worth(chosen) == 15]


def played_out(seed, players=2, dealer=0, greed=0.9, rules=None):
    """A random legal deal and what comes of it, followed without the engine: (document, piles, escobas, left).

    Piles and escobas are those of the seats.
    """
    rules, chance = rules or {}, random.Random(seed)
    pack = [str(card) for card in PACK_40.cards]
    chance.shuffle(pack)
    table, pack = pack[:4], pack[4:]
    piles, escobas, last, last_escoba = [[] for _ in range(players)], [0] * players, None, None
    document = {"table": list(table), "plays": []}
    swept = {15: 1, 30: 2}.get(worth(table), 0)
    halves = any(worth(pair) == 15 for pair in combinations(table, 2))
    if swept == 2 and rules.get("opening_thirty") == "two_fifteens" and not halves:
        swept = 0
    if swept:
        piles[dealer], table, last, last_escoba = list(table), [], dealer, dealer
        escobas[dealer] = swept
    hands = [[] for _ in range(players)]
    for turn in range(36):
        seat = (dealer + 1 + turn) % players
        if not any(hands):
            hands = [[pack.pop() for _ in range(3)] for _ in range(players)]
        ways = []
        if chance.random() < greed:
            ways = [(card, chosen) for card in hands[seat] for chosen in possible(card, table)]
        if ways:
            card, chosen = chance.choice(ways)
        else:
            card, chosen = chance.choice(hands[seat]), ()
        hands[seat].remove(card)
        play = {"seat": seat, "card": card}
        if chosen:
            play["takes"] = list(chosen)
            last, escobas[seat] = seat, escobas[seat] + (len(chosen) == len(table))
            last_escoba = seat if len(chosen) == len(table) else last_escoba
            piles[seat] += [card, *chosen]
            table = [other for other in table if other not in chosen]
        else:
            table.append(card)
        document["plays"].append(play)
    if rules.get("leftover") == "last_escoba" and last_escoba is not None:
        last = last_escoba
    if last is not None:
        piles[last] += table
    return document, piles, escobas, table


def as_piles(piles, escobas, sides):
    """The deal by the sides' piles."""
    shared = [
        [card for seat in range(side, len(piles), sides) for card in piles[seat]] for side in range(sides)
    ]
    return {"piles": shared, "escobas": [sum(escobas[side::sides]) for side in range(sides)]}


def as_counts(deal):
    """The deal by counts, from its piles."""
    piles = deal["piles"]
    return make_deal(
        deal["escobas"],
        [len(pile) for pile in piles],
        [sum(card.endswith("O") for card in pile) for pile in piles],
        [sum(card.startswith("7") for card in pile) for pile in piles],
        next(side for side, pile in enumerate(piles) if "7O" in pile),
    )


def as_most(deal):
    """The deal by category, from its counts."""
    best = {
        name: deal[name].index(max(deal[name])) if deal[name].count(max(deal[name])) == 1 else None
        for name in ("cards", "golds", "sevens")
    }
    flags = {
        "all_golds": [side for side, number in enumerate(deal["golds"]) if number == 10],
        "all_sevens": [side for side, number in enumerate(deal["sevens"]) if number == 4],
    }
    lists = {
        "under_ten": [side for side, number in enumerate(deal["cards"]) if number < 10],
        "no_cards": [side for side, number in enumerate(deal["cards"]) if number == 0],
    }
    return {
        "most": best,
        "seven_of_golds": deal["seven_of_golds"],
        "escobas": deal["escobas"],
        **{name: sides[0] for name, sides in flags.items() if sides},
        **{name: sides for name, sides in lists.items() if sides},
    }


def by_the_text(deal, rules):
    """The count as the rules state it, worked out from counts once more."""
    points = list(deal["escobas"])
    points[deal["seven_of_golds"]] += 1
    wholes = (("cards", None, 0, None), ("golds", 10, 2, "all_golds"), ("sevens", 4, 3, "all_sevens"))
    for name, whole, value, option in wholes:
        best = max(deal[name])
        if deal[name].count(best) == 1:
            side = deal[name].index(best)
            plain = 0 if best == whole and rules.get(option) != "added" else 1
            points[side] += plain + (value if best == whole else 0)
    for side in range(len(points)):
        if all(number < 10 for other, number in enumerate(deal["cards"]) if other != side):
            points[side] += rules.get("fewer_than_ten", 1)
    return points


RULES = st.fixed_dictionaries(
    {},
    optional={
        "opening_thirty": st.sampled_from(["total", "two_fifteens"]),
        "all_golds": st.sampled_from(["instead", "added"]),
        "all_sevens": st.sampled_from(["instead", "added"]),
        "fewer_than_ten": st.integers(0, 3),
        "no_cards_loses": st.booleans(),
        "leftover": st.sampled_from(["last_capture", "last_escoba"]),
        "must_capture": st.booleans(),
    },
)


@settings(max_examples=examples(150), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    players=st.sampled_from([2, 3, 4, 6]),
    partners=st.booleans(),
    dealer=st.integers(0, 5),
    greed=st.sampled_from([0.0, 0.05, 0.5, 0.9, 1.0]),
    rules=RULES,
)
@example(seed=1, players=2, partners=False, dealer=0, greed=0.02, rules={})
def test_the_four_ways_to_write_a_deal_agree(seed, players, partners, dealer, greed, rules):
    dealer %= players
    sides = 2 if partners and players >= 4 else players
    rules = {**rules, "partnerships": sides < players}
    plays, piles, escobas, left = played_out(seed, players, dealer, greed, rules)
    if not any(piles):
        sheets = [
            sheet_of({**deal, "dealer": dealer}, players=players, **rules)
            for deal in (plays, {"nobody_captured": True})
        ]
        assert sheets[0]["entries"][0]["outcome"] == sheets[1]["entries"][0]["outcome"] == "nobody_captured"
        return
    shared = as_piles(piles, escobas, sides)
    numbers = as_counts(shared)
    shown = []
    for deal in (plays, shared, numbers, as_most(numbers), {**shared, "left": left}, {**plays, "left": left}):
        sheet = sheet_of({**deal, "dealer": dealer}, players=players, **rules)
        row = sheet["entries"][0]
        odd = [finding["code"] for finding in row["findings"]]
        assert set(odd) <= {"could_capture"}, odd
        lines = [
            (line["side"], line["points"], line["code"], line["cites"])
            for line in row["lines"]
            if line["code"] not in ("opening", "leftovers")
        ]
        shown.append((row["scores"], row["outcome"], sheet["winners"], lines))
    assert not [other for other in shown[1:] if other != shown[0]]
    assert shown[0][0] == by_the_text(numbers, rules)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4, 6]), st.sampled_from([0.3, 0.95]))
def test_4_3_something_is_left_after_every_legal_deal(seed, players, greed):
    plays, _, _, left = played_out(seed, players, 0, greed)
    assert worth(left) % 15 == 10
    assert suspects_of({**plays, "left": left}, players=players) == []


def test_4_4_a_deal_played_without_a_capture_is_one_without_captures():
    seed = next(seed for seed in range(100) if not any(played_out(seed, greed=0)[1]))
    plays, _, _, left = played_out(seed, greed=0)
    assert len(left) == 40
    entry = sheet_of(plays)["entries"][0]
    assert (entry["outcome"], entry["scores"]) == ("nobody_captured", [0, 0])


def first_that(wanted, **how):
    """The first random deal of which ``wanted(document, piles, escobas, left)`` is true."""
    return next(deal for deal in (played_out(seed, **how) for seed in range(5000)) if wanted(*deal))


def test_2_3_an_opening_fifteen_is_the_dealer_s_first_capture():
    plays, piles, escobas, _ = first_that(lambda plays, *_: worth(plays["table"]) == 15, greed=0)
    assert escobas == [1, 0]
    assert len(piles[0]) == 40, "the only capture of the deal, so what is left goes there too"
    sheet = sheet_of(plays, no_cards_loses=False)
    assert sheet["totals"] == [1 + 1 + 2 + 1 + 3 + 1, 0]


def test_2_3_an_opening_thirty_is_two_escobas_or_stays_by_the_option():
    def make_uneven(plays, *_):
        table = plays["table"]
        return worth(table) == 30 and not any(worth(pair) == 15 for pair in combinations(table, 2))

    plays, _, _, _ = first_that(make_uneven, greed=0)
    sheet = sheet_of(plays, opening_thirty="total", target=1000)
    assert [line["points"] for line in sheet["entries"][0]["lines"] if line["code"] == "escobas"] == [2]
    assert sheet_of(plays, opening_thirty="two_fifteens")["entries"][0]["outcome"] == "nobody_captured"


def list_lines(sheet, code):
    """Side, points and sentence of the lines with a code in a sheet of one deal."""
    lines = sheet["entries"][0]["lines"]
    return [(line["side"], line["points"], line["text"]) for line in lines if line["code"] == code]


@pytest.mark.parametrize(
    ("points", "rules", "dealer", "said"),
    [
        (15, {}, 0, "The opening table adds up to 15: 1 escoba for the dealer, and the four cards"),
        (30, {}, 2, "The opening table adds up to 30: 2 escobas for the dealer, and the four cards"),
        (
            30,
            {"opening_thirty": "two_fifteens"},
            1,
            "The opening table adds up to 30, but not in two fifteens: the dealer has no escoba of it",
        ),
        (16, {}, 0, None),
    ],
)
def test_2_3_a_deal_card_by_card_says_what_the_opening_table_brought(points, rules, dealer, said):
    def make_uneven(plays, *_):
        table = plays["table"]
        return worth(table) == points and not any(worth(pair) == 15 for pair in combinations(table, 2))

    plays, _, _, _ = first_that(make_uneven, players=3, dealer=dealer, rules=rules)
    sheet = sheet_of({**plays, "dealer": dealer}, players=3, **rules)
    assert list_lines(sheet, "opening") == ([] if said is None else [(dealer, 0, said)])
    asked = {
        "format": "scorekeeper-question/1",
        "game": "escoba",
        "question": "deal",
        "players": 3,
        "dealer": dealer,
        "rules": rules,
        **plays,
    }
    for question in (asked, {**asked, "plays": plays["plays"][:3]}):
        reasons = [reason["text"] for reason in rule(question)[0]["reasons"]]
        assert [text for text in reasons if "The opening table adds up" in text] == (
            [] if said is None else [f"Side {dealer + 1}: 0 – {said}"]
        )


@pytest.mark.soak
@pytest.mark.parametrize("option", ["last_capture", "last_escoba"])
@pytest.mark.parametrize("partners", [False, True])
def test_4_1_a_deal_card_by_card_says_who_took_the_cards_left_and_why(option, partners):
    rules = {"leftover": option}
    seats = set()
    for seed in range(in_soak(40, 14)):
        plays, piles, escobas, left = played_out(seed, 4, 0, 0.9 if seed % 2 else 0.1, rules)
        if not any(piles):
            continue
        taker = next(seat for seat in range(4) if set(left) <= set(piles[seat]))
        cards = "1 card" if len(left) == 1 else f"{len(left)} cards"
        how = f", taken by the {option.replace('_', ' ')}; that is no escoba"
        if option == "last_escoba" and not any(escobas):
            how = f"; there was no escoba, so the last capture takes {'it' if len(left) == 1 else 'them'}"
        sheet = sheet_of(plays, players=4, partnerships=partners, **rules)
        said = f"{cards} left on the table{how}"
        assert list_lines(sheet, "leftovers") == [(taker % 2 if partners else taker, 0, said)]
        seats.add(taker)
    assert len(seats) > 2, "different players took them"


def test_4_1_other_ways_to_write_a_deal_know_nothing_of_its_course():
    _, piles, escobas, _ = first_that(lambda plays, *_: worth(plays["table"]) == 15)
    sheet = sheet_of(as_piles(piles, escobas, 2))
    assert list_lines(sheet, "opening") == list_lines(sheet, "leftovers") == []


def test_3_2_laying_down_what_could_capture_is_odd_only_where_one_must():
    plays, _, _, _ = first_that(lambda *deal: any(deal[1]), greed=0.5)
    assert suspects_of(plays) == []
    codes = suspects_of(plays, must_capture=True)
    assert codes
    assert set(codes) == {"could_capture"}
    assert scores_of(plays) == scores_of(plays, must_capture=True)


def test_3_2_captures_and_cards_that_could_not_are_no_matter():
    plays, _, _, _ = first_that(lambda *deal: any(deal[1]), greed=1)
    table, laid = list(plays["table"]), []
    for index, play in enumerate(plays["plays"]):
        if "takes" in play:
            table = [card for card in table if card not in play["takes"]]
        else:
            if possible(play["card"], table):
                laid.append(f"entries[0].plays[{index}]")
            table.append(play["card"])
    row = sheet_of(plays, must_capture=True)["entries"][0]
    assert [finding["path"] for finding in row["findings"]] == laid


def change_play(plays, index, **play):
    """The deal with one play changed."""
    document = json.loads(json.dumps(plays))
    document["plays"][index].update(play)
    return document


LEGAL, _, _, LEGAL_LEFT = first_that(
    lambda plays, *_: "takes" in plays["plays"][0] and "takes" not in plays["plays"][35], greed=0.9
)
TAKES = LEGAL["plays"][0]["takes"]


def test_2_2_the_player_after_the_dealer_begins():
    assert errors_of({**LEGAL, "dealer": 1}) == [("plays[0].seat", "wrong_first")]


def test_2_2_seats_come_in_order():
    assert ("plays[35].seat", "out_of_turn") in errors_of(change_play(LEGAL, 35, seat=1))


def test_2_4_cards_that_were_not_played_are_counted():
    cut = {**LEGAL, "plays": LEGAL["plays"][:-2]}
    sheet, _ = score(match(cut))
    assert [error["code"] for error in sheet["errors"]] == ["cards_missing"]
    assert sheet["errors"][0]["message"].startswith("2 cards have not been played")
    assert errors_of({**LEGAL, "plays": []}) == [("plays", "cards_missing")]


def test_2_4_more_than_thirty_six_plays_are_refused():
    assert errors_of({**LEGAL, "plays": [*LEGAL["plays"], LEGAL["plays"][0]]}) == [("plays", "too_many")]


@pytest.mark.parametrize(
    ("deal", "errors"),
    [
        pytest.param(
            change_play(LEGAL, 35, card=LEGAL["plays"][34]["card"]),
            [("plays[35].card", "card_twice")],
            id="1.1 a card that was played before",
        ),
        pytest.param(
            change_play(LEGAL, 35, card=LEGAL["table"][0]),
            [("plays[35].card", "card_twice")],
            id="1.1 a card of the opening table",
        ),
        pytest.param(
            {**LEGAL, "table": LEGAL["table"][:3]}, [("table", "card_count")], id="2.1 three cards face up"
        ),
        pytest.param(
            {**LEGAL, "left": LEGAL_LEFT[1:]}, [("left", "left_differs")], id="4.1 other cards left"
        ),
        pytest.param(
            {**LEGAL, "escobas": [0, 0]}, [("escobas", "mixed_forms")], id="escobas follow from the plays"
        ),
    ],
)
def test_plays_that_cannot_be(deal, errors):
    assert errors_of(deal) == errors


@pytest.mark.parametrize(
    ("takes", "error"),
    [
        ([*TAKES, LEGAL_LEFT[-1]], (f"plays[0].takes[{len(TAKES)}]", "not_on_table")),
        ([*TAKES, LEGAL_LEFT[-1]], ("plays[0].takes", "not_fifteen")),
        ([next(card for card in LEGAL["table"] if card not in TAKES)], ("plays[0].takes", "not_fifteen")),
        ([LEGAL["plays"][0]["card"]], ("plays[0].takes[0]", "not_on_table")),
        ([TAKES[0], TAKES[0]], ("plays[0].takes", "card_twice")),
        (["8O"], ("plays[0].takes[0]", "unknown_card")),
    ],
    ids=["not there", "too much", "another sum", "itself", "twice", "no such card"],
)
def test_3_1_captures_that_cannot_be(takes, error):
    assert error in errors_of(change_play(LEGAL, 0, takes=takes))


def test_3_1_taking_nothing_is_laying_down():
    laid = change_play(LEGAL, 35, takes=[])
    assert scores_of(laid) == scores_of(LEGAL)


# ---- Robustness ----

NAMES_OF_FIELDS = sorted({field.name for form in GAMES["escoba"].forms for field in form.fields})
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-50, 50) | st.sampled_from(["7O", "12B", "xx", ""]) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["seat", "card", "takes", "cards", "golds", "sevens", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)
SIDES = st.integers(-1, 3) | st.none()
LISTS = st.lists(st.integers(-1, 45) | st.none(), max_size=4)
CARDS = st.lists(st.sampled_from([str(card) for card in PACK_40.cards]), max_size=8)
LIKELY = {
    "most": st.fixed_dictionaries({"cards": SIDES, "golds": SIDES, "sevens": SIDES}),
    "escobas": LISTS,
    "cards": LISTS,
    "golds": LISTS,
    "sevens": LISTS,
    "piles": st.lists(CARDS, max_size=3),
    "table": CARDS,
    "left": CARDS,
    "plays": st.lists(
        st.fixed_dictionaries(
            {"seat": SIDES, "card": st.sampled_from(["7O", "12B", "5C"])}, optional={"takes": CARDS}
        ),
        max_size=4,
    ),
}


@settings(max_examples=examples(150), deadline=None)
@given(
    st.fixed_dictionaries({}, optional={name: LIKELY.get(name, SIDES) | JSON for name in NAMES_OF_FIELDS}),
    st.sampled_from([2, 3, 4, 6]),
)
def test_no_deal_raises(deal, players):
    sheet, good = score(match(deal, players=players))
    if good:
        json.dumps(sheet)
    else:
        assert sheet["errors"]
        assert not [error for error in sheet["errors"] if not (error["code"] and error["message"])]


@settings(max_examples=examples(200), deadline=None)
@given(
    st.dictionaries(st.sampled_from([*GAMES["escoba"].options.list_options(), "preset"]), JSON, max_size=4)
)
def test_no_rules_raise(rules):
    sheet, good = score(match(PLAIN, players=4, **rules))
    assert good == ("errors" not in sheet)
    assert good or all(error["code"] and error["message"] for error in sheet["errors"])


@settings(max_examples=examples(60))
@given(
    st.lists(
        st.sampled_from([PLAIN, by_most(0, 0, 0, 0, (1, 0), no_cards=[1]), {"nobody_captured": True}]),
        max_size=8,
    )
)
def test_a_prefix_has_the_same_first_rows(deals):
    whole = sheet_of(*deals)["entries"]
    for cut in range(len(deals)):
        assert sheet_of(*deals[:cut])["entries"] == whole[:cut]


@pytest.mark.parametrize(
    ("deal", "full", "short"),
    [
        (PLAIN, "Escobas 2–1, cards 22–18, golds 6–4, sevens 3–1 · Seven of golds: Ane", None),
        (
            by_most(0, None, 1, 0, (2, 1)),
            "Escobas 2–1; most cards Ane, golds tie, sevens Iñaki · Seven of golds: Ane",
            None,
        ),
        (
            {**by_most(0, 0, 0, 0, (2, 0)), "all_golds": 0, "under_ten": [1]},
            (
                "Escobas 2–0; most cards Ane, golds Ane, sevens Ane · Seven of golds: Ane"
                " · All ten golds: Ane · Fewer than ten cards: Iñaki"
            ),
            None,
        ),
        (
            {**by_most(0, 0, 0, 0, (2, 0)), "no_cards": [1]},
            (
                "Escobas 2–0; most cards Ane, golds Ane, sevens Ane · Seven of golds: Ane"
                " · All ten golds: Ane · All four sevens: Ane · No card at all: Iñaki"
            ),
            "Escobas 2–0; most cards Ane, golds Ane, sevens Ane · Seven of golds: Ane · No card at all: Iñaki",
        ),
        ({"nobody_captured": True}, "No captures", None),
    ],
    ids=["counts", "most", "all of them and few cards", "no cards", "nobody"],
)
def test_a_deal_in_one_line(deal, full, short):
    from scorekeeper.core.reading import Table
    from scorekeeper.core.scoring.sentence import entry_text

    game = GAMES["escoba"]
    options = game.default_rules(2).options
    table = Table(game.seat(2, options), ("Ane", "Iñaki"), options)
    assert str(entry_text({"kind": "deal", **deal}, game, table)) == full
    assert str(entry_text({"kind": "deal", **deal}, game, table, short=True)) == (short or full)


SEVERAL_PROBLEMS = {
    "a side that does not exist beside counts that do not add up": (
        {"escobas": [2, 1], "cards": [22, 19], "golds": [6, 5], "sevens": [3, 1], "seven_of_golds": 5},
        ["seven_of_golds:unknown_side", "cards:cards_total", "golds:golds_total"],
    ),
    "an unknown field beside too few sevens": (
        {
            "escobas": [2, 1],
            "cards": [22, 18],
            "golds": [6, 4],
            "sevens": [2, 1],
            "seven_of_golds": 0,
            "x": 1,
        },
        ["x:unknown_field", "sevens:sevens_total"],
    ),
    "an unknown card left beside a contradiction": (
        {
            "most": {"cards": 0, "golds": 0, "sevens": 1},
            "seven_of_golds": 0,
            "escobas": [0, 0],
            "all_golds": 1,
            "left": ["8O"],
        },
        ["left[0]:unknown_card", "most.golds:all_golds_most", "seven_of_golds:all_golds_seven"],
    ),
}


@pytest.mark.parametrize("what", SEVERAL_PROBLEMS)
def test_one_problem_hides_no_other(what):
    deal, expected = SEVERAL_PROBLEMS[what]
    answer, good = score(
        {
            "format": "scorekeeper-match/1",
            "game": "escoba",
            "players": ["Ane", "Iñaki"],
            "entries": [{"kind": "deal", **deal}],
        }
    )
    assert not good
    found = [f"{error['path'].removeprefix('entries[0].')}:{error['code']}" for error in answer["errors"]]
    assert sorted(found) == sorted(expected)
