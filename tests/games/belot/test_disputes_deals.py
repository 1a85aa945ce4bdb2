"""Belot's disputes about a whole deal: what it is worth, how it was played, and where two counts slipped."""

import pytest

from tests.games.desk import Desk, texts


def cards(notation):
    return notation.split()


HANDS = [
    cards("7H 8H JC 9C 7D 8D 7S 8S"),
    cards("9H 10H JH QH KH AH 7C 8C"),
    cards("10C QC KC AC 9D 10D JD QD"),
    cards("KD AD 9S 10S JS QS KS AS"),
]
TIERCE = {"player": 0, "kind": "sequence", "length": 3, "top": "A"}
DESK = Desk("belot")
ruling, result, errors = DESK.ruling, DESK.result, DESK.errors


# --- the score of a deal --------------------------------------------------------------------------


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


# --- card by card ---------------------------------------------------------------------------------


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


# --- slips ----------------------------------------------------------------------------------------


def slips(**counts):
    return [(slip["path"], slip["from"], slip["to"]) for slip in result("mismatch", counts=counts)["slips"]]


def words(**counts):
    return [slip["text"] for slip in result("mismatch", counts=counts)["slips"]]


@pytest.mark.parametrize(
    ("counts", "first"),
    [
        pytest.param({"contract": "hearts", "trick_points": [96, 56]}, "forgot the last ten", id="152"),
        pytest.param({"contract": "hearts", "trick_points": [106, 66]}, "the last ten twice", id="172"),
        pytest.param(
            {"contract": "hearts", "trick_points": [84, 60]}, "jack of trumps as one outside", id="144"
        ),
        pytest.param(
            {"contract": "hearts", "trick_points": [88, 60]}, "a 9 of trumps as one outside", id="148"
        ),
        pytest.param(
            {"contract": "no_trumps", "trick_points": [70, 78]}, "jack outside trumps as one of", id="148 nt"
        ),
        pytest.param(
            {"contract": "no_trumps", "trick_points": [144, 116]}, "Both sides doubled", id="260 nt"
        ),
        pytest.param({"contract": "no_trumps", "raw": [72, 58]}, "Neither side doubled", id="130 raw"),
        pytest.param({"contract": "no_trumps", "raw": [144, 58]}, "forgot to double no trumps", id="202 raw"),
        pytest.param(
            {"contract": "all_trumps", "trick_points": [100, 30]}, "what no trumps gives", id="130 at"
        ),
        pytest.param({"contract": "hearts", "trick_points": [102, 49]}, "worth 11: ace", id="151"),
        pytest.param({"contract": "hearts", "trick_points": [110, 61]}, "digits changed places", id="171"),
        pytest.param(
            {"contract": "hearts", "trick_points": [122, 60], "declarations": [TIERCE]},
            "among the tricks: Tierce to the ace",
            id="182",
        ),
        pytest.param({"contract": "hearts", "raw": [252, 0]}, "does not count: the capot’s 90", id="252 raw"),
        pytest.param(
            {"contract": "hearts", "raw": [162, 0], "capot": 0},
            "forgot a premium: the capot’s 90",
            id="162 raw",
        ),
    ],
)
def test_the_likeliest_slip(counts, first):
    assert first in words(**counts)[0]


def test_counts_that_fit_have_no_slip():
    assert slips(contract="hearts", trick_points=[102, 60]) == []
    assert slips(contract="hearts", trick_points=[102, 60], raw=[122, 60], declarations=[TIERCE]) == []
    document = ruling("mismatch", counts={"contract": "hearts", "trick_points": [102, 60]})
    assert document["verdict"] == "The two counts fit together."


def test_a_side_whose_count_is_right_has_no_slip():
    found = slips(contract="hearts", trick_points=[102, 60], raw=[102, 60], declarations=[TIERCE])
    assert {path for path, *_ in found} == {"counts.raw[0]"}


SHORT = "{} point{} short: an ace was counted as a ten, or a king as a queen."
OVER = "{} point{} over: a ten was counted as an ace, or a queen as a king."


@pytest.mark.parametrize(
    ("counts", "slip"),
    [
        pytest.param({"contract": "hearts", "trick_points": [101, 60]}, SHORT.format(1, ""), id="161"),
        pytest.param({"contract": "hearts", "trick_points": [103, 60]}, OVER.format(1, ""), id="163"),
        pytest.param({"contract": "all_trumps", "trick_points": [200, 57]}, SHORT.format(1, ""), id="257"),
        pytest.param({"contract": "all_trumps", "trick_points": [200, 59]}, OVER.format(1, ""), id="259"),
        pytest.param({"contract": "no_trumps", "trick_points": [80, 49]}, SHORT.format(1, ""), id="129"),
        pytest.param({"contract": "no_trumps", "raw": [160, 98]}, SHORT.format(2, "s"), id="258 raw"),
        pytest.param(
            {"contract": "hearts", "raw": [122, 61], "declarations": [TIERCE]},
            OVER.format(1, ""),
            id="183 raw",
        ),
    ],
)
def test_one_point_off_is_an_ace_for_a_ten_or_a_king_for_a_queen_of_either_side(counts, slip):
    document = ruling("mismatch", counts=counts)
    found = [one["text"] for one in document["result"]["slips"]]
    assert len(found) == 2, found
    assert [slip in one for one in found] == [True, True]
    assert document["verdict"].endswith(
        "To tell them apart: Which side comes to another number when it counts its aces, tens, kings and queens"
        " once more?"
    )


@pytest.mark.parametrize(
    ("counts", "question"),
    [
        pytest.param(
            {"contract": "hearts", "trick_points": [96, 56]}, "Who took the last trick", id="the last ten"
        ),
        pytest.param(
            {"contract": "no_trumps", "trick_points": [60, 60]}, "Who took the last trick", id="at no trumps"
        ),
        pytest.param(
            {"contract": "no_trumps", "raw": [72, 59]}, "counts its cards once more", id="nothing known"
        ),
        pytest.param(
            {"contract": "hearts", "trick_points": [84, 60]}, "for its jacks and nines", id="a jack"
        ),
        pytest.param(
            {"contract": "hearts", "trick_points": [122, 60], "declarations": [TIERCE]},
            "Which premiums",
            id="among the tricks",
        ),
    ],
)
def test_where_several_slips_remain_one_question_tells_them_apart(counts, question):
    document = ruling("mismatch", counts=counts)
    assert len(document["result"]["slips"]) > 1
    _verdict, told, asked = document["verdict"].partition(" To tell them apart: ")
    assert told, document["verdict"]
    assert question in asked
    assert asked.endswith("?")


def test_of_two_slips_that_are_as_likely_none_is_called_the_likeliest():
    document = ruling("mismatch", counts={"contract": "hearts", "trick_points": [101, 60]})
    assert document["verdict"].startswith("Either of two slips explains the difference. To tell them apart: ")
    for side in ("Seats 1 and 3: 1 point short", "Seats 2 and 4: 1 point short"):
        assert any(text.startswith(side) for text in texts(document)), list(texts(document))


def test_a_single_slip_asks_nothing():
    document = ruling("mismatch", counts={"contract": "no_trumps", "trick_points": [144, 58]})
    assert len(document["result"]["slips"]) == 1
    assert "?" not in document["verdict"]


def test_any_other_miscount_is_named_as_such_for_either_side():
    assert slips(contract="hearts", trick_points=[100, 57]) == [
        ("counts.trick_points[0]", 100, 105),
        ("counts.trick_points[1]", 57, 62),
    ]
    assert [text.split(": ")[1] for text in words(contract="hearts", trick_points=[100, 57])] == [
        "miscounted. 100 becomes 105.",
        "miscounted. 57 becomes 62.",
    ]


def test_every_difference_that_one_side_can_have_made_is_explained():
    for contract, total in (("hearts", 162), ("no_trumps", 130), ("all_trumps", 258)):
        for first in range(total + 1):
            for other in (0, 7, total // 3, total - 5):
                if first + other != total:
                    assert slips(contract=contract, trick_points=[first, other]), (contract, first, other)


def test_two_wrong_counts_are_both_put_right_where_the_tricks_are_known():
    counts = {"contract": "hearts", "trick_points": [102, 60], "raw": [99, 61]}
    assert slips(**counts) == [("counts.raw", [99, 61], [102, 60])]
    assert words(**counts) == ["Both sides miscounted."]


def test_a_difference_that_no_single_slip_explains():
    document = ruling("mismatch", counts={"contract": "hearts", "trick_points": [200, 200]})
    assert document["result"] == {"slips": []}
    assert document["verdict"].startswith("No single slip")


def test_a_mismatch_needs_counts():
    assert errors("mismatch", counts={"contract": "hearts"}) == [("counts.trick_points", "missing")]
    assert errors("mismatch", counts={"contract": "no_trumps", "raw": [1, 2], "declarations": [TIERCE]}) == [
        ("counts.declarations[0]", "nothing_at_no_trumps")
    ]
