"""A match that was begun on paper goes on with the totals that stood there."""

import pytest

from scorekeeper.games import GAMES, score
from tests.cases import cases
from tests.documents import match_document

NAMES = ["Ana", "Boris", "Vera", "Georgi"]
DEAL = {
    "belot": {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [90, 72]},
    "kani": {"kind": "deal", "bid": 7, "declarer": 0, "partner": 1, "tricks": 8},
    "escoba": {"kind": "deal", "decided": [1, 0, 2, 0], "reason": "counted"},
    "kinaskak": {"kind": "deal", "hands": [0, 15, 40, 205]},
}
TOTALS = {"belot": [40, 26], "kani": [8, 8, 0, 0], "escoba": [3, 1, 0, 2], "kinaskak": [0, 15, 40, 205]}


def match(game, start, *entries, **rules):
    return match_document(
        game, NAMES, list(entries), rules=rules, start={"reason": "begun on paper", **start}
    )


def scored(game, start, *entries, **rules):
    sheet, good = score(match(game, start, *entries, **rules))
    assert good, sheet
    return sheet


@pytest.mark.parametrize("game", GAMES)
def test_totals_begin_where_the_paper_ended(game):
    sheet = scored(game, {"totals": TOTALS[game]}, DEAL[game])
    (row,) = sheet["entries"]
    assert row["totals"] == [old + new for old, new in zip(TOTALS[game], row["scores"], strict=True)]
    assert sheet["start"] == {"totals": TOTALS[game], "reason": "begun on paper"}
    assert row["dealer"] == 0, "the first dealer deals the first deal that is entered"


def test_a_match_that_begins_here_says_nothing_of_paper():
    document = match("belot", {})
    del document["start"]
    sheet, _good = score(document)
    assert "start" not in sheet


@cases(
    "game, start, errors",
    ("belot", None, [("start", "not_an_object")]),
    ("belot", {"totals": [40, 26], "reason": ""}, [("start.reason", "missing")]),
    ("belot", {"totals": [40]}, [("start.totals", "list_length")]),
    ("belot", {}, [("start.totals", "missing")]),
    ("belot", {"totals": [40, 26], "round": 2}, [("start.round", "unknown_field")]),
    ("belot", {"totals": [151, 26]}, [("start.totals", "over_at_start")]),
    ("kinaskak", {"totals": [0, 0, 0, 0], "round": 9}, [("start.round", "out_of_range")]),
    ("kinaskak", {"totals": [0, 0, 0, 0], "deal": 2}, [("start.deal", "out_of_range")]),
    ("kinaskak", {"totals": [0, 0, 0, 0], "held": True}, [("start.held", "unknown_field")]),
)
def test_what_is_wrong_with_it_is_said_where_it_is(game, start, errors):
    document = match(game, start or {})
    if start is None:
        document["start"] = 7
    found, good = score(document)
    assert not good
    assert [(one["path"], one["code"]) for one in found["errors"]] == errors


def test_with_chips_it_comes_to_nothing():
    chips = {"preset": "icelandic", "settlement": "chips", "target": None}
    assert scored("kani", {"totals": [8, 8, -8, -8]}, **chips)["totals"] == [8, 8, -8, -8]
    found, good = score(match("kani", {"totals": [8, 8, 0, 0]}, **chips))
    assert not good
    assert [(one["path"], one["code"]) for one in found["errors"]] == [("start.totals", "not_zero")]


PASS = {"kind": "deal", "contract": "pass"}
PENALTY = {"kind": "penalty", "side": 1, "points": 1}
LEVEL = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [81, 81]}


@cases(
    "start, rules, entries, status, pending",
    ({"totals": [40, 26], "pending": 8}, {}, [], "open", 8),
    ({"totals": [40, 26], "pending": 8}, {}, [DEAL["belot"]], "open", 0),
    ({"totals": [40, 26], "pending": 8}, {}, [LEVEL], "open", 16),
    # a capot on paper: the match goes on until the next deal is played
    ({"totals": [160, 26], "held": True}, {}, [], "open", 0),
    ({"totals": [160, 26], "held": True}, {}, [PASS, PENALTY], "open", 0),
    ({"totals": [160, 26], "held": True}, {}, [PASS, DEAL["belot"]], "finished", 0),
    ({"totals": [160, 26], "held": True}, {"hanging_ends_match": False}, [LEVEL], "open", 8),
    ({"totals": [160, 26]}, {"own_game_ends_match": True}, [], "open", 0),
    ({"totals": [160, 26]}, {"own_game_ends_match": True}, [DEAL["belot"]], "finished", 0),
    ({"totals": [40, 26]}, {"max_deals": 1}, [DEAL["belot"]], "finished", 0),
)
def test_in_belot_what_hung_on_paper_and_what_held_the_match_open(start, rules, entries, status, pending):
    sheet = scored("belot", start, *entries, **rules)
    assert (sheet["status"], sheet["pending"]) == (status, pending)


@cases(
    "start, rules, rounds, after",
    ({"round": 5}, {}, [5], 6),
    ({"round": 2, "deal": 2}, {"deals_per_round": 3}, [2, 2], 3),
    ({"deal": 4}, {"deals_per_round": "players"}, [1, 2], 2),
)
def test_in_kinaskak_it_goes_on_in_its_round(start, rules, rounds, after):
    played = [DEAL["kinaskak"]] * len(rounds)
    sheet = scored("kinaskak", {"totals": [0, 15, 40, 205], **start}, *played, **rules)
    assert [row["round"] for row in sheet["entries"]] == rounds
    assert sheet["round"] == after


def test_in_kinaskak_the_last_round_ends_it():
    sheet = scored("kinaskak", {"totals": [0, 15, 40, 205], "round": 8}, DEAL["kinaskak"])
    assert (sheet["status"], sheet["winners"]) == ("finished", [0])
