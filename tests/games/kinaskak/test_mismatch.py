"""Two counts of a deal of Kínaskák that differ: the slips, likeliest first, and one question to tell them apart."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.games import GAMES, rule
from tests.cases import case, cases
from tests.documents import question_document
from tests.games.desk import Desk
from tests.soak import examples

DESK = Desk("kinaskak")
asked, refused = DESK.result, DESK.errors
AGAIN = "No hand counts {}: count this one again. The nearest that hands count: 60, 65."


@cases(
    "one, other, texts",
    case("they agree", [75, 0], [["JK", "AS", "5H"], []], []),
    case("6.2", [25, 0], [["JK", "AS", "5H"], []], ["A joker was left out.", "A joker was counted twice."]),
    case("6.1", [72, 0], [["JK", "AS", "5H"], []], ["No hand counts 72, so 75 must be right."]),
    case(
        "6.1 digits",
        [57, 0],
        [75, 0],
        [
            "No hand counts 57, so 75 must be right.",
            "The digits of 57 changed places.",
            "The digits of 75 changed places.",
        ],
    ),
    case(
        "5.4",
        [275, 0],
        [75, 0],
        [
            "The penalty for a buy was written into the points of the hand.",
            "The penalty for a buy was forgotten.",
        ],
    ),
    case("6.1 exchanged", [75, 0, 20], [20, 0, 75], ["The hands of seat 1 and seat 3 changed places."] * 2),
    case("two slips are not one", [75, 0, 25], [20, 0, 70], []),
    case(
        "6.1 any other miscount",
        [85, 0],
        [50, 0],
        ["This hand was miscounted: 85 becomes 50.", "This hand was miscounted: 50 becomes 85."],
    ),
    case(
        "6.1 points beside cards",
        [100, 0],
        [["JK", "AS", "5H"], []],
        ["This hand was miscounted: 100 becomes 75.", "This hand was miscounted: 75 becomes 100."],
    ),
    case("6.1 both wrote what no hand counts", [63, 0], [63, 0], [AGAIN.format(63)]),
    case("6.1 each wrote what no hand counts", [0, 63], [0, 62], [AGAIN.format(63), AGAIN.format(62)]),
    case("6.1 far too many", [9_999, 0], [9_999, 0], ["No hand counts 9999: count this one again."]),
)
def test_slips(one, other, texts):
    result = asked("mismatch", counts=[{"hands": one}, {"hands": other}])
    assert [slip["text"] for slip in result["slips"]] == texts


OUT_IN_ONE_TURN = {"hidden_factor": 2, "out_bonus": 10}
FORGOTTEN = "It was forgotten that a player went out in one turn."
LAY_BEFORE = "No player went out in one turn: something lay before."
MULTIPLIED = "The points were multiplied already; they are multiplied by themselves."


@cases(
    "one, other, told, texts",
    case("agreed", {"hands": [0, 50], "hidden": True}, {"hands": [0, 50], "hidden": True}, "−10 – 100", []),
    case(
        "forgotten by one of them",
        {"hands": [0, 50, 30]},
        {"hands": [0, 50, 30], "hidden": True},
        "−10 – 50 – 30, the other −10 – 100 – 60",
        [FORGOTTEN, LAY_BEFORE],
    ),
    case(
        "multiplied by hand and not told",
        {"hands": [0, 100, 60]},
        {"hands": [0, 50, 30]},
        "−10 – 100 – 60, the other −10 – 50 – 30",
        [FORGOTTEN],
    ),
    case(
        "multiplied twice",
        {"hands": [0, 100, 60], "hidden": True},
        {"hands": [0, ["JK"], 30], "hidden": True},
        "−10 – 200 – 120, the other −10 – 100 – 60",
        [MULTIPLIED],
    ),
    case(
        "buys are not multiplied",
        {"hands": [0, 50], "buys": [0, 4], "hidden": True},
        {"hands": [0, 50], "hidden": True},
        "−10 – 300, the other −10 – 100",
        ["4 buys were written that never were.", "4 buys were forgotten."],
    ),
    case(
        "and a slip with a card is one still",
        {"hands": [0, 30], "hidden": True},
        {"hands": [0, ["JK", "AS", "10D"]], "hidden": True},
        "−10 – 60, the other −10 – 160",
        ["A joker was left out.", "A joker was counted twice."],
    ),
    case(
        "two slips are not one",
        {"hands": [0, 35], "hidden": True},
        {"hands": [0, 60]},
        "−10 – 70, the other −10 – 60",
        [],
    ),
)
def test_kinaskak_7_6_out_in_one_turn_and_points_off_for_going_out(one, other, told, texts):
    document = DESK.ruling("mismatch", OUT_IN_ONE_TURN, counts=[one, other])
    assert [slip["text"] for slip in document["result"]["slips"]] == texts
    assert told in document["reasons"][0]["text"]
    assert document["reasons"][0]["cites"] == ["kinaskak 6.1", "kinaskak 7.6"]


def test_kinaskak_7_6_what_is_not_multiplied_is_not_told():
    counts = [{"hands": [0, 50]}, {"hands": [0, 50], "hidden": True}]
    assert refused("mismatch", {"out_bonus": 10}, counts=counts) == [("counts[1].hidden", "not_played")]


@cases(
    "counts, written",
    ([{"hands": [0, 50], "hidden": True}, {"hands": [0, 50]}], [False, True]),
    ([{"hands": [0, 50]}, {"hands": [0, 50], "hidden": True}], [True, None]),
)
def test_kinaskak_7_6_what_is_written_says_whether_it_was_in_one_turn(counts, written):
    result = DESK.result("mismatch", OUT_IN_ONE_TURN, counts=counts)
    writings = questions_of(GAMES["kinaskak"])["mismatch"].writes(DESK.asked, result)
    assert sorted((one.entry.get("hidden") for one in writings), key=str) == sorted(written, key=str)


CARDS_OF = "What do the cards left with seat {} come to when they are counted once more?"


@cases(
    "one, other, question",
    case("a joker", {"hands": [25, 0]}, {"hands": [["JK", "AS", "5H"], []]}, CARDS_OF.format(1)),
    case("any other miscount", {"hands": [[], 85, 5]}, {"hands": [0, 50, ["5H"]]}, CARDS_OF.format(2)),
    case("exchanged", {"hands": [75, 0, 20]}, {"hands": [20, 0, 75]}, "Which hand was whose?"),
    case(
        "buys",
        {"hands": [0, 75], "buys": [0, 5]},
        {"hands": [0, 75], "buys": [0, 4]},
        "How many times did seat 2 buy?",
    ),
)
def test_one_question_tells_which_of_the_two_is_right(one, other, question):
    document, good = rule(question_document("kinaskak", "mismatch", counts=[one, other]))
    assert good, document
    assert len(document["result"]["slips"]) > 1
    assert document["verdict"].endswith(f" To tell them apart: {question}")


@pytest.mark.long
def test_every_difference_in_one_hand_is_explained():
    possible = [points for points in range(0, 200, 5) if points]
    for one, other in itertools.product(possible, possible):
        if one != other:
            assert asked("mismatch", counts=[{"hands": [one, 0]}, {"hands": [other, 0]}])["slips"], (
                one,
                other,
            )


def mend(counts, slip):
    """The two counts after one slip has been put right."""
    index, _, rest = slip["path"].removeprefix("counts[").partition("].")
    name, _, seat = rest.removesuffix("]").partition("[")
    version = counts[int(index)]
    if seat:
        assert version[name][int(seat)] == slip["from"]
        values = [slip["to"] if place == int(seat) else value for place, value in enumerate(version[name])]
    else:
        assert version[name] == slip["from"]
        values = slip["to"]
    return [{**version, name: values} if place == int(index) else other for place, other in enumerate(counts)]


def totals(version):
    worth = {"JK": 50, "A": 20, "10": 10, "J": 10, "Q": 10, "K": 10}
    found = []
    for seat, hand in enumerate(version["hands"]):
        if isinstance(hand, dict):
            hand = sum(
                hand.get(kind, 0) * each
                for kind, each in (("jokers", 50), ("aces", 20), ("tens", 10), ("low", 5))
            )
        elif isinstance(hand, list):
            hand = sum(worth.get(card.removesuffix(card[-1]) if card != "JK" else card, 5) for card in hand)
        found.append(hand + 200 * max(0, version.get("buys", [0] * 9)[seat] - 3))
    return found


CLASSES = st.fixed_dictionaries(
    {
        "jokers": st.integers(0, 2),
        "aces": st.integers(0, 3),
        "tens": st.integers(0, 4),
        "low": st.integers(0, 4),
    }
)
ANY_HAND = st.one_of(
    CLASSES,
    st.integers(0, 60).map(lambda n: 5 * n),
    st.lists(st.sampled_from(["JK", "AS", "10H", "KC", "5H", "2D"]), max_size=3),
)


@pytest.mark.long
@given(st.data())
@settings(max_examples=examples(120))
def test_every_slip_put_right_makes_the_two_agree(data):
    players = data.draw(st.integers(2, 3))
    one = {"hands": data.draw(st.lists(ANY_HAND, min_size=players, max_size=players))}
    other = {"hands": list(one["hands"])}
    for seat in data.draw(st.lists(st.integers(0, players - 1), max_size=2)):
        other["hands"][seat] = data.draw(ANY_HAND)
    if data.draw(st.booleans()):
        one["buys"] = [data.draw(st.integers(0, 5)) for _ in range(players)]
        other["buys"] = list(one["buys"])
        other["buys"][0] = data.draw(st.integers(0, 5))
    counts = [one, other]
    for slip in asked("mismatch", counts=counts)["slips"]:
        assert totals(counts[0]) != totals(counts[1])
        right = mend(counts, slip)
        assert totals(right[0]) == totals(right[1]), slip


def test_hands_that_were_exchanged_are_put_right_together():
    counts = [{"hands": [75, 0, 20]}, {"hands": [20, 0, 75]}]
    whole = [slip for slip in asked("mismatch", counts=counts)["slips"] if slip["path"].endswith("hands")]
    assert len(whole) == 2, "in one of the two counts"
    for slip in whole:
        right = mend(counts, slip)
        assert totals(right[0]) == totals(right[1]), slip


@pytest.mark.parametrize(("kind", "points"), [("jokers", 50), ("aces", 20), ("tens", 10), ("low", 5)])
def test_one_card_left_out_or_counted_twice_is_always_found(kind, points):
    words = {"jokers": "joker", "aces": "ace", "tens": "ten to king", "low": "two to nine"}[kind]
    for held, version in itertools.product((1, 2, 3), (0, 1)):
        hand = {"jokers": 1, "aces": 1, "tens": 1, "low": 1, kind: held}
        true = sum(
            hand[name] * each for name, each in (("jokers", 50), ("aces", 20), ("tens", 10), ("low", 5))
        )
        for wrong, what in ((true - points, "left out"), (true + points, "counted twice")):
            counts = [{"hands": [hand, 0]}, {"hands": [wrong, 0]}]
            slips = asked("mismatch", counts=counts[::-1] if version else counts)["slips"]
            assert any(words in slip["text"] and what in slip["text"] for slip in slips), (hand, wrong, slips)


def test_counts_of_different_tables_are_refused():
    assert refused("mismatch", counts=[{"hands": [1, 2]}]) == [("counts", "list_length")]
    assert refused("mismatch", counts=[{"hands": [5, 5]}, {"hands": [5]}]) == [
        ("counts[1].hands", "list_length")
    ]
