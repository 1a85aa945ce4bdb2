"""What is counted may be one: no sentence says “1 points”."""

import re

import pytest

from scorekeeper.games import rule, score
from tests.cases import case
from tests.documents import match_document

PLAYERS = {"belot": "ABCD", "escoba": "AB", "kinaskak": "ABC"}


def list_sentences(game, deal, **rules):
    """Every sentence that an answer to one deal holds."""
    answer, _good = score(match_document(game, list(PLAYERS[game]), [{"kind": "deal", **deal}], rules=rules))
    entries = answer.get("entries", ())
    return [error["message"] for error in answer.get("errors", ())] + [
        one.get("text") or one["message"]
        for entry in entries
        for one in (*entry["lines"], *entry["findings"])
    ]


ONES = [
    case(
        "one point from tricks",
        "belot",
        {"contract": "hearts", "declarer": 0, "trick_points": [1, 161]},
        {},
        "exactly 1 point ",
    ),
    case(
        "a gold and a seven, which are one card",
        "escoba",
        {"escobas": [0, 1], "cards": [39, 1], "golds": [9, 1], "sevens": [3, 1], "seven_of_golds": 0},
        {},
        "golds: 1, sevens: 1, cards: 1",
    ),
    case(
        "an escoba with one card",
        "escoba",
        {"escobas": [0, 1], "cards": [39, 1], "golds": [10, 0], "sevens": [4, 0], "seven_of_golds": 0},
        {},
        "cannot have made 1; cards: 1",
    ),
    case("a hand of one point", "kinaskak", {"hands": [1, 0, 5]}, {}, "counts 1 point:"),
    case(
        "a buy that costs one",
        "kinaskak",
        {"hands": [{"jokers": 1, "low": 1}, [], 5], "buys": [1, 0, 0]},
        {"max_buys": 0, "buy_penalty": 1},
        "1 buy too many",
    ),
]


@pytest.mark.parametrize(("game", "deal", "rules", "part"), ONES)
def test_one_of_a_thing_is_said_as_one(game, deal, rules, part):
    sentences = list_sentences(game, deal, **rules)
    assert any(part in sentence for sentence in sentences), sentences
    plural = re.compile(r"\b1 (points|cards|golds|sevens|jokers|aces|buys|tricks|escobas)\b")
    assert [sentence for sentence in sentences if plural.search(sentence)] == []


def test_a_buy_of_one_point_is_said_as_one():
    question = {"format": "scorekeeper-question/1", "game": "kinaskak", "question": "buy"}
    facts = {"round": 1, "buys": 3, "forehand_takes": False}
    ruling, good = rule({**question, "rules": {"buy_penalty": 1}, **facts})
    assert good, ruling
    assert ruling["verdict"] == "This buy is against the rule; a player who still buys takes 1 point."
