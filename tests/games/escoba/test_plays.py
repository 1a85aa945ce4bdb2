"""A deal of Eskoba card by card: what it says of its course, and what cannot have been played."""

import json
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games import rule, score
from tests.cases import case, cases
from tests.documents import question_document
from tests.games.escoba.deals import (
    as_piles,
    errors_of,
    first_that,
    match,
    play_at_random,
    scores_of,
    sheet_of,
    suspects_of,
)
from tests.games.escoba.judge import list_captures, worth
from tests.soak import examples, in_soak


@pytest.mark.long
@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4, 6]), st.sampled_from([0.3, 0.95]))
def test_4_3_something_is_left_after_every_legal_deal(seed, players, greed):
    plays, _, _, left = play_at_random(seed, players, 0, greed)
    assert worth(left) % 15 == 10
    assert suspects_of({**plays, "left": left}, players=players) == []


def test_4_4_a_deal_played_without_a_capture_is_one_without_captures():
    seed = next(seed for seed in range(100) if not any(play_at_random(seed, greed=0)[1]))
    plays, _, _, left = play_at_random(seed, greed=0)
    assert len(left) == 40
    entry = sheet_of(plays)["entries"][0]
    assert (entry["outcome"], entry["scores"]) == ("nobody_captured", [0, 0])


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


@pytest.mark.long
def test_7_1_a_thirty_that_brings_nothing_is_not_called_the_dealer_s_where_it_is_the_next_player_s():
    def make_uneven(plays, *_):
        return worth(plays["table"]) == 30 and not any(
            worth(pair) == 15 for pair in combinations(plays["table"], 2)
        )

    rules = {"opening_thirty": "two_fifteens", "opening": "first"}
    plays, _, _, _ = first_that(make_uneven, players=3, dealer=1, rules=rules)
    said = "The opening table adds up to 30, but not in two fifteens: it brings no escoba"
    assert list_lines(sheet_of({**plays, "dealer": 1}, players=3, **rules), "opening") == [(2, 0, said)]


@pytest.mark.long
@cases(
    "points, rules, dealer, said",
    (15, {}, 0, "The opening table adds up to 15: 1 escoba for the dealer, and the four cards"),
    (30, {}, 2, "The opening table adds up to 30: 2 escobas for the dealer, and the four cards"),
    (
        30,
        {"opening_thirty": "two_fifteens"},
        1,
        "The opening table adds up to 30, but not in two fifteens: the dealer has no escoba of it",
    ),
    (16, {}, 0, None),
)
def test_2_3_a_deal_card_by_card_says_what_the_opening_table_brought(points, rules, dealer, said):
    def make_uneven(plays, *_):
        table = plays["table"]
        return worth(table) == points and not any(worth(pair) == 15 for pair in combinations(table, 2))

    plays, _, _, _ = first_that(make_uneven, players=3, dealer=dealer, rules=rules)
    sheet = sheet_of({**plays, "dealer": dealer}, players=3, **rules)
    assert list_lines(sheet, "opening") == ([] if said is None else [(dealer, 0, said)])
    asked = question_document("escoba", "deal", players=3, dealer=dealer, rules=rules, **plays)
    for question in (asked, {**asked, "plays": plays["plays"][:3]}):
        reasons = [reason["text"] for reason in rule(question)[0]["reasons"]]
        assert [text for text in reasons if "The opening table adds up" in text] == (
            [] if said is None else [f"Side {dealer + 1}: 0 points – {said}"]
        )


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.parametrize("option", ["last_capture", "last_escoba"])
@pytest.mark.parametrize("partners", [False, True])
def test_4_1_a_deal_card_by_card_says_who_took_the_cards_left_and_why(option, partners):
    rules = {"leftover": option}
    seats = set()
    for seed in range(in_soak(40, 14)):
        plays, piles, escobas, left = play_at_random(seed, 4, 0, 0.9 if seed % 2 else 0.1, rules)
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
            if list_captures(play["card"], table):
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


@cases(
    "deal, errors",
    case(
        "1.1 a card that was played before",
        change_play(LEGAL, 35, card=LEGAL["plays"][34]["card"]),
        [("plays[35].card", "card_twice")],
    ),
    case(
        "1.1 a card of the opening table",
        change_play(LEGAL, 35, card=LEGAL["table"][0]),
        [("plays[35].card", "card_twice")],
    ),
    case("2.1 three cards face up", {**LEGAL, "table": LEGAL["table"][:3]}, [("table", "card_count")]),
    case("4.1 other cards left", {**LEGAL, "left": LEGAL_LEFT[1:]}, [("left", "left_differs")]),
    case("escobas follow from the plays", {**LEGAL, "escobas": [0, 0]}, [("escobas", "mixed_forms")]),
)
def test_plays_that_cannot_be(deal, errors):
    assert errors_of(deal) == errors


@cases(
    "takes, error",
    ([*TAKES, LEGAL_LEFT[-1]], (f"plays[0].takes[{len(TAKES)}]", "not_on_table")),
    ([*TAKES, LEGAL_LEFT[-1]], ("plays[0].takes", "not_fifteen")),
    ([next(card for card in LEGAL["table"] if card not in TAKES)], ("plays[0].takes", "not_fifteen")),
    ([LEGAL["plays"][0]["card"]], ("plays[0].takes[0]", "not_on_table")),
    ([TAKES[0], TAKES[0]], ("plays[0].takes", "card_twice")),
    (["8O"], ("plays[0].takes[0]", "unknown_card")),
    ids=["not there", "too much", "another sum", "itself", "twice", "no such card"],
)
def test_3_1_captures_that_cannot_be(takes, error):
    assert error in errors_of(change_play(LEGAL, 0, takes=takes))


def test_3_1_taking_nothing_is_laying_down():
    laid = change_play(LEGAL, 35, takes=[])
    assert scores_of(laid) == scores_of(LEGAL)
