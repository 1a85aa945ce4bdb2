"""Belot's questions about a whole deal: what it is worth, and what was irregular card by card."""

import pytest

from tests.games.belot.deals import sequence
from tests.games.desk import Desk, texts

DESK = Desk("belot")
ruling, result, errors = DESK.ruling, DESK.result, DESK.errors


def cards(notation):
    return notation.split()


HANDS = [
    cards("7H 8H JC 9C 7D 8D 7S 8S"),
    cards("9H 10H JH QH KH AH 7C 8C"),
    cards("10C QC KC AC 9D 10D JD QD"),
    cards("KD AD 9S 10S JS QS KS AS"),
]
TIERCE = sequence(0, 3, "A")


def test_a_deal_is_written_as_in_a_match():
    deal = {
        "contract": "all_trumps",
        "declarer": 1,
        "doubling": "contra",
        "trick_points": [100, None],
        "declarations": [TIERCE],
    }
    found = result("score", **deal)
    row = DESK.sheet({"kind": "deal", **deal})["entries"][0]
    assert found == {name: row[name] for name in ("outcome", "raw", "scores", "pending")}


def test_belot_1_6_all_passed_and_what_hangs_goes_on_hanging():
    found = result("score", contract="pass", pending=8)
    assert found == {"outcome": "passed_out", "raw": [0, 0], "scores": [0, 0], "pending": 8}


def test_a_deal_that_cannot_be_is_refused_as_in_a_match():
    assert errors("score", contract="hearts", declarer=0, trick_points=[100, 52]) == [
        ("trick_points", "points_total")
    ]
    assert errors("score", contract="hearts") == [("declarer", "missing"), ("trick_points", "missing")]
    assert errors("score", contract="pass", declarer=1) == [("declarer", "passed_out")]
    assert errors("score", contract="hearts", declarer=0, trick_points=[162, 0], capot=1) == [
        ("trick_points", "capot_points")
    ]


def deal(tricks, **fields):
    return ruling("deal", contract="hearts", declarer=1, leader=3, hands=HANDS, tricks=tricks, **fields)


def test_belot_1_5_a_lead_out_of_turn_is_named_and_play_goes_on():
    found = deal([cards("AD 7D 9H 9D"), cards("KD 8D 10H 10D")])["result"]
    assert found["irregularities"] == [{"seat": 3, "trick": 1, "card": "KD", "legal": []}]
    assert found["winners"] == [1, 1]
    assert found["deal"] is None
    assert found["scores"] is None


def test_belot_2_1_a_revoke_is_named_with_what_was_legal():
    document = deal([cards("AD 8S 9H 9D"), cards("7C 10C")])
    assert document["result"]["irregularities"] == [
        {"seat": 0, "trick": 0, "card": "8S", "legal": ["7D", "8D"]}
    ]
    assert document["verdict"] == "1 card was not allowed."
    assert texts(document)[0].startswith("Trick 1: seat 1 could not play 8♠, only 7♦, 8♦.")


def test_belot_4_an_announcement_is_looked_up_in_the_hands():
    announced = [
        {"player": 3, "kind": "sequence", "length": 3, "top": "K"},
        {"player": 3, "kind": "sequence", "length": 3, "top": "J", "suit": "spades"},
        {"player": 2, "kind": "sequence", "length": 4, "top": "Q", "suit": "clubs"},
        {"player": 1, "kind": "belote"},
        {"player": 0, "kind": "carre", "rank": "A"},
    ]
    document = deal([cards("AD 7D KH 9D")], declarations=announced)
    assert document["result"]["refused"] == [0, 2, 4]
    assert sum("does not stand" in text for text in texts(document)) == 3


def test_belot_4_9_belote_thrown_off_at_all_trumps_does_not_stand():
    hands = [
        ["7S", *cards("7C 8C 9C 10C JC QC KC")],
        ["QH", "KH", *cards("AC 7D 8D 9D 10D JD")],
        ["8S", "9S", "10S", *cards("QD KD AD 7H 8H")],
        ["JS", "QS", "KS", "AS", *cards("9H 10H JH AH")],
    ]
    belote = [{"player": 1, "kind": "belote", "suit": "hearts"}]
    asked = {"contract": "all_trumps", "declarer": 1, "hands": hands, "declarations": belote}
    assert result("deal", **asked, tricks=[cards("7S QH 8S JS")])["refused"] == [0]
    assert result("deal", **asked, tricks=[cards("7S 7D 8S JS")])["refused"] == []


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param(
            {"tricks": [["AD", "7D", "9H", "9D"]]}, [("hands", "missing")], id="neither hands nor play"
        ),
        pytest.param(
            {"tricks": [["AD", "7D", "9H"], ["9D", "KD", "8D", "10H"]], "hands": HANDS},
            [("tricks[0]", "card_count")],
            id="a trick of three",
        ),
        pytest.param(
            {"tricks": [["AD", "7D", "9H", "9D", "KD"]], "hands": HANDS},
            [("tricks[0]", "too_many")],
            id="a trick of five",
        ),
        pytest.param(
            {"tricks": [["AD", "7D", "9H", "9D"], ["AD"]], "hands": HANDS},
            [("tricks[1][0]", "card_twice")],
            id="a card twice",
        ),
        pytest.param(
            {"tricks": [], "hands": [HANDS[0], HANDS[0], HANDS[2], HANDS[3]]},
            [(f"hands[1][{index}]", "card_twice") for index in range(8)],
            id="a hand twice",
        ),
        pytest.param(
            {"tricks": [["AD", "9D", "9H", "7D"]], "hands": HANDS},
            [("tricks[0][1]", "not_in_hand"), ("tricks[0][3]", "not_in_hand")],
            id="another's card",
        ),
        pytest.param(
            {"tricks": [], "hands": [HANDS[0][:7], *HANDS[1:]]}, [("hands[0]", "card_count")], id="seven"
        ),
    ],
)
def test_a_deal_that_cannot_have_been(fields, expected):
    assert errors("deal", contract="hearts", declarer=1, leader=3, **fields) == expected
