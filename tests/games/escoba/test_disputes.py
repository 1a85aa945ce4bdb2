"""Eskoba's disputes: captures, the opening table, leftovers, whole deals and slips, beside a slow judge."""

import json
import random
import re
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.play.cards import PACK_40
from scorekeeper.core.rulebook import load_rulebook
from scorekeeper.core.text import render
from scorekeeper.games import GAMES, score
from scorekeeper.games.escoba.disputes.mismatch.remaining import can_be_left
from scorekeeper.translations.catalogues import catalogue
from tests.games.desk import Desk, texts
from tests.soak import examples, in_soak

ALL = [str(card) for card in PACK_40.cards]
WORTH = {"10": 8, "11": 9, "12": 10}
DESK = Desk("escoba")
ask, result, errors = DESK.ask, DESK.result, DESK.errors


# A slow judge. It knows cards as strings only, and tries every set of them.


def worth(cards):
    return sum(WORTH.get(card[:-1]) or int(card[:-1]) for card in cards)


def judge_captures(table, card):
    """Every set of table cards, small and large, that makes fifteen."""
    sets = [list(some) for size in range(1, len(table) + 1) for some in combinations(table, size)]
    return [some for some in sets if worth([card, *some]) == 15]


def in_any_order(sets):
    return sorted(map(tuple, sets))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
def test_3_1_captures_are_what_the_judge_finds(seed):
    """Twelve thousand tables of up to eight cards."""
    rng = random.Random(seed)
    for _ in range(in_soak(2_000, 600)):
        card, *table = rng.sample(ALL, rng.randint(1, 9))
        found, sets = result("captures", table=table, card=card), judge_captures(table, card)
        assert in_any_order(found["captures"]) == in_any_order(sets)
        assert found["escoba"] == (table in sets)


@pytest.mark.parametrize(
    ("table", "card", "captures", "escoba"),
    [
        pytest.param("", "7O", [], False, id="3.4 an empty table"),
        pytest.param("8", "7O", None, False, id="not a card"),
        pytest.param("5C 3B", "7O", ["5C 3B"], True, id="3.3 an escoba"),
        pytest.param("5C 3B 10O", "7O", ["5C 3B", "10O"], False, id="3.5 a choice; 1.2 the jack is worth 8"),
        pytest.param("12O 5C 5B", "5O", ["12O", "5C 5B"], False, id="1.2 the king is worth 10"),
        pytest.param("11O 6C", "6O", ["11O"], False, id="1.2 the horse is worth 9"),
        pytest.param("7C", "7O", [], False, id="3.1 fourteen is not fifteen"),
        pytest.param("1O 1C 1E 1B 7C", "4O", ["1O 1C 1E 1B 7C"], True, id="3.3 five cards"),
    ],
)
def test_captures(table, card, captures, escoba):
    if captures is None:
        assert errors("captures", table=table.split(), card=card) == [("table[0]", "unknown_card")]
        return
    found = result("captures", table=table.split(), card=card)
    assert found == {"captures": [some.split() for some in captures], "escoba": escoba}


def test_3_1_sets_come_in_table_order():
    table = ["7B", "1O", "4E", "3B", "5C"]
    for some in result("captures", table=table, card="7O")["captures"]:
        assert some == sorted(some, key=table.index)


@pytest.mark.soak
@pytest.mark.parametrize("rule", ["total", "two_fifteens"])
def test_2_3_the_opening_table_by_every_way_to_split_it(rule):
    rng = random.Random(rule)
    for _ in range(in_soak(1_500, 500)):
        table = rng.sample(ALL, 4)
        halves = any(worth(some) == 15 for size in (1, 2, 3) for some in combinations(table, size))
        thirty = worth(table) == 30 and (rule == "total" or halves)
        wanted = 2 if thirty else int(worth(table) == 15)
        assert result("opening_table", {"opening_thirty": rule}, table=table) == {"escobas": wanted}


@pytest.mark.parametrize(
    ("option", "last_capture", "last_escoba", "takes"),
    [
        ("last_capture", 1, 0, 1),
        ("last_capture", 1, None, 1),
        ("last_capture", None, None, None),
        ("last_escoba", 1, 0, 0),
        ("last_escoba", 1, None, 1),
        ("last_escoba", None, None, None),
    ],
)
def test_4_1_who_takes_what_is_left(option, last_capture, last_escoba, takes):
    fields = {"last_capture": last_capture, "last_escoba": last_escoba}
    assert result("leftover", {"leftover": option}, **fields) == {"takes": takes}


@pytest.mark.parametrize(
    ("option", "last_escoba", "said"),
    [
        ("last_capture", 0, True),
        ("last_capture", 1, False),
        ("last_capture", None, False),
        ("last_escoba", 0, False),
    ],
)
def test_4_1_where_the_readings_part_the_ruling_says_which_one_it_follows(option, last_escoba, said):
    rules = {"leftover": option}
    ruling = DESK.ruling("leftover", rules, last_capture=1, last_escoba=last_escoba)
    assert any("literally the last escoba" in text for text in texts(ruling)) == said


@pytest.mark.parametrize(("table", "said"), [("5O 3C 4E 3B", True), ("5O 3C 4E 2B", False)])
def test_2_3_that_the_dealer_takes_the_opening_cards_is_marked_as_a_reading(table, said):
    ruling = DESK.ruling("opening_table", table=table.split())
    assert any("it is read here so" in text for text in texts(ruling)) == said


@pytest.mark.parametrize(
    ("language", "reading", "literally"),
    [
        ("en", "reading", "literally"),
        ("eu", "irakurketa", "hitzez hitz"),
        ("es", "interpretación", "al pie de la letra"),
    ],
)
def test_the_rulebook_marks_what_is_read_into_its_text(language, reading, literally):
    book = load_rulebook("escoba", language)
    assert "baza" in book.article("1.4").text
    assert reading in book.article("2.3").text
    assert reading in book.article("4.1").text
    assert literally in book.article("4.1").text
    assert "25, 15" in book.article("5.9").text, "one of three without a card"


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_basque_phrase_that_the_rulebook_quotes_is_marked_as_one(language):
    labels = {
        render(option.field.label, catalogue(language))
        for option in GAMES["escoba"].options.list_options().values()
    }
    for article in load_rulebook("escoba", language).articles.values():
        phrases = set(re.findall("[“«]([^”»]+)[”»]", " ".join(article.text.split())))
        assert phrases - labels <= set(article.quoted), article.number


@pytest.mark.parametrize(
    ("question", "fields", "expected"),
    [
        pytest.param(
            "captures", {"table": ["7O"], "card": "7O"}, [("card", "card_twice")], id="it lies there"
        ),
        pytest.param(
            "captures",
            {"table": ["5C", "5C"], "card": "8O"},
            [("table", "card_twice"), ("card", "unknown_card")],
            id="every problem at once",
        ),
        pytest.param(
            "captures", {"table": ["5C"] * 41, "card": "1O"}, [("table", "too_many")], id="too many"
        ),
        pytest.param("opening_table", {"table": ["5C"]}, [("table", "card_count")], id="four cards"),
        pytest.param(
            "leftover",
            {"last_capture": None, "last_escoba": 1},
            [("last_capture", "escoba_without_capture")],
            id="an escoba is a capture",
        ),
        pytest.param(
            "leftover",
            {"last_capture": 6},
            [("last_capture", "unknown_seat"), ("last_escoba", "missing")],
            id="six seats",
        ),
        pytest.param("mismatch", {"counts": {}}, [("counts.cards", "missing")], id="nothing counted"),
        pytest.param(
            "mismatch", {"counts": {"cards": [40]}}, [("counts.cards", "list_length")], id="one side"
        ),
        pytest.param(
            "mismatch",
            {"counts": {"cards": [20, 20], "golds": [5, 5, 0]}},
            [("counts.cards", "list_length")],
            id="lists of two lengths",
        ),
        pytest.param(
            "mismatch",
            {"counts": {"piles": [[], []], "golds": [5, 5]}},
            [("counts.piles", "mixed_forms")],
            id="piles or numbers",
        ),
        pytest.param(
            "mismatch",
            {"counts": {"cards": [20, 20], "seven_of_golds": [2, 2]}},
            [
                ("counts.seven_of_golds[0]", "unknown_side"),
                ("counts.seven_of_golds[1]", "unknown_side"),
                ("counts.seven_of_golds", "side_twice"),
            ],
            id="a third side",
        ),
    ],
)
def test_situations_that_cannot_be(question, fields, expected):
    assert errors(question, **fields) == expected


# Whole deals


def deal_at_random(rng, players, rules, careless=0.0):
    """Thirty-six plays by the judge, with every wrong one; carelessly, a player now and then takes anything."""
    pack, seat = rng.sample(ALL, 40), 1 % players
    table, lying, plays, wrong = pack[:4], pack[:4], [], []
    piles, escobas = [[] for _ in range(players)], [0] * players
    last = last_escoba = None
    opening = result("opening_table", rules, table=table)["escobas"]
    if opening:
        piles[0], lying, escobas[0], last, last_escoba = table[:], [], opening, 0, 0
    for number, card in enumerate(pack[4:]):
        sets = judge_captures(lying[:9], card)
        takes = rng.choice(sets) if sets and rng.random() < 0.9 else []
        if lying and rng.random() < careless:
            takes = rng.sample(lying, min(len(lying), rng.randint(1, 3)))
        if takes and worth([card, *takes]) != 15:
            legal = [
                list(some)
                for size in range(1, 15)
                for some in combinations(lying, size)
                if worth([card, *some]) == 15
            ]
            wrong.append((seat, number, card, "not_fifteen", in_any_order(legal)))
        plays.append({"seat": seat, "card": card, **({"takes": takes} if takes else {})})
        if takes:
            piles[seat] += [card, *takes]
            last = seat
            if len(takes) == len(lying) and worth([card, *takes]) == 15:
                escobas[seat] += 1
                last_escoba = seat
            lying = [one for one in lying if one not in takes]
        else:
            lying.append(card)
        seat = (seat + 1) % players
    taker = last_escoba if rules.get("leftover") == "last_escoba" and last_escoba is not None else last
    if taker is not None:
        piles[taker] += lying
    return table, plays, wrong, piles, escobas


@pytest.mark.parametrize("careless", [0.0, 0.1])
@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, {}),
        (3, {"leftover": "last_escoba"}),
        (4, {"partnerships": True}),
        (4, {"preset": "escoba"}),
        (6, {}),
    ],
)
def test_a_deal_card_by_card_finds_what_was_wrong_and_scores_the_rest(players, rules, careless):
    rng = random.Random(f"{players} {careless}")
    for _ in range(12):
        table, plays, wrong, piles, escobas = deal_at_random(rng, players, rules, careless)
        found = result("deal", rules, players=players, dealer=0, table=table, plays=plays)
        told = [(one["seat"], one["play"], one["card"], one["code"]) for one in found["irregularities"]]
        assert told == [one[:4] for one in wrong]
        for one, (*_, legal) in zip(found["irregularities"], wrong, strict=True):
            named = in_any_order(one["legal"])
            assert named == legal if len(legal) <= 20 else set(named) < set(legal)
        sides = 2 if "partnerships" in rules else players
        assert [sorted(pile) for pile in found["piles"]] == [
            sorted(card for pile in piles[side::sides] for card in pile) for side in range(sides)
        ]
        assert found["escobas"] == [sum(escobas[side::sides]) for side in range(sides)]
        row = DESK.sheet(found["deal"], rules=rules, players=players)["entries"][0]
        assert row["scores"] == found["scores"]
        assert row["outcome"] == found["outcome"]
        if not wrong:
            played = {"kind": "deal", "table": table, "plays": plays}
            sheet = DESK.sheet(played, rules=rules, players=players)
            assert sheet["entries"][0]["scores"] == found["scores"]


TABLE = ["5C", "3B", "4E", "2O"]
TAKES = {"seat": 1, "card": "7O", "takes": ["5C", "3B"]}


def ask_about_plays(*plays, rules=None, **more):
    found = result("deal", rules, **{"players": 2, "dealer": 0, "table": TABLE, "plays": list(plays), **more})
    assert found["deal"] is None, "it was broken off"
    return [(one["seat"], one["play"], one["code"], one["legal"]) for one in found["irregularities"]]


@pytest.mark.parametrize(
    ("plays", "more", "expected"),
    [
        pytest.param([TAKES], {}, [], id="a capture"),
        pytest.param([TAKES], {"dealer": 1}, [(1, 0, "out_of_turn", [])], id="2.2 the wrong player began"),
        pytest.param([TAKES, {"seat": 1, "card": "1O"}], {}, [(1, 1, "out_of_turn", [])], id="2.2 twice"),
        pytest.param(
            [TAKES, {"seat": 0, "card": "1O", "takes": ["4E"]}],
            {},
            [(0, 1, "not_fifteen", [])],
            id="3.1 five is not fifteen",
        ),
        pytest.param(
            [{"seat": 1, "card": "11O", "takes": ["4E"]}],
            {},
            [(1, 0, "not_fifteen", [["4E", "2O"]])],
            id="3.1 what it could take",
        ),
        pytest.param(
            [{"seat": 1, "card": "11O"}],
            {"rules": {"must_capture": True}},
            [(1, 0, "could_capture", [["4E", "2O"]])],
            id="3.2 who can capture must",
        ),
        pytest.param([{"seat": 1, "card": "11O"}], {}, [], id="3.2 a card may be laid down"),
    ],
)
def test_irregularities_of_a_deal(plays, more, expected):
    assert ask_about_plays(*plays, **more) == expected


def test_3_3_a_sweep_that_was_not_fifteen_is_no_escoba():
    sweep = {"seat": 0, "card": "1O", "takes": ["4E", "2O"]}
    found = result("deal", players=2, dealer=0, table=TABLE, plays=[TAKES, sweep])
    assert (found["escobas"], found["left"], found["piles"][0]) == ([0, 0], [], ["1O", "4E", "2O"])


def test_4_4_a_deal_without_captures():
    rng = random.Random(4)
    while True:
        pack = rng.sample(ALL, 40)
        if worth(pack[:4]) not in (15, 30):
            break
    plays = [{"seat": (1 + number) % 2, "card": card} for number, card in enumerate(pack[4:])]
    found = result("deal", players=2, dealer=0, table=pack[:4], plays=plays)
    assert found["deal"] == {"kind": "deal", "nobody_captured": True}
    assert found["outcome"] == "nobody_captured"
    forced = result("deal", {"must_capture": True}, players=2, dealer=0, table=pack[:4], plays=plays)
    assert not [one for one in forced["irregularities"] if len(one["legal"]) > 20]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"players": 5}, [("players", "unknown_choice")]),
        ({"players": 2, "rules": {"partnerships": True}}, [("players", "partnerships_players")]),
        ({"dealer": 3}, [("dealer", "unknown_seat")]),
        ({"plays": [{"seat": 2, "card": "7O"}]}, [("plays[0].seat", "unknown_seat")]),
        ({"plays": [{"seat": 1, "card": "5C"}]}, [("plays[0].card", "card_twice")]),
        (
            {"plays": [{"seat": 1, "card": "7O", "takes": ["10B", "3B"]}, {"seat": 0, "card": "7O"}]},
            [("plays[0].takes[0]", "not_on_table"), ("plays[1].card", "card_twice")],
        ),
        (
            {"plays": [{"seat": 1, "card": "7O", "takes": ["7O", "1O"]}]},
            [("plays[0].takes[0]", "not_on_table"), ("plays[0].takes[1]", "not_on_table")],
        ),
        ({"plays": [TAKES] * 37}, [("plays", "too_many")]),
        ({"table": TABLE[:3]}, [("table", "card_count")]),
    ],
)
def test_a_deal_that_cannot_be(changed, expected):
    rules = changed.pop("rules", None)
    assert (
        errors("deal", rules, **{"players": 2, "dealer": 0, "table": TABLE, "plays": [TAKES], **changed})
        == expected
    )


def test_the_number_of_players_is_the_fewest_that_the_seats_allow():
    found = result("deal", table=TABLE, plays=[{"seat": 2, "card": "12O"}, {"seat": 0, "card": "12C"}])
    assert len(found["piles"]) == 3
    assert found["irregularities"] == []


# The counts do not fit


def slips(rules=None, **counts):
    return result("mismatch", rules, counts=counts)["slips"]


def brief(**counts):
    return [(slip["path"], slip["from"], slip["to"]) for slip in slips(**counts)]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param(
            {"cards": [22, 18], "golds": [6, 4], "sevens": [3, 1], "seven_of_golds": [0]}, [], id="fit"
        ),
        pytest.param(
            {"cards": [22, 19]}, [("counts.cards[0]", 22, 21), ("counts.cards[1]", 19, 18)], id="41"
        ),
        pytest.param(
            {"golds": [10, 1]}, [("counts.golds[0]", 10, 9), ("counts.golds[1]", 1, 0)], id="11 golds"
        ),
        pytest.param({"cards": [22, 81]}, [("counts.cards[1]", 81, 18)], id="digits changed places"),
        pytest.param(
            {"cards": [22, 16], "escobas": [2, 0]},
            [("counts.cards[0]", 22, 24), ("counts.cards[1]", 16, 18)],
            id="markers first",
        ),
        pytest.param(
            {"cards": [22, 14], "left": ["3C", "5O", "12B", "7E"]},
            [("counts.cards[0]", 22, 26), ("counts.cards[1]", 14, 18)],
            id="leftovers forgotten",
        ),
        pytest.param(
            {"seven_of_golds": [0, 1]},
            [("counts.seven_of_golds", [0, 1], [1]), ("counts.seven_of_golds", [0, 1], [0])],
            id="both",
        ),
        pytest.param(
            {"cards": [22, 18], "golds": [1, 9], "sevens": [0, 4], "seven_of_golds": []},
            [("counts.seven_of_golds", [], [1])],
            id="only who has a seven can have it",
        ),
        pytest.param(
            {"cards": [1, 39], "golds": [1, 8], "sevens": [0, 4]},
            [("counts.golds[1]", 8, 9)],
            id="a gold overlooked where there is room for it",
        ),
        pytest.param({"left": ["3C", "5O", "12B", "7E"]}, [], id="4.3 twenty-five is left"),
        pytest.param(
            {"left": ["10C", "4O"]},
            [("counts.left", ["10C", "4O"], None)] * 2,
            id="4.3 a capture of thirteen",
        ),
        pytest.param({"cards": [50, 50]}, [], id="no single slip"),
    ],
)
def test_the_slips_likeliest_first(counts, expected):
    assert brief(**counts) == expected


LEFTOVERS = "the cards left on the table were not counted."
WHO_TOOK = " To tell them apart: Who took the cards left on the table, and did that side count them?"


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        pytest.param(
            {"cards": [20, 14]}, [(0, LEFTOVERS), (1, LEFTOVERS)], id="six cards, of which nothing is known"
        ),
        pytest.param(
            {"cards": [20, 14], "golds": [5, 4], "sevens": [2, 2]},
            [(0, LEFTOVERS), (1, LEFTOVERS)],
            id="one gold among them",
        ),
        pytest.param(
            {"cards": [20, 14], "golds": [5, 4], "sevens": [2, 1], "seven_of_golds": []},
            [(0, LEFTOVERS), (1, LEFTOVERS)],
            id="the seven of golds among them",
        ),
        pytest.param(
            {"cards": [20, 18], "golds": [5, 3], "sevens": [2, 0]},
            [],
            id="4.3 two golden sevens there are not",
        ),
        pytest.param(
            {"cards": [20, 18], "golds": [4, 5], "sevens": [2, 1]},
            [(0, LEFTOVERS), (1, LEFTOVERS)],
            id="4.3 a seven and a three make ten",
        ),
        pytest.param(
            {"cards": [20, 18], "golds": [5, 5], "sevens": [1, 1]}, [], id="4.3 two sevens make fourteen"
        ),
        pytest.param(
            {"cards": [22, 16], "escobas": [2, 0]},
            [(0, "the cards turned up to mark the escobas were not counted."), (1, LEFTOVERS)],
            id="as many as the escobas",
        ),
        pytest.param({"cards": [22, 19]}, [(0, "a card was counted"), (1, "a card was counted")], id="41"),
        pytest.param({"cards": [24, 22]}, [(0, "miscounted."), (1, "miscounted.")], id="46 is a miscount"),
        pytest.param({"golds": [3, 4]}, [(0, "miscounted."), (1, "miscounted.")], id="three golds too few"),
    ],
)
def test_4_1_the_commonest_slips_are_named(counts, told):
    found = [one["text"] for one in slips(**counts)]
    assert len(found) == len(told), found
    for text, (side, slip) in zip(found, told, strict=True):
        assert text.startswith(f"Side {side + 1}: {slip}")


def test_4_3_what_can_be_left_agrees_with_a_judge_who_tries_every_set_of_cards():
    for number in (1, 2, 3):
        seen = {
            (sum(card[-1] == "O" for card in some), sum(card[:-1] == "7" for card in some), "7O" in some)
            for some in combinations(ALL, number)
            if worth(some) % 15 == 10
        }
        for golds, sevens, golden in product(range(4), range(4), range(2)):
            assert can_be_left(number, golds, sevens, golden) is ((golds, sevens, golden) in seen)


@pytest.mark.parametrize(
    ("counts", "question"),
    [
        pytest.param({"cards": [20, 14]}, WHO_TOOK, id="leftovers"),
        pytest.param(
            {"cards": [22, 14], "left": ["3C", "5O", "12B", "7E"]}, WHO_TOOK, id="leftovers that are named"
        ),
        pytest.param({"cards": [22, 19]}, "when it counts its cards once more?", id="a card"),
        pytest.param({"cards": [22, 18], "golds": [6, 5]}, "its golds and sevens once more?", id="a gold"),
        pytest.param({"left": ["10C", "4O"]}, "Which cards lie on the table?", id="the cards left"),
        pytest.param({"piles": [ALL[1:22], ALL[22:]]}, "In whose pile is that card?", id="a card in no pile"),
        pytest.param({"piles": [ALL[2:22], ALL[22:]]}, "In whose pile", id="two cards that cannot be left"),
        pytest.param(
            {"piles": [ALL[:3] + ALL[5:22], ALL[22:]]}, "In whose pile", id="four and five are nine"
        ),
    ],
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


@pytest.mark.parametrize(
    ("piles", "left", "expected"),
    [
        pytest.param(HALVES, None, [], id="the pack"),
        pytest.param(
            [HALVES[0][1:], HALVES[1]],
            None,
            [("counts.piles[0]", None, ["1O"]), ("counts.piles[1]", None, ["1O"])],
            id="one in none",
        ),
        pytest.param(
            [HALVES[0], ["1O", *HALVES[1]]],
            None,
            [("counts.piles[0][0]", "1O", None), ("counts.piles[1][0]", "1O", None)],
            id="one in two",
        ),
        pytest.param(
            [[*HALVES[0][1:], "12B"], HALVES[1]],
            None,
            [("counts.piles[0][21]", "12B", "1O"), ("counts.piles[1][17]", "12B", "1O")],
            id="read wrong",
        ),
        pytest.param(
            [HALVES[0], HALVES[1][:-1]],
            ["12B"],
            [("counts.piles[0]", None, ["12B"]), ("counts.piles[1]", None, ["12B"])],
            id="left forgotten",
        ),
        pytest.param([["7O"], ["7O"]], None, [], id="no single slip"),
    ],
)
def test_slips_of_piles(piles, left, expected):
    assert brief(piles=piles, **({} if left is None else {"left": left})) == expected


# Any question


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 45) | st.sampled_from([*ALL[:9], "12B", "x"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["cards", "golds", "seven_of_golds", "piles", "left", "seat", "card"]), inner
        )
    ),
    max_leaves=12,
)
FIELDS = {
    slug: [field.name for field in question.fields] for slug, question in GAMES["escoba"].questions.items()
}
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


@settings(max_examples=examples(120), deadline=None)
@given(slug=st.sampled_from(sorted(FIELDS)), data=st.data())
def test_any_question_is_answered(slug, data):
    fields = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS[slug], ANYTHING)))
    document, good = ask(slug, **fields)
    json.dumps(document)
    assert document["verdict"] if good else all(e["message"] and e["code"] for e in document["errors"])


@settings(max_examples=examples(200), deadline=None)
@given(counts=COUNTS)
def test_any_two_counts_are_compared(counts):
    document, good = ask("mismatch", counts=counts)
    assert document["verdict"] if good else document["errors"]


# --- The count of a deal --------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("preset", ["eskoba", "escoba"])
def test_5_the_count_is_what_the_sheet_writes(preset):
    """Two thousand deals of two to six sides, by both presets: the same scores, and a reason for every point."""
    rng = random.Random(preset)
    for _ in range(in_soak(1_000, 400)):
        sides = rng.choice((2, 3, 4, 6))
        piles = [[] for _ in range(sides)]
        for card in rng.sample(ALL, 40):
            piles[rng.choice((0, 0, *range(sides)))].append(card)
        escobas = [rng.randrange(4) if pile else 0 for pile in piles]
        facts = {
            "escobas": escobas,
            "cards": [len(pile) for pile in piles],
            "golds": [sum(card[-1] == "O" for card in pile) for pile in piles],
            "sevens": [sum(card[:-1] == "7" for card in pile) for pile in piles],
            "seven_of_golds": next(side for side, pile in enumerate(piles) if "7O" in pile),
        }
        match = {
            "format": "scorekeeper-match/1",
            "game": "escoba",
            "rules": {"preset": preset},
            "players": [f"P{side}" for side in range(sides)],
            "entries": [{"kind": "deal", **facts}],
        }
        sheet, good = score(match)
        document, answered = ask("score", {"preset": preset}, **facts)
        assert good == answered, (sheet, document)
        if good:
            entry = sheet["entries"][0]
            assert document["result"] == {"outcome": entry["outcome"], "scores": entry["scores"]}
            assert len(document["reasons"]) == len(entry["lines"]) + len(entry["findings"])
