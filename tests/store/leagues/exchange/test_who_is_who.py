"""Who is who when a league's archive comes in: no player who was there before becomes another."""

import json
from typing import Any

import pytest

from scorekeeper.store.leagues.exchange import imports, sources, uploads
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log import event_kinds, founding, nights
from scorekeeper.store.leagues.log.access import ORGANISE, Access, find_league
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.refusals import Refused
from scorekeeper.store.leagues.log.write import LeagueWrite, in_league
from scorekeeper.store.leagues.matches import assign_match, listing
from scorekeeper.store.leagues.people import player_changes, roster
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.store.leagues.conftest import Club, new
from tests.store.leagues.exchange.archives import another, file_of, lines, of_kind, write_lines

pytestmark = pytest.mark.long


def bring_in(
    club: Club, access: Access, body: bytes, who: dict[str, str] | None = None, kind: str = sources.ARCHIVE
) -> uploads.Upload:
    """What came in, with what an organiser said of who is who."""
    key = uploads.receive_upload(club.session, access, uuid=new(), kind=kind, body=body)
    imports.choose_players(club.session, access, key, who or {})
    imports.begin_import(club.session, access, key)
    return imports.continue_import(club.session, access, key, budget=60)


def into(club: Club, access: Access) -> dict[str | None, str | None]:
    """By name whom every player of a league turned out to be, by name too."""
    club.session.rollback()
    everybody = roster.list_players(club.session, access.league.id, merged=True)
    names = {one.key: one.name for one in everybody}
    return {one.name: names.get(one.merged_into or "") for one in everybody}


# --- who turned out to be whom --------------------------------------------------------------------


def test_an_archive_that_merges_two_into_each_other_is_refused(club: Club, finished: Match) -> None:
    ana, other = club.adopt(finished).players[:2]
    records = lines(club)
    for one in of_kind(records, "player"):
        if one["id"] in (ana, other):
            one["merged_into"] = other if one["id"] == ana else ana
    with pytest.raises(Refused) as refused:
        uploads.receive_upload(
            club.session, another(club), uuid=new(), kind=sources.ARCHIVE, body=write_lines(records)
        )
    assert [finding.code for finding in refused.value.findings] == ["circle"]


def test_a_circle_of_merges_that_is_there_already_stops_nothing_and_can_be_taken_apart(
    club: Club, finished: Match
) -> None:
    row = club.adopt(finished)
    [double] = club.players("Ana 2")
    ana = row.players[0]

    def merge_both_ways(write: LeagueWrite) -> LeagueEvent:
        write.write(event_kinds.MERGED, ana, {"into": double})
        return write.write(event_kinds.MERGED, double, {"into": ana})

    in_league(club.session, club.organiser, ORGANISE, new(), event_kinds.MERGED, merge_both_ways)
    least = min(ana, double)
    assert roster.merged_keys(club.session, club.league.id) == {ana: least, double: least}
    for key in (ana, double):
        found = roster.find_current_player(club.session, club.league.id, key)
        assert found.key == least
        assert roster.shown_names(club.session, club.league.id, [key])[key].number == found.number
    derive.step(club.session, club.league.id, 60)
    club.organise(player_changes.unmerge, key=ana)
    assert roster.merged_keys(club.session, club.league.id) == {double: ana}


def test_two_who_were_there_stay_two_against_an_archive(club: Club) -> None:
    ana, double = club.players("Ana", "Ana 2")
    club.organise(player_changes.merge, key=double, into=ana)
    body, access = file_of(club), another(club)
    first, second = player_changes.add_players(club.session, access, uuid=new(), names=["Q", "R"])
    found = bring_in(club, access, body, {double: first, ana: second})
    assert into(club, access) == {"Q": None, "R": None}
    assert [(one["path"], one["code"]) for one in found.problems] == [("line 3 merged_into", "stay_two")]


def test_a_player_of_an_archive_is_merged_until_it_is_taken_out_again(club: Club) -> None:
    ana, double = club.players("Ana", "Ana 2")
    club.organise(player_changes.merge, key=double, into=ana)
    body, access = file_of(club), another(club)
    [own] = player_changes.add_players(club.session, access, uuid=new(), names=["Ana"])
    found = bring_in(club, access, body, {ana: own})
    assert into(club, access) == {"Ana": None, "Ana 2": "Ana"}
    night = str(nights.plan_night(club.session, access, uuid=new(), date="2026-11-17").event.subject)
    seen = nights.find_night_by_key(club.session, access.league.id, night)
    nights.set_came(club.session, access, uuid=new(), key=night, seen=seen.touched, came=[double])
    imports.undo_import(club.session, access, uuid=new(), key=found.key)
    # needed for the night, and no other player's name
    assert into(club, access) == {"Ana": None, "Ana 2": None}


def test_a_merge_of_an_archive_is_checked_as_any_other(club: Club, finished: Match) -> None:
    ana, other = club.adopt(finished).players[:2]
    records = lines(club)
    for one in of_kind(records, "player"):
        if one["id"] == ana:
            one["merged_into"] = other
    found = bring_in(club, access := another(club), write_lines(records))
    assert set(into(club, access).values()) == {None}
    assert [one["code"] for one in found.problems] == ["met"]


# --- players merged since -----------------------------------------------------------------------


def test_an_archive_of_before_a_merge_adds_no_player(club: Club, finished: Match) -> None:
    ana = club.adopt(finished).players[0]
    [other] = club.players("Ana 2")
    body = file_of(club)
    club.organise(player_changes.merge, key=ana, into=other)
    before = lines(club)
    found = bring_in(club, club.organiser, body)
    assert (found.problems, lines(club)) == ([], before)
    assert {one["id"]: one["is"] for one in found.people}[ana] == other


def test_who_is_chosen_is_who_they_turned_out_to_be(club: Club) -> None:
    ana, double = club.players("Ana", "Ana 2")
    body = file_of(club)
    club.organise(player_changes.merge, key=double, into=ana)
    key = club.organise(uploads.receive_upload, kind=sources.ARCHIVE, body=body)
    found = imports.choose_players(club.session, club.organiser, key, {ana: double, double: "no-player"})
    assert [one["is"] for one in found.people] == [ana, uploads.NEW]


@pytest.mark.parametrize("late", [False, True])
def test_no_player_sits_on_two_seats_of_a_match_that_comes_in(
    club: Club, finished: Match, late: bool
) -> None:
    row = club.adopt(finished)
    body = file_of(club)
    club.organise(assign_match.take_match_out, key=row.key, seen=row.touched)

    def merge() -> None:
        club.organise(player_changes.merge, key=row.players[0], into=row.players[2])

    if not late:
        merge()
    key = club.organise(uploads.receive_upload, kind=sources.ARCHIVE, body=body)
    imports.begin_import(club.session, club.organiser, key)
    if late:
        merge()
    found = imports.continue_import(club.session, club.organiser, key, budget=60)
    assert [one["code"] for one in found.problems] == ["twice"]
    assert listing.list_matches(club.session, club.league.id) == []


# --- what was there before ------------------------------------------------------------------------


def list_places(club: Club, access: Access) -> list[tuple[str, bool, str | None]]:
    """A league's nights: whether they were called off, and where they are."""
    club.session.rollback()
    return [
        (one.date, one.cancelled, one.place) for one in nights.list_nights(club.session, access.league.id)
    ]


def rules_of(club: Club, access: Access) -> dict[str, Any]:
    club.session.rollback()
    found = find_league(club.session, access.league.id)
    return found.rules


def called_off(club: Club, access: Access, date: str) -> str:
    """The key of a night that was planned and called off."""
    key = str(nights.plan_night(club.session, access, uuid=new(), date=date).event.subject)
    seen = nights.find_night_by_key(club.session, access.league.id, key)
    nights.update_night(
        club.session, access, uuid=new(), key=key, seen=seen.touched, date=date, cancelled=True
    )
    return key


def test_rules_that_an_empty_league_took_over_go_with_the_matches_and_come_again(
    club: Club, finished: Match
) -> None:
    seen = founding.described_seq(club.session, club.league.id)
    founding.describe_league(club.session, club.owner, uuid=new(), seen=seen, rules={"win": 7})
    club.adopt(finished)
    body, access = file_of(club), another(club)
    before = rules_of(club, access)
    for _time in range(2):
        found = bring_in(club, access, body)
        assert rules_of(club, access)["win"] == 7
        imports.undo_import(club.session, access, uuid=new(), key=found.key)
        assert rules_of(club, access) == before


@pytest.mark.parametrize("since", ["described", "played"])
def test_rules_stay_where_another_has_come_to_need_them(club: Club, finished: Match, since: str) -> None:
    seen = founding.described_seq(club.session, club.league.id)
    founding.describe_league(club.session, club.owner, uuid=new(), seen=seen, rules={"win": 7})
    row = club.adopt(finished)
    body, access = file_of(club), another(club)
    found = bring_in(club, access, body)
    if since == "described":
        seen = founding.described_seq(club.session, access.league.id)
        founding.describe_league(club.session, access, uuid=new(), seen=seen, rules={"win": 8})
    else:
        sat: Any = [None, None], [[0], [1]], row.night
        ledgers.record_result(club.session, access, "belot", *sat, names=["A", "B"])
    kept = rules_of(club, access)
    imports.undo_import(club.session, access, uuid=new(), key=found.key)
    assert rules_of(club, access) == kept


def test_a_night_that_was_called_off_is_off_again_unless_a_player_came(club: Club, finished: Match) -> None:
    date = club.adopt(finished).night
    body, access = file_of(club), another(club)
    night = called_off(club, access, date)
    found = bring_in(club, access, body)
    assert list_places(club, access) == [(date, False, None)]
    imports.undo_import(club.session, access, uuid=new(), key=found.key)
    assert list_places(club, access) == [(date, True, None)]
    found = bring_in(club, access, body)
    seen = nights.find_night_by_key(club.session, access.league.id, night)
    nights.set_came(club.session, access, uuid=new(), key=night, seen=seen.touched, came=[])
    imports.undo_import(club.session, access, uuid=new(), key=found.key)
    assert list_places(club, access) == [(date, False, None)]


@pytest.mark.parametrize("since", [None, "Kaffi"])
def test_a_place_that_another_program_knew_goes_with_its_plays(club: Club, since: str | None) -> None:
    """Unless the place was changed since."""
    plays = {
        "players": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Bo"}],
        "games": [{"id": 1, "name": "Belot"}],
        "locations": [{"id": 1, "name": "Götubarinn"}],
        "plays": [
            {
                "uuid": "play-1",
                "gameRefId": 1,
                "locationRefId": 1,
                "playDate": "2026-11-17 20:00:00",
                "playerScores": [
                    {"playerRefId": 1, "score": "151", "winner": True},
                    {"playerRefId": 2, "score": "98", "winner": False},
                ],
            }
        ],
    }
    key = str(club.organise(nights.plan_night, date="2026-11-17").event.subject)
    found = bring_in(club, club.organiser, json.dumps(plays).encode(), kind=sources.BG_STATS)
    assert list_places(club, club.organiser) == [("2026-11-17", False, "Götubarinn")]
    if since is not None:
        seen = nights.find_night_by_key(club.session, club.league.id, key)
        said = {"seen": seen.touched, "date": seen.date, "place": since}
        nights.update_night(club.session, club.organiser, uuid=new(), key=key, **said)
    club.organise(imports.undo_import, key=found.key)
    assert list_places(club, club.organiser) == [("2026-11-17", False, since)]
