"""Eskoba's count, sides and end of a match. The numbers in names and ids are articles of the rulebook."""

import pytest

from scorekeeper.games import GAMES, score
from tests.games.escoba.deals import (
    PLAIN,
    SPANISH,
    by_most,
    errors_of,
    make_deal,
    match,
    piles_of,
    scores_of,
    sheet_of,
)


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


@pytest.mark.parametrize(("points", "lines"), [(1, [1]), (2, [2]), (0, [])])
def test_5_8_where_few_cards_bring_nothing_no_line_speaks_of_them(points, lines):
    sheet = sheet_of(make_deal([0, 0], [31, 9], [7, 3], [2, 2], 0), fewer_than_ten=points)
    told = [one["points"] for one in sheet["entries"][0]["lines"] if one["code"] == "under_ten"]
    assert told == lines


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


def test_a_document_may_say_that_there_were_captures():
    assert scores_of({**PLAIN, "nobody_captured": False}) == [6, 1]


def test_forms_are_offered_quickest_first():
    assert [form.slug for form in GAMES["escoba"].forms] == ["most", "counts", "piles", "plays", "nobody"]


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
