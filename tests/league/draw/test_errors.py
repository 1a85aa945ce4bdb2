"""Every problem of a draw document is named, each at its path; all of them at once."""

import re
from pathlib import Path

import pytest

from scorekeeper.league.draw.drawing import draw
from tests.league.draw.evening import ask, draw_one, play, refuse

ROOT = Path(__file__).parents[3]
PAST = {"tables": [["p0", "p1", "p2", "p3"]], "resting": ["p4"], "dealers": [0]}
LONG = "x" * 101

WRONG = {
    "another format": ({"format": "scorekeeper-match/1"}, [("format", "unknown_format")]),
    "a field that is not there": ({"rouds": []}, [("rouds", "unknown_field")]),
    "other seats": ({"seats": "fours"}, [("seats", "unknown_choice")]),
    "another way": ({"way": ["even"]}, [("way", "unknown_choice")]),
    "no seed": ({"seed": ""}, [("seed", "missing")]),
    "a number for a seed": ({"seed": 7}, [("seed", "not_a_text")]),
    "a seed too long": ({"seed": LONG}, [("seed", "too_long")]),
    "no list of players": ({"players": "abcd"}, [("players", "not_a_list")]),
    "too many players": ({"players": ["p"] * 257}, [("players", "too_many")]),
    "a player without a name": ({"players": [*"abcd", " "]}, [("players[4]", "blank_name")]),
    "a number for a player": ({"players": [*"abcd", 5]}, [("players[4]", "not_a_text")]),
    "a player twice": ({"players": [*"abcd", " a"]}, [("players[4]", "player_twice")]),
    "too few for a table": ({"players": [*"abc"]}, [("players", "too_few")]),
    "too few for the smallest table": (
        {"players": ["a"], "seats": "single", "sizes": [4, 3, 2]},
        [("players", "too_few")],
    ),
    "no players": ({"players": []}, [("players", "too_few")]),
    "fours of five": ({"sizes": [5]}, [("sizes[0]", "unknown_choice")]),
    "pairs of four": ({"seats": "pairs", "sizes": [4]}, [("sizes[0]", "unknown_choice")]),
    "no size where there is a choice": ({"seats": "single"}, [("sizes", "missing")]),
    "an empty list of sizes": ({"sizes": []}, [("sizes", "list_length")]),
    "a size twice": ({"seats": "single", "sizes": [4, 3, 4]}, [("sizes[2]", "size_twice")]),
    "a size of one": ({"seats": "single", "sizes": [4, 1]}, [("sizes[1]", "out_of_range")]),
    "a size in words": ({"seats": "single", "sizes": ["four"]}, [("sizes[0]", "not_a_number")]),
    "together with a stranger": ({"together": [["p0", "x"]]}, [("together[0][1]", "unknown_player")]),
    "together with oneself": ({"together": [["p0", "p0"]]}, [("together[0][1]", "player_twice")]),
    "three together": ({"together": [["p0", "p1", "p2"]]}, [("together[0]", "list_length")]),
    "a pair twice": ({"together": [["p0", "p1"], ["p1", "p0"]]}, [("together[1]", "pair_twice")]),
    "pairs of pairs": ({"seats": "pairs", "together": [["p0", "p1"]]}, [("together", "not_played")]),
    "points in words": ({"points": {"p0": "3"}}, [("points.p0", "not_a_number")]),
    "points as a list": ({"points": [3]}, [("points", "not_an_object")]),
    "points beyond all": ({"points": {"p0": 10**10}}, [("points.p0", "out_of_range")]),
    "a stranger at a table that stands": (
        {"locked": [["p0", "p1", "p2", "x"]]},
        [("locked[0][3]", "unknown_player")],
    ),
    "a player at two tables": (
        {"locked": [["p0", "p1", "p2", "p3"], ["p4", "p5", "p6", "p0"]]},
        [("locked[1][3]", "player_twice")],
    ),
    "a table of three": ({"locked": [["p0", "p1", "p2"]]}, [("locked[0]", "list_length")]),
    "a table of nine": (
        {"seats": "single", "sizes": [4], "locked": [[f"p{one}" for one in range(9)]]},
        [("locked[0]", "list_length")],
    ),
    "no number of rounds": ({"plan": None}, [("plan", "not_a_number")]),
    "a plan of no rounds": ({"plan": 0}, [("plan", "out_of_range")]),
    "rounds that are none": ({"rounds": [7]}, [("rounds[0]", "not_an_object")]),
    "a round without tables": ({"rounds": [{}]}, [("rounds[0].tables", "missing")]),
    "a field that a round does not have": (
        {"rounds": [{**PAST, "dealer": 1}]},
        [("rounds[0].dealer", "unknown_field")],
    ),
    "a round of another format": (
        {"rounds": [{**PAST, "format": "scorekeeper-draw/1"}]},
        [("rounds[0].format", "unknown_format")],
    ),
    "a table of a past round with five": (
        {"rounds": [{**PAST, "tables": [[*"abcde"]]}]},
        [("rounds[0].tables[0]", "list_length")],
    ),
    "a player who sat and rested": (
        {"rounds": [{**PAST, "resting": ["p0"]}]},
        [("rounds[0].resting[0]", "player_twice")],
    ),
    "a dealer too many": ({"rounds": [{**PAST, "dealers": [0, 1]}]}, [("rounds[0].dealers", "list_length")]),
    "a dealer beyond the table": (
        {"rounds": [{**PAST, "dealers": [4]}]},
        [("rounds[0].dealers[0]", "unknown_seat")],
    ),
    "too many rounds": ({"rounds": [PAST] * 101}, [("rounds", "too_many")]),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_named_where_it_stands(what):
    fields, errors = WRONG[what]
    assert refuse({**ask(9), **fields}) == errors


@pytest.mark.parametrize("document", [None, [], "draw", 7])
def test_anything_but_an_object_is_no_draw(document):
    assert refuse(document) == [("", "not_an_object")]


def test_an_empty_object_lacks_everything_that_is_needed():
    assert refuse({}) == [
        ("format", "unknown_format"),
        *((name, "missing") for name in ("seats", "way", "seed", "players")),
    ]


def test_all_problems_are_named_at_once():
    fields = {"seats": "fours", "seed": 3, "together": [["p0", "x"]], "locked": [["y"] * 4], "plan": "7"}
    assert refuse(ask(9, **fields)) == [
        ("seats", "unknown_choice"),
        ("seed", "not_a_text"),
        ("together[0][1]", "unknown_player"),
        ("locked[0][0]", "unknown_player"),
        *((f"locked[0][{seat}]", code) for seat in (1, 2, 3) for code in ("player_twice", "unknown_player")),
        ("plan", "not_a_number"),
    ]


RIGHT = {
    "strangers in past rounds": {"rounds": [{"tables": [[*"wxyz"]], "resting": ["v"]}]},
    "a past round without dealers and rest": {"rounds": [{"tables": [["p0", "p1", "p2", "p3"]]}]},
    "a past round without a table": {"rounds": [{"tables": []}]},
    "rounds as they came out": {"rounds": play(ask(9), 2)},
    "points of people who are not here": {"points": {"x": 3}},
    "a table that stands, and too few for another": {"locked": [["p0", "p1", "p2", "p3"]]},
    "the sizes that there are": {"sizes": [4]},
}


@pytest.mark.parametrize("what", RIGHT)
def test_what_may_stand_in_a_document(what):
    players = 6 if "locked" in RIGHT[what] else 9
    assert draw_one(ask(players, **RIGHT[what]))["format"] == "scorekeeper-round/1"


def test_so_many_problems_are_told_and_the_others_counted():
    found, good = draw(ask(9, rounds=[{**PAST, "tables": [["p0", 1, 2, 3]] * 60}] * 40))
    assert not good
    assert found["errors"][-1]["code"] == "more"


def test_the_page_on_draws_lists_every_code():
    source = (ROOT / "scorekeeper/league/draw/reading.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'report\.error\(\s*[^,]+,\s*"([a-z_]+)"', source))
    assert {"unknown_player", "too_few", "player_twice"} <= codes
    page = (ROOT / "docs/draw.md").read_text(encoding="utf-8")
    assert {code for code in codes if f"`{code}`" not in page} == set()
