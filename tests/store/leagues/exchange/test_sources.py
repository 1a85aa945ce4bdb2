"""What comes in from elsewhere: series from archives, odd files of BG Stats, lines of a table."""

import json
from typing import Any

import pytest

from scorekeeper.store.accounts import devices
from scorekeeper.store.leagues.exchange import export, sources, uploads
from scorekeeper.store.leagues.log.access import Access
from scorekeeper.store.leagues.matches import assign_match
from scorekeeper.store.match import ledger, series
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.store.conftest import NAMES
from tests.store.leagues.conftest import PHONE, Club, kani
from tests.store.leagues.exchange.archives import another, bring_in, file_of, lines, of_kind, write_lines


def rematch(club: Club, of: Match) -> Match:
    """Another finished match of the same series."""
    match = ledgers.open_match(
        club.session,
        of.game,
        NAMES,
        rules={"target": 10, "tie_at_target": "shared"},
        device=PHONE,
        series=of.public_id,
        players=of.players,
    )
    devices.remember(club.session, PHONE, match.public_id, "owner")
    return club.write(match, "recorded", entry=kani(bid=12, declarer=0, tricks=12))


def best_of_three(club: Club, first: Match) -> list[Match]:
    """Two rematches of it, and three matches are all there will be."""
    played = [first, rematch(club, first), rematch(club, first)]
    series.set_best_of(club.session, played[1], 3)
    return played


def out_of(club: Club, access: Access) -> list[dict[str, Any]]:
    club.session.rollback()
    return [json.loads(line) for line in export.export_archive(club.session, access.league)]


def in_series(records: list[dict[str, Any]]) -> list[tuple[int | None, int | None]]:
    """By match: which of them leads its series, and of how many that is the best."""
    told = of_kind(records, "match")
    places = {one["id"]: place for place, one in enumerate(told)}
    return [(places.get(one.get("series", "")), one.get("best_of")) for one in told]


def series_of(club: Club, key: str) -> tuple[set[str], int | None]:
    """The series of a match as its own pages know it."""
    club.session.rollback()
    match = ledger.load(club.session, key)
    assert match is not None
    found = series.series_of(club.session, match)
    return {one.public_id for one in found.matches}, found.best_of


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.long
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_a_series_goes_out_and_comes_in_as_one(club: Club, finished: Match, order: tuple[int, ...]) -> None:
    played, sat = best_of_three(club, finished), club.players(*NAMES)
    for place in order:
        club.adopt(played[place], sat)
    alone = club.match(kani(bid=12, declarer=0, tricks=12))
    club.adopt(alone, sat)
    told = [(order.index(0), 3)] * 3 + [(None, None)]
    assert in_series(lines(club)) == told
    access = another(club)
    assert bring_in(club.session, access, file_of(club)).problems == []
    after = out_of(club, access)
    assert in_series(after) == told
    *copies, copy_alone = [one["id"] for one in of_kind(after, "match")]
    assert series_of(club, copies[0]) == series_of(club, copies[2]) == (set(copies), 3)
    assert series_of(club, copy_alone) == ({copy_alone}, None)
    assert series_of(club, finished.public_id) == ({one.public_id for one in played}, 3)


@pytest.mark.long
def test_a_match_that_comes_in_again_is_of_its_series_again(club: Club, finished: Match) -> None:
    played, sat = best_of_three(club, finished), club.players(*NAMES)
    for match in played:
        club.adopt(match, sat)
    body, last = file_of(club), club.row(played[2].public_id)
    club.organise(assign_match.take_match_out, key=last.key, seen=last.touched)
    assert bring_in(club.session, club.owner, body).state == uploads.DONE
    assert in_series(lines(club)) == [(0, 3)] * 3


@pytest.mark.long
def test_a_series_whose_first_match_is_not_the_leagues_names_one_that_is(club: Club, finished: Match) -> None:
    played, sat = best_of_three(club, finished), club.players(*NAMES)
    for match in played[1:]:
        club.adopt(match, sat)
    assert finished.public_id not in file_of(club).decode()
    assert in_series(lines(club)) == [(0, 3)] * 2


@pytest.mark.long
@pytest.mark.parametrize(("said", "kept"), [(3, 3), (4, None), (10**12, None)])
def test_results_on_paper_are_of_a_series_too(club: Club, said: int, kept: int | None) -> None:
    sat = club.players(*NAMES)
    ledgers.record_result(club.session, club.organiser, "belot", sat, [[0, 2], [1, 3]], "2026-11-03")
    records = lines(club)
    [result] = of_kind(records, "result")
    result.update(series="autumn", best_of=said)
    access = another(club)
    assert bring_in(club.session, access, write_lines(records)).problems == []
    [after] = of_kind(out_of(club, access), "result")
    assert (after["series"], after.get("best_of")) == ("autumn", kept)


ODD_IDS = ([1], {"id": 1}, 1.5, True, None)


@pytest.mark.parametrize("odd", ODD_IDS)
@pytest.mark.parametrize("what", ["players", "games", "locations"])
def test_what_bg_stats_names_by_no_number_is_left_out_with_a_remark(what: str, odd: Any) -> None:
    given = make_export()
    given[what].append({"id": odd, "name": "Odd"})
    found = sources.read_file(sources.BG_STATS, json.dumps(given).encode())
    assert found.good
    assert [(one.path, one.code) for one in found.findings] == [
        (f"{what}[{len(given[what]) - 1}].id", "left_out")
    ]
    assert found.items == sources.read_file(sources.BG_STATS, json.dumps(make_export()).encode()).items


@pytest.mark.parametrize("odd", ODD_IDS[:-1])
def test_a_play_of_bg_stats_that_names_its_place_oddly_comes_in_without_it(odd: Any) -> None:
    given = make_export()
    given["plays"][0].update(locationRefId=odd)
    found = sources.read_file(sources.BG_STATS, json.dumps(given).encode())
    assert [one.path for one in found.findings] == ["plays[0].locationRefId"]
    play = found.items[-1]
    assert (play["game"], play["winners"], "place" in play) == ("escoba", [0], False)


@pytest.mark.parametrize("odd", ODD_IDS[:-1])
def test_a_play_of_bg_stats_that_names_its_game_oddly_comes_in_if_it_is_wanted(odd: Any) -> None:
    given = make_export()
    given["plays"][0].update(gameRefId=odd)
    found = sources.read_file(sources.BG_STATS, json.dumps(given).encode())
    assert [one.path for one in found.findings] == ["plays[0].gameRefId"]
    assert (found.items, found.found["games"]) == ([], [{"name": "?", "plays": 1, "in": ""}])
    wanted = {"games": [{"name": "?", "plays": 1, "in": "="}]}
    [*_people, play] = sources.read_file(sources.BG_STATS, json.dumps(given).encode(), wanted).items
    assert (play["game"], play["winners"]) == ("?", [0])


@pytest.mark.parametrize("odd", ODD_IDS)
def test_a_play_of_bg_stats_that_names_its_players_oddly_is_left_out(odd: Any) -> None:
    given = make_export()
    given["plays"][0]["playerScores"][0]["playerRefId"] = odd
    found = sources.read_file(sources.BG_STATS, json.dumps(given).encode())
    assert [one.path for one in found.findings] == ["plays[0].playerScores[0].playerRefId", "plays[0]"]


def test_half_a_letter_in_what_bg_stats_names_stops_nothing() -> None:
    given = make_export()
    for one in (*given["players"], *given["plays"]):
        one["uuid"] = f"{one['id']}\ud83c"
    found = sources.read_file(sources.BG_STATS, json.dumps(given).encode())
    assert found.good
    assert len({item["id"] for item in found.items}) == 3


def make_export() -> dict[str, Any]:
    """What BG Stats exports of one play."""
    scores = [{"playerRefId": 1, "winner": True, "score": "22"}, {"playerRefId": 2, "score": "7"}]
    play = {
        "id": 5,
        "gameRefId": 3,
        "locationRefId": 4,
        "playDate": "2026-11-03 19:30:00",
        "playerScores": scores,
    }
    return {
        "players": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Boris"}],
        "games": [{"id": 3, "name": "Eskoba"}],
        "locations": [{"id": 4, "name": "Götubarinn"}],
        "plays": [play],
    }


def test_a_line_of_a_table_is_the_same_result_wherever_it_stands() -> None:
    head, *body = (
        "date,game,side1,total1,side2,total2",
        "2026-11-17,Eskoba,Ana,7,Boris,3",
        "2026-11-18,Eskoba,Ana,7,Boris,4",
    )
    new_line = "2026-11-16,Eskoba,Ana,1,Boris,2"

    def of_lines(*lines: str) -> set[str]:
        found = sources.read_file(sources.PAPER, "\n".join((head, *lines)).encode())
        return {item["id"] for item in found.items if item["kind"] == "result"}

    assert of_lines(*body) < of_lines(new_line, *body)
    assert of_lines(*body) < of_lines(body[1], new_line, "", body[0])
    assert of_lines(body[0], body[0]) > of_lines(body[0])
    assert len(of_lines(body[0], new_line, body[0], body[0])) == 4
