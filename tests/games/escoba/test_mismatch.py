"""Two counts of a deal of Eskoba that do not fit: the slips, likeliest first, and one question to tell them apart."""

import random
import re
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.escoba.disputes.mismatch.piles import can_be_left
from tests.cases import case, cases
from tests.games.desk import Desk
from tests.games.escoba.deals import piles_of
from tests.games.escoba.judge import ALL, worth
from tests.soak import examples, in_soak

DESK = Desk("escoba")
ask, result = DESK.ask, DESK.result


def slips(rules=None, **counts):
    return result("mismatch", rules, counts=counts)["slips"]


def brief(**counts):
    return [(slip["path"], slip["from"], slip["to"]) for slip in slips(**counts)]


@cases(
    "counts, expected",
    case("fit", {"cards": [22, 18], "golds": [6, 4], "sevens": [3, 1], "seven_of_golds": [0]}, []),
    case("41", {"cards": [22, 19]}, [("counts.cards[0]", 22, 21), ("counts.cards[1]", 19, 18)]),
    case("11 golds", {"golds": [10, 1]}, [("counts.golds[0]", 10, 9), ("counts.golds[1]", 1, 0)]),
    case("digits changed places", {"cards": [22, 81]}, [("counts.cards[1]", 81, 18)]),
    case(
        "markers first",
        {"cards": [22, 16], "escobas": [2, 0]},
        [("counts.cards[0]", 22, 24), ("counts.cards[1]", 16, 18)],
    ),
    case(
        "leftovers forgotten",
        {"cards": [22, 14], "left": ["3C", "5O", "12B", "7E"]},
        [("counts.cards[0]", 22, 26), ("counts.cards[1]", 14, 18)],
    ),
    case(
        "both",
        {"seven_of_golds": [0, 1]},
        [("counts.seven_of_golds", [0, 1], [1]), ("counts.seven_of_golds", [0, 1], [0])],
    ),
    case(
        "only who has a seven can have it",
        {"cards": [22, 18], "golds": [1, 9], "sevens": [0, 4], "seven_of_golds": []},
        [("counts.seven_of_golds", [], [1])],
    ),
    case(
        "a gold overlooked where there is room for it",
        {"cards": [1, 39], "golds": [1, 8], "sevens": [0, 4]},
        [("counts.golds[1]", 8, 9)],
    ),
    case("4.3 twenty-five is left", {"left": ["3C", "5O", "12B", "7E"]}, []),
    case("4.3 a capture of thirteen", {"left": ["10C", "4O"]}, [("counts.left", ["10C", "4O"], None)] * 2),
    case("no single slip", {"cards": [50, 50]}, []),
)
def test_the_slips_likeliest_first(counts, expected):
    assert brief(**counts) == expected


LEFTOVERS = "the cards left on the table were not counted."
WHO_TOOK = " To tell them apart: Who took the cards left on the table, and did that side count them?"


@cases(
    "counts, told",
    case("six cards, of which nothing is known", {"cards": [20, 14]}, [(0, LEFTOVERS), (1, LEFTOVERS)]),
    case(
        "one gold among them",
        {"cards": [20, 14], "golds": [5, 4], "sevens": [2, 2]},
        [(0, LEFTOVERS), (1, LEFTOVERS)],
    ),
    case(
        "the seven of golds among them",
        {"cards": [20, 14], "golds": [5, 4], "sevens": [2, 1], "seven_of_golds": []},
        [(0, LEFTOVERS), (1, LEFTOVERS)],
    ),
    case("4.3 two golden sevens there are not", {"cards": [20, 18], "golds": [5, 3], "sevens": [2, 0]}, []),
    case(
        "4.3 a seven and a three make ten",
        {"cards": [20, 18], "golds": [4, 5], "sevens": [2, 1]},
        [(0, LEFTOVERS), (1, LEFTOVERS)],
    ),
    case("4.3 two sevens make fourteen", {"cards": [20, 18], "golds": [5, 5], "sevens": [1, 1]}, []),
    case(
        "as many as the escobas",
        {"cards": [22, 16], "escobas": [2, 0]},
        [(0, "the cards turned up to mark the escobas were not counted."), (1, LEFTOVERS)],
    ),
    case("41", {"cards": [22, 19]}, [(0, "a card was counted"), (1, "a card was counted")]),
    case("46 is a miscount", {"cards": [24, 22]}, [(0, "miscounted."), (1, "miscounted.")]),
    case("three golds too few", {"golds": [3, 4]}, [(0, "miscounted."), (1, "miscounted.")]),
)
def test_4_1_the_commonest_slips_are_named(counts, told):
    found = [one["text"] for one in slips(**counts)]
    assert len(found) == len(told), found
    for text, (side, slip) in zip(found, told, strict=True):
        assert text.startswith(f"Side {side + 1}: {slip}")


@cases(
    "counts, cites, says",
    case("3.3 escobas", {"cards": [30, 10], "escobas": [0, 6]}, "escoba 3.3", "so Side 2 cannot have made 6"),
    case("1.1 golds", {"cards": [38, 2], "golds": [6, 4]}, "escoba 1.1", "Side 2 cannot have more golds"),
    case("5.5", {"golds": [10, 0], "sevens": [2, 2], "seven_of_golds": [1]}, "escoba 5.5", "Side 2 does not"),
    case("4.3 piles", {"piles": piles_of(20, 20)}, "escoba 4.3", "worth 110, 110"),
    case("3.3 piles and escobas", {"piles": piles_of(30, 10), "escobas": [0, 6]}, "escoba 3.3", "Side 2"),
)
def test_counts_that_add_up_and_that_no_deal_has_do_not_agree(counts, cites, says):
    found = DESK.ruling("mismatch", counts=counts)
    assert found["verdict"] == "The counts add up, but no deal ends so."
    (reason,) = found["reasons"]
    assert reason["cites"] == [cites]
    assert says in reason["text"]


def test_piles_of_fifteens_and_ten_more_agree():
    assert (
        DESK.ruling("mismatch", counts={"piles": piles_of(19, 21)})["verdict"] == "The counts fit together."
    )


def test_no_slip_leads_to_fewer_cards_than_the_escobas_took():
    assert brief(cards=[29, 12], escobas=[0, 6]) == [("counts.cards[0]", 29, 28)]


def test_4_3_what_can_be_left_agrees_with_a_judge_who_tries_every_set_of_cards():
    for number in (1, 2, 3):
        seen = {
            (sum(card[-1] == "O" for card in some), sum(card[:-1] == "7" for card in some), "7O" in some)
            for some in combinations(ALL, number)
            if worth(some) % 15 == 10
        }
        for golds, sevens, golden in product(range(4), range(4), range(2)):
            assert can_be_left(number, golds, sevens, golden) is ((golds, sevens, golden) in seen)


@cases(
    "counts, question",
    case("leftovers", {"cards": [20, 14]}, WHO_TOOK),
    case("leftovers that are named", {"cards": [22, 14], "left": ["3C", "5O", "12B", "7E"]}, WHO_TOOK),
    case("a card", {"cards": [22, 19]}, "when it counts its cards once more?"),
    case("a gold", {"cards": [22, 18], "golds": [6, 5]}, "its golds and sevens once more?"),
    case("the cards left", {"left": ["10C", "4O"]}, "Which cards lie on the table?"),
    case("a card in no pile", {"piles": [ALL[1:22], ALL[22:]]}, "In whose pile is that card?"),
    case("two cards that cannot be left", {"piles": [ALL[2:22], ALL[22:]]}, "In whose pile"),
    case("four and five are nine", {"piles": [ALL[:3] + ALL[5:22], ALL[22:]]}, "In whose pile"),
)
def test_where_several_slips_remain_one_question_tells_them_apart(counts, question):
    document = DESK.ruling("mismatch", counts=counts)
    assert len(document["result"]["slips"]) > 1
    assert question in document["verdict"]
    assert document["verdict"].endswith("?")


def test_4_3_cards_in_no_pile_that_captures_can_leave_are_the_leftovers():
    three_and_seven = [card for card in ALL if card not in ("3O", "7C")]
    found = slips(piles=[three_and_seven[:20], three_and_seven[20:]])
    assert [one["text"] for one in found] == [f"Side {side}: {LEFTOVERS}" for side in (1, 2)]


@pytest.mark.long
@pytest.mark.soak
def test_1_1_a_single_slip_is_always_among_those_found_and_every_one_mends_the_counts():
    rng = random.Random(11)
    for _ in range(in_soak(1_500, 500)):
        sides = rng.choice([2, 3, 4])
        piles = [[] for _ in range(sides)]
        for card in ALL:
            piles[rng.randrange(sides)].append(card)
        right = {
            "cards": [len(pile) for pile in piles],
            "golds": [sum(card[-1] == "O" for card in pile) for pile in piles],
            "sevens": [sum(card[:-1] == "7" for card in pile) for pile in piles],
        }
        side, step = rng.randrange(sides), rng.choice([1, -1])
        card = rng.choice(piles[side] or ALL)
        wrong = {name: list(numbers) for name, numbers in right.items()}
        wrong["cards"][side] += step
        wrong["golds"][side] += step * (card[-1] == "O")
        wrong["sevens"][side] += step * (card[:-1] == "7")
        if min(wrong["cards"] + wrong["golds"] + wrong["sevens"]) < 0:
            continue
        ends = [mend(wrong, slip) for slip in slips(**wrong)]
        assert right in ends
        for end in ends:
            assert [sum(numbers) for numbers in end.values()] == [40, 10, 4]


def mend(counts, slip):
    """The counts with one slip put right, checking what it says stood there."""
    here = {name: list(numbers) for name, numbers in counts.items()}
    many = slip["path"] == "counts"
    before = slip["from"] if many else {slip["path"].removeprefix("counts."): slip["from"]}
    after = slip["to"] if many else {slip["path"].removeprefix("counts."): slip["to"]}
    for place, value in after.items():
        name, index = re.fullmatch(r"(\w+)\[(\d)\]", place).groups()
        assert here[name][int(index)] == before[place]
        here[name][int(index)] = value
    return here


HALVES = [ALL[:22], ALL[22:]]


@cases(
    "piles, left, expected",
    case("the pack", HALVES, None, []),
    case(
        "one in none",
        [HALVES[0][1:], HALVES[1]],
        None,
        [("counts.piles[0]", None, ["1O"]), ("counts.piles[1]", None, ["1O"])],
    ),
    case(
        "one in two",
        [HALVES[0], ["1O", *HALVES[1]]],
        None,
        [("counts.piles[0][0]", "1O", None), ("counts.piles[1][0]", "1O", None)],
    ),
    case(
        "read wrong",
        [[*HALVES[0][1:], "12B"], HALVES[1]],
        None,
        [("counts.piles[0][21]", "12B", "1O"), ("counts.piles[1][17]", "12B", "1O")],
    ),
    case(
        "left forgotten",
        [HALVES[0], HALVES[1][:-1]],
        ["12B"],
        [("counts.piles[0]", None, ["12B"]), ("counts.piles[1]", None, ["12B"])],
    ),
    case("no single slip", [["7O"], ["7O"]], None, []),
)
def test_slips_of_piles(piles, left, expected):
    assert brief(piles=piles, **({} if left is None else {"left": left})) == expected


COUNTS = st.fixed_dictionaries(
    {},
    optional={
        **{
            name: st.lists(st.integers(0, 22), min_size=2, max_size=3)
            for name in ("cards", "golds", "sevens")
        },
        "seven_of_golds": st.lists(st.integers(0, 2), max_size=3),
        "escobas": st.lists(st.integers(0, 3), min_size=2, max_size=3),
        "left": st.lists(st.sampled_from(ALL), max_size=4),
    },
)


def test_escobas_alone_are_no_contradiction():
    document, good = ask("mismatch", counts={"escobas": [0, 1], "left": ["7O", "3C"]})
    assert good, document
    assert document["result"] == {"slips": []}


@pytest.mark.long
@settings(max_examples=examples(200), deadline=None)
@given(counts=COUNTS)
def test_any_two_counts_are_compared(counts):
    document, good = ask("mismatch", counts=counts)
    assert document["verdict"] if good else document["errors"]
