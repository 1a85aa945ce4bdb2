"""What a match gives to everybody who played it, in numbers and words, and what of it counts."""

from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.core.text import render
from scorekeeper.league.counting import (
    Share,
    members_of,
    series_result,
    shares_of,
    show_fraction,
    unit_of,
    why_not,
)
from scorekeeper.league.results import Result
from tests.cases import case, cases
from tests.league.fold import counting_results
from tests.league.matches import FOUR, PAIRS, make_won, rules


@cases(
    "number, written",
    (Fraction(3), "3"),
    (Fraction(-3), "−3"),
    (Fraction(0), "0"),
    (Fraction(1, 2), "0.5"),
    (Fraction(5, 2), "2.5"),
    (Fraction(-1, 2), "−0.5"),
    (Fraction(-5, 2), "−2.5"),
    (Fraction(4, 3), "1.33"),
    (Fraction(-2, 3), "−0.67"),
)
def test_a_fraction_is_written_as_people_write_it(number: Fraction, written: str) -> None:
    assert show_fraction(number) == written


# --- why a result does not count --------------------------------------------------------------------

ABANDONED = "Abandoned: no side won, so it does not count."
STOPPED = "Stopped before its end; this league counts only finished matches."
CONTESTED = "Contested: it waits until both sides or the organiser agree."
WAITING = "Waiting to be confirmed."


@cases(
    "about, given, reason",
    ({}, {}, None),
    ({"game": "tarot"}, {}, "It is kept here, but counts in no table: this is none of the program’s games."),
    ({"winners": ()}, {}, ABANDONED),
    ({"status": "stopped"}, {}, STOPPED),
    ({"status": "stopped"}, {"stopped": True}, None),
    ({"status": "stopped", "endless": True}, {}, None),
    ({"confirmation": "contested"}, {}, CONTESTED),
    ({"confirmation": "contested"}, {"confirmation": "nobody"}, CONTESTED),
    ({"confirmation": "waiting"}, {}, WAITING),
    ({"confirmation": "waiting"}, {"confirmation": "nobody"}, None),
)
def test_a_result_counts_or_the_league_reads_why_not(
    about: dict[str, Any], given: dict[str, Any], reason: str | None
) -> None:
    of_result = {name: about.pop(name) for name in ("status", "endless") if name in about}
    result = make_won("m1", "ab", *about.pop("winners", (0,)), game=about.pop("game", "belot"), **about)
    found = why_not(result._replace(**of_result), rules(**given))
    assert (render(found) if found else None) == reason


# --- what a match gives -----------------------------------------------------------------------------


def test_a_share_says_all_that_a_match_gave_to_a_player() -> None:
    match = make_won("m7", "abc", 0, 2, totals=(90, 50, 90), night="2026-02-03", game="escoba")
    won = "won together with others: 3 among 2 is 1.5"
    a, b, c = shares_of(match, rules(win=3, loss=1))
    said = {share.unit: render(share.text) for share in (a, b, c)}
    assert said == {"a": won, "b": "not won: 1", "c": won}
    half, one, nothing = Fraction(1, 2), Fraction(1), Fraction(0)
    about = {"match": "m7", "night": "2026-02-03", "game": "escoba"}
    first = {"points": Fraction(3, 2), "win": half, "place": 1, "written": 90, "difference": 0}
    assert a == Share(unit="a", rivals=(("b", one), ("c", half)), text=a.text, **about, **first)
    assert c == Share(unit="c", rivals=(("a", half), ("b", one)), text=c.text, **about, **first)
    assert b == Share(
        unit="b",
        points=Fraction(1),
        win=nothing,
        place=3,
        written=50,
        difference=-40,
        rivals=(("a", nothing), ("c", nothing)),
        text=b.text,
        **about,
    )


def test_partners_share_what_their_side_won_and_are_no_rivals() -> None:
    match = make_won("m1", FOUR, 1, sides=PAIRS, totals=(80, 151))
    players = shares_of(match, rules())
    assert [share.unit for share in players] == ["a", "v", "b", "g"]
    assert players[0].rivals == (("b", Fraction(0)), ("g", Fraction(0)))
    pairs = shares_of(match, rules(unit="side"))
    assert [(share.unit, share.rivals) for share in pairs] == [
        ("a+v", (("b+g", Fraction(0)),)),
        ("b+g", (("a+v", Fraction(1)),)),
    ]
    assert members_of("a+v") == ("a", "v")
    assert members_of("a") == ("a",)
    assert unit_of(["v", "a"]) == "a+v"


FIVE = make_won("m1", "abcde", 1, totals=(30, 40, 20, 20, 10))


@cases(
    "given, said",
    ({}, ["not won: 0", "won: 1", "not won: 0", "not won: 0", "not won: 0"]),
    (
        {"counting": "placement"},
        ["place 2: 3", "place 1: 4", *["place 3, shared by 2: 1.5"] * 2, "place 5: 0"],
    ),
    (
        {"counting": "placement", "places": "listed", "place_points": [5, 3, 2, 1]},
        ["place 2: 3", "place 1: 5", *["place 3, shared by 2: 1.5"] * 2, "place 5: 0"],
    ),
    ({"counting": "total"}, [f"{points} written" for points in (30, 40, 20, 20, 10)]),
    ({"counting": "average"}, [f"{points} written" for points in (30, 40, 20, 20, 10)]),
    ({"counting": "win_share"}, ["not won", "won", "not won", "not won", "not won"]),
    ({"counting": "rating"}, ["not won", "won", "not won", "not won", "not won"]),
)
def test_every_point_of_a_league_says_where_it_comes_from(given: dict[str, Any], said: list[str]) -> None:
    assert [render(share.text) for share in shares_of(FIVE, rules(**given))] == said


@pytest.mark.parametrize("counting", ["win_share", "rating"])
def test_a_shared_win_is_a_part_of_a_win(counting: str) -> None:
    shares = shares_of(make_won("m1", "abc", 0, 2), rules(counting=counting))
    assert [share.points for share in shares] == [Fraction(1, 2), Fraction(0), Fraction(1, 2)]
    assert [render(share.text) for share in shares] == ["won", "not won", "won"]


def test_a_full_win_for_each_who_shares_it_is_said_as_a_win() -> None:
    shares = shares_of(make_won("m1", "abc", 0, 2), rules(win=3, shared="full"))
    assert [render(share.text) for share in shares] == ["won: 3", "not won: 0", "won: 3"]


# --- series -----------------------------------------------------------------------------------------


def series(*winners: int, best_of: int | None = 3, seats: tuple[str, ...] = (), **about: Any) -> list[Result]:
    return [
        make_won(
            f"m{n}",
            seats[n] if seats else "ab",
            winner,
            **{"totals": (20, 10), "series": "s", "best_of": best_of, "night": f"2026-01-0{n + 1}", **about},
        )
        for n, winner in enumerate(winners)
    ]


@cases(
    "matches, winners, totals, placements, night",
    case("two of three", series(0, 0), (0,), (40, 20), (1, 2), 2),
    case("not one more once it is decided", series(1, 0, 1, 0), (1,), (60, 30), (2, 1), 3),
    case("one of one", series(1, best_of=1), (1,), (20, 10), (2, 1), 1),
    case("of as many as were not said", series(0, best_of=None), (0,), (20, 10), (1, 2), 1),
    case("a side is its players in any seat", series(0, 1, seats=("ab", "ba")), (0,), (30, 30), (1, 2), 2),
    case("others are not counted", series(0, 1, 0, seats=("ab", "ac", "ab")), (0,), (40, 20), (1, 2), 3),
    case("without totals", series(0, 0, totals=()), (0,), (), (1, 2), 2),
)
def test_a_series_has_the_winner_places_and_totals_of_its_matches(
    matches: list[Result],
    winners: tuple[int, ...],
    totals: tuple[int, ...],
    placements: tuple[int, ...],
    night: int,
) -> None:
    found = series_result(matches)
    assert (found.winners, found.totals, found.placements) == (winners, totals, placements)
    assert (found.night, found.match) == (f"2026-01-0{night}", f"m{night - 1}")
    assert (found.status, found.decisive, found.deals, found.players) == ("finished", None, (), ("a", "b"))
    assert found.sides == matches[0].sides


@cases(
    "joined, winners, totals, placements",
    case("in the first match", {0: 0}, (0,), (40, 20), (1, 2)),
    case("in the second one, and won it", {1: 2}, (0,), (60, 30), (1, 2)),
    case("another one in each", {0: 0, 1: 1, 2: 0}, (0,), (60, 30), (1, 2)),
)
def test_who_joins_a_match_of_a_series_is_in_that_one_alone(
    joined: dict[int, int], winners: tuple[int, ...], totals: tuple[int, ...], placements: tuple[int, ...]
) -> None:
    about = {"series": "s", "best_of": 3}
    matches = [
        make_won(f"m{at}", f"ab{at}", joined[at], totals=(20, 10, 5), **about)._replace(joined=1)
        if at in joined
        else make_won(f"m{at}", "ab", 0, totals=(20, 10), **about)
        for at in range(3)
    ]
    found = series_result(matches)
    assert (found.winners, found.totals, found.placements) == (winners, totals, placements)
    assert (found.players, len(found.sides)) == (("a", "b"), 2)


def test_a_match_of_a_series_without_totals_adds_nothing() -> None:
    first, second = series(0, 0)
    found = series_result([first, second._replace(totals=())])
    assert found.totals == (20, 10)


def test_a_series_keeps_no_deals_and_no_decisive_entry_of_its_first_match() -> None:
    first, second = series(1, 1)
    found = series_result([first._replace(decisive=3, deals=second.deals, status="stopped"), second])
    assert (found.decisive, found.deals, found.status) == (None, (), "finished")


def test_a_series_of_three_sides_gives_each_its_place() -> None:
    matches = [
        make_won(f"m{n}", "abc", winner, totals=(n, 10, 20), series="s", best_of=5, night=f"2026-01-0{n + 1}")
        for n, winner in enumerate((2, 0, 2, 2))
    ]
    found = series_result(matches)
    assert (found.placements, found.winners, found.totals) == ((2, 3, 1), (2,), (6, 40, 80))


@cases("matches", series(0), series(0, 1), series(0, 0, best_of=5), series(1, 0, best_of=4))
def test_a_series_is_undecided_until_one_side_has_more_than_half(matches: list[Result]) -> None:
    assert series_result(matches) is None
    assert counting_results(matches, rules(series="series")) == []


def test_a_shared_win_decides_no_series() -> None:
    matches = [make_won(f"m{n}", "ab", 0, 1, series="s", best_of=1) for n in range(3)]
    assert series_result(matches) is None


def test_series_and_single_matches_stand_in_the_order_of_their_nights() -> None:
    alone = [make_won("x", "ab", 0, night="2026-01-01"), make_won("y", "ab", 0, night="2026-01-09")]
    waiting = make_won("w", "ab", 0, confirmation="waiting")
    other = [
        make_won(f"t{n}", "ab", 1, series="t", best_of=3, night="2026-01-02", moment=f"2{n}") for n in (0, 1)
    ]
    found = counting_results([alone[1], *series(0, 1, 0), waiting, *other, alone[0]], rules(series="series"))
    assert [one.match for one in found] == ["x", "t1", "m2", "y"]
    assert [one.match for one in counting_results([alone[1], waiting, alone[0]], rules())] == ["x", "y"]
