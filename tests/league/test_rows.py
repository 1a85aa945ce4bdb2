"""A row of the standings: what it holds and says, who is first by each tie-break, and the sum it comes from."""

from fractions import Fraction

from scorekeeper.core.text import render
from scorekeeper.league.counting import Tally, show_fraction
from scorekeeper.league.standings import explain, places
from scorekeeper.league.tie_breaks import StandingsRow, Wanted
from tests.cases import case, cases
from tests.league.fold import Standings, all_shares, standings_on
from tests.league.matches import make_won, rules

MATCHES = [
    make_won("m1", "ab", 0, totals=(151, 90)),
    make_won("m2", "ab", 0, 1, totals=(70, 70)),
    make_won("m3", "ac", 0, totals=(151, 20), night="2026-02-03"),
]


@cases(
    "given_rules, said",
    ({}, {"a": "2.5 from 3 matches", "b": "0.5 from 2 matches", "c": "0 from 1 match"}),
    (
        {"counting": "average"},
        {
            "a": "372 in 3 matches is 124 a match",
            "b": "160 in 2 matches is 80 a match",
            "c": "20 in 1 match is 20 a match",
        },
    ),
    (
        {"counting": "win_share"},
        {
            "a": "2.5 of 3 matches won: 83.33 %",
            "b": "0.5 of 2 matches won: 25 %",
            "c": "0 of 1 match won: 0 %",
        },
    ),
    (
        {"counting": "rating"},
        {"a": "rated 1040 after 3 matches", "b": "rated 0 after 2 matches", "c": "rated 990 after 1 match"},
    ),
    (
        {"best_nights": 1},
        {
            "a": "1.5 from 2 matches; 1 weaker night left out",
            "b": "0.5 from 2 matches",
            "c": "0 from 1 match",
        },
    ),
)
def test_a_row_says_where_its_value_comes_from(given_rules, said):
    league = rules(least_matches=1, **given_rules)
    rows = standings_on(MATCHES, league, ratings={"a": 1040, "c": 990})
    assert {row.unit: render(explain(row, league)) for row in rows} == said


def test_a_row_holds_what_counts_and_all_that_was_played():
    first, second, third = standings_on(MATCHES, rules(best_nights=1, least_matches=2))
    assert first == StandingsRow(
        unit="a",
        rank=1,
        value=Fraction(3, 2),
        counting=Tally(2, Fraction(3, 2), Fraction(3, 2), 221, 61),
        played=Tally(3, Fraction(5, 2), Fraction(5, 2), 372, 192),
        dropped=("2026-02-03",),
        decisions=(),
        reason=None,
    )
    assert (second.unit, second.rank, second.counting) == ("b", 2, second.played)
    assert (third.unit, third.rank, third.value, third.played.matches) == ("c", None, 0, 1)
    assert (third.dropped, third.decisions) == ((), ())
    plain = standings_on(MATCHES, rules(least_matches=1))
    assert [row.dropped for row in plain] == [(), (), ()]
    assert render(third.reason) == "1 more match for a place"


def test_those_below_the_line_stand_in_the_order_of_their_values_and_then_of_their_keys():
    matches = [
        make_won("m1", "dc", 1),
        make_won("m2", "fe", 1),
        make_won("m3", "ab", 0),
        make_won("m4", "ab", 0),
    ]
    rows = standings_on(matches, rules(least_matches=2, tie_breaks=[]))
    assert [(row.unit, row.rank) for row in rows] == [
        *[("a", 1), ("b", 2)],
        *[(unit, None) for unit in "cedf"],
    ]


def test_level_units_without_a_tie_break_share_a_rank_in_the_order_of_their_keys():
    matches = [make_won(f"m{n}", pair, 0) for n, pair in enumerate(("bz", "ay", "cx"))]
    assert [(row.rank, row.unit) for row in standings_on(matches, rules(least_matches=0, tie_breaks=[]))] == [
        *[(1, "a"), (1, "b"), (1, "c")],
        *[(4, "x"), (4, "y"), (4, "z")],
    ]


@cases(
    "tie_break, order, values",
    ("difference", "acb", ["60", "20", "−10"]),
    ("written", "bca", ["300", "250", "200"]),
    ("most_wins", "abc", []),
    ("share_of_wins", "abc", ["1", "0.5", "0.33"]),
    ("fewer_matches", "abc", ["−1", "−2", "−3"]),
)
def test_each_tie_break_looks_at_its_own_figure(tie_break, order, values):
    """Three who have won one match each: of one, of two, and of three."""
    matches = [
        make_won("a1", "ap", 0, totals=(200, 140)),
        make_won("b1", "bp", 0, totals=(130, 120)),
        make_won("b2", "bq", 1, totals=(90, 100)),
        make_won("b3", "br", 1, totals=(80, 90)),
        make_won("c1", "cq", 0, totals=(150, 120)),
        make_won("c2", "cr", 1, totals=(100, 110)),
    ]
    matches += [make_won(f"{unit}{n}", f"{unit}s", 1) for unit in "pqr" for n in range(7, 9)]
    if tie_break in ("share_of_wins", "fewer_matches"):
        matches = [
            make_won("a1", "ap", 0),
            *(make_won(f"b{n}", "bp", int(n > 0)) for n in range(2)),
            *(make_won(f"c{n}", "cp", int(n > 0)) for n in range(3)),
        ]
    league = rules(least_matches=0, tie_breaks=[tie_break])
    rows = [row for row in standings_on(matches, league) if row.unit in "abc"]
    assert "".join(row.unit for row in rows) == order
    assert [show_fraction(row.decisions[0].value) for row in rows if row.decisions] == values


@cases(
    "matches, order",
    case("two", ["ab", "bx"], [(1, "a"), (2, "b")]),
    case(
        "two of four, who are then looked at again by themselves",
        ["ab", "bc", "bd", "cd", "ax", "cx", "dx", "dx"],
        [(1, "a"), (2, "b"), (3, "c"), (4, "d")],
    ),
    case("two who never met", ["ax", "bx"], [(1, "a"), (1, "b")]),
)
def test_head_to_head_separates_those_who_are_level_and_then_those_still_level_among_them(matches, order):
    """The first of each pair has won."""
    played = [make_won(f"m{n}", pair, 0) for n, pair in enumerate(matches)]
    rows = standings_on(played, rules(least_matches=0, tie_breaks=["head_to_head"]))
    assert [(row.rank, row.unit) for row in rows if row.unit != "x"] == order


def test_only_a_league_that_looks_at_meetings_keeps_them():
    kept = Standings(rules(tie_breaks=["written"])).add(all_shares(MATCHES, rules()))
    assert kept.meetings == {}
    assert list(kept.tallies["a"]) == [""], "nights are kept apart only where the best of them count"


def test_places_are_found_for_those_who_are_asked_about():
    """Of ten in two levels and two below the line, some positions, or some people."""
    units = "abcdefghij"
    rows = {
        unit: StandingsRow(unit, Fraction(int(unit < "f")), Tally(3), Tally(3 if unit < "i" else 1))
        for unit in units
    }
    league = rules(tie_breaks=["written"], least_matches=3)

    def find(**wanted):
        found = places(league, ["abcde", "fgh"], "ij", rows, {}, Wanted(**wanted))
        return [(position, row.unit, row.rank) for position, row in found]

    everybody = [
        *((n, unit, 1) for n, unit in enumerate("abcde", 1)),
        *((n, unit, 6) for n, unit in enumerate("fgh", 6)),
        *((n, unit, None) for n, unit in enumerate("ij", 9)),
    ]
    assert find() == everybody
    for first, last in ((1, 1), (1, 5), (5, 6), (6, 8), (8, 9), (9, 10), (10, None), (3, None)):
        assert find(first=first, last=last) == everybody[first - 1 : last], (first, last)
    assert find(units=frozenset("bgj")) == [everybody[1], everybody[6], everybody[9]]
    assert find(first=7, units=frozenset("bgj")) == [everybody[6], everybody[9]]
