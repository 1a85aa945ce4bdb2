"""What a deal of Eskoba cannot be, in each of the ways to write it; the numbers are articles of the rulebook."""

import pytest

from scorekeeper.core.play.cards import PACK_40
from scorekeeper.games import score
from tests.cases import case, cases
from tests.games.escoba.deals import (
    PLAIN,
    by_most,
    errors_of,
    make_deal,
    match,
    piles_of,
    sheet_of,
    suspects_of,
)

PILES = piles_of(19, 21)
"""A hundred and a hundred and twenty: fifteens, and ten more in one of them."""


def test_fields_of_several_forms_are_named_in_the_order_they_were_written():
    counts = {"escobas": [0, 0], "seven_of_golds": 0, "cards": [20, 20], "golds": [5, 5], "sevens": [2, 2]}
    most = {"under_ten": [1], "no_cards": [], "most": {"cards": 0, "golds": 0, "sevens": 0}, "all_golds": 0}
    deal = {"kind": "deal", **counts, **most}
    paths = [path for path, code in errors_of(deal) if code == "mixed_forms"]
    assert paths == [name for name in deal if name in paths]
    assert len(paths) > 2


@cases(
    "deal, errors",
    case("41 cards", make_deal([0, 0], [22, 19], [6, 4], [3, 1], 0), [("cards", "cards_total")]),
    case(
        "nine golds and five sevens",
        make_deal([0, 0], [22, 18], [6, 3], [3, 2], 0),
        [("golds", "golds_total"), ("sevens", "sevens_total")],
    ),
    case(
        "nothing at all",
        make_deal([0, 0], [0, 0], [0, 0], [0, 0], 0),
        [
            ("cards", "cards_total"),
            ("golds", "golds_total"),
            ("sevens", "sevens_total"),
            ("seven_of_golds", "seven_of_golds"),
        ],
    ),
    case(
        "more golds than cards",
        make_deal([0, 0], [37, 3], [6, 4], [3, 1], 0),
        [("golds[1]", "golds_above_cards")],
    ),
    case(
        "more sevens than cards",
        make_deal([0, 0], [38, 2], [10, 0], [1, 3], 0),
        [("sevens[1]", "sevens_above_cards")],
    ),
    case(
        "four golds and a seven that is none of them are five cards",
        make_deal([0, 0], [36, 4], [6, 4], [3, 1], 0),
        [("cards[1]", "pile_too_small")],
    ),
    case(
        "the seven of golds without a gold",
        make_deal([0, 0], [22, 18], [10, 0], [3, 1], 1),
        [("seven_of_golds", "seven_of_golds")],
    ),
    case(
        "the seven of golds without a seven",
        make_deal([0, 0], [22, 18], [6, 4], [4, 0], 1),
        [("seven_of_golds", "seven_of_golds")],
    ),
    case(
        "an escoba and no card",
        make_deal([0, 1], [40, 0], [10, 0], [4, 0], 0),
        [("escobas[1]", "escobas_above_cards")],
    ),
    case(
        "three escobas with five cards",
        make_deal([0, 3], [35, 5], [8, 2], [3, 1], 0),
        [("escobas[1]", "escobas_above_cards")],
    ),
    case("two blanks", make_deal([0, 0], [None, None], [6, 4], [3, 1], 0), [("cards", "too_many_blanks")]),
    case(
        "blank escobas", make_deal([None, 0], [22, 18], [6, 4], [3, 1], 0), [("escobas[0]", "not_a_number")]
    ),
    case("side 2", make_deal([0, 0], [22, 18], [6, 4], [3, 1], 2), [("seven_of_golds", "unknown_side")]),
    case(
        "no escobas",
        {key: value for key, value in PLAIN.items() if key != "escobas"},
        [("escobas", "missing")],
    ),
    case(
        "impossible numbers",
        {**PLAIN, "golds": [11, -1]},
        [("golds[0]", "out_of_range"), ("golds[1]", "out_of_range")],
    ),
)
def test_counts_that_cannot_be(deal, errors):
    assert errors_of(deal) == errors


def test_1_1_a_blank_that_would_be_negative_is_refused():
    deal = make_deal([0, 0, 0], [30, 12, None], [5, 5, 0], [2, 2, 0], 0)
    assert errors_of(deal, players=3)[0] == ("cards", "cards_total")


@cases(
    "deal",
    case("three golds, one of them the seven", make_deal([0, 0], [37, 3], [7, 3], [3, 1], 1)),
    case("four cards, four golds", make_deal([0, 0], [36, 4], [6, 4], [3, 1], 1)),
    case("two escobas with four cards", make_deal([0, 2], [36, 4], [9, 1], [3, 1], 0)),
)
def test_1_1_small_piles_that_can_be(deal):
    assert sheet_of(deal)["status"] == "open"


@cases(
    "deal, errors",
    case(
        "5.4 all golds without their seven",
        by_most(0, 0, 1, 1, all_golds=0),
        [("seven_of_golds", "all_golds_seven")],
    ),
    case(
        "5.4 all golds but not the most", by_most(0, 1, 1, 0, all_golds=0), [("most.golds", "all_golds_most")]
    ),
    case("5.4 all golds and a tie", by_most(0, None, 1, 0, all_golds=0), [("most.golds", "all_golds_most")]),
    case(
        "5.7 all sevens without the golden one",
        by_most(0, 0, 1, 0, all_sevens=1),
        [("seven_of_golds", "all_sevens_seven")],
    ),
    case(
        "5.7 all sevens but not the most",
        by_most(0, 0, 1, 0, all_sevens=0),
        [("most.sevens", "all_sevens_most")],
    ),
    case(
        "5.9 no card but an escoba",
        by_most(0, 0, 0, 0, (0, 1), no_cards=[1]),
        [("escobas[1]", "no_cards_but")],
    ),
    case(
        "5.9 no card but the seven of golds",
        by_most(0, 0, 0, 1, no_cards=[1]),
        [
            ("seven_of_golds", "all_golds_seven"),
            ("seven_of_golds", "all_sevens_seven"),
            ("seven_of_golds", "no_cards_but"),
        ],
    ),
    case(
        "5.9 no card but the most cards", by_most(1, 0, 0, 0, no_cards=[1]), [("most.cards", "no_cards_but")]
    ),
    case("5.9 every card and a tie", by_most(None, 0, 0, 0, no_cards=[1]), [("most.cards", "no_cards_but")]),
    case(
        "5.9 every card and a tie in golds",
        by_most(0, None, 0, 0, no_cards=[1]),
        [("most.golds", "all_golds_most")],
    ),
    case("4.4 a side took the cards", by_most(0, 0, 0, 0, no_cards=[0, 1]), [("no_cards", "no_cards_all")]),
    case(
        "5.8 fewer than ten and the most",
        by_most(1, 0, 0, 0, under_ten=[1]),
        [("most.cards", "cards_contradict")],
    ),
    case(
        "5.8 fewer than ten and level",
        by_most(None, 0, 0, 0, under_ten=[1]),
        [("most.cards", "cards_contradict")],
    ),
    case("5.8 both under ten", by_most(0, 0, 0, 0, under_ten=[0, 1]), [("most.cards", "cards_contradict")]),
    case(
        "5.8 ten golds in fewer than ten cards",
        by_most(0, 1, 1, 1, all_golds=1, under_ten=[1]),
        [("most.cards", "cards_contradict")],
    ),
    case(
        "3.3 eleven escobas are twenty-two cards",
        by_most(1, 0, 0, 0, (11, 0)),
        [("most.cards", "cards_contradict")],
    ),
    case(
        "5.10 ten escobas each are twenty cards each, so a tie",
        by_most(0, 0, 0, 0, (10, 10)),
        [("most.cards", "cards_contradict")],
    ),
    case("a side twice", by_most(0, 0, 0, 0, under_ten=[1, 1]), [("under_ten", "side_twice")]),
    case("side 2", by_most(0, 0, 0, 2), [("seven_of_golds", "unknown_side")]),
    case(
        "no word about sevens",
        {"most": {"cards": 0, "golds": 0}, "seven_of_golds": 0, "escobas": [0, 0]},
        [("most.sevens", "missing")],
    ),
    case(
        "no word about the most",
        {"under_ten": [1], "seven_of_golds": 0, "escobas": [0, 0]},
        [("most", "missing")],
    ),
)
def test_categories_that_contradict_each_other(deal, errors):
    assert errors_of(deal) == errors


@cases(
    "sides, deal",
    (3, by_most(None, 0, 0, 0, (0, 0, 0), under_ten=[1])),
    (3, by_most(0, 0, 0, 0, (0, 0, 0), under_ten=[1, 2])),
    (3, by_most(None, None, None, 0, (0, 0, 0), no_cards=[2])),
    (4, by_most(3, 0, 0, 0, (0, 0, 0, 0), under_ten=[0, 1])),
    (6, by_most(0, 0, 0, 0, (0,) * 6, under_ten=[0, 1, 2, 3, 4, 5])),
    (6, by_most(None, 0, 0, 0, (3,) * 6, under_ten=[0, 1, 2, 3, 4])),
    (2, by_most(1, 0, 0, 0, (9, 0))),
    (2, by_most(None, 0, 0, 0, (10, 10))),
    ids=lambda value: str(value) if isinstance(value, int) else "",
)
def test_categories_that_can_be(sides, deal):
    assert sheet_of(deal, players=sides)["entries"][0]["findings"] == []


@cases(
    "deal, errors",
    case("nothing", {}, [("", "no_form")]),
    case("escobas alone", {"escobas": [1, 0], "seven_of_golds": 0}, [("", "no_form")]),
    case("there were captures", {"nobody_captured": False}, [("nobody_captured", "no_form")]),
    case(
        "no captures, with escobas",
        {"nobody_captured": True, "escobas": [0, 0]},
        [("escobas", "mixed_forms")],
    ),
    case(
        "no captures, with counts", {**PLAIN, "nobody_captured": True}, [("nobody_captured", "mixed_forms")]
    ),
    case("counts with flags", {**PLAIN, "under_ten": [1]}, [("under_ten", "mixed_forms")]),
    case("counts with piles", {**PLAIN, "piles": []}, [("piles", "mixed_forms")]),
    case("categories with counts", {**by_most(0, 0, 0, 0), "cards": [20, 20]}, [("cards", "mixed_forms")]),
    case("a slip of the pen", {**PLAIN, "scores": 3}, [("scores", "unknown_field")]),
)
def test_fields_that_do_not_belong_together(deal, errors):
    assert errors_of(deal) == errors


def test_the_sentence_says_which_fields_belong_together():
    sheet, _ = score(match({**PLAIN, "piles": []}))
    assert "escobas, cards, golds, sevens, seven_of_golds, setenta, left" in sheet["errors"][0]["message"]


@cases(
    "piles, errors",
    (piles_of(20, 19), [("piles", "cards_missing")]),
    ([[*piles_of(20)[0], "12B"], piles_of(20, 20)[1]], [("piles[1][19]", "card_twice")]),
    ([[*piles_of(20)[0], "1O"], piles_of(20, 20)[1]], [("piles[0]", "card_twice")]),
    ([["8O"], []], [("piles[0][0]", "unknown_card")]),
    (piles_of(40), [("piles", "list_length")]),
    ([piles_of(40)[0], None], [("piles[1]", "not_a_list")]),
    ids=["one lost", "one in both", "one twice in a pile", "no eights", "one pile", "a pile left blank"],
)
def test_1_1_piles_that_cannot_be(piles, errors):
    assert errors_of({"escobas": [0, 0], "piles": piles}) == errors


def test_3_3_escobas_need_cards_in_the_pile():
    assert errors_of({"escobas": [0, 1], "piles": piles_of(39, 1)}) == [("escobas[1]", "escobas_above_cards")]


@cases(
    "left, codes",
    case("10", ["12O"], []),
    case("25", ["12O", "11C", "6E"], []),
    case("10 again", ["4O", "6O"], []),
    case("24", ["12O", "11C", "5E"], ["left_total"]),
    case("nothing", [], ["left_total"]),
    case("30", ["7O", "11C", "12E", "4B"], ["left_total"]),
)
@pytest.mark.parametrize("deal", [PLAIN, by_most(0, 0, 0, 0)], ids=["counts", "most"])
def test_4_3_what_is_left_is_ten_more_than_a_multiple_of_fifteen(deal, left, codes):
    assert suspects_of({**deal, "left": left}) == codes


def test_4_1_one_player_takes_all_that_is_left():
    deal = {"escobas": [0, 0], "piles": PILES}
    assert suspects_of({**deal, "left": ["4O", "6O"]}) == []
    assert suspects_of({**deal, "left": ["4O", "6B"]}) == ["left_split"]


@cases(
    "piles, codes",
    case("ten more in one", PILES, []),
    case("all in one", [[], PILES[0] + PILES[1]], []),
    case("a card in the wrong pile", [PILES[0][1:], [*PILES[1], PILES[0][0]]], ["pile_totals"]),
    case("three that are no fifteens", [PILES[0][:3], PILES[0][3:], PILES[1]], ["pile_totals"]),
)
def test_4_3_of_piles_one_is_ten_more_than_fifteens_and_the_others_are_fifteens(piles, codes):
    """What is stored already stays valid: it is odd, and no error."""
    players = len(piles)
    assert suspects_of({"escobas": [0] * players, "piles": piles}, players=players) == codes


def test_4_3_the_whole_pack_is_ten_more_than_a_multiple_of_fifteen():
    assert suspects_of({**PLAIN, "left": [str(card) for card in PACK_40.cards]}) == []


SEVERAL_PROBLEMS = {
    "a side that does not exist beside counts that do not add up": (
        {"escobas": [2, 1], "cards": [22, 19], "golds": [6, 5], "sevens": [3, 1], "seven_of_golds": 5},
        ["seven_of_golds:unknown_side", "cards:cards_total", "golds:golds_total"],
    ),
    "an unknown field beside too few sevens": (
        make_deal([2, 1], [22, 18], [6, 4], [2, 1], 0, x=1),
        ["x:unknown_field", "sevens:sevens_total"],
    ),
    "an unknown card left beside a contradiction": (
        by_most(0, 0, 1, 0, all_golds=1, left=["8O"]),
        ["left[0]:unknown_card", "most.golds:all_golds_most", "seven_of_golds:all_golds_seven"],
    ),
}


@pytest.mark.parametrize("what", SEVERAL_PROBLEMS)
def test_one_problem_hides_no_other(what):
    deal, expected = SEVERAL_PROBLEMS[what]
    found = [f"{path}:{code}" for path, code in errors_of(deal)]
    assert sorted(found) == sorted(expected)
