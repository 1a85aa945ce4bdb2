"""Every outcome of the open disputes, held against scoring each document by itself."""

from itertools import product
from typing import Any

import pytest

from scorekeeper.core.disputes.protests import MAX_OPEN, Disputed, reach, stakes, versions
from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import load_examples
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES

BELOT = {"format": "scorekeeper-match/1", "game": "belot", "players": ["A", "B", "C", "D"]}


def deal(points: int) -> dict[str, Any]:
    return {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [points, 162 - points]}


def count_alone(document: dict[str, Any], disputed: list[Disputed], others: tuple[bool, ...]) -> Any:
    entries = list(document["entries"])
    for one, other in zip(disputed, others, strict=True):
        if other:
            entries[one.place] = dict(one.entry)
    return score_match({**document, "entries": entries}, GAMES, Report())


@pytest.mark.parametrize("number", range(1, MAX_OPEN + 1))
def test_every_outcome_is_what_its_document_scores(number):
    document = {**BELOT, "rules": {"target": 60}, "entries": [deal(60 + 7 * place) for place in range(9)]}
    # not in the match's order
    disputed = [Disputed(8 - place, deal(150 - 9 * place)) for place in range(number)]
    found = versions(document, disputed, GAMES)
    assert [version.others for version in found] == list(product((False, True), repeat=number))
    for version in found:
        wanted = count_alone(document, disputed, version.others)
        assert (version.sheet.totals, version.sheet.winners) == (wanted.totals, wanted.winners)
        assert version.over == (wanted.status == "finished")


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_one_deal_may_be_void_instead(game):
    for example in load_examples(game):
        if score_match(example.match, GAMES, Report()) is None:
            continue
        deals = [place for place, entry in enumerate(example.match["entries"]) if entry["kind"] == "deal"]
        disputed = [Disputed(place, {"kind": "void", "reason": "", "redeal": False}) for place in deals[:3]]
        for version in versions(example.match, disputed, GAMES):
            wanted = count_alone(example.match, disputed, version.others)
            assert (version.sheet and version.sheet.totals) == (wanted and wanted.totals)


def test_stakes_and_reach():
    document = {**BELOT, "rules": {"target": 21}, "entries": [deal(100), deal(90)]}
    found = versions(document, [Disputed(1, deal(122))], GAMES)
    assert [version.sheet.totals for version in found] == [(19, 13), (22, 10)]
    assert stakes(found) == (True, False), "in one version the match is over"
    assert reach(found) == [(19, 22), (10, 13)]
    found = versions(document, [Disputed(1, deal(20))], GAMES)
    assert stakes(found) == (True, True)
    found = versions({**document, "rules": {}}, [Disputed(1, deal(88))], GAMES)
    assert stakes(found) == (False, False)


def test_a_side_that_left_is_not_ahead_in_any_outcome():
    deals = [{"kind": "deal", "hands": hands} for hands in ([0, 20, 40], [None, 0, 40])]
    entries = [deals[0], {"kind": "players", "leave": 0}, deals[1]]
    document = {**BELOT, "game": "kinaskak", "players": ["A", "B", "C"], "entries": entries}
    found = versions(document, [Disputed(2, {"kind": "deal", "hands": [None, 80, 0]})], GAMES)
    assert [version.sheet.totals for version in found] == [(0, 20, 80), (0, 100, 40)]
    assert stakes(found) == (False, True)


def test_a_side_that_joins_in_some_outcomes_alone_reaches_what_it_has_there():
    join = {"kind": "players", "join": "D", "total": 7}
    document = {**BELOT, "game": "kinaskak", "players": ["A", "B", "C"], "entries": [join]}
    found = versions(document, [Disputed(0, {"kind": "players", "leave": 0})], GAMES)
    assert reach(found) == [(0, 0), (0, 0), (0, 0), (7, 7)]


def test_a_version_that_makes_a_later_entry_impossible_has_no_sheet():
    document = {**BELOT, "entries": [deal(100), deal(90)]}
    found = versions(document, [Disputed(0, {"kind": "deal", "contract": "hearts"})], GAMES)
    assert [version.sheet is None for version in found] == [False, True]


@pytest.mark.long
def test_a_very_long_match_shows_each_dispute_by_itself():
    document = {**BELOT, "rules": {"target": 10_000}, "entries": [deal(90)] * 400}
    disputed = [Disputed(place, deal(70)) for place in range(6)]
    found = versions(document, disputed, GAMES)
    assert sorted(sum(version.others) for version in found) == [0, 1, 1, 1, 1, 1, 1]


def test_nothing_disputed_has_no_outcomes():
    assert versions({**BELOT, "entries": []}, [], GAMES) == ()
