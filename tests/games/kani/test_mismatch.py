"""Two counts of Kani's tricks that do not fit: the slips, likeliest first, and one question to tell them apart."""

import random

import pytest

from tests.cases import case, cases
from tests.games.desk import Desk

DESK = Desk("kani")
result = DESK.result


def slips(**counts):
    return [(slip["path"], slip["from"], slip["to"]) for slip in result("mismatch", counts=counts)["slips"]]


@cases(
    "counts, expected",
    case("they fit", {"pairs": [9, 4]}, []),
    case("the seats fit", {"seats": [4, 3, 4, 2]}, []),
    case("cards counted", {"pairs": [36, 4]}, [("counts.pairs[0]", 36, 9)]),
    case(
        "the bid written",
        {"pairs": [8, 4], "bid": 8},
        [
            ("counts.pairs[0]", 8, 9),
            ("counts.pairs[0]", 8, 9),
            ("counts.pairs[1]", 4, 5),
            ("counts.pairs[0]", 8, 9),
            ("counts.pairs[1]", 4, 5),
        ],
    ),
    case(
        "without the partner's",
        {"pairs": [5, 4], "seats": [5, 2, 4, 2], "declarer": 0, "partner": 2},
        [("counts.pairs[0]", 5, 9), ("counts.pairs[0]", 5, 9)],
    ),
    case(
        "another partner",
        {"pairs": [7, 6], "seats": [5, 2, 4, 2], "declarer": 0, "partner": 2},
        [("counts.partner", 2, 1), ("counts.partner", 2, 3), ("counts.pairs", [7, 6], [9, 4])],
    ),
    case(
        "a seat of the pair",
        {"pairs": [9, 4], "seats": [5, 2, 3, 2], "declarer": 0, "partner": 2},
        [("counts.seats[0]", 5, 6), ("counts.seats[2]", 3, 4)],
    ),
    case(
        "any seat",
        {"seats": [5, 2, 4, 0]},
        [
            ("counts.seats[0]", 5, 7),
            ("counts.seats[1]", 2, 4),
            ("counts.seats[2]", 4, 6),
            ("counts.seats[3]", 0, 2),
        ],
    ),
    case("no single slip", {"pairs": [20, 20]}, []),
)
def test_the_slips_likeliest_first(counts, expected):
    assert slips(**counts) == expected


@cases(
    "counts, question",
    case("12", {"pairs": [7, 5]}, "Who took the first trick, and with whose tricks does it lie?"),
    case("14", {"pairs": [8, 6]}, "Who took the first trick, and with whose tricks does it lie?"),
    case("16", {"pairs": [9, 7]}, "Whose cards are not four times the tricks that are written down?"),
    case(
        "a seat", {"seats": [5, 2, 4, 1]}, "Whose cards are not four times the tricks that are written down?"
    ),
    case(
        "another partner",
        {"pairs": [7, 6], "seats": [5, 2, 4, 2], "declarer": 0, "partner": 2},
        "Who held the called card?",
    ),
    case(
        "the bid",
        {"pairs": [8, 4], "bid": 8},
        "Apart from the bid: how many tricks lie with the declarer’s pair?",
    ),
    case(
        "the declarer's own",
        {"pairs": [5, 4], "seats": [5, 2, 4, 2], "declarer": 0, "partner": 2},
        "Are the partner’s tricks counted too?",
    ),
)
def test_where_several_slips_remain_one_question_tells_them_apart(counts, question):
    document = DESK.ruling("mismatch", counts=counts)
    assert len(document["result"]["slips"]) > 1
    assert document["verdict"].endswith(f" To tell them apart: {question}")


def test_a_single_slip_asks_nothing():
    assert "?" not in DESK.ruling("mismatch", counts={"pairs": [36, 4]})["verdict"]


def test_every_number_that_one_side_can_have_got_wrong_is_explained():
    for first in range(14):
        for other in range(14):
            assert slips(pairs=[first, other]) or first + other == 13, (first, other)
    miscounted = DESK.ruling("mismatch", counts={"pairs": [9, 7]})["result"]["slips"]
    assert [one["text"] for one in miscounted] == [
        "The declarer’s pair miscounted. 9 becomes 6.",
        "The other two miscounted. 7 becomes 4.",
    ]


def test_counts_that_no_partner_makes_agree_do_not_fit():
    asked = {"pairs": [7, 6], "seats": [1, 2, 3, 7], "declarer": 0}
    document = DESK.ruling("mismatch", counts=asked)
    assert not document["verdict"].startswith("The two counts fit")
    assert any("no partner gives the declarer’s pair 7" in one["text"] for one in document["reasons"]), (
        document["reasons"]
    )
    for fitting in ({**asked, "pairs": [8, 5]}, {**asked, "pairs": [10, 3], "declarer": 2}):
        assert DESK.ruling("mismatch", counts=fitting)["verdict"] == "The two counts fit together."


@pytest.mark.long
def test_every_slip_makes_the_counts_fit():
    rng = random.Random(7)
    for _ in range(3000):
        counts = {"pairs": [rng.randint(0, 15), rng.randint(0, 15)], "bid": rng.randint(7, 12)}
        if rng.random() < 0.6:
            seats = [rng.randint(0, 6) for _ in range(4)]
            counts |= {"seats": seats, "declarer": 0, "partner": rng.choice([None, 1, 2, 3])}
        for path, before, after in slips(**counts):
            mended = {
                name: list(value) if isinstance(value, list) else value for name, value in counts.items()
            }
            name, _, index = path.removeprefix("counts.").partition("[")
            if index:
                assert mended[name][int(index[:-1])] == before
                mended[name][int(index[:-1])] = after
            else:
                assert mended[name] == before
                mended[name] = after
            assert sum(mended[name]) == 13 if name != "partner" else slips(**mended) == []


@pytest.mark.parametrize("pairs", [[7, 7], [6, 6]])
def test_3_3_who_plays_alone_waits_for_no_partner_in_the_first_trick(pairs):
    for partner, waits in ((2, True), (None, False)):
        found = result("mismatch", counts={"pairs": pairs, "declarer": 0, "partner": partner})["slips"]
        assert any("the partner was not yet known" in slip["text"] for slip in found) is waits
        assert found
