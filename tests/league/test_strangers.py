"""Nameless strangers: outside standings, ratings, lists and figures, while what the others did counts."""

from scorekeeper.league.ratings import Ratings
from scorekeeper.league.records import records_in
from scorekeeper.league.statistics import observations_of
from scorekeeper.league.strangers import has_stranger, is_stranger, stranger_at
from tests.league.fold import Forms, standings_on
from tests.league.matches import make_won, rules

PLAYERS = ("a", stranger_at(1), stranger_at(2), "d")
PLAYED = make_won("m1", PLAYERS, 0, sides=((0, 1), (2, 3)), totals=(151, 98))
ALONE = make_won("m2", PLAYERS, 0, totals=(9, 7, 5, 3))


def test_a_stranger_is_told_from_players():
    assert [is_stranger(key) for key in ("?0", "?7", "?8", "?", "a", "a?1")] == [True, True, *[False] * 4]
    assert [has_stranger(who) for who in ("a+?1", "a|?1", "?1", "a+b")] == [True, True, True, False]


def test_the_others_stand_in_the_table_and_strangers_do_not():
    for played, points in ((PLAYED, [1, 0]), (ALONE, [3, 0])):
        rows = standings_on(
            [played], rules(counting="placement" if played is ALONE else "wins", least_matches=0)
        )
        assert [row.unit for row in rows] == ["a", "d"]
        assert [row.value for row in rows] == points
    assert standings_on([PLAYED], rules(unit="side", least_matches=0)) == ()


def test_a_stranger_keeps_no_rating_and_the_others_are_rated_as_against_a_newcomer():
    ratings = Ratings(rules())
    moves = ratings.add(PLAYED)
    assert {move.player for move in moves} == {"a", "d"}
    assert ratings.shown().keys() == {"a", "d"}
    named = Ratings(rules())
    named.add(make_won("m1", "abcd", 0, sides=((0, 1), (2, 3)), totals=(151, 98)))
    assert ratings.shown()["a"] == named.shown()["a"]
    again = make_won("m3", PLAYERS, 0, sides=((0, 1), (2, 3)), totals=(151, 98))
    assert all(move.before.matches == 1 for move in ratings.add(again)), (
        "who sits there is not the one of before"
    )


def test_lists_and_figures_know_no_stranger():
    for played in (PLAYED, ALONE):
        told = [one.who for one in observations_of(played)] + [one.unit for _kind, one in records_in(played)]
        assert told
        assert not any(map(has_stranger, told))
        assert {player for player, _game in Forms().add(played).forms} == {"a", "d"}
    assert ("best_total", 9) in [(kind, one.value) for kind, one in records_in(ALONE)]
