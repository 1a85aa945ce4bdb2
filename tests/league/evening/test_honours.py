"""What an evening is remembered by: who stands on the podium, the best pair, the greatest win, who swept most often."""

from fractions import Fraction
from typing import Any

from scorekeeper.core.scoring.statistics import PlayedDeal
from scorekeeper.league.evening.honours import (
    BestPair,
    GreatestWin,
    Sweeper,
    find_best_pairs,
    find_greatest_wins,
    find_sweepers,
    list_podium,
)
from scorekeeper.league.evening.played import PlayedRound, PlayedTable
from scorekeeper.league.evening.standings import rank_evening
from tests.cases import cases
from tests.league.evening.test_standings import make_plan, result, table


def podium(*tables: PlayedTable, units: str = "a b c d") -> list[tuple[int, str]]:
    rows = rank_evening(make_plan(), [PlayedRound(tables)], units.split())
    return [(step.place, "".join(row.unit for row in step.rows)) for step in list_podium(rows)]


@cases(
    "tables, units, steps",
    ([table(151, 98, sides="a b"), table(151, 120, sides="c d")], "a b c d", [(1, "a"), (2, "c"), (3, "d")]),
    ([table(151, 98)], "a b c d", [(1, "ab"), (3, "cd")]),
    ([table(140, 140)], "a b c d", [(1, "abcd")]),
    ([table(151, 98, sides="abcd efgh")], "a b c d e f g h", [(1, "abcd")]),
    ([table()], "a b c d", []),
)
def test_everybody_who_shares_one_of_the_first_three_places_is_on_the_podium(
    tables: list[PlayedTable], units: str, steps: list[tuple[int, str]]
) -> None:
    assert podium(*tables, units=units) == steps


def test_the_best_pair_has_most_points_in_the_rounds_that_two_played_together() -> None:
    rounds = [
        PlayedRound((table(151, 98, sides="ab cd"), table(151, 0, sides="ef gh"))),
        PlayedRound((table(98, 151, sides="ab cd"), table(151, 0, sides="eh gf"))),
        PlayedRound((table(151, 98, sides="ab gd"), table(151, 0, sides="cf he", void=True))),
    ]
    assert find_best_pairs(make_plan(), rounds, []) == [BestPair(("a", "b"), Fraction(2))]
    assert find_best_pairs(make_plan(), rounds[:2], []) == [
        BestPair(("a", "b"), Fraction(1)),
        BestPair(("c", "d"), Fraction(1)),
    ]
    assert find_best_pairs(make_plan(), rounds[:1], []) == [], "once together is no pair of the evening"
    assert find_best_pairs(make_plan(seats="single"), rounds, []) == []


def test_where_pairs_are_fixed_the_best_one_is_who_won() -> None:
    plan, rounds = make_plan(seats="pairs"), [PlayedRound((table(151, 98),))]
    rows = rank_evening(plan, rounds, ["a+b", "c+d"])
    assert find_best_pairs(plan, rounds, rows) == [BestPair(("a", "b"), Fraction(1))]


def test_the_greatest_win_is_by_points_on_the_table_and_those_who_are_level_share_it() -> None:
    rounds = [
        PlayedRound((table(151, 98), table(60, 160, sides="ef gh", number=4), table(won=0, sides="i j"))),
        PlayedRound((table(160, 0, sides="x y", void=True), table(155, 55, sides="k l", number=2))),
    ]
    assert find_greatest_wins(rounds) == [
        GreatestWin(("g", "h"), Fraction(100), 1, 4),
        GreatestWin(("k",), Fraction(100), 2, 2),
    ]
    assert find_greatest_wins([PlayedRound((table(), table(140, 140)))]) == []


def swept(game: str, *entries: dict[str, Any], people: str = "acbd") -> PlayedTable:
    """A table of four, first seat against second, where these deals were played."""
    deals = tuple(
        PlayedDeal(
            at,
            0,
            "made",
            (26, 0),
            (26, 0),
            (),
            {"contract": "hearts", "declarer": 0, **entry},
            None,
            (),
            tuple(people),
        )
        for at, entry in enumerate(entries)
    )
    played = result(151, 98)._replace(game=game, sides=((0, 2), (1, 3)), deals=deals)
    about = played.about._replace(players=tuple(people))
    return PlayedTable((("a", "b"), ("c", "d")), played._replace(about=about))


def test_most_capots_go_to_those_who_had_them_and_to_a_fixed_pair_as_one() -> None:
    rounds = [PlayedRound((swept("belot", {"capot": 0}, {"capot": 1}, {"capot": 0}),))]
    assert find_sweepers(make_plan(), rounds, []) == [Sweeper(("a",), 2), Sweeper(("b",), 2)]
    pairs = make_plan(seats="pairs")
    rows = rank_evening(pairs, rounds, ["a+b", "c+d"])
    assert find_sweepers(pairs, rounds, rows) == [Sweeper(("a", "b"), 2)]
    assert find_sweepers(make_plan(), [PlayedRound((swept("belot", {}),))], []) == []


def test_a_capot_of_a_substitute_is_the_substitute_s_and_a_stranger_has_none() -> None:
    rounds = [PlayedRound((swept("belot", {"capot": 0}, people="xc?b"),))]
    assert find_sweepers(make_plan(), rounds, []) == [Sweeper(("x",), 1)]


def test_a_game_without_a_sweep_leaves_it_out() -> None:
    assert find_sweepers(make_plan(game="kinaskak"), [PlayedRound((swept("belot", {"capot": 0}),))], []) == []
