"""Two counts of a deal of Belot that do not fit: the slips, likeliest first, and one question to tell them apart."""

import pytest

from tests.cases import case, cases
from tests.games.belot.deals import sequence
from tests.games.desk import Desk, texts

TIERCE = sequence(0, 3, "A")
DESK = Desk("belot")
ruling, result, errors = DESK.ruling, DESK.result, DESK.errors


def slips(**counts):
    return [(slip["path"], slip["from"], slip["to"]) for slip in result("mismatch", counts=counts)["slips"]]


def words(**counts):
    return [slip["text"] for slip in result("mismatch", counts=counts)["slips"]]


@cases(
    "counts, first",
    case("152", {"contract": "hearts", "trick_points": [96, 56]}, "forgot the last ten"),
    case("172", {"contract": "hearts", "trick_points": [106, 66]}, "the last ten twice"),
    case("144", {"contract": "hearts", "trick_points": [84, 60]}, "jack of trumps as one outside"),
    case("148", {"contract": "hearts", "trick_points": [88, 60]}, "a 9 of trumps as one outside"),
    case("148 nt", {"contract": "no_trumps", "trick_points": [70, 78]}, "jack outside trumps as one of"),
    case("260 nt", {"contract": "no_trumps", "trick_points": [144, 116]}, "Both sides doubled"),
    case("130 raw", {"contract": "no_trumps", "raw": [72, 58]}, "Neither side doubled"),
    case("202 raw", {"contract": "no_trumps", "raw": [144, 58]}, "forgot to double no trumps"),
    case("130 at", {"contract": "all_trumps", "trick_points": [100, 30]}, "what no trumps gives"),
    case("151", {"contract": "hearts", "trick_points": [102, 49]}, "worth 11: ace"),
    case("171", {"contract": "hearts", "trick_points": [110, 61]}, "digits changed places"),
    case(
        "182",
        {"contract": "hearts", "trick_points": [122, 60], "declarations": [TIERCE]},
        "among the tricks: Tierce to the ace",
    ),
    case("252 raw", {"contract": "hearts", "raw": [252, 0]}, "does not count: the capot’s 90"),
    case("162 raw", {"contract": "hearts", "raw": [162, 0], "capot": 0}, "forgot a premium: the capot’s 90"),
)
def test_the_likeliest_slip(counts, first):
    assert first in words(**counts)[0]


def test_a_capot_at_no_trumps_is_forgotten_with_what_it_brings_here():
    counts = {"contract": "no_trumps", "raw": [260, 0], "capot": 0}
    document = ruling("mismatch", {"capot_at_no_trumps": 180}, counts=counts)
    assert "forgot a premium: the capot’s 180" in document["result"]["slips"][0]["text"]
    assert ["belot 4.10", "belot 7.8"] in [reason["cites"] for reason in document["reasons"]]
    assert "forgot a premium: the capot’s 90" in words(**counts)[0]


def test_a_carre_at_no_trumps_that_was_not_told_is_cited_as_one():
    counts = {"contract": "no_trumps", "raw": [260, 100]}
    found = ruling("mismatch", {"carres_at_no_trumps": True}, counts=counts)["reasons"]
    told = [one["cites"] for one in found if "a premium of 100 that is not given" in one["text"]]
    assert told[0] == ["belot 4.3", "belot 7.15"]


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


@cases(
    "counts, slip",
    case("161", {"contract": "hearts", "trick_points": [101, 60]}, SHORT.format(1, "")),
    case("163", {"contract": "hearts", "trick_points": [103, 60]}, OVER.format(1, "")),
    case("257", {"contract": "all_trumps", "trick_points": [200, 57]}, SHORT.format(1, "")),
    case("259", {"contract": "all_trumps", "trick_points": [200, 59]}, OVER.format(1, "")),
    case("129", {"contract": "no_trumps", "trick_points": [80, 49]}, SHORT.format(1, "")),
    case("258 raw", {"contract": "no_trumps", "raw": [160, 98]}, SHORT.format(2, "s")),
    case("183 raw", {"contract": "hearts", "raw": [122, 61], "declarations": [TIERCE]}, OVER.format(1, "")),
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


@cases(
    "counts, question",
    case("the last ten", {"contract": "hearts", "trick_points": [96, 56]}, "Who took the last trick"),
    case("at no trumps", {"contract": "no_trumps", "trick_points": [60, 60]}, "Who took the last trick"),
    case("nothing known", {"contract": "no_trumps", "raw": [72, 59]}, "counts its cards once more"),
    case("a jack", {"contract": "hearts", "trick_points": [84, 60]}, "for its jacks and nines"),
    case(
        "among the tricks",
        {"contract": "hearts", "trick_points": [122, 60], "declarations": [TIERCE]},
        "Which premiums",
    ),
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


@pytest.mark.long
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


TIERCES = [sequence(0, 3, "A"), sequence(1, 3, "A")]
BOTH = [
    case("20 each", [110, 92], [], "Both sides: counted a premium of 20 that is not given here."),
    case(
        "20 and 50",
        [110, 122],
        [],
        (
            "Seats 1 and 3: counted a premium of 20 that is not given here. "
            "Seats 2 and 4: counted a premium of 50 that is not given here."
        ),
    ),
    case(
        "belot 4.6: level tierces",
        [110, 92],
        TIERCES,
        "Both sides: counted a premium that does not count: Tierce to the ace.",
    ),
]


@pytest.mark.parametrize(("raw", "announced", "text"), BOTH)
def test_a_premium_that_both_sides_added_is_one_slip(raw, announced, text):
    counts = {"contract": "hearts", "trick_points": [90, 72], "raw": raw}
    counts |= {"declarations": announced} if announced else {}
    assert slips(**counts) == [("counts.raw", raw, [90, 72])]
    assert words(**counts) == [text]


def test_premiums_that_both_sides_forgot_are_one_slip():
    announced = [{"player": 0, "kind": "belote"}, sequence(1, 3, "A")]
    counts = {"contract": "hearts", "trick_points": [90, 72], "raw": [90, 72], "declarations": announced}
    assert slips(**counts) == [("counts.raw", [90, 72], [110, 92])]
    assert words(**counts) == [
        "Seats 1 and 3: forgot a premium: Belote in hearts. Seats 2 and 4: forgot a premium: Tierce to the ace."
    ]


def test_a_difference_that_no_single_slip_explains():
    document = ruling("mismatch", counts={"contract": "hearts", "trick_points": [200, 200]})
    assert document["result"] == {"slips": []}
    assert document["verdict"].startswith("No single slip")


def test_a_mismatch_needs_counts():
    assert errors("mismatch", counts={"contract": "hearts"}) == [("counts.trick_points", "missing")]
    assert errors("mismatch", counts={"contract": "no_trumps", "raw": [1, 2], "declarations": [TIERCE]}) == [
        ("counts.declarations[0]", "nothing_at_no_trumps")
    ]
