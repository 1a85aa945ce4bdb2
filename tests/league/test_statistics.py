"""Statistics: sums that agree with the score sheets, game by game."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.scoring.statistics import SHARE
from scorekeeper.core.text import render
from scorekeeper.games import GAMES
from scorekeeper.league.measures import AGAINST, LEAGUE, PAIR, PLAYER, Sum, few_text
from scorekeeper.league.records import KINDS
from scorekeeper.league.results import read_result, result_document
from scorekeeper.league.statistics import measures_of, observations_of, sums_of
from tests.cases import case, cases
from tests.documents import match_document
from tests.games.escoba.deals import make_deal
from tests.league.fold import Forms, Records, statistics_of
from tests.league.matches import FOUR, PAIRS, all_examples, belot, make_played, make_won

EXAMPLES = list(all_examples())


@pytest.mark.parametrize("result", [case(one.match, one) for one in EXAMPLES])
def test_everything_observed_is_a_declared_measure_of_a_player(result):
    measures = measures_of(result.game)
    for about, who, measure, got, of in observations_of(result):
        assert measure in measures
        assert of == 1
        assert about != PLAYER or who in result.players
        assert measures[measure].kind != SHARE or 0 <= got <= of


@pytest.mark.parametrize("game", GAMES)
def test_every_measure_is_observed_in_some_worked_example(game):
    """But for the heights and contracts that no example bids, and what only bigger tables have."""
    seen = {one.measure for result in EXAMPLES if result.game == game for one in observations_of(result)}
    unseen = {code for code in measures_of(game) if code not in seen and ":" not in code}
    assert unseen <= {"shared_wins", "won_together"}
    assert not [measure for measure in measures_of(game).values() if not render(measure.label)]


@pytest.mark.long
@settings(deadline=None)
@given(st.lists(st.sampled_from(EXAMPLES), max_size=8), st.data())
def test_statistics_are_sums(matches, data):
    cut = data.draw(st.integers(0, len(matches)))
    resumed = statistics_of(matches[:cut])
    for result in matches[cut:]:
        resumed.add(result)
    whole = statistics_of(reversed(matches))
    assert resumed.sums == whole.sums
    for result in matches[cut:]:
        whole.take(result)
    assert whole.sums == statistics_of(matches[:cut]).sums


MADE = {"contract": "hearts", "declarer": 0, "trick_points": [102, 60]}
INSIDE = {"contract": "clubs", "declarer": 0, "trick_points": [56, 106]}
CONTRA = {"contract": "spades", "declarer": 1, "doubling": "contra", "trick_points": [100, 62]}
HANGING = {"contract": "spades", "declarer": 3, "trick_points": [81, 81]}
CAPOT = {
    "contract": "diamonds",
    "declarer": 2,
    "trick_points": [162, 0],
    "capot": 0,
    "declarations": [
        {"player": 2, "kind": "sequence", "length": 4, "top": "A", "suit": "hearts"},
        {"player": 2, "kind": "carre", "rank": "9"},
        {"player": 1, "kind": "belote"},
    ],
}
ALL_PASS = {"contract": "pass"}


def sums(result, who, about=PLAYER):
    return {code: tuple(total) for code, total in statistics_of([result]).of(about, who).items()}


def test_belot_counts_contracts_contra_capots_and_declarations():
    result = belot(MADE, INSIDE, CONTRA, HANGING, CAPOT, ALL_PASS)
    ana, boris, vera = (sums(result, who) for who in "abv")
    assert (ana["called"], ana["made"], ana["inside"]) == ((2, 5), (1, 2), (1, 2))
    assert (ana["made:hearts"], ana["inside:clubs"], ana["made:clubs"]) == ((1, 1), (1, 1), (0, 1))
    assert (ana["contra_won"], boris["contra_made"]) == ((1, 1), (0, 1))
    assert (ana["capots"], boris["capots"]) == ((1, 5), (0, 5))
    assert (vera["announced"], vera["announced:quarte"], vera["announced:carre"]) == ((2, 5), (1, 1), (1, 1))
    assert boris["announced:belote"] == (1, 1)
    pair = sums(result, "a+v", PAIR)
    assert (pair["made"], pair["won_together"]) == ((2, 3), (1, 1))
    assert sums(result, "", LEAGUE)["hanging"] == (1, 5)


def test_kani_counts_bids_by_height_and_the_luck_of_partners():
    deals = [
        {"bid": 9, "declarer": 0, "partner": 1, "tricks": 10},
        {"bid": 9, "declarer": 0, "partner": 2, "tricks": 8},
        {"bid": "kani", "declarer": 3, "partner": None, "tricks": 13},
        {"bid": "pass"},
    ]
    document = match_document(
        "kani", ["A", "B", "C", "D"], [*({"kind": "deal", **deal} for deal in deals), {"kind": "end"}]
    )
    result = make_played(document, players="abcd")
    assert sums(result, "a")["made:9"] == (1, 2)
    assert (sums(result, "b")["partner"], sums(result, "c")["partner"]) == ((1, 1), (0, 1))
    assert (sums(result, "d")["kani"], sums(result, "d")["alone"]) == ((1, 1), (1, 1))
    assert sums(result, "d")["defended"] == (1, 2)
    assert sums(result, "a+b", PAIR)["made"] == (1, 1)


def test_escoba_counts_escobas_sevens_and_golds_for_both_of_a_side():
    deal = make_deal([2, 0], [22, 18], [10, 0], [1, 3], 0, kind="deal")
    document = match_document(
        "escoba", ["A", "B", "C", "D"], [deal, {"kind": "end"}], rules={"partnerships": True}
    )
    result = make_played(document, players="abcd")
    for who in "ac":
        mine = sums(result, who)
        assert (mine["escobas"], mine["golds"], mine["all_golds"]) == ((2, 1), (1, 1), (1, 1))
        assert (mine["sevens"], mine["seven_of_golds"], mine["cards"]) == ((0, 1), (1, 1), (1, 1))
    assert sums(result, "b")["sevens"] == (1, 1)


@cases(
    "rules, silent",
    ({}, set()),
    ({"all_golds_value": 0}, {"all_golds"}),
    ({"all_sevens_value": 0, "most_sevens": 0}, {"all_sevens", "sevens"}),
    ({"preset": "escoba"}, {"under_ten"}),
)
def test_escoba_says_nothing_of_what_the_table_does_not_play_for(rules, silent):
    deal = make_deal([2, 0], [22, 18], [10, 0], [1, 3], 0, kind="deal")
    document = match_document("escoba", ["A", "B"], [deal, {"kind": "end"}], rules=rules)
    result = make_played(document, players="ab")
    asked = {"sevens", "golds", "cards", "seven_of_golds", "all_sevens", "all_golds", "under_ten"}
    assert asked - sums(result, "a").keys() == silent
    assert sums_of(read_result(json.loads(json.dumps(result_document(result))))) == sums_of(result)


def test_kinaskak_says_nothing_of_buys_too_many_where_all_are_free():
    deal = {"kind": "deal", "hands": [0, 5], "buys": [4, 0]}
    for penalty, told in ((200, True), (0, False)):
        rules = {"buy_penalty": penalty}
        document = match_document("kinaskak", ["A", "B"], [deal, {"kind": "end"}], rules=rules)
        found = sums(make_played(document, players="ab"), "a")
        assert ("penalised" in found, "penalty" in found, found["buys"]) == (told, told, (4, 1))


def test_kinaskak_counts_rounds_buys_and_penalties():
    deals = [
        {"hands": [{}, {"tens": 2}, {"low": 1}], "buys": [4, 0, None]},
        {"hands": [{"jokers": 1}, {}, {"low": 2}]},
    ]
    document = match_document(
        "kinaskak", ["A", "B", "C"], [*({"kind": "deal", **deal} for deal in deals), {"kind": "end"}]
    )
    result = make_played(document, players="abc")
    ana, boris, vera = (sums(result, who) for who in "abc")
    assert (ana["went_out"], ana["went_out:1"], ana["went_out:2"]) == ((1, 2), (1, 1), (0, 1))
    assert (ana["buys"], boris["buys"], "buys" in vera) == ((4, 1), (0, 1), False)
    assert (ana["penalised"], ana["penalty"], ana["points:1"]) == ((1, 2), (200, 2), (200, 1))
    assert ana["points"] == (200 + result.deals[1].scores[0], 2)


def test_who_with_whom_and_who_against_whom():
    matches = [
        make_won("m1", FOUR, 0, sides=PAIRS),
        make_won("m2", FOUR, 1, sides=PAIRS),
        make_won("m3", "ab", 0),
    ]
    statistics = statistics_of(matches)
    assert statistics.table(PAIR, "won_together") == {"a+v": (1, 2), "b+g": (1, 2)}
    assert statistics.table(AGAINST, "ahead_of")["a|b"] == (2, 3)
    assert statistics.table(AGAINST, "ahead_of")["b|a"] == (1, 3)
    assert statistics.of(PLAYER, "a")["wins"] == (2, 3)


def test_comebacks_late_decisions_and_what_dealing_is_worth():
    result = belot(INSIDE, {**MADE, "declarer": 1, "trick_points": [10, 152]}, CONTRA, match="m1")
    ana, boris = sums(result, "a"), sums(result, "b")
    assert result.winners == (0,) or result.winners == (1,)
    winner, loser = (ana, boris) if result.winners == (0,) else (boris, ana)
    assert ("came_back" in ana) != ("came_back" in boris)
    assert winner["wins"] == (1, 1)
    assert loser["wins"] == (0, 1)
    assert sums(result, "", LEAGUE)["own_deals"][1] == 3
    assert sums(result, "", LEAGUE)["deals"] == (3, 1)


def test_small_numbers_are_marked():
    assert Sum(3, 9).few
    assert not Sum(3, 10).few
    assert (Sum(1, 3).percent, Sum().percent, Sum(1, 4).mean) == (33, None, 0.25)
    assert render(few_text(Sum(1, 3))) == "only 3 so far"


# --- form and records -------------------------------------------------------------------------------


def test_streaks_count_matches_in_a_row():
    forms = Forms()
    for number, winner in enumerate([0, 0, 1, 0, 0, 0]):
        forms.add(make_won(f"m{number}", "ab", winner))
    ana, boris = forms.of("a"), forms.of("b")
    assert [kind for kind, _ in ana.latest] == ["won", "won", "lost", "won", "won", "won"]
    assert (ana.longest.length, ana.longest.first, ana.longest.last) == (3, "m3", "m5")
    assert render(boris.current.text) == "3 matches lost in a row"
    assert boris.longest.length == 1
    assert render(boris.longest.text) == "1 win"


def test_records_name_the_match_and_who_it_was():
    records = Records()
    records.add(make_won("m1", "ab", 0, totals=(151, 40))).add(make_won("m2", "ab", 1, totals=(90, 160)))
    records.add(belot(INSIDE, CONTRA, match="m3"))
    found = records.of("belot")
    assert [(one.value, one.match, one.unit) for one in found["victory"]][:2] == [
        (111, "m1", "a"),
        (70, "m2", "b"),
    ]
    assert found["best_total"][0][1:] == (160, "m2", "b")
    assert found["comeback"][0].match == "m3"
    assert not [kind for kind in found if not render(KINDS[kind])]
