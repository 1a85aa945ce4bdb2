"""Eskoba's questions about one moment, beside a slow judge."""

import random
import re
from itertools import combinations

import pytest

from scorekeeper.core.rulebook import load_rulebook
from scorekeeper.core.text import render
from scorekeeper.games import GAMES, score
from scorekeeper.translations.catalogues import catalogue
from tests.cases import case, cases
from tests.documents import match_document
from tests.games.desk import Desk, texts
from tests.games.escoba.deals import make_deal
from tests.games.escoba.judge import ALL, in_any_order, list_captures, worth
from tests.soak import in_soak

DESK = Desk("escoba")
ask, result, errors = DESK.ask, DESK.result, DESK.errors


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
def test_3_1_captures_are_what_the_judge_finds(seed):
    """Twelve thousand tables of up to eight cards."""
    rng = random.Random(seed)
    for _ in range(in_soak(2_000, 600)):
        card, *table = rng.sample(ALL, rng.randint(1, 9))
        found, sets = result("captures", table=table, card=card), list_captures(card, table)
        assert in_any_order(found["captures"]) == in_any_order(sets)
        assert found["escoba"] == (tuple(table) in sets)


@cases(
    "table, card, captures, escoba",
    case("3.4 an empty table", "", "7O", [], False),
    case("not a card", "8", "7O", None, False),
    case("3.3 an escoba", "5C 3B", "7O", ["5C 3B"], True),
    case("3.5 a choice; 1.2 the jack is worth 8", "5C 3B 10O", "7O", ["5C 3B", "10O"], False),
    case("1.2 the king is worth 10", "12O 5C 5B", "5O", ["12O", "5C 5B"], False),
    case("1.2 the horse is worth 9", "11O 6C", "6O", ["11O"], False),
    case("3.1 fourteen is not fifteen", "7C", "7O", [], False),
    case("3.3 five cards", "1O 1C 1E 1B 7C", "4O", ["1O 1C 1E 1B 7C"], True),
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


@pytest.mark.parametrize("table", ["7O 3C 4E 1B", "7O 3C 5E 1B", "12O 12C 7E 1B"])
def test_7_1_where_the_opening_goes_to_the_next_player_nothing_is_said_of_the_dealer_s(table):
    rules = {"opening": "first", "opening_thirty": "two_fifteens"}
    ruling = DESK.ruling("opening_table", rules, table=table.split())
    for said in (ruling["verdict"], *texts(ruling)):
        assert "dealer" not in said.replace("player after the dealer", "")


@cases(
    "option, last_capture, last_escoba, takes",
    ("last_capture", 1, 0, 1),
    ("last_capture", 1, None, 1),
    ("last_capture", None, None, None),
    ("last_escoba", 1, 0, 0),
    ("last_escoba", 1, None, 1),
    ("last_escoba", None, None, None),
)
def test_4_1_who_takes_what_is_left(option, last_capture, last_escoba, takes):
    fields = {"last_capture": last_capture, "last_escoba": last_escoba}
    assert result("leftover", {"leftover": option}, **fields) == {"takes": takes}


def test_4_4_without_a_capture_no_last_escoba_is_asked_for():
    assert result("leftover", last_capture=None) == {"takes": None}
    assert errors("leftover", last_capture=1) == [("last_escoba", "missing")]


@cases(
    "option, last_escoba, said",
    ("last_capture", 0, True),
    ("last_capture", 1, False),
    ("last_capture", None, False),
    ("last_escoba", 0, False),
)
def test_4_1_where_the_readings_part_the_ruling_says_which_one_it_follows(option, last_escoba, said):
    rules = {"leftover": option}
    ruling = DESK.ruling("leftover", rules, last_capture=1, last_escoba=last_escoba)
    assert any("literally the last escoba" in text for text in texts(ruling)) == said


@pytest.mark.parametrize(("table", "said"), [("5O 3C 4E 3B", True), ("5O 3C 4E 2B", False)])
def test_2_3_that_the_dealer_takes_the_opening_cards_is_marked_as_a_reading(table, said):
    ruling = DESK.ruling("opening_table", table=table.split())
    assert any("it is read here so" in text for text in texts(ruling)) == said


@cases(
    "language, reading, literally",
    ("en", "reading", "literally"),
    ("eu", "irakurketa", "hitzez hitz"),
    ("es", "interpretación", "al pie de la letra"),
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


@cases(
    "question, fields, expected",
    case("it lies there", "captures", {"table": ["7O"], "card": "7O"}, [("card", "card_twice")]),
    case(
        "every problem at once",
        "captures",
        {"table": ["5C", "5C"], "card": "8O"},
        [("table", "card_twice"), ("card", "unknown_card")],
    ),
    case("too many", "captures", {"table": ["5C"] * 41, "card": "1O"}, [("table", "too_many")]),
    case("four cards", "opening_table", {"table": ["5C"]}, [("table", "card_count")]),
    case(
        "an escoba is a capture",
        "leftover",
        {"last_capture": None, "last_escoba": 1},
        [("last_capture", "escoba_without_capture")],
    ),
    case("six seats", "leftover", {"last_capture": 6}, [("last_capture", "unknown_seat")]),
    case("nothing counted", "mismatch", {"counts": {}}, [("counts.cards", "missing")]),
    case("one side", "mismatch", {"counts": {"cards": [40]}}, [("counts.cards", "list_length")]),
    case(
        "lists of two lengths",
        "mismatch",
        {"counts": {"cards": [20, 20], "golds": [5, 5, 0]}},
        [("counts.cards", "list_length")],
    ),
    case(
        "piles or numbers",
        "mismatch",
        {"counts": {"piles": [[], []], "golds": [5, 5]}},
        [("counts.piles", "mixed_forms")],
    ),
    case(
        "a third side",
        "mismatch",
        {"counts": {"cards": [20, 20], "seven_of_golds": [2, 2]}},
        [
            ("counts.seven_of_golds[0]", "unknown_side"),
            ("counts.seven_of_golds[1]", "unknown_side"),
            ("counts.seven_of_golds", "side_twice"),
        ],
    ),
)
def test_situations_that_cannot_be(question, fields, expected):
    assert errors(question, **fields) == expected


@pytest.mark.long
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
        facts = make_deal(
            escobas,
            [len(pile) for pile in piles],
            [sum(card[-1] == "O" for card in pile) for pile in piles],
            [sum(card[:-1] == "7" for card in pile) for pile in piles],
            next(side for side, pile in enumerate(piles) if "7O" in pile),
        )
        match = match_document(
            "escoba",
            [f"P{side}" for side in range(sides)],
            [{"kind": "deal", **facts}],
            rules={"preset": preset},
        )
        sheet, good = score(match)
        document, answered = ask("score", {"preset": preset}, **facts)
        assert good == answered, (sheet, document)
        if good:
            entry = sheet["entries"][0]
            assert document["result"] == {"outcome": entry["outcome"], "scores": entry["scores"]}
            assert len(document["reasons"]) == len(entry["lines"]) + len(entry["findings"])
