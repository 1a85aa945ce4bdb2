"""A result says everything a league asks of a match, and survives being written down."""

import json

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES
from scorekeeper.league.measures import PLAYER
from scorekeeper.league.records import records_in
from scorekeeper.league.results import (
    About,
    StillOpenError,
    placements_of,
    read_result,
    result_document,
    result_of,
)
from scorekeeper.league.statistics import observations_of
from tests.cases import case, cases
from tests.documents import match_document
from tests.league.fold import in_order
from tests.league.matches import FOUR, PAIRS, all_examples, belot, make_played, make_won

KANI = match_document(
    "kani",
    ["Anna", "Björn", "Þóra", "Egill"],
    [{"kind": "deal", "bid": 8, "declarer": 1, "partner": 2, "tricks": 9}],
    rules={"target": None},
)


@pytest.mark.parametrize("result", [case(one.match, one) for one in all_examples()])
def test_a_result_is_the_same_after_being_written_as_json(result):
    assert read_result(json.loads(json.dumps(result_document(result)))) == result


@cases(
    "totals, winners, lowest_wins, places",
    ((151, 92), (0,), False, (1, 2)),
    ((92, 151), (0,), False, (1, 2)),
    ((21, 15, 15, 9), (0,), False, (1, 2, 2, 4)),
    ((21, 21, 15), (0, 1), False, (1, 1, 3)),
    ((310, 120, 480), (1,), True, (2, 1, 3)),
    ((0, 0), (), False, (1, 1)),
)
def test_winners_come_first_and_level_totals_share_a_place(totals, winners, lowest_wins, places):
    assert placements_of(totals, winners, lowest_wins) == places


def test_a_match_that_goes_on_has_no_result():
    sheet = score_match(KANI, GAMES, Report())
    with pytest.raises(StillOpenError):
        result_of(KANI, sheet, About("m1", FOUR, "2026-01-06"))


@cases("end, status", ({}, "stopped"), ({"winners": [0]}, "stopped"), ({"winners": []}, "abandoned"))
def test_a_match_without_a_target_is_endless_and_says_how_it_was_ended(end, status):
    document = {**KANI, "entries": [*KANI["entries"], {"kind": "end", **end}]}
    result = make_played(document)
    assert (result.status, result.endless) == (status, True)


def test_a_match_of_so_many_deals_has_an_end_though_it_knows_no_target():
    rules = {**KANI["rules"], "target": None, "max_deals": 12}
    document = {**KANI, "rules": rules, "entries": [*KANI["entries"], {"kind": "end"}]}
    result = make_played(document)
    assert (result.status, result.endless) == ("stopped", False)


def test_a_finished_match_is_finished_even_when_an_end_was_written():
    deals = [{"contract": "hearts", "declarer": 0, "trick_points": [112, 50]}]
    result = belot(*deals, target=10)
    assert (result.status, result.winners, result.placements, result.decisive) == (
        "finished",
        (0,),
        (1, 2),
        0,
    )
    document = match_document(
        "belot",
        ["1", "2", "3", "4"],
        [{"kind": "deal", **deals[0]}, {"kind": "deal", **deals[0]}, {"kind": "end"}],
        rules={"target": 10},
    )
    late = make_played(document)
    assert (late.status, len(late.deals)) == ("finished", 1)


def test_a_side_s_points_are_turned_so_that_more_is_better():
    result = make_won("m1", FOUR, 0, totals=(100, 140), sides=PAIRS, lowest_wins=True)
    assert [result.count_written(0), result.difference(0), result.difference(1)] == [-100, 40, -40]
    assert result.members(1) == ("b", "g")


def test_of_two_versions_of_a_match_the_newer_counts():
    old, new = make_won("m1", "ab", 0, version=3), make_won("m1", "ab", 1, version=9)
    assert in_order([new, old]) == in_order([old, new]) == [new]


def test_a_match_that_was_begun_on_paper_counts_for_who_won_alone():
    whole = {**KANI, "entries": [*KANI["entries"] * 2, {"kind": "end"}]}
    begun = {**whole, "start": {"totals": [0, 20, 20, 0], "reason": "begun on paper"}}
    here, paper = (
        result_of(one, score_match(one, GAMES, Report()), About("m1", FOUR, "2026-01-06"))
        for one in (whole, begun)
    )
    assert (here.winners, paper.winners) == ((1, 2), (1, 2))
    assert [here.difference(1), paper.difference(2)] == [0, 0]
    assert [here.count_written(2), paper.count_written(2)] == [16, 0]
    assert list(records_in(here)) != []
    assert list(records_in(paper)) == []
    measured = [{one.measure for one in observations_of(result)} for result in (here, paper)]
    assert measured[0] - measured[1] == {"difference", "best_deals", "own_deals", "deals", "came_back"}
    assert read_result(json.loads(json.dumps(result_document(paper)))) == paper


def test_a_deal_that_was_decided_or_not_counted_is_no_best_deal():
    names, about = ["Ana", "Boris", "Vera", "Georgi"], About("m1", FOUR, "2026-01-06")
    match = {"format": "scorekeeper-match/1", "game": "belot", "players": names}
    played = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [100, 62]}
    others = [
        {"kind": "deal", "decided": [90, 0], "reason": "counted"},
        {"kind": "deal", "contract": "hearts", "declarer": 0, "doubling": "recontra", "whole_to": 0},
    ]
    document = {**match, "entries": [played, *others, {"kind": "end"}]}
    result = result_of(document, score_match(document, GAMES, Report()), about)
    best = [record.value for kind, record in records_in(result) if kind == "best_deal"]
    assert best == [10]
    assert sum(one.of for one in observations_of(result) if one.measure == "best_deals") == len(FOUR)
    declared = [one.got for one in observations_of(result) if one.measure == "made" and one.about == PLAYER]
    assert sum(declared) == 2, "the deal that was not counted was made all the same"


def test_totals_that_the_table_wrote_itself_are_not_the_shortest_match():
    document = match_document(
        "belot",
        ["Ana", "Boris", "Vera", "Georgi"],
        [{"kind": "deal", "decided": [151, 90], "reason": "the whole match, from paper"}],
    )
    result = result_of(document, score_match(document, GAMES, Report()), About("m1", FOUR, "2026-01-06"))
    assert {kind for kind, _record in records_in(result)} == {"victory", "best_total", "worst_total"}
    assert not {"deals", "last_deal"} & {one.measure for one in observations_of(result)}


ONE_ROUND = {
    "contracts": [{"runs": 1, "sets": 1}],
    "last_round_exact": False,
    "deals_per_round": 4,
    "last_round_buys": True,
}
CAME_AND_WENT = match_document(
    "kinaskak",
    ["Anna", "Björn", "Þóra"],
    [
        {"kind": "deal", "hands": [0, 15, 40]},
        {"kind": "players", "join": "Nína", "total": 5},
        {"kind": "players", "seat": 2, "name": "Ari"},
        {"kind": "deal", "hands": [5, 10, 0, 25]},
        {"kind": "players", "leave": 1},
        {"kind": "deal", "hands": [5, None, 0, 25], "buys": [1, None, 0, 0]},
        {"kind": "players", "seat": 2, "name": "Þóra"},
        {"kind": "deal", "hands": [0, None, 10, 20]},
    ],
    rules=ONE_ROUND,
)


def came_and_went(**known):
    """Nína joined three, Ari sat for Þóra for two deals, Björn left before the third."""
    sheet = score_match(CAME_AND_WENT, GAMES, Report())
    assert sheet is not None
    return result_of(CAME_AND_WENT, sheet, About("m1", ("anna", "bjorn", "thora"), "2026-01-06"), known)


def test_who_joined_is_a_stranger_and_who_left_comes_last():
    result = came_and_went()
    assert result.players == ("anna", "bjorn", "thora", "?3")
    assert (result.totals, result.winners, result.placements) == ((10, 25, 50, 75), (0,), (1, 4, 2, 3))
    assert [(deal.left, deal.people) for deal in result.deals] == [
        ((), ("anna", "bjorn", "thora")),
        ((), ("anna", "bjorn", "?2", "?3")),
        ((1,), ("anna", "bjorn", "?2", "?3")),
        ((1,), ("anna", "bjorn", "thora", "?3")),
    ]
    assert read_result(json.loads(json.dumps(result_document(result)))) == result


def test_a_deal_counts_for_who_played_it():
    found = [
        (one.who, one.measure, one.got)
        for one in observations_of(came_and_went())
        if one.about == PLAYER and one.measure in ("best_deals", "went_out", "buys")
    ]
    best = {
        who: [got for name, measure, got in found if (name, measure) == (who, "best_deals")]
        for who in ("anna", "bjorn", "thora")
    }
    assert best == {"anna": [1, 0, 0, 1], "bjorn": [0, 0], "thora": [0, 0]}, "Ari’s two deals are no one’s"
    assert [got for who, measure, got in found if (who, measure) == ("thora", "went_out")] == [0, 0]
    assert [got for who, measure, got in found if (who, measure) == ("anna", "buys")] == [1]
    assert not any("?" in who for who, _measure, _got in found)


def test_players_of_the_league_are_known_by_their_names_wherever_they_sit_down():
    result = came_and_went(ari="ari", nína="nina")
    assert result.players == ("anna", "bjorn", "thora", "nina")
    assert result.deals[2].people == ("anna", "bjorn", "ari", "nina")
    found = {(one.who, one.measure): one.got for one in observations_of(result) if one.about == PLAYER}
    assert ("ari", "best_deals") in found
    assert ("nina", "best_deals") in found


@cases("ended, whose", (False, ("anna", "bjorn", "thora", "nina")), (True, ("anna", "bjorn", "ari", "nina")))
def test_a_result_is_of_who_began_or_of_who_ended(ended, whose):
    document = {**CAME_AND_WENT, "entries": CAME_AND_WENT["entries"][:-2]}  # Ari sits there to the end
    sheet = score_match({**document, "entries": [*document["entries"], {"kind": "end"}]}, GAMES, Report())
    document = {**document, "entries": [*document["entries"], {"kind": "end"}]}
    about = About("m1", ("anna", "bjorn", "thora"), "2026-01-06")
    told = result_of(document, sheet, about, {"ari": "ari", "nína": "nina"}).told_of(
        {"ari": "ari"}, ended=ended
    )
    assert told.players == whose
    assert told.people_at(told.deals[0]) == ("anna", "bjorn", "thora"), "each deal is of who played it"


def change_places(*changes, ended=False, **known):
    """The result of a match with a deal after each of these changes. Its league calls Ani Anna."""
    entries = [{"kind": "deal", "hands": [0, 15, 40]}]
    left, seats = set(), 3
    for change in changes:
        seats += "join" in change
        left |= {change["leave"]} if "leave" in change else set()
        out = next(seat for seat in range(seats) if seat not in left)
        hands = [None if seat in left else 0 if seat == out else 5 * seat + 5 for seat in range(seats)]
        entries += [{"kind": "players", **change}, {"kind": "deal", "hands": hands}]
    names = ["Ani", "Björn", "Þóra"]
    document = match_document("kinaskak", names, [*entries, {"kind": "end"}], rules=ONE_ROUND)
    sheet = score_match(document, GAMES, Report())
    assert sheet is not None
    about = About("m1", ("anna", "bjorn", "thora"), "2026-01-06")
    return result_of(document, sheet, about, {"anna": "anna", **known}).told_of({}, ended=ended)


def test_who_sits_down_at_another_place_is_who_began_under_that_name():
    result = change_places({"seat": 0, "name": "Nína"}, {"seat": 2, "name": "Ani"}, nína="nina")
    assert [deal.people for deal in result.deals[1:]] == [
        ("nina", "bjorn", "thora"),
        ("nina", "bjorn", "anna"),
    ]


def test_who_left_and_joins_again_plays_the_deals_after_that_and_the_result_where_it_is_of_who_ended():
    again = {"leave": 0}, {"join": "Ani", "total": 50}
    result = change_places(*again)
    assert result.players == ("anna", "bjorn", "thora", "?3")
    assert result.deals[2].people == ("?0", "bjorn", "thora", "anna")
    assert change_places(*again, ended=True).players == ("?0", "bjorn", "thora", "anna")


def test_a_joined_place_is_of_who_joined_where_a_result_is_of_who_began():
    changes = {"join": "Nína", "total": 5}, {"seat": 3, "name": "Ari"}
    for ended, whose in ((False, "nina"), (True, "ari")):
        result = change_places(*changes, ended=ended, nína="nina", ari="ari")
        assert result.players == ("anna", "bjorn", "thora", whose)


def test_who_left_with_the_fewest_points_was_not_ahead_of_who_won():
    document = match_document(
        "kinaskak",
        ["Anna", "Björn", "Þóra"],
        [
            {"kind": "deal", "hands": [15, 0, 40]},
            {"kind": "players", "leave": 1},
            {"kind": "deal", "hands": [10, None, 0]},
        ],
        rules={**ONE_ROUND, "deals_per_round": 2},
    )
    sheet = score_match(document, GAMES, Report())
    result = result_of(document, sheet, About("m1", ("anna", "bjorn", "thora"), "2026-01-06"))
    assert (result.totals, result.winners) == ((25, 0, 40), (0,))
    assert [result.difference(side) for side in (0, 2)] == [15, -15]
    records = {(kind, record.unit): record.value for kind, record in records_in(result)}
    assert (records["victory", "anna"], records["comeback", "anna"]) == (15, 15)
    assert not {("best_total", "bjorn"), ("worst_total", "bjorn")} & records.keys()
    assert read_result(json.loads(json.dumps(result_document(result)))) == result


def test_records_leave_out_who_came_and_went():
    assert all("?" not in record.unit for _kind, record in records_in(came_and_went()))
