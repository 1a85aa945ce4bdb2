"""Chance that can be checked, and what holds for every draw."""

import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest

from scorekeeper.league.draw.drawing import draw
from scorekeeper.league.draw.lot import PART, Lot
from tests.cases import cases
from tests.league.draw.evening import ask, draw_one, entrants, play
from tests.league.draw.oracle import count, price_resting
from tests.soak import in_soak

WORKED = {
    "format": "scorekeeper-draw/1",
    "seats": "changing",
    "sizes": [4],
    "way": "even",
    "seed": "3f9a",
    "players": list("abcdefghi"),
    "together": [["a", "b"]],
    "points": {"a": 3},
    "plan": 7,
    "locked": [["c", "g", "d", "h"]],
    "rounds": [{"tables": [list("acbd"), list("egfh")], "resting": ["i"], "dealers": [0, 1]}],
}
"""The document of the page on formats."""


def test_the_worked_example_keeps_what_is_together_and_what_stands():
    drawn = draw_one(WORKED)
    table, standing = drawn["tables"]
    assert standing == ["c", "g", "d", "h"]
    assert {frozenset(table[::2]), frozenset(table[1::2])} in (
        {frozenset("ab"), frozenset("ei")},
        {frozenset("ab"), frozenset("fi")},
    )
    assert drawn["resting"] in (["e"], ["f"])
    assert drawn["counts"] == {"together_broken": 0, "partners": 2, "opponents": 0, "spread": 0}
    assert list(drawn) == ["format", "tables", "dealers", "resting", "counts", "method"]
    assert (drawn["format"], drawn["method"]) == ("scorekeeper-round/1", 1)


def test_a_number_by_lot_is_sha_256_of_the_seed_and_a_counter():
    for played in (0, 3):
        digests = [sha256(f"3f9a {played * PART + counter}".encode()).digest() for counter in range(2)]
        words = [int.from_bytes(one[at : at + 8], "big") for one in digests for at in (0, 8, 16, 24)]
        lot = Lot("3f9a", played)
        assert [lot.draw_below(2**64) for _ in words] == words


def test_every_number_is_as_likely_as_the_others():
    lot = Lot("fair", 0)
    drawn = Counter(lot.draw_below(5) for _ in range(5_000))
    assert sorted(drawn) == list(range(5))
    assert all(900 < times < 1100 for times in drawn.values())


SCRIPT = """
import json, sys
from scorekeeper.league.draw.drawing import draw
print(json.dumps(draw(json.load(sys.stdin))))
"""
KINDS = {
    "eight": ask(8),
    "forty": ask(40, rounds=play(ask(40), 6)),
    "by points": ask(30, way="swiss", rounds=play(ask(30), 2), points={"p3": 4}),
    "each for oneself": ask(23, seats="single", sizes=[4, 3], together=[["p1", "p2"]]),
    "pairs": ask(15, seats="pairs"),
}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_document_is_the_same_round_also_in_another_process(kind):
    drawn = draw_one(KINDS[kind])
    assert draw_one(json.loads(json.dumps(KINDS[kind]))) == drawn
    for number in ("1", "2")[: in_soak(2, 1)]:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            input=json.dumps(KINDS[kind]).encode(),
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": number, "PYTHONPATH": ":".join(sys.path)},
        )
        assert json.loads(done.stdout) == [drawn, True]


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_another_seed_is_another_round(kind):
    rounds = [json.dumps(draw_one({**KINDS[kind], "seed": seed})["tables"]) for seed in "abc"]
    assert len(set(rounds)) == len(rounds)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_round_comes_to_is_what_its_tables_come_to(kind):
    drawn = draw_one(KINDS[kind])
    assert drawn["counts"] == count(KINDS[kind], drawn["tables"], drawn["resting"])


@pytest.mark.long
def test_every_one_of_the_best_rounds_comes_out_as_often():
    """Four people have three ways to be partners."""
    rounds = Counter(
        frozenset(map(frozenset, (table[::2], table[1::2])))
        for seed in range(900)
        for table in draw_one(ask(4, seed=str(seed)))["tables"]
    )
    assert len(rounds) == 3
    assert all(240 < times < 360 for times in rounds.values())


@pytest.mark.long
def test_the_lot_decides_who_rests_where_nothing_else_does():
    rested = Counter(draw_one(ask(9, seed=str(seed)))["resting"][0] for seed in range(900))
    assert sorted(rested) == entrants(9)
    assert all(60 < times < 145 for times in rested.values())


@cases(
    "what, fields, resting",
    ("the fewest rests", {"rounds": [["p0"], ["p1"], ["p2"], ["p3"]]}, "p4"),
    ("missing a round is no rest", {"rounds": [["p0"], ["p1"], ["p2"], [], ["p3"]]}, "p4"),
    ("the lowest points", {"way": "swiss", "rounds": [["p4"]], "points": {"p0": 2, "p1": 1, "p3": 5}}, "p2"),
    (
        "fewer rests before fewer points",
        {"way": "swiss", "rounds": [["p2"]], "points": {"p2": -9, "p0": 1, "p1": 1, "p3": 1}},
        "p4",
    ),
    ("no points in the first round", {"way": "swiss", "points": dict.fromkeys(entrants(4), 1)}, None),
    ("pairs together before rests", {"together": [["p1", "p2"], ["p3", "p4"]], "rounds": [["p0"]]}, "p0"),
    ("those at a table that stands play", {"locked": [["p0", "p1", "p3", "p4"]], "rounds": [["p2"]]}, "p2"),
)
def test_who_rests(what, fields, resting):
    rounds = [{"tables": [], "resting": names} for names in fields.get("rounds", [])]
    seeds = [ask(5, **{**fields, "rounds": rounds, "seed": str(seed)}) for seed in range(20)]
    rested = {name for document in seeds for name in draw_one(document)["resting"]}
    assert rested == {resting} if resting else len(rested) > 1, what


def test_a_pair_together_rests_together():
    together = [["p0", "p1"], ["p2", "p3"], ["p4", "p5"]]
    rounds = play(ask(6, together=together), 3)
    assert sorted(sorted(one["resting"]) for one in rounds) == together
    assert [one["counts"]["together_broken"] for one in rounds] == [0, 0, 0]


@pytest.mark.long
@pytest.mark.parametrize("seats", ["changing", "single"])
def test_many_pairs_stay_together_among_many_entrants(seats):
    together = [[f"p{number}", f"p{number + 1}"] for number in range(0, 30, 2)]
    rounds = play(ask(41, seats=seats, sizes=[4], together=together), 4)
    assert [one["counts"]["together_broken"] for one in rounds] == [0] * 4
    if seats == "changing":
        assert [one["counts"]["partners"] for one in rounds] == [0] * 4


def test_who_has_dealt_first_least_often_deals():
    rounds = play(ask(8), 12)
    dealt = Counter(
        table[dealer] for one in rounds for table, dealer in zip(one["tables"], one["dealers"], strict=True)
    )
    assert max(dealt.values()) - min(dealt.values()) <= 2
    dealers = [{"tables": [list("abcd")], "resting": [], "dealers": [0]} for _ in range(2)]
    for seed in "123456":
        document = ask("abcd", rounds=[*dealers, {**dealers[0], "dealers": [1]}], seed=seed)
        drawn = draw_one(document)
        assert drawn["tables"][0][drawn["dealers"][0]] in "cd"


def test_swiss_seats_neighbours_of_the_table_together_from_the_second_round_on():
    points = {name: 100 - place for place, name in enumerate(entrants(8))}
    first = draw_one(ask(8, way="swiss", points=points))
    assert first["counts"]["spread"] == 0
    second = draw_one(ask(8, way="swiss", points=points, rounds=[first]))
    before = {frozenset(side) for table in first["tables"] for side in (table[::2], table[1::2])}
    again = {frozenset(side) for table in second["tables"] for side in (table[::2], table[1::2])}
    assert not before & again
    assert {frozenset(table) for table in second["tables"]} == {
        frozenset(entrants(8)[:4]),
        frozenset(entrants(8)[4:]),
    }


@pytest.mark.long
def test_a_history_of_any_size_that_may_be_is_drawn():
    for fields in ({"seats": "single", "sizes": [8, 7]}, {"seats": "pairs"}, {"way": "swiss"}):
        names = [f"{number:>060}" for number in range(255)]
        document = ask(names, **fields)
        drawn = draw_one({**document, "rounds": [draw_one(document)] * 100})
        assert price_resting(document, drawn["resting"])[0] == 0


def test_a_draw_says_the_same_to_all():
    assert (
        draw(ask(3), None)[0]["errors"][0]["message"]
        == "A table takes at least 4 players; write so many here."
    )
