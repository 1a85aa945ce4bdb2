"""Deals that the table decided: the points that it wrote, with a reason, in every game."""

import pytest

from scorekeeper.games import GAMES, score
from tests.cases import cases
from tests.documents import match_document

NAMES = ["Ana", "Boris", "Vera", "Georgi"]


def match(game, *entries, **rules):
    return match_document(game, NAMES, list(entries), rules=rules)


def decided(*points, reason="counted at the table", **more):
    return {"kind": "deal", "decided": list(points), "reason": reason, **more}


def scored(game, *entries, **rules):
    sheet, good = score(match(game, *entries, **rules))
    assert good, sheet
    return sheet


POINTS = {"belot": [16, 0], "kani": [8, 8, 0, 0], "escoba": [3, 1, 0, 2], "kinaskak": [0, 15, 40, 205]}


@pytest.mark.parametrize("game", GAMES)
def test_the_table_writes_what_it_decided(game):
    sheet = scored(game, decided(*POINTS[game], dealer=2))
    (row,) = sheet["entries"]
    assert (row["outcome"], row["scores"], row["totals"]) == ("decided", POINTS[game], POINTS[game])
    assert row.get("raw") == ([0, 0] if game == "belot" else None)
    assert (row["dealer"], sheet["next_dealer"]) == (2, 3)
    assert {tuple(line["cites"]) for line in row["lines"]} == {()}
    assert [line["points"] for line in row["lines"]] == [points for points in POINTS[game] if points]


@cases(
    "entry, errors",
    ({"reason": ""}, [("reason", "missing")]),
    ({"reason": None}, [("reason", "not_a_text")]),
    ({"decided": [16]}, [("decided", "list_length")]),
    ({"decided": [16, None]}, [("decided[1]", "not_a_number")]),
    ({"decided": [16, 100_001]}, [("decided[1]", "out_of_range")]),
    ({"decided": [-100_001, 0]}, [("decided[0]", "out_of_range")]),
    ({"contract": "hearts"}, [("contract", "unknown_field")]),
    ({"pending": -1}, [("pending", "out_of_range")]),
    ({"dealer": 4}, [("dealer", "unknown_seat")]),
)
def test_what_is_wrong_with_it_is_said_where_it_is(entry, errors):
    found, good = score(match("belot", {**decided(16, 0), **entry}))
    assert not good
    assert [(one["path"].removeprefix("entries[0]."), one["code"]) for one in found["errors"]] == errors


def test_a_decided_deal_needs_a_reason():
    found, good = score(match("kani", {"kind": "deal", "decided": [8, 8, 0, 0]}))
    assert not good
    assert [(one["path"], one["code"]) for one in found["errors"]] == [("entries[0].reason", "missing")]


def test_with_chips_it_comes_to_nothing():
    chips = {"preset": "icelandic", "settlement": "chips", "target": None}
    assert scored("kani", decided(8, 8, -8, -8), **chips)["totals"] == [8, 8, -8, -8]
    found, good = score(match("kani", decided(8, 8, 0, -8), **chips))
    assert not good
    assert [(one["path"], one["code"]) for one in found["errors"]] == [("entries[0].decided", "not_zero")]


LEVEL = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [81, 81]}


@pytest.mark.parametrize(("more", "pending"), [({}, 8), ({"pending": 0}, 0), ({"pending": 20}, 20)])
def test_in_belot_what_hangs_stays_unless_the_table_says_otherwise(more, pending):
    sheet = scored("belot", LEVEL, decided(10, 6, **more))
    assert [row["pending"] for row in sheet["entries"]] == [8, pending]
    assert sheet["pending"] == pending


MADE = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [90, 72]}
CAPOT = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [162, 0], "capot": 0}
PENALTY = {"kind": "penalty", "side": 1, "points": 30}


@cases(
    "rules, entries, status",
    ({"target": 20}, [decided(20, 0)], "finished"),
    ({"target": 20, "own_game_ends_match": True}, [decided(20, 0)], "open"),
    ({"target": 20, "own_game_ends_match": True}, [decided(20, 0), MADE], "finished"),
    ({"target": 20, "writer_ends_match": True}, [PENALTY, decided(0, 5)], "open"),
    ({"target": 20, "writer_ends_match": True}, [PENALTY, decided(5, 0)], "finished"),
    ({"target": 20, "penalty_ends_match": False}, [PENALTY, decided(0, 0)], "finished"),
    ({"target": 20, "capot_ends_match": False}, [CAPOT, decided(5, 0)], "finished"),
    ({"target": 20, "inside_ends_match": False}, [decided(20, 0)], "finished"),
    ({"target": None, "max_deals": 2}, [MADE, decided(0, 0)], "finished"),
)
def test_whether_a_match_of_belot_ends_on_it(rules, entries, status):
    assert scored("belot", *entries, **rules)["status"] == status


def test_in_kinaskak_it_is_a_deal_of_its_round():
    sheet = scored("kinaskak", decided(0, 15, 40, 205), decided(0, 0, 0, 10), deals_per_round=2)
    assert [row["round"] for row in sheet["entries"]] == [1, 1]
    assert sheet["round"] == 2


def test_after_the_end_it_does_not_count():
    sheet = scored("belot", decided(200, 0), decided(0, 5))
    assert [row["outcome"] for row in sheet["entries"]] == ["decided", "after_end"]
    assert sheet["totals"] == [200, 0]
