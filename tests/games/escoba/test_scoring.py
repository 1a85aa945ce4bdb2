"""Eskoba's count, sides and end of a match. The numbers in names and ids are articles of the rulebook."""

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES, score
from tests.cases import case, cases
from tests.games.escoba.deals import (
    PLAIN,
    SPANISH,
    as_piles,
    by_most,
    errors_of,
    make_deal,
    match,
    piles_of,
    play_at_random,
    scores_of,
    sheet_of,
)
from tests.games.lines import read_ending, read_lines, said


@cases(
    "deal, scores",
    case("5.1 5.2 5.3 5.5 5.6 a point each, and one an escoba", PLAIN, [6, 1]),
    case("5.10 level: no point", make_deal([0, 0], [20, 20], [5, 5], [2, 2], 1), [0, 1]),
    case("5.3 golds go their own way", make_deal([0, 0], [21, 19], [4, 6], [2, 2], 0), [2, 1]),
    case("5.4 all golds instead of most", make_deal([0, 0], [20, 20], [10, 0], [2, 2], 0), [3, 0]),
    case("5.4 nine golds are only the most", make_deal([0, 0], [20, 20], [9, 1], [2, 2], 0), [2, 0]),
    case("5.7 all sevens instead of most", make_deal([0, 0], [20, 20], [5, 5], [4, 0], 0), [4, 0]),
    case("5.8 nine cards against", make_deal([0, 0], [31, 9], [7, 3], [2, 2], 0), [4, 0]),
    case("5.8 ten cards against", make_deal([0, 0], [30, 10], [7, 3], [2, 2], 0), [3, 0]),
    case("5.8 the side with few gains nothing", make_deal([0, 0], [9, 31], [7, 3], [2, 2], 0), [2, 2]),
)
def test_the_count(deal, scores):
    assert scores_of(deal) == scores


@cases(
    "rules, scores",
    ({}, [11, 0]),
    ({"all_golds": "added"}, [12, 0]),
    ({"all_sevens": "added"}, [12, 0]),
    ({"all_golds": "added", "all_sevens": "added"}, [13, 0]),
    ({"fewer_than_ten": 0}, [10, 0]),
    ({"fewer_than_ten": 5}, [15, 0]),
    (SPANISH, [10, 0]),
    ids=str,
)
def test_5_4_5_7_5_8_options_change_what_a_clean_sweep_is_worth(rules, scores):
    assert scores_of(make_deal([3, 0], [39, 1], [10, 0], [4, 0], 0), **rules) == scores


@pytest.mark.parametrize(("points", "lines"), [(1, [1]), (2, [2]), (0, [])])
def test_5_8_where_few_cards_bring_nothing_no_line_speaks_of_them(points, lines):
    sheet = sheet_of(make_deal([0, 0], [31, 9], [7, 3], [2, 2], 0), fewer_than_ten=points)
    told = [one["points"] for one in sheet["entries"][0]["lines"] if one["code"] == "under_ten"]
    assert told == lines


@cases(
    "cards, golds, sevens, gain",
    case("both opponents under ten", [23, 9, 8], [8, 1, 1], [2, 1, 1], [0]),
    case("one opponent has ten", [21, 9, 10], [8, 1, 1], [2, 1, 1], []),
    case("a side without a card is under ten too", [23, 9, 8, 0], [8, 1, 1, 0], [2, 1, 1, 0], [0]),
    case("no side under ten", [10, 10, 10, 10], [7, 1, 1, 1], [1, 1, 1, 1], []),
    case("six players, one with ten", [10, 6, 6, 6, 6, 6], [5, 1, 1, 1, 1, 1], [4, 0, 0, 0, 0, 0], [0]),
    case(
        "six players, all under ten: so are everybody's opponents",
        [7, 7, 7, 7, 6, 6],
        [5, 1, 1, 1, 1, 1],
        [2, 1, 1, 0, 0, 0],
        [0, 1, 2, 3, 4, 5],
    ),
)
def test_5_8_with_three_sides_or_more_every_opponent_must_be_under_ten(cards, golds, sevens, gain):
    deal = make_deal([0] * len(cards), cards, golds, sevens, 0)
    lines = sheet_of(deal, players=len(cards))["entries"][0]["lines"]
    assert [line["side"] for line in lines if line["code"] == "under_ten"] == gain


@cases(
    "cards, leader", ([15, 15, 10], None), ([14, 13, 13], 0), ([13, 13, 14], 2), ([20, 20, 0], None), ids=str
)
def test_5_10_the_most_is_more_than_every_other_side(cards, leader):
    deal = make_deal([0, 0, 0], cards, [5, 5, 0], [2, 2, 0], 0)
    lines = sheet_of(deal, players=3, no_cards_loses=False)["entries"][0]["lines"]
    assert [line["side"] for line in lines if line["code"] == "cards"] == ([] if leader is None else [leader])


@cases(
    "deal, rules, outcome, winners, scores",
    case("by counts", make_deal([1, 0], [40, 0], [10, 0], [4, 0], 0), {}, "no_cards", [0], [9, 0]),
    case("by category", by_most(0, 0, 0, 0, (1, 0), no_cards=[1]), {}, "no_cards", [0], [9, 0]),
    case(
        "by category, all of it said",
        by_most(0, 0, 0, 0, (1, 0), no_cards=[1], under_ten=[1], all_golds=0, all_sevens=0),
        {},
        "no_cards",
        [0],
        [9, 0],
    ),
    case("switched off", by_most(0, 0, 0, 0, (1, 0), no_cards=[1]), SPANISH, "counted", [], [8, 0]),
    case("one card saves", make_deal([1, 0], [39, 1], [10, 0], [4, 0], 0), {}, "counted", [], [9, 0]),
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


SEVEN = "1 seven_of_golds: The seven of golds (5.5)"
SWEEP = make_deal([3, 0], [39, 1], [10, 0], [4, 0], 0)
ADDED = {"all_golds": "added", "all_sevens": "added", "fewer_than_ten": 5}


@cases(
    "deal, how, lines",
    said(
        "counts",
        PLAIN,
        "0 2 escobas: 2 escobas (5.1)",
        "1 1 escobas: 1 escoba (5.1)",
        "0 1 cards: The most cards: 22–18 (5.2)",
        "0 1 golds: The most golds: 6–4 (5.3)",
        f"0 {SEVEN}",
        "0 1 sevens: The most sevens: 3–1 (5.6)",
    ),
    said(
        "who had the most",
        by_most(0, 1, 0, 1),
        "0 1 cards: The most cards (5.2)",
        "1 1 golds: The most golds (5.3)",
        f"1 {SEVEN}",
        "0 1 sevens: The most sevens (5.6)",
    ),
    said(
        "ties, counts",
        make_deal([0, 0], [20, 20], [5, 5], [2, 2], 1),
        "0 0 cards_tie: A tie for the most cards, 20–20: no point (5.2, 5.10)",
        "0 0 golds_tie: A tie for the most golds, 5–5: no point (5.3, 5.10)",
        f"1 {SEVEN}",
        "0 0 sevens_tie: A tie for the most sevens, 2–2: no point (5.6, 5.10)",
    ),
    said(
        "ties",
        by_most(None, None, None, 1),
        "0 0 cards_tie: A tie for the most cards: no point (5.2, 5.10)",
        "0 0 golds_tie: A tie for the most golds: no point (5.3, 5.10)",
        f"1 {SEVEN}",
        "0 0 sevens_tie: A tie for the most sevens: no point (5.6, 5.10)",
    ),
    said(
        "all of them, instead",
        SWEEP,
        "0 3 escobas: 3 escobas (5.1)",
        "0 1 cards: The most cards: 39–1 (5.2)",
        "0 2 all_golds: All ten golds, in place of the point for the most (5.4)",
        f"0 {SEVEN}",
        "0 3 all_sevens: All four sevens, in place of the point for the most (5.7)",
        "0 1 under_ten: The opponents took fewer than ten cards: 39–1 (5.8)",
    ),
    said(
        "all of them, added",
        SWEEP,
        "0 3 escobas: 3 escobas (5.1)",
        "0 1 cards: The most cards: 39–1 (5.2)",
        "0 1 golds: The most golds: 10–0 (5.3)",
        "0 2 all_golds: All ten golds, on top of the point for the most (5.4)",
        f"0 {SEVEN}",
        "0 1 sevens: The most sevens: 4–0 (5.6)",
        "0 3 all_sevens: All four sevens, on top of the point for the most (5.7)",
        "0 5 under_ten: The opponents took fewer than ten cards: 39–1 (5.8)",
        **ADDED,
    ),
    said(
        "few cards",
        by_most(0, 0, 0, 0, under_ten=[1]),
        "0 1 cards: The most cards (5.2)",
        "0 1 golds: The most golds (5.3)",
        f"0 {SEVEN}",
        "0 1 sevens: The most sevens (5.6)",
        "0 1 under_ten: The opponents took fewer than ten cards (5.8)",
    ),
    said(
        "few cards bring nothing at this table",
        make_deal([0, 0], [31, 9], [4, 6], [1, 3], 0),
        "0 1 cards: The most cards: 31–9 (5.2)",
        "1 1 golds: The most golds: 4–6 (5.3)",
        f"0 {SEVEN}",
        "1 1 sevens: The most sevens: 1–3 (5.6)",
        fewer_than_ten=0,
    ),
    said(
        "few cards of two others",
        by_most(0, 0, 0, 0, (0, 0, 0), under_ten=[1, 2]),
        "0 1 cards: The most cards (5.2)",
        "0 1 golds: The most golds (5.3)",
        f"0 {SEVEN}",
        "0 1 sevens: The most sevens (5.6)",
        "0 1 under_ten: Every other side took fewer than ten cards (5.8)",
        players=3,
    ),
    said(
        "no cards of two others",
        make_deal([0, 0, 0], [40, 0, 0], [10, 0, 0], [4, 0, 0], 0),
        "0 1 cards: The most cards: 40–0–0 (5.2)",
        "0 2 all_golds: All ten golds, in place of the point for the most (5.4)",
        f"0 {SEVEN}",
        "0 3 all_sevens: All four sevens, in place of the point for the most (5.7)",
        "0 1 under_ten: Every other side took fewer than ten cards: 40–0–0 (5.8)",
        "0 0 no_cards: Every other side took no card: that wins the match (5.9)",
        players=3,
    ),
    said(
        "no cards",
        by_most(1, 1, 1, 1, no_cards=[0]),
        "1 1 cards: The most cards (5.2)",
        "1 2 all_golds: All ten golds, in place of the point for the most (5.4)",
        f"1 {SEVEN}",
        "1 3 all_sevens: All four sevens, in place of the point for the most (5.7)",
        "1 1 under_ten: The opponents took fewer than ten cards (5.8)",
        "1 0 no_cards: The opponents took no card: that wins the match (5.9)",
    ),
    said("no captures", {"nobody_captured": True}, "0 0 nobody_captured: No captures: no points (4.4)"),
)
def test_every_line_says_what_it_is_for_and_by_which_articles(deal, how, lines):
    assert read_lines(sheet_of(deal, **how)["entries"][0]) == lines


def test_5_10_and_4_4_that_no_side_gets_something_is_no_side_s_own_line():
    deals = by_most(None, None, None, 1, (2, 0)), {"nobody_captured": True}
    rows = score_match(match(*deals), GAMES, Report()).entries
    assert [{line.code: line.shared for line in row.lines} for row in rows] == [
        {"escobas": False, "seven_of_golds": False}
        | dict.fromkeys(("cards_tie", "golds_tie", "sevens_tie"), True),
        {"nobody_captured": True},
    ]


FOUR = "opening: The opening table adds up to"
LEFT = "left on the table"
BY_ESCOBA = "taken by the last escoba; that is no escoba (4.1, 4.2)"
NO_ESCOBA = "there was no escoba, so the last capture"


@cases(
    "seed, how, first, last",
    (
        16,
        {},
        f"0 0 {FOUR} 15: 1 escoba for the dealer, and the four cards (2.3)",
        f"0 0 leftovers: 2 cards {LEFT}, taken by the last capture; that is no escoba (4.1, 4.2)",
    ),
    (
        2,
        {},
        f"0 0 {FOUR} 30: 2 escobas for the dealer, and the four cards (2.3)",
        f"1 0 leftovers: 1 card {LEFT}, taken by the last capture; that is no escoba (4.1, 4.2)",
    ),
    (
        76,
        {"opening_thirty": "two_fifteens"},
        f"0 0 {FOUR} 30, but not in two fifteens: the dealer has no escoba of it (2.3)",
        f"1 0 leftovers: 3 cards {LEFT}, taken by the last capture; that is no escoba (4.1, 4.2)",
    ),
    (3, {"leftover": "last_escoba"}, None, f"1 0 leftovers: 1 card {LEFT}, {BY_ESCOBA}"),
    (1, {"leftover": "last_escoba"}, None, f"0 0 leftovers: 7 cards {LEFT}, {BY_ESCOBA}"),
    (31, {"leftover": "last_escoba"}, None, f"0 0 leftovers: 1 card {LEFT}; {NO_ESCOBA} takes it (4.1, 4.2)"),
    (
        0,
        {"leftover": "last_escoba"},
        None,
        f"1 0 leftovers: 8 cards {LEFT}; {NO_ESCOBA} takes them (4.1, 4.2)",
    ),
)
def test_2_3_and_4_1_a_deal_card_by_card_says_whose_the_opening_and_the_leftovers_are(seed, how, first, last):
    deal = play_at_random(seed, rules=how, greed=0.9 if first else 0.5)[0]
    lines = read_lines(sheet_of(deal, **how)["entries"][0])
    assert lines[-1] == last
    assert lines[0] == first if first else FOUR not in lines[0]


@cases("players, dealer, how, side", (2, 1, {}, 1), (4, 3, {}, 3), (4, 3, {"partnerships": True}, 1))
def test_2_3_the_opening_table_is_the_dealer_s(players, dealer, how, side):
    deal = {**play_at_random(2, players=players, dealer=dealer)[0], "dealer": dealer}
    line = sheet_of(deal, players=players, **how)["entries"][0]["lines"][0]
    assert (line["code"], line["side"], line["points"]) == ("opening", side, 0)


@cases(
    "deal, how, ending",
    (PLAIN, {}, "target_not_reached: The target of 21 points is not reached yet. (6.1)"),
    (PLAIN, {"target": 6}, "target_reached: The 6 points are reached, and the highest total wins. (6.1)"),
    (
        by_most(0, 1, None, 0, (0, 1)),
        {"target": 2},
        "level: Level at the top: play goes on until one side leads. (6.2)",
    ),
    (
        by_most(0, 0, 0, 0, no_cards=[1]),
        {},
        "no_cards: The opponents took no card: that wins the match. (5.9)",
    ),
    (
        by_most(0, 0, 0, 0, (0, 0, 0), no_cards=[1, 2]),
        {"players": 3},
        "no_cards: Every other side took no card: that wins the match. (5.9)",
    ),
)
def test_why_a_match_goes_on_or_is_over_is_said_with_its_article(deal, how, ending):
    assert read_ending(sheet_of(deal, **how)) == ending


@cases(
    "rules, escobas, winners",
    case("6.2 level at 8: play on", {"target": 8}, [7, 8], []),
    case("6.2 level at 8: shared", {"target": 8, "tie_at_target": "shared"}, [7, 8], [0, 1]),
    case("6.1 no side there yet", {"target": 9}, [7, 8], []),
    case("6.1 both there, one leads", {"target": 8}, [8, 8], [0]),
)
def test_the_end_of_a_match(rules, escobas, winners):
    assert sheet_of(make_deal(escobas, [20, 20], [5, 5], [2, 2], 0), **rules)["winners"] == winners


@pytest.mark.parametrize("preset", ["eskoba", "escoba"])
def test_6_1_both_presets_play_to_twenty_one(preset):
    assert sheet_of(PLAIN, preset=preset)["rules"]["target"] == 21


@cases(
    "players, rules, sides",
    (2, {}, [[0], [1]]),
    (3, {}, [[0], [1], [2]]),
    (4, {}, [[0], [1], [2], [3]]),
    (4, {"partnerships": True}, [[0, 2], [1, 3]]),
    (6, {}, [[0], [1], [2], [3], [4], [5]]),
    (6, {"partnerships": True}, [[0, 2, 4], [1, 3, 5]]),
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


@cases(
    "deal",
    case("cards", make_deal([2, 1], [22, None], [6, 4], [3, 1], 0)),
    case("the first of each", make_deal([2, 1], [None, 18], [None, 4], [None, 1], 0)),
    case("here and there", make_deal([2, 1], [None, 18], [6, None], [3, None], 0)),
)
def test_1_1_a_blank_is_worked_out(deal):
    assert scores_of(deal) == scores_of(PLAIN)


@cases(
    "deal, scores",
    case("ordinary", by_most(0, 0, 0, 0, (2, 1)), [6, 1]),
    case("all level", by_most(None, None, None, 1), [0, 1]),
    case("few cards", by_most(0, None, 1, 1, under_ten=[1]), [2, 2]),
    case("all golds", by_most(0, 0, 1, 0, all_golds=0), [4, 1]),
    case("all sevens", by_most(0, 0, 0, 0, all_sevens=0), [6, 0]),
    case("nearly everything", by_most(0, 0, 0, 0, all_sevens=0, all_golds=0, under_ten=[1]), [8, 0]),
    case(
        "nothing special",
        by_most(0, 0, 0, 0, all_golds=None, all_sevens=None, under_ten=[], no_cards=[]),
        [4, 0],
    ),
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


@cases(
    "deal, full, short",
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


@cases(
    "rules, deal, scores",
    ({"all_golds_value": 0}, make_deal([0, 0], [20, 20], [10, 0], [2, 2], 0), [2, 0]),
    ({"all_golds_value": 4}, make_deal([0, 0], [20, 20], [10, 0], [2, 2], 0), [5, 0]),
    ({"all_golds_value": 4, "all_golds": "added"}, make_deal([0, 0], [20, 20], [10, 0], [2, 2], 0), [6, 0]),
    ({"most_sevens": 3}, make_deal([0, 0], [20, 20], [5, 5], [3, 1], 0), [4, 0]),
    ({"most_sevens": 0}, make_deal([0, 0], [20, 20], [5, 5], [3, 1], 0), [1, 0]),
    ({"most_sevens": 0}, make_deal([0, 0], [20, 20], [5, 5], [4, 0], 0), [4, 0]),
    ({"most_sevens": 2, "all_sevens": "added"}, make_deal([0, 0], [20, 20], [5, 5], [4, 0], 0), [6, 0]),
    ({"few_cards": 15}, make_deal([0, 0], [26, 14], [5, 5], [2, 2], 1), [2, 1]),
    ({"few_cards": 14}, make_deal([0, 0], [26, 14], [5, 5], [2, 2], 1), [1, 1]),
    ({"setenta": 2}, make_deal([0, 0], [20, 20], [5, 5], [2, 2], 1, setenta=0), [2, 1]),
    ({"setenta": 2}, make_deal([0, 0], [20, 20], [5, 5], [2, 2], 1, setenta=None), [0, 1]),
    ({"setenta": 1}, by_most(0, 0, 0, 0, setenta=1), [4, 1]),
)
def test_7_a_deal_by_the_customs_of_a_table(rules, deal, scores):
    assert scores_of(deal, **rules) == scores


@pytest.mark.parametrize("all_sevens", ["instead", "added"])
def test_7_3_all_the_sevens_say_nothing_of_the_most_where_those_bring_nothing(all_sevens):
    deal = make_deal([0, 0], [20, 20], [5, 5], [4, 0], 0)
    (entry,) = sheet_of(deal, most_sevens=0, all_sevens=all_sevens)["entries"]
    (line,) = [line for line in entry["lines"] if line["code"] == "all_sevens"]
    assert (line["points"], line["text"], line["cites"]) == (
        3,
        "All four sevens",
        ["escoba 5.7", "escoba 7.3"],
    )


@cases(
    "rules, deal, errors",
    ({}, make_deal([0, 0], [20, 20], [5, 5], [2, 2], 1, setenta=None), [("setenta", "not_played")]),
    ({"setenta": 1}, make_deal([0, 0], [20, 20], [5, 5], [2, 2], 1), [("setenta", "missing")]),
    (
        {"setenta": 1},
        make_deal([0, 0], [37, 3], [9, 1], [3, 1], 0, setenta=1),
        [("setenta", "setenta_impossible")],
    ),
    ({"setenta": 1}, by_most(0, 0, 0, 0, all_golds=0, setenta=1), [("setenta", "setenta_impossible")]),
    ({"setenta": 1}, by_most(0, 0, 0, 0, no_cards=[1], setenta=1), [("setenta", "setenta_impossible")]),
    ({"all_golds_value": 0}, by_most(0, 0, 0, 0, all_golds=0), [("all_golds", "not_played")]),
    ({"target": None}, PLAIN, [("rules.target", "target_needed")]),
)
def test_7_what_a_table_does_not_play_for_or_cannot_be(rules, deal, errors):
    assert errors_of(deal, **rules) == errors


def count_setenta(pile):
    """By the sentence of the rule alone."""
    worth = {"7": 21, "6": 18, "1": 16, "5": 15, "4": 14, "3": 13, "2": 12, "10": 10, "11": 10, "12": 10}
    suits = [[worth[card[:-1]] for card in pile if card[-1] == suit] for suit in "OCEB"]
    return sum(map(max, suits)) if all(suits) else 0


@pytest.mark.parametrize("seed", range(30))
def test_7_5_the_setenta_follows_from_the_piles_and_from_the_plays(seed):
    plays, piles, escobas, _left = play_at_random(seed, greed=1)
    rules = {"setenta": 3, "target": 1000}
    by_cards = sheet_of(as_piles(piles, escobas, 2), **rules)["entries"][0]
    worth = [count_setenta(pile) for pile in piles]
    best = [3 if one == max(worth) and worth.count(one) == 1 and one else 0 for one in worth]
    for row in (by_cards, sheet_of(plays, **rules)["entries"][0]):
        lines = [line for line in row["lines"] if line["code"].startswith("setenta")]
        assert [sum(line["points"] for line in lines if line["side"] == side) for side in (0, 1)] == best
        assert "–".join(map(str, worth)) in lines[0]["text"]


@cases(
    "rules, code, cited",
    ({}, "all_golds", None),
    ({"all_golds_value": 4}, "all_golds", "escoba 7.2"),
    ({"all_golds_value": 0}, "golds", "escoba 7.2"),
    ({}, "sevens", None),
    ({"most_sevens": 2}, "sevens", "escoba 7.3"),
    ({}, "all_sevens", None),
    ({"all_sevens_value": 5}, "all_sevens", "escoba 7.2"),
)
def test_7_points_of_a_custom_name_it(rules, code, cited):
    sevens = [4, 0] if code == "all_sevens" else [3, 1]
    found, _good = score(match(make_deal([0, 0], [20, 20], [10, 0], sevens, 0), **rules))
    line = next(line for line in found["entries"][0]["lines"] if line["code"] == code)
    assert [cite for cite in line["cites"] if cite.startswith("escoba 7")] == ([cited] if cited else [])
