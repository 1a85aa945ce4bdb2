"""What the tables of an evening come to: points by each scheme, rests, and what decides between level players."""

from fractions import Fraction
from typing import Any

from scorekeeper.league.evening.evening_plan import EveningPlan, plan_of
from scorekeeper.league.evening.played import PlayedRound, PlayedTable
from scorekeeper.league.evening.standings import (
    AWAY,
    DIFFERENCE,
    LEVEL,
    PLAYED,
    POINTS,
    RESTED,
    WAITING,
    WINS,
    count_moves,
    rank_evening,
)
from scorekeeper.league.results import FINISHED, About, Result, placements_of
from tests.cases import cases

HALF = Fraction(1, 2)


def make_plan(**given: Any) -> EveningPlan:
    return plan_of({"preset": "evening", **given})


def result(*totals: int, winners: tuple[int, ...] | None = None, lowest: bool = False) -> Result:
    best = min(totals) if lowest else max(totals)
    won = winners or tuple(side for side, total in enumerate(totals) if total == best)
    sides = tuple((side,) for side in range(len(totals)))
    places = placements_of(totals, won, lowest_wins=lowest)
    about = About("m", tuple("abcdefgh"[: len(totals)]), "2026-11-26")
    return Result(about, "belot", "p", sides, totals, lowest, FINISHED, False, won, places)


def table(*totals: int, sides: str = "ab cd", **more: Any) -> PlayedTable:
    """A table of the sides that are named; without totals it is still played."""
    given = {name: more.pop(name) for name in ("won", "void", "number") if name in more}
    return PlayedTable(
        tuple(tuple(side) for side in sides.split()), result(*totals, **more) if totals else None, **given
    )


def points_of(plan: EveningPlan, *rounds: PlayedRound, players: str = "abcd") -> dict[str, Fraction]:
    return {row.unit: row.points for row in rank_evening(plan, rounds, players)}


@cases(
    "scheme, totals, first, other",
    ("win", (151, 98), 1, 0),
    ("win", (98, 151), 0, 1),
    ("win", (140, 140), HALF, HALF),
    ("bands", (160, 160), 5, 5),
    ("bands", (151, 132), 5, 5),
    ("bands", (152, 132), 7, 3),
    ("bands", (151, 102), 7, 3),
    ("bands", (152, 102), 9, 1),
    ("bands", (60, 159), 1, 9),
    ("bands", (52, 152), 0, 10),
    ("written", (151, 98), 151, 98),
    ("places", (151, 98), 4, 2),
    ("places", (140, 140), 3, 3),
)
def test_two_sides_get_points(scheme: str, totals: tuple[int, int], first: Fraction, other: Fraction) -> None:
    found = points_of(make_plan(points=scheme), PlayedRound((table(*totals),)))
    assert found == {"a": first, "b": first, "c": other, "d": other}


def test_the_winner_of_a_band_is_who_won_also_with_fewer_points() -> None:
    found = points_of(make_plan(points="bands"), PlayedRound((table(120, 151, winners=(0,)),)))
    assert found == {"a": 7, "b": 7, "c": 3, "d": 3}


@cases(
    "scheme, found",
    ("win", [1, HALF, HALF, 0]),
    ("bands", [10, 5, 5, 0]),
    ("places", [4, Fraction(3, 2), Fraction(3, 2), 0]),
    ("written", [-10, -40, -40, -90]),
)
def test_four_who_play_alone_get_a_part_by_those_they_left_behind(scheme: str, found: list[Any]) -> None:
    one = table(10, 40, 40, 90, sides="a b c d", lowest=True)
    assert points_of(make_plan(points=scheme), PlayedRound((one,))) == dict(zip("abcd", found, strict=True))


@cases(
    "resting, played, points, difference",
    ("average", [(151, 98), (151, 131)], 1, Fraction(73, 2)),
    ("average", [(151, 98), (98, 151)], HALF, 0),
    ("average", [], HALF, 0),
    ("nothing", [(151, 98), (151, 131)], 0, 0),
    ("win", [(98, 151)], 1, 0),
)
def test_who_rests_gets_what_the_plan_says(
    resting: str, played: list[tuple[int, int]], points: Fraction, difference: Fraction
) -> None:
    rounds = [PlayedRound((table(*totals),)) for totals in played]
    row = rank_evening(make_plan(resting=resting), [*rounds, PlayedRound((), ("a",))], "a")[0]
    assert (row.cells[-1].state, row.cells[-1].points, row.cells[-1].difference) == (
        RESTED,
        points,
        difference,
    )


def test_a_void_table_is_a_rest_and_a_given_win_brings_no_difference() -> None:
    given, void = table(won=1), table(20, 15, void=True)
    found = {row.unit: row for row in rank_evening(make_plan(), [PlayedRound((given,))], "abcd")}
    assert (found["c"].points, found["c"].difference, found["a"].points) == (1, 0, 0)
    states = [row.cells[0].state for row in rank_evening(make_plan(), [PlayedRound((void,))], "abcd")]
    assert states == [RESTED] * 4


def test_what_is_still_played_and_what_was_missed_bring_nothing() -> None:
    rounds = [PlayedRound((table(),)), PlayedRound((table(151, 98, sides="ab xy"),))]
    found = {row.unit: [cell.state for cell in row.cells] for row in rank_evening(make_plan(), rounds, "ac")}
    assert found == {"a": [WAITING, PLAYED], "c": [WAITING, AWAY]}


@cases(
    "rounds, order",
    (
        [(151, 98, "a b"), (151, 120, "c d")],
        [("a", 1, POINTS), ("c", 2, DIFFERENCE), ("d", 3, POINTS), ("b", 4, DIFFERENCE)],
    ),
    (
        [(151, 120, "a b"), (151, 120, "c d")],
        [("a", 1, POINTS), ("c", 1, LEVEL), ("b", 3, POINTS), ("d", 3, LEVEL)],
    ),
)
def test_the_row_says_what_decided(rounds: list[Any], order: list[Any]) -> None:
    played = [PlayedRound(tuple(table(one, two, sides=sides) for one, two, sides in rounds))]
    assert [(row.unit, row.place, row.by) for row in rank_evening(make_plan(), played, "abcd")] == order


def test_wins_decide_between_those_who_are_level_in_points_and_difference() -> None:
    plan = make_plan(points="bands", bands=[{"from": 0, "winner": 5, "loser": 5}])
    played = PlayedRound((table(140, 140, sides="a b"), table(140, 140, sides="c d", winners=(0,))))
    assert [(row.unit, row.by) for row in rank_evening(plan, [played], "ac")] == [("c", POINTS), ("a", WINS)]


def test_a_fixed_pair_is_one_place_with_the_rounds_that_both_sat_in() -> None:
    plan = make_plan(seats="pairs")
    rounds = [
        PlayedRound((table(151, 98),), ("e", "f")),
        PlayedRound((table(151, 98, sides="ab ef"),), ("c", "d")),
    ]
    found = rank_evening(plan, rounds, ["a+b", "c+d", "e+f", "a+f"])
    assert [(row.players, row.place, [cell.state for cell in row.cells]) for row in found] == [
        (("a", "b"), 1, [PLAYED, PLAYED]),
        (("a", "f"), 2, [AWAY, AWAY]),
        (("c", "d"), 3, [PLAYED, RESTED]),
        (("e", "f"), 3, [RESTED, PLAYED]),
    ]


def test_places_move_by_the_latest_round_that_has_a_result() -> None:
    first = PlayedRound((table(151, 98, sides="a b"), table(151, 120, sides="c d")))
    second = PlayedRound((table(10, 151, sides="a b"), table(sides="c d")))
    waiting = PlayedRound((table(sides="a b"),))

    def moves(*rounds: PlayedRound) -> dict[str, int]:
        rows = rank_evening(make_plan(), rounds, "abcd")
        return count_moves(make_plan(), rounds, rows)

    assert moves(first) == {}
    assert moves(first, waiting) == {}
    assert moves(first, second) == {"a": -2, "b": 3, "c": 0, "d": -1}, "a, c, d, b became b, c, a, d"
    assert moves(first, second, waiting) == moves(first, second)
