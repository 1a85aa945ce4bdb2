"""What an evening gives to a season that counts evenings as a whole: the evening's standings, counted by hand."""

from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.league.counting import Share
from scorekeeper.league.evening.played import PlayedRound
from scorekeeper.league.evening.season_points import PlayedEvening, evening_shares
from scorekeeper.league.rules import EVENING_PLACES, EVENING_SUM
from tests.league.evening.test_standings import make_plan, table
from tests.league.matches import rules

HALF = Fraction(1, 2)
# Round 1: a b beat c d 151:98, e rests. Round 2: a c beat b e 120:100, d rests. Rests bring the own average.
ROUNDS = (
    PlayedRound((table(151, 98, sides="ab cd"),), ("e",)),
    PlayedRound((table(120, 100, sides="ac be"),), ("d",)),
)


def shares(*rounds: PlayedRound, units: Any = "abcde", **given: Any) -> dict[str, Share]:
    plan = make_plan(**given.pop("plan", {}))
    evening = PlayedEvening("n1", "2026-11-26", plan, rounds or ROUNDS, units)
    return {share.unit: share for share in evening_shares(evening, rules(**given))}


def points(*rounds: PlayedRound, **given: Any) -> dict[str, Fraction]:
    return {unit: share.points for unit, share in shares(*rounds, **given).items()}


def test_the_points_of_the_evening_are_those_of_its_standings() -> None:
    assert points(counting=EVENING_SUM) == {"a": 2, "b": 1, "c": 1, "d": 0, "e": 0}


def test_places_of_the_evening_bring_what_is_listed() -> None:
    """b and c have a point each, b the better difference; of d and e the one who lost by less is before."""
    assert points(counting=EVENING_PLACES) == {"a": 10, "b": 7, "c": 5, "e": 3, "d": 1}
    assert points(counting=EVENING_PLACES, evening_points=[5, 2]) == {"a": 5, "b": 2, "c": 0, "e": 0, "d": 0}


def test_who_is_level_shares_what_the_places_bring() -> None:
    one = PlayedRound((table(151, 98, sides="ab cd"),))
    assert points(one, units="abcd", counting=EVENING_PLACES) == {
        "a": Fraction(17, 2),
        "b": Fraction(17, 2),
        "c": 4,
        "d": 4,
    }
    text = str(shares(one, units="abcd", counting=EVENING_PLACES)["c"].text)
    assert text == "place 3 of 4 on the evening, shared by 2: 4"


@pytest.mark.parametrize("unit", ["player", "side"])
def test_a_fixed_pair_has_one_place(unit: str) -> None:
    """The second pair is second, not third; both of a pair get the points of the pair's place."""
    pairs = PlayedRound((table(151, 98, sides="ab cd"), table(151, 20, sides="ef gh")))
    found = shares(
        pairs, units=["a+b", "c+d", "f+e", "g+h"], plan={"seats": "pairs"}, counting=EVENING_PLACES, unit=unit
    )
    by_pair = {"ef": (1, 10), "ab": (2, 7), "cd": (3, 5), "gh": (4, 3)}
    each = [(["+".join(pair)] if unit == "side" else list(pair), told) for pair, told in by_pair.items()]
    wanted = {one: told for units, told in each for one in units}
    assert {one: (share.place, share.points) for one, share in found.items()} == wanted


def test_a_table_of_pairs_takes_no_evening_of_changing_partners() -> None:
    assert points(counting=EVENING_SUM, unit="side") == {}


def test_matches_wins_and_rivals_are_those_of_the_tables() -> None:
    """b won with a and lost against a: a win each way, by match and not by evening."""
    b = shares(counting=EVENING_PLACES)["b"]
    assert (b.matches, b.win, b.written, b.difference) == (2, 1, 251, 33)
    assert b.rivals == (("c", 1), ("d", 1), ("a", 0), ("c", 0))


def test_who_played_nothing_to_the_end_gets_nothing() -> None:
    rounds = (PlayedRound((table(151, 98, sides="ab cd"), table(sides="ef gh")), ("i",)),)
    assert set(points(*rounds, units="abcdefghi", counting=EVENING_SUM)) == set("abcd")


def test_a_table_that_was_given_counts_as_played_but_met_no_one_there() -> None:
    given = shares(PlayedRound((table(sides="ab cd", won=1),)), units="abcd", counting=EVENING_SUM)["c"]
    assert (given.points, given.matches, given.win, given.difference, given.rivals) == (1, 1, 1, 0, ())


def test_what_a_rest_brings_is_in_the_sum() -> None:
    """d lost the only match and rested once: with a win for a rest that is a point."""
    assert points(counting=EVENING_SUM, plan={"resting": "win"})["d"] == 1
