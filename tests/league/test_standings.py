"""Standings: what counts, what it is worth, who is before whom, and why."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.text import render
from scorekeeper.league.changes import causes_between, changes_between
from scorekeeper.league.counting import shares_of, show_fraction, unit_of, why_not
from scorekeeper.league.rules import WRITTEN
from scorekeeper.league.standings import explain
from scorekeeper.league.tie_breaks import Decision
from tests.cases import cases
from tests.league.fold import Standings, all_shares, counting_results, standings_on
from tests.league.matches import FOUR, LEAGUES, PAIRS, belot, make_played, make_won, results, rules
from tests.league.test_results import KANI


def table(matches, **given_rules):
    """The standings of a few matches, in a league where every unit has a place from its first match on."""
    league = rules(**{"least_matches": 0, **given_rules})
    return [(row.rank, row.unit, show_fraction(row.value)) for row in standings_on(matches, league)]


# --- what holds for every league --------------------------------------------------------------------


@pytest.mark.long
@settings(deadline=None)
@given(results(), LEAGUES, st.randoms(use_true_random=False))
def test_the_order_in_which_results_come_in_does_not_matter(matches, league, random):
    mixed = list(matches)
    random.shuffle(mixed)
    assert standings_on(matches, league) == standings_on(mixed, league)


@pytest.mark.long
@settings(deadline=None)
@given(results(), results(), LEAGUES)
def test_what_was_added_can_be_taken_off_again(first, second, league):
    kept, gone = all_shares(first, league), all_shares(second, league)
    assert Standings(league).add(kept).add(gone).take(gone).rows() == Standings(league).add(kept).rows()


@pytest.mark.long
@settings(deadline=None)
@given(results(), LEAGUES)
def test_the_matches_of_a_row_add_up_to_it(matches, league):
    shares = all_shares(matches, league)
    for row in Standings(league).add(shares).rows():
        mine = [one for one in shares if one.unit == row.unit]
        assert sum(one.points for one in mine) == row.played.points
        kept = [one for one in mine if one.night not in row.dropped]
        assert sum(one.points for one in kept) == row.counting.points
        assert len(kept) == row.counting.matches
        assert render(explain(row, league))


@pytest.mark.long
@settings(deadline=None)
@given(results(), LEAGUES)
def test_ranks_count_everybody_before(matches, league):
    rows = [row for row in standings_on(matches, league) if row.rank is not None]
    for at, row in enumerate(rows):
        assert row.rank in (at + 1, rows[at - 1].rank)
        assert at == 0 or row.value <= rows[at - 1].value


@pytest.mark.long
@settings(deadline=None)
@given(results(), results(), LEAGUES)
def test_a_place_that_differs_has_a_cause(before, after, league):
    old, new = all_shares(before, league), all_shares(after, league)
    causes = causes_between(old, new)
    rows = Standings(league).add(old).rows(), Standings(league).add(new).rows()
    changes = {change.unit: change for change in changes_between(*rows, causes)}
    played_before, played_after = ({row.unit: row.played for row in one} for one in rows)
    for unit in played_before.keys() | played_after.keys():
        if played_before.get(unit) != played_after.get(unit):
            assert changes[unit].causes
            assert not [cause for cause in changes[unit].causes if not render(cause.text)]
    for change in changes.values():
        assert all(render(text) for text in change.tell_causes())
    assert changes_between(rows[0], rows[0], {}) == ()


# --- what counts ------------------------------------------------------------------------------------

DEAL = {"contract": "hearts", "declarer": 0, "trick_points": [102, 60]}


@cases(
    "result, given_rules, counts",
    (make_won("m1", "ab", 0), {}, True),
    (make_won("m1", "ab", 0, confirmation="waiting"), {}, False),
    (make_won("m1", "ab", 0, confirmation="waiting"), {"confirmation": "nobody"}, True),
    (make_won("m1", "ab", 0, confirmation="contested"), {"confirmation": "nobody"}, False),
    (make_won("m1", "ab"), {}, False),
    (belot(DEAL), {}, False),
    (belot(DEAL), {"stopped": True}, True),
    (make_played({**KANI, "entries": [*KANI["entries"], {"kind": "end"}]}), {}, True),
    (make_played({**KANI, "rules": {}, "entries": [*KANI["entries"], {"kind": "end"}]}), {}, False),
)
def test_a_result_counts_or_says_why_not(result, given_rules, counts):
    reason = why_not(result, rules(**given_rules))
    assert (reason is None) is counts
    assert counts or render(reason)


# --- what it is worth -------------------------------------------------------------------------------

FIVE = make_won("m1", "abcde", 1, totals=(30, 40, 20, 20, 10))


@cases(
    "result, given_rules, points",
    (FIVE, {}, "0 1 0 0 0"),
    (FIVE, {"win": 3, "loss": 1}, "1 3 1 1 1"),
    (FIVE, {"exceptions": [{"game": "belot", "players": 5, "points": 9}]}, "0 9 0 0 0"),
    (FIVE, {"counting": "placement"}, "3 4 1.5 1.5 0"),
    (FIVE, {"counting": "placement", "places": "listed", "place_points": [5, 3, 2, 1]}, "3 5 1.5 1.5 0"),
    (FIVE, {"counting": "total"}, "30 40 20 20 10"),
    (FIVE, {"counting": "win_share"}, "0 1 0 0 0"),
    (make_won("m1", "abc", 0, 2, totals=(9, 5, 9)), {"win": 3}, "1.5 0 1.5"),
    (make_won("m1", "abc", 0, 2, totals=(9, 5, 9)), {"win": 3, "shared": "full"}, "3 0 3"),
    (make_won("m1", "abc", 0, 1, 2), {}, "0.33 0.33 0.33"),
    (make_won("m1", "ab", 1, totals=(80, 30), lowest_wins=True), {"counting": "total"}, "−80 −30"),
    (make_won("m1", FOUR, 1, sides=PAIRS), {}, "0 0 1 1"),
    (make_won("m1", FOUR, 1, sides=PAIRS), {"unit": "side"}, "0 1"),
)
def test_a_match_is_worth_what_the_league_says(result, given_rules, points):
    shares = shares_of(result, rules(**given_rules))
    assert " ".join(show_fraction(share.points) for share in shares) == points
    assert not [share for share in shares if not render(share.text)]


def test_a_pair_is_the_same_in_either_order_of_seats():
    first = make_won("m1", ("v", "b", "a", "g"), 0, sides=PAIRS)
    second = make_won("m2", FOUR, 0, sides=PAIRS)
    assert table([first, second], unit="side") == [(1, "a+v", "2"), (2, "b+g", "0")]
    assert unit_of(["v", "a"]) == "a+v"


# --- series -----------------------------------------------------------------------------------------


def series(*winners, best_of=3, seats=None):
    seats = seats or ["ab"] * len(winners)
    return [
        make_won(
            f"m{n}", sat, winner, totals=(20, 10), series="s", best_of=best_of, night=f"2026-01-{n + 1:02}"
        )
        for n, (winner, sat) in enumerate(zip(winners, seats, strict=True))
    ]


@cases(
    "matches, expected",
    (series(0), []),
    (series(0, 1), []),
    (series(0, 0), [(1, "a", "1"), (2, "b", "0")]),
    (series(0, 1, 1), [(1, "b", "1"), (2, "a", "0")]),
    (series(0, 1, seats=["ab", "ba"]), [(1, "a", "1"), (2, "b", "0")]),
    (series(0, 0, 1, 1, best_of=5), []),
)
def test_a_series_counts_as_one_match_once_it_is_decided(matches, expected):
    assert table(matches, series="series") == expected


def test_a_series_counts_on_the_night_that_decided_it():
    [one] = counting_results(series(0, 1, 0), rules(series="series"))
    assert (one.match, one.night, one.totals, one.placements) == ("m2", "2026-01-03", (60, 30), (1, 2))
    assert len(counting_results(series(0, 1, 0), rules())) == 3


# --- who is before whom -----------------------------------------------------------------------------


def test_those_who_are_level_are_separated_in_the_stated_order():
    matches = [
        make_won("m1", "ab", 1, totals=(10, 12)),
        make_won("m2", "ac", 0, totals=(90, 10)),
        make_won("m3", "bc", 1, totals=(10, 11)),
        make_won("m4", "ad", 0, totals=(5, 4)),
        make_won("m5", "bd", 0, totals=(5, 4)),
        make_won("m6", "cd", 0, totals=(5, 4)),
    ]
    assert table(matches) == [(1, "a", "2"), (2, "b", "2"), (3, "c", "2"), (4, "d", "0")]
    assert [one[1] for one in table(matches, tie_breaks=["written"])] == ["a", "b", "c", "d"]
    assert table(matches, tie_breaks=["head_to_head"])[:3] == [(1, "a", "2"), (1, "b", "2"), (1, "c", "2")]
    first = standings_on(matches, rules())[0]
    assert [decision.code for decision in first.decisions] == ["difference"]
    names = {"b": "Boris", "c": "Vera"}
    said = render(first.decisions[0].text(names))
    assert said == "level with Boris, Vera; difference of written points: 79"


def test_head_to_head_looks_only_at_matches_among_those_who_are_level():
    matches = [
        make_won("m1", "ab", 0),
        make_won("m2", "bc", 0),
        make_won("m3", "bd", 1),
        make_won("m4", "ad", 1),
        make_won("m5", "cd", 0),
    ]
    rows = standings_on(matches, rules(tie_breaks=["head_to_head"], least_matches=0))
    assert [(row.rank, row.unit) for row in rows] == [(1, "d"), (2, "a"), (3, "b"), (4, "c")]
    looked_at = [[(one.others, show_fraction(one.value)) for one in row.decisions] for row in rows]
    assert looked_at == [[], [(("b", "c"), "1")], [(("a", "c"), "0")], [(("a", "b"), "−1")]]


def test_of_many_who_are_level_some_are_named_and_the_others_counted():
    ten = tuple("abcdefghij")
    five = Decision(WRITTEN, "c", ten, Fraction(7)).name_at_most(5)
    assert (five.others, five.more) == (("a", "b", "d", "e", "f"), 4)
    assert render(five.text({})) == "level with a, b, d, 6 more; written points: 7"
    one_more = Decision(WRITTEN, "a", tuple("abcde"), Fraction(7)).text({"b": "Boris"})
    assert render(one_more) == "level with Boris, c, d, 1 more; written points: 7"
    three = Decision(WRITTEN, "a", tuple("abcd"), Fraction(7)).text({})
    assert render(three) == "level with b, c, d; written points: 7"
    two = five.name_at_most(2)
    assert (two.others, two.more) == (("a", "b"), 7), "those who were not named before are still counted"


def test_head_to_head_is_wins_less_losses_however_often_they_met():
    matches = [
        *(make_won(f"ab{n}", "ab", int(n > 1)) for n in range(5)),  # Ana wins two of five against Boris
        make_won("ac", "ac", 1),
        *(make_won(f"ad{n}", "ad", int(n > 1)) for n in range(4)),  # and two of four against Dora
        make_won("bd", "bd", 1),
        *(make_won(f"ae{n}", "ae", 0) for n in range(4)),
        *(make_won(f"ce{n}", "ce", 0) for n in range(7)),
        *(make_won(f"be{n}", "be", 0) for n in range(5)),
        *(make_won(f"de{n}", "de", 0) for n in range(5)),
    ]
    rows = standings_on(matches, rules(tie_breaks=["head_to_head"]))
    assert [(row.unit, show_fraction(row.value)) for row in rows][:4] == [
        ("c", "8"),
        ("d", "8"),
        ("b", "8"),
        ("a", "8"),
    ]
    looked_at = {row.unit: show_fraction(row.decisions[0].value) for row in rows[:4]}
    assert looked_at == {"c": "1", "d": "1", "b": "0", "a": "−2"}


def test_by_default_a_place_takes_three_matches():
    matches = [make_won(f"m{n}", "ab", 0) for n in range(6)] + [make_won("m6", "cd", 0, totals=(900, 0))]
    rows = standings_on(matches, rules(counting="win_share"))
    assert [(row.rank, row.unit) for row in rows] == [(1, "a"), (2, "b"), (None, "c"), (None, "d")]
    assert render(rows[2].reason) == "2 more matches for a place"


def test_who_has_played_too_little_stands_below_without_a_place():
    matches = [make_won("m1", "ab", 0), make_won("m2", "ab", 1), make_won("m3", "ac", 1)]
    rows = standings_on(matches, rules(least_matches=2))
    assert [(row.rank, row.unit) for row in rows] == [(1, "a"), (1, "b"), (None, "c")]
    assert render(rows[2].reason) == "1 more match for a place"


def test_only_the_best_nights_count():
    matches = [
        make_won(f"m{n}{k}", "ab", winner, night=f"2026-01-0{n}")
        for n, winners in enumerate([(0, 0), (1, 1, 1), (0,)], 1)
        for k, winner in enumerate(winners)
    ]
    rows = {row.unit: row for row in standings_on(matches, rules(best_nights=1))}
    assert (rows["a"].value, rows["a"].dropped) == (2, ("2026-01-02", "2026-01-03"))
    assert rows["b"].value == 3
    assert render(explain(rows["a"], rules(best_nights=1))) == "2 from 2 matches; 2 weaker nights left out"


def test_a_league_by_rating_is_ordered_by_the_ratings_it_is_given():
    rows = standings_on([make_won("m1", "ab", 0)], rules(counting="rating"), ratings={"a": 990, "b": 1010})
    assert [(row.unit, row.value) for row in rows] == [("b", 1010), ("a", 990)]
    pairs = rules(counting="rating", unit="side")
    rows = standings_on(
        [make_won("m1", FOUR, 0, sides=PAIRS)], pairs, ratings={"a": 990, "b": 1010, "g": 1005}
    )
    assert [(row.unit, show_fraction(row.value)) for row in rows] == [("b+g", "1007.5"), ("a+v", "495")]


def test_the_table_of_a_past_night():
    matches = [make_won("m1", "ab", 0, night="2026-01-06"), make_won("m2", "ab", 1, night="2026-02-03")]
    rows = standings_on(matches, rules(), until="2026-01-31")
    assert [(row.unit, row.value) for row in rows] == [("a", 1), ("b", 0)]
    assert standings_on(matches, rules(), until="2026-01-06") == rows, "the night itself is included"


def test_what_changed_names_the_match_and_says_what_it_became():
    before = [make_won("m1", "ab", 0), make_won("m2", "bc", 0)]
    after = [make_won("m1", "ab", 1, version=2), make_won("m2", "bc", 0), make_won("m3", "cd", 0)]
    old, new = all_shares(before, rules()), all_shares(after, rules())
    rows = Standings(rules()).add(old).rows(), Standings(rules()).add(new).rows()
    changes = {change.unit: change for change in changes_between(*rows, causes_between(old, new))}
    told = {unit: [(cause.match, cause.kind) for cause in change.causes] for unit, change in changes.items()}
    assert told == {
        "a": [("m1", "corrected")],
        "b": [("m1", "corrected")],
        "c": [("m3", "added")],
        "d": [("m3", "added")],
    }
    assert render(changes["a"].causes[0].text) == "corrected: won: 1 became not won: 0"
    assert changes["b"].value_after == Fraction(2)
