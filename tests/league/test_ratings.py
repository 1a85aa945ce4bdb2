"""Ratings: what a match moves, why, and that they come out the same from wherever one starts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.text import render
from scorekeeper.league.ratings import NEW, NEWCOMER, OVERALL, SIGMA, Rating, Ratings
from tests.cases import cases
from tests.league.fold import in_order, rate_in_order
from tests.league.matches import FOUR, PAIRS, make_won, results, rules

RULES = rules(provisional=2, inactive_days=100)


def rate(*matches):
    ratings = Ratings(RULES)
    return ratings, rate_in_order(ratings, matches)


@pytest.mark.long
@settings(deadline=None)
@given(results(), st.data())
def test_ratings_that_go_on_from_any_match_are_the_same_to_the_last_digit(matches, data):
    ordered = in_order(matches)
    cut = data.draw(st.integers(0, len(ordered)))
    whole, early = Ratings(RULES), Ratings(RULES)
    for result in ordered:
        whole.add(result)
    for result in ordered[:cut]:
        early.add(result)
    resumed = Ratings(RULES)
    resumed.pools = {
        pool: {player: Rating(*one) for player, one in known.items()} for pool, known in early.pools.items()
    }
    moves = [move for result in ordered[cut:] for move in resumed.add(result)]
    assert resumed.pools == whole.pools
    assert not [move for move in moves if move.before.matches + 1 != move.after.matches]


@pytest.mark.long
@settings(deadline=None)
@given(results(), st.randoms(use_true_random=False))
def test_ratings_follow_the_nights_and_not_the_order_in_which_results_come_in(matches, random):
    mixed = list(matches)
    random.shuffle(mixed)
    assert rate(*matches)[0].pools == rate(*mixed)[0].pools


@pytest.mark.long
@settings(deadline=None)
@given(results())
def test_every_move_starts_where_the_one_before_it_ended(matches):
    ratings, moves = rate(*matches)
    last = {}
    for move in moves:
        assert last.get((move.pool, move.player), NEW) == move.before
        last[move.pool, move.player] = move.after
        assert render(move.text)
    assert last == {
        (pool, player): one for pool, known in ratings.pools.items() for player, one in known.items()
    }


def test_a_newcomer_stands_at_a_thousand_and_a_first_win_lifts_above_it():
    assert NEW.shown == NEWCOMER
    ratings, moves = rate(make_won("m1", "ab", 0))
    shown = ratings.shown()
    assert shown["a"] > NEWCOMER
    assert shown["a"] > shown["b"]
    assert {move.pool for move in moves} == {"belot", OVERALL}
    assert render(moves[0].text) == "place 1 of 2; first place was expected with 50\u00a0%"


def test_both_of_a_pair_move_alike_and_every_game_has_a_pool_of_its_own():
    ratings, moves = rate(make_won("m1", FOUR, 0, sides=PAIRS), make_won("m2", "av", 1, game="escoba"))
    first = {move.player: move.change for move in moves if (move.match, move.pool) == ("m1", "belot")}
    assert first["a"] == first["v"] > first["b"] == first["g"]
    assert ratings.shown("escoba")["v"] > ratings.shown("escoba")["a"]
    assert ratings.pools["belot"]["a"].matches == 1
    assert ratings.pools[OVERALL]["a"].matches == 2


def test_a_surprise_moves_further_than_what_was_expected():
    many = [make_won(f"m{n:02}", "ab", 0, night=f"2026-01-{n + 1:02}") for n in range(20)]
    upset = rate(*many, make_won("m99", "ab", 1, night="2026-02-01"))[1][-1]
    usual = rate(*many, make_won("m99", "ab", 0, night="2026-02-01"))[1][-1]
    assert upset.player == usual.player == "b"
    assert upset.expected < 40
    assert abs(upset.after.mu - upset.before.mu) > abs(usual.after.mu - usual.before.mu)


def test_level_players_of_a_match_for_everybody_stay_level():
    ratings, _ = rate(make_won("m1", "abcd", 0, totals=(9, 5, 5, 1)))
    shown = ratings.shown()
    assert shown["a"] > shown["b"] == shown["c"] > shown["d"]


def test_a_correction_in_january_changes_june():
    later = [make_won(f"m{n}", "ab", n % 2, night=f"2026-0{n}-10") for n in range(2, 7)]
    as_written, _ = rate(make_won("m1", "ab", 0, night="2026-01-10"), *later)
    corrected, _ = rate(make_won("m1", "ab", 1, night="2026-01-10", version=2), *later)
    assert as_written.shown()["a"] > corrected.shown()["a"]


def test_who_was_away_is_less_certain_and_as_strong():
    first, again = make_won("m1", "ab", 0, night="2026-01-01"), make_won("m2", "ab", 0, night="2026-12-01")
    soon = make_won("m2", "ab", 0, night="2026-01-02")
    after_a_year, after_a_day = rate(first, again)[1][-1], rate(first, soon)[1][-1]
    assert (after_a_year.away, after_a_day.away) == (334, 0)
    assert after_a_year.after.sigma > after_a_day.after.sigma
    assert after_a_day.by_absence == 0
    assert after_a_year.by_absence < 0
    assert after_a_year.by_absence + after_a_year.by_match == after_a_year.change
    assert after_a_day.by_match == after_a_day.change


def test_what_an_absence_took_is_told_apart_from_what_the_match_gave():
    often = [make_won(f"m{n:02}", "ab", n % 2, night=f"2025-01-{n + 1:02}") for n in range(20)]
    back = next(
        move for move in rate(*often, make_won("m99", "ab", 0, night="2026-01-20"))[1] if move.match == "m99"
    )
    assert back.change < 0, "the winner falls"
    assert back.by_absence < 0 < back.by_match
    told = f"absence of 365 days −{-back.by_absence}, this match +{back.by_match}; place 1 of 2; "
    assert render(back.text).startswith(told)


@given(st.floats(-50, 100), st.floats(0.01, SIGMA))
def test_a_rating_lies_in_the_range_beside_it(mu, sigma):
    rating = Rating(mu, sigma)
    assert rating.shown <= round(1000 + 40 * mu) <= rating.highest


@cases(
    "rating, provisional, inactive",
    (Rating(matches=1, night="2026-01-01"), True, True),
    (Rating(matches=2, night="2026-03-01"), False, False),
    (Rating(matches=2, night="2026-02-20"), False, False),
    (NEW, True, False),
)
def test_a_rating_is_marked_while_provisional_and_when_inactive(rating, provisional, inactive):
    assert (rating.provisional(RULES), rating.inactive(RULES, "2026-05-31")) == (provisional, inactive)
