"""What if: each entry of the match by its name, so that deals keep the numbers that the table knows them by."""

from typing import Any

import pytest

from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.disputes.what_if import compare
from scorekeeper.core.findings import Report
from scorekeeper.games import GAMES
from tests.cases import cases
from tests.documents import match_document, question_document

SITS = {"kind": "players", "seat": 1, "name": "Nína"}
JOINS = {"kind": "players", "join": "Nína", "total": 50}
HEARTS = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [100, 62]}
VOID = {"kind": "void"}


@pytest.mark.parametrize(
    ("game", "entries", "titles"),
    [
        ("belot", [HEARTS, VOID, HEARTS], ["Deal 1", "Void deal", "Deal 2"]),
        ("belot", [HEARTS, SITS, HEARTS], ["Deal 1", "Who plays", "Deal 2"]),
        (
            "kinaskak",
            [
                {"kind": "deal", "hands": [0, 20, 30, 40]},
                JOINS,
                {"kind": "deal", "hands": [10, 0, 20, 30, 40]},
                {"kind": "players", "leave": 1},
                {"kind": "deal", "hands": [10, None, 0, 30, 40]},
            ],
            ["Deal 1", "Who plays", "Deal 2", "Who plays", "Deal 3"],
        ),
    ],
)
def test_only_deals_are_numbered(game: str, entries: list[dict[str, Any]], titles: list[str]) -> None:
    report = Report()
    beside = compare(
        GAMES[game], match_document(game, ["Ana", "Boris", "Vera", "Georgi"], entries), {}, report
    )
    assert beside is not None, report.errors
    assert [str(title) for title in beside.titles] == titles


def test_a_player_who_left_is_not_ahead() -> None:
    entries = [
        {"kind": "deal", "hands": [0, 40, 40, 90]},
        {"kind": "players", "leave": 0},
        {"kind": "deal", "hands": [None, {"aces": 2}, {"low": 4}, 0]},
    ]
    match = match_document("kinaskak", ["Ana", "Boris", "Vera", "Georgi"], entries)
    report = Report()
    answered = adjudicate(
        question_document("kinaskak", "what_if", match=match, other={"ace": 5}), GAMES, report
    )
    assert answered is not None, report.errors
    assert str(answered.ruling.verdict) == "1 deal differs, and others are ahead."


TAKEN = {"kind": "deal", "escobas": [2, 1], "cards": [22, 18], "golds": [6, 4], "sevens": [3, 1]}


def test_what_other_rules_ask_of_a_deal_names_it_as_the_table_knows_it() -> None:
    deal = {**TAKEN, "seven_of_golds": 0}
    match = match_document("escoba", ["Ana", "Boris"], [VOID, deal, VOID, deal, {"kind": "nonsense"}, 7])
    report = Report()
    adjudicate(question_document("escoba", "what_if", match=match, other={"setenta": 1}), GAMES, report)
    told = {error.path: str(error.text) for error in report.errors}
    assert told["match.entries[1].setenta"].startswith("Deal 1: Say who")
    assert told["match.entries[3].setenta"].startswith("Deal 2: Say who")
    assert told["match.entries[4].kind"].startswith("Choose one of")
    assert told["match.entries[5]"].startswith("Write")


@cases(
    "game, other, sentence",
    (
        "kinaskak",
        {"deals_per_round": "players"},
        "Deals to each contract: “1” becomes “everybody deals once”.",
    ),
    ("kani", {"target": None}, "Points to win: “100” becomes “no end: people stop when they like”."),
    ("belot", {"max_deals": 12}, "Deals of a match: “as many as it takes” becomes “12”."),
    ("belot", {"capot_ends_match": True}, "A match may end on a capot: “no” becomes “yes”."),
)
def test_an_option_that_differs_is_said_in_words(game: str, other: dict[str, Any], sentence: str) -> None:
    report = Report()
    beside = compare(GAMES[game], match_document(game, ["Ana", "Boris", "Vera", "Georgi"], []), other, report)
    assert beside is not None, report.errors
    (changed,) = beside.changed_options
    assert str(changed.text) == sentence
