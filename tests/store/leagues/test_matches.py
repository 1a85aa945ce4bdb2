"""Matches of a league: how they come in, when they count, who says so, and what a correction changes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.accounts import devices
from scorekeeper.store.leagues.log import (
    event_kinds,
    founding,
    nights,
    seasons,
    texts,
)
from scorekeeper.store.leagues.log.access import ORGANISE, Who, find_access
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.refusals import (
    NotThere,
    Overtaken,
    Refused,
    UuidTaken,
)
from scorekeeper.store.leagues.log.write import LeagueWrite, events_about, events_after, in_league
from scorekeeper.store.leagues.matches import (
    assign_match,
    confirm_match,
    confirmation,
    follow_rematch,
    listing,
    record_result,
    recording,
)
from scorekeeper.store.leagues.people import player_changes, roster
from scorekeeper.store.match import ledger
from scorekeeper.store.match.beside import series
from scorekeeper.store.match.match import Match
from tests.store.conftest import NAMES, kani
from tests.store.leagues.conftest import PHONE, Club, new
from tests.store.leagues.test_people import claim

HERS = "h" * 43
KANI = {"game": "kani", "rules": {"target": 10}, "first_dealer": 0}
NIGHT = "2026-11-17"


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(finding.path, finding.code) for finding in refused.value.findings]


def rules(club: Club, **changed: Any) -> None:
    seen = founding.described_seq(club.session, club.league.id)
    founding.describe_league(club.session, club.owner, uuid=new(), seen=seen, rules=changed)


def confirm(club: Club, match: Match, seat: int, how: str = "device", device: str = HERS, **more: Any) -> Any:
    seen = ledger.seq_of(club.session, match.public_id)
    given = {"version": seen, "seat": seat, "how": how, "uuid": new(), **more}
    return confirm_match.confirm_match(club.session, match.public_id, Who(None, device), **given)


# --- coming in ------------------------------------------------------------------------------------


def test_a_match_comes_in_with_its_night_and_its_guests(club: Club, finished: Match) -> None:
    [ana] = club.players("Ana")
    rules(club, zone="Atlantic/Reykjavik")
    row = club.adopt(finished, [ana, None, None, None])  # type: ignore[list-item]
    names = roster.shown_names(club.session, club.league.id, row.players)
    assert [names[key].name for key in row.players] == NAMES
    guests = [roster.find_player(club.session, club.league.id, key) for key in row.players]
    assert [one.guest for one in guests if one is not None] == [False, True, True, True]
    tonight = nights.tonight(club.owner.league, finished.opened_at)
    assert (row.night, row.season, row.confirmation, row.confirmed_seq) == (tonight, None, "waiting", None)
    night = nights.find_night(club.session, club.league.id, tonight)
    assert night is not None
    assert not night.planned
    placed = listing.find_assignment(club.session, finished.public_id)
    assert placed is not None
    assert (placed.league.id, placed.match.key) == (club.league.id, finished.public_id)


def test_only_who_owns_a_match_brings_it_in_and_only_into_one_league(club: Club, finished: Match) -> None:
    keys = club.players(*NAMES)
    given = {"public_id": finished.public_id, "players": keys}
    with pytest.raises(NotThere):  # a scorer, but not on the phone that owns the match
        assign_match.adopt(club.session, club.as_("scorer", HERS), uuid=new(), **given)
    uuid = new()
    first = assign_match.adopt(club.session, club.scorer, uuid=uuid, **given)
    again = assign_match.adopt(club.session, club.scorer, uuid=uuid, **given)
    assert (again.event.seq, again.repeated) == (first.event.seq, True)
    with pytest.raises(Refused) as refused:
        assign_match.adopt(club.session, club.scorer, uuid=new(), **given)
    assert codes(refused) == [("match", "taken")]
    with pytest.raises(NotThere):
        assign_match.adopt(club.session, club.scorer, uuid=new(), public_id="nothing", players=keys)


def test_everything_that_is_wrong_with_the_seats_is_said_at_once(club: Club, finished: Match) -> None:
    ana, gone, other = club.players("Ana", "Ana 2", "Ana 3")
    player_changes.merge(club.session, club.organiser, uuid=new(), key=gone, into=other)
    with pytest.raises(Refused) as refused:
        club.adopt(finished, [ana, ana, "nobody", gone])
    assert codes(refused) == [
        ("players[0]", "twice"),
        ("players[1]", "twice"),
        ("players[2]", "unknown_player"),
        ("players[3]", "unknown_player"),
    ]
    with pytest.raises(Refused) as refused:
        club.adopt(finished, [ana], season="nowhere", night="yesterday")
    assert codes(refused) == [("players", "player_count")]
    with pytest.raises(Refused) as refused:
        club.adopt(finished, season="nowhere", night="yesterday")
    assert codes(refused) == [("night", "not_a_date"), ("season", "unknown_season")]


def test_a_match_started_in_a_league_is_one_whose_request_comes_twice(club: Club) -> None:
    [ana] = club.players("Ana")
    uuid, given = new(), {**KANI, "players": [ana, None, None, None], "names": NAMES}
    first = assign_match.start_match(club.session, club.scorer, uuid=uuid, **given)
    assert (
        assign_match.start_match(club.session, club.scorer, uuid=uuid, **given).public_id == first.public_id
    )
    assert len(listing.list_matches(club.session, club.league.id)) == 1
    row = club.row(first.public_id)
    assert row.people == tuple(first.players)
    elsewhere = club.match()
    with pytest.raises(UuidTaken):
        assign_match.start_match(club.session, club.scorer, uuid=elsewhere.events[0].uuid, **given)
    with pytest.raises(Refused):
        assign_match.start_match(
            club.session, club.scorer, uuid=new(), **{**given, "rules": {"target": "high"}}
        )
    with pytest.raises(NotThere):
        assign_match.start_match(club.session, club.as_("player"), uuid=new(), **given)
    assert len(roster.list_players(club.session, club.league.id)) == 4  # what was refused left no guests


def test_a_league_hears_of_what_may_change_the_score_and_of_nothing_else(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    cases = [
        (lambda: club.write(finished, "described", played="2026-11-17"), False),
        (lambda: club.write(finished, "accepted", seat=1, all=True), False),
        (lambda: club.write(finished, "binned"), True),
        (lambda: club.write(finished, "restored"), True),
        (lambda: series.set_best_of(club.session, finished, 3), True),
    ]
    for do, heard in cases:
        club.session.execute(LeagueMatchRow.__table__.update().values(dirty=False))
        club.session.commit()
        do()
        assert club.row(row.key).dirty is heard
    club.session.execute(LeagueMatchRow.__table__.update().values(dirty=True))
    club.session.commit()


def test_who_changes_seats_stays_who_they_are(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    moved = club.write(finished, "seated", players=[*reversed(finished.players)])
    assert listing.keys_by_seat(club.row(row.key), moved) == tuple(reversed(row.players))
    confirm_row = club.row(row.key)
    assert listing.about_of(confirm_row, finished).players == row.players


def test_a_rematch_that_a_scorer_starts_belongs_where_the_match_before_it_does(
    club: Club, finished: Match
) -> None:
    autumn = seasons.add_season(club.session, club.organiser, uuid=new(), name="Есен").event.subject
    row = club.adopt(finished, season=autumn)
    again = {"game": "kani", "rules": {}, "names": NAMES, "first_dealer": 1, "device": PHONE}

    def rematch(players: list[int]) -> Match:
        return ledger.open_match(
            club.session, uuid=new(), series=finished.public_id, players=players, **again
        )

    second = rematch([*reversed(finished.players)])
    given = club.session, finished, second
    assert follow_rematch.follow_rematch(*given, Who(club.accounts["player"], PHONE)) is None
    assert follow_rematch.follow_rematch(*given, Who(None, PHONE)) is None
    assert follow_rematch.follow_rematch(*given, club.scorer.who) is not None
    repeated = follow_rematch.follow_rematch(*given, club.scorer.who)
    assert repeated is not None
    assert repeated.repeated
    there = club.row(second.public_id)
    assert (there.season, there.players) == (autumn, tuple(reversed(row.players)))
    stranger = club.match()
    assert follow_rematch.follow_rematch(club.session, stranger, finished, club.scorer.who) is None
    others = ledger.open_match(club.session, uuid=new(), series=finished.public_id, **again)
    assert follow_rematch.follow_rematch(club.session, finished, others, club.scorer.who) is None


def test_an_import_is_undone_whole_but_for_what_others_came_to_need(club: Club, finished: Match) -> None:
    """An import writes ``imported``, and the events that it brings with its key."""

    def bring(writing: LeagueWrite) -> LeagueEvent:
        first = writing.write(event_kinds.IMPORTED, None, {"import": "paper", "kind": "paper"})
        ana, boris, vera = (
            str(player_changes.new_player(writing, name, key=f"p-{name}", imported="paper").subject)
            for name in ("Ana", "Boris", "Vera")
        )
        season = str(seasons.new_season(writing, "1998", {"import": "paper"}, "s-1998").subject)
        body = {
            "game": "belot",
            "players": [ana, boris],
            "sides": [[0], [1]],
            "winners": [0],
            "night": "1998-03-03",
        }
        record_result.write_result(writing, "r-1", body, season, "paper")
        record_result.write_result(
            writing, "r-2", {**body, "players": [boris, vera], "night": NIGHT}, None, "paper"
        )
        return first

    def undo(writing: LeagueWrite) -> LeagueEvent:
        return writing.write(event_kinds.IMPORT_UNDONE, None, {"import": "paper"})

    def write(kind: str, work: Callable[[LeagueWrite], LeagueEvent]) -> None:
        in_league(club.session, club.organiser, ORGANISE, new(), kind, work)

    write(event_kinds.IMPORTED, bring)
    assert len(listing.list_matches(club.session, club.league.id)) == 2
    club.adopt(finished, ["p-Ana", *club.players("X", "Y", "Z")], night=NIGHT)
    write(event_kinds.IMPORT_UNDONE, undo)
    assert [one.key for one in listing.list_matches(club.session, club.league.id)] == [finished.public_id]
    left = [one.name for one in roster.list_players(club.session, club.league.id)]
    assert left == ["Ana", "X", "Y", "Z"]
    assert [one.date for one in nights.list_nights(club.session, club.league.id)] == [NIGHT]
    assert seasons.list_seasons(club.session, club.league.id) == []
    write(event_kinds.IMPORTED, bring)  # once more, under the same keys
    assert len(listing.list_matches(club.session, club.league.id)) == 3
    names = roster.shown_names(club.session, club.league.id, ["p-Ana", "p-Boris", "p-Vera"])
    assert [one.name for one in names.values()] == ["Ana", "Boris", "Vera"]


def test_a_match_moves_between_seasons_and_nights_and_out_and_in(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    autumn = seasons.add_season(club.session, club.organiser, uuid=new(), name="Есен").event.subject
    given = {"key": row.key, "season": autumn, "night": NIGHT}
    assign_match.move_match(club.session, club.organiser, uuid=new(), seen=row.touched, **given)
    now = club.row(row.key)
    assert (now.season, now.night, now.dirty) == (autumn, NIGHT, True)
    assert nights.find_night(club.session, club.league.id, NIGHT) is not None
    with pytest.raises(Overtaken):
        assign_match.take_match_out(club.session, club.organiser, uuid=new(), key=row.key, seen=row.touched)
    swapped = [now.players[1], now.players[0], *now.players[2:]]
    assign_match.move_match(
        club.session, club.organiser, uuid=new(), seen=now.touched, players=swapped, **given
    )
    assert list(club.row(row.key).players) == swapped
    seen = club.row(row.key).touched
    assign_match.take_match_out(club.session, club.organiser, uuid=new(), key=row.key, seen=seen)
    assert listing.find_match(club.session, club.league.id, row.key) is None
    assert listing.find_assignment(club.session, row.key) is None
    back = club.adopt(finished, swapped)
    assert (back.key, back.season, back.confirmation) == (row.key, None, "waiting")


def test_a_result_without_deals_waits_or_is_confirmed_by_who_wrote_it(club: Club) -> None:
    ana, boris = club.players("Ana", "Boris")
    claim(club, ana, club.accounts["player"])
    claim(club, boris, club.accounts["scorer"])
    given = {
        "game": "kinaskak",
        "players": [ana, boris],
        "sides": [[0], [1]],
        "winners": [1],
        "totals": [512, 80],
        "night": NIGHT,
    }
    by_scorer = record_result.record_result(club.session, club.scorer, uuid=new(), **given).event.subject
    assert by_scorer is not None
    row = club.row(by_scorer)
    assert row.result is not None
    assert (row.confirmation, row.status, row.result["placements"]) == ("waiting", "finished", [2, 1])
    with pytest.raises(Refused) as refused:  # the scorer is Boris, and wrote it
        confirm_match.confirm_result(club.session, club.scorer, uuid=new(), key=by_scorer)
    assert codes(refused) == [("", "own_side")]
    told = confirm_match.contest_result(
        club.session, club.as_("player"), uuid=new(), key=by_scorer, reason="Two rounds are missing"
    )
    assert (told.event.body["side"], club.row(by_scorer).confirmation) == (0, "contested")
    with pytest.raises(Refused) as refused:
        confirm_match.confirm_result(club.session, club.as_("player"), uuid=new(), key=by_scorer)
    assert codes(refused) == [("", "organisers")]
    again = record_result.record_result(club.session, club.scorer, uuid=new(), **given).event.subject
    assert again is not None
    confirm_match.confirm_result(club.session, club.as_("player"), uuid=new(), key=again)
    assert club.row(again).confirmation == "confirmed"
    confirm_match.confirm_as_organiser(club.session, club.organiser, uuid=new(), key=by_scorer, version=0)
    assert club.row(by_scorer).confirmation == "confirmed"
    by_organiser = record_result.record_result(
        club.session, club.organiser, uuid=new(), **given
    ).event.subject
    assert by_organiser is not None
    assert club.row(by_organiser).confirmation == "confirmed"
    with pytest.raises(Refused) as refused:
        record_result.record_result(
            club.session,
            club.scorer,
            uuid=new(),
            **{**given, "sides": [[0], [0]], "winners": [2], "totals": [1], "game": ""},
        )
    assert {path for path, _ in codes(refused)} == {"game", "sides", "winners", "totals"}


# --- nights and seasons ---------------------------------------------------------------------------


def test_a_night_is_planned_moved_called_off_and_attended(club: Club, finished: Match) -> None:
    session, organiser = club.session, club.organiser
    key = nights.plan_night(
        session, organiser, uuid=new(), date=NIGHT, place="Krókurinn", starts="19:30"
    ).event.subject
    assert key is not None
    night = nights.find_night_by_key(session, club.league.id, key)
    assert night is not None
    assert (night.date, night.place, night.starts, night.planned) == (NIGHT, "Krókurinn", "19:30", True)
    with pytest.raises(Refused) as refused:
        nights.plan_night(session, organiser, uuid=new(), date=NIGHT)
    assert codes(refused) == [("date", "twice")]
    with pytest.raises(Refused) as refused:
        nights.plan_night(session, organiser, uuid=new(), date="2026-02-30", starts="25:00", place="x" * 121)
    assert {path for path, _ in codes(refused)} == {"date", "starts", "place"}
    moved = {"key": key, "date": "2026-11-18", "place": "", "starts": None}
    nights.update_night(session, organiser, uuid=new(), seen=night.touched, cancelled=True, **moved)
    with pytest.raises(Overtaken):
        nights.update_night(session, organiser, uuid=new(), seen=night.touched, **moved)
    row = club.adopt(finished, night="2026-11-18")  # played after all
    now = nights.find_night_by_key(session, club.league.id, key)
    assert now is not None
    assert (now.date, now.place, now.cancelled) == ("2026-11-18", None, False)
    with pytest.raises(Refused) as refused:
        nights.update_night(session, organiser, uuid=new(), seen=now.touched, **{**moved, "date": NIGHT})
    assert codes(refused) == [("date", "played")]
    came = list(row.players[:2])
    nights.set_came(session, club.scorer, uuid=new(), key=key, seen=now.touched, came=[*came, came[0]])
    there = nights.list_nights(session, club.league.id, since=NIGHT, until="2026-11-18")
    assert [one.came for one in there] == [tuple(came)]
    with pytest.raises(NotThere):
        nights.set_came(session, club.scorer, uuid=new(), key=key, seen=there[0].touched, came=["nobody"])


def test_a_night_lasts_until_the_small_hours_of_the_leagues_zone(club: Club) -> None:
    rules(club, zone="Europe/Sofia", day_ends=6)
    league = club.owner.league
    late, morning = datetime(2026, 11, 18, 3, 59, tzinfo=UTC), datetime(2026, 11, 18, 4, 0, tzinfo=UTC)
    assert (nights.tonight(league, late), nights.tonight(league, morning)) == ("2026-11-17", "2026-11-18")


def result_on(club: Club, night: str, season: str | None = None) -> str:
    """A result of a night; its key."""
    told = record_result.record_result(
        club.session,
        club.organiser,
        uuid=new(),
        game="belot",
        players=[None, None],
        names=["Ana", "Boris"],
        sides=[[0], [1]],
        winners=[0],
        night=night,
        season=season,
    )
    return str(told.event.subject)


def test_a_new_season_takes_in_what_lies_in_its_dates_at_once(club: Club) -> None:
    session, organiser = club.session, club.organiser
    old = str(seasons.add_season(session, organiser, uuid=new(), name="Vor").event.subject)
    first, last, before, elsewhere, gone = (
        result_on(club, "2026-09-01"),
        result_on(club, "2026-12-31"),
        result_on(club, "2026-08-31"),
        result_on(club, "2026-10-06", old),
        result_on(club, "2026-10-13"),
    )
    assign_match.take_match_out(session, organiser, uuid=new(), key=gone, seen=club.row(gone).touched)
    dates = {"starts": "2026-09-01", "ends": "2026-12-31"}
    made = seasons.add_season(session, organiser, uuid=new(), name="Haust", **dates).event
    autumn, uuid = str(made.subject), new()

    def lies() -> tuple[int, int]:
        found = seasons.find_season(session, club.league.id, autumn)
        assert found is not None
        return seasons.count_outside(session, club.league.id, found)

    def season_of(*keys: str) -> list[str | None]:
        return [club.row(key).season for key in keys]

    assert lies() == (2, 1)
    with pytest.raises(NotThere):
        seasons.gather_matches(session, club.scorer, uuid=uuid, key=autumn, seen=made.seq)
    with pytest.raises(Overtaken):
        seasons.gather_matches(session, organiser, uuid=uuid, key=autumn, seen=made.seq - 1)
    seen = club.row(first).touched
    seasons.gather_matches(session, organiser, uuid=uuid, key=autumn, seen=made.seq)
    assert seasons.gather_matches(session, organiser, uuid=uuid, key=autumn, seen=made.seq).repeated
    assert season_of(first, last, before, elsewhere) == [autumn, autumn, None, old]
    assert club.row(first).dirty
    with pytest.raises(Overtaken):
        assign_match.take_match_out(session, organiser, uuid=new(), key=first, seen=seen)
    assert lies() == (0, 1)
    now = seasons.find_season(session, club.league.id, autumn)
    assert now is not None
    seasons.gather_matches(session, organiser, uuid=new(), key=autumn, seen=now.touched, others=True)
    assert season_of(elsewhere, before) == [autumn, None]
    assert lies() == (0, 0)
    assert listing.find_match(session, club.league.id, gone) is None


def test_a_season_without_dates_takes_in_nothing(club: Club) -> None:
    result_on(club, "2026-09-01")
    made = seasons.add_season(club.session, club.organiser, uuid=new(), name="Always").event
    found = seasons.find_season(club.session, club.league.id, str(made.subject))
    assert found is not None
    assert seasons.count_outside(club.session, club.league.id, found) == (0, 0)
    with pytest.raises(Refused):
        seasons.gather_matches(club.session, club.organiser, uuid=new(), key=found.key, seen=found.touched)


def test_a_season_knows_its_nights_and_may_have_rules_of_its_own(club: Club) -> None:
    session = club.session
    made = seasons.add_season(
        session,
        club.owner,
        uuid=new(),
        name="Есен",
        starts="2026-09-01",
        ends="2026-12-31",
        rules={"preset": "places"},
    ).event
    assert made.subject is not None
    seasons.add_season(session, club.organiser, uuid=new(), name="Always")
    found = [
        seasons.present_season(session, club.owner.league, night) for night in ("2026-11-17", "2027-01-01")
    ]
    assert [one.name for one in found if one is not None] == ["Есен", "Always"]
    assert seasons.rules_in(club.owner.league, found[0]).options.counting == "placement"
    assert seasons.rules_in(club.owner.league, found[1]).options.counting == "wins"
    given = {"key": made.subject, "seen": made.seq, "name": "Есен 26", "starts": "2026-09-01", "ends": None}
    with pytest.raises(NotThere):  # other rules are the owners' to give
        seasons.update_season(session, club.organiser, uuid=new(), rules=None, **given)
    seasons.update_season(session, club.owner, uuid=new(), rules=None, **given)
    now = seasons.find_season(session, club.league.id, made.subject)
    assert now is not None
    assert (now.name, now.ends, now.rules) == ("Есен 26", None, None)
    with pytest.raises(Refused) as refused:
        seasons.add_season(
            session, club.organiser, uuid=new(), name="", starts="2026-09-02", ends="2026-09-01"
        )
    assert codes(refused) == [("name", "missing"), ("ends", "out_of_order")]


# --- confirming -----------------------------------------------------------------------------------


def test_the_other_side_confirms_from_its_own_phone(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    asked = confirmation.find_asked(club.session, club.owner.league, row, finished)
    assert asked == confirmation.Asked(finished.seq, (1, 2, 3), False, False, (0,))
    with pytest.raises(NotThere):  # a phone that never was at this table
        confirm(club, finished, 2)
    devices.remember(club.session, HERS, finished.public_id, "watch")
    with pytest.raises(NotThere):  # one that only watches
        confirm(club, finished, 2, "passed")
    club.seat(finished, HERS, 2)
    with pytest.raises(Refused) as refused:  # another player's seat
        confirm(club, finished, 1)
    assert codes(refused) == [("seat", "not_seated")]
    confirm(club, finished, 2)
    now = club.row(row.key)
    assert (now.confirmation, now.confirmed_seq, now.dirty) == ("confirmed", finished.seq, True)
    told = events_about(club.session, club.league.id, row.key)[-1].body
    assert (told["how"], told["seat"], told["side"], told["version"]) == ("device", 2, 2, finished.seq)
    assert confirmation.find_asked(club.session, club.owner.league, now, finished) is None


def test_who_wrote_the_score_confirms_nothing_but_may_pass_the_phone(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    club.seat(finished, PHONE, 0)
    for how in ("device", "passed"):
        with pytest.raises(Refused) as refused:
            confirm(club, finished, 0, how, PHONE)
        assert codes(refused) == [("seat", "own_side")]
    uuid = new()
    first = confirm(club, finished, 3, "passed", PHONE, uuid=uuid)
    assert confirm(club, finished, 3, "passed", PHONE, uuid=uuid) == (first.event, True)
    assert first.event.body["how"] == "passed"
    assert club.row(row.key).confirmation == "confirmed"
    with pytest.raises(Refused) as refused:
        confirm(club, finished, 2, "passed", PHONE)
    assert codes(refused) == [("", "nothing_to_confirm")]


def test_where_the_writer_is_not_known_two_sides_confirm(club: Club) -> None:
    match = club.match(kani(bid=12, tricks=12), seat=None)
    row = club.adopt(match)
    assert confirm(club, match, 1, "passed", PHONE).event.body["counts"] is False
    assert club.row(row.key).confirmation == "waiting"
    with pytest.raises(Refused) as refused:
        confirm(club, match, 1, "passed", PHONE)
    assert codes(refused) == [("seat", "own_side")]
    assert confirm(club, match, 0, "passed", PHONE).event.body["counts"] is True
    assert club.row(row.key).confirmed_seq == match.seq


def test_an_account_confirms_for_the_player_that_it_claimed(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    claim(club, row.players[1], club.accounts["player"])
    who = Who(club.accounts["player"])
    assert confirmation.seats_of(club.session, club.league, row, finished, who) == [1]
    confirm_match.confirm_match(
        club.session, finished.public_id, who, uuid=new(), version=finished.seq, seat=1, how="device"
    )
    assert club.row(row.key).confirmation == "confirmed"


@pytest.mark.parametrize(("rule", "code"), [("organiser", "organisers"), ("nobody", "nothing_to_confirm")])
def test_the_league_says_who_confirms(club: Club, finished: Match, rule: str, code: str) -> None:
    rules(club, confirmation=rule)
    row = club.adopt(finished)
    with pytest.raises(Refused) as refused:
        confirm(club, finished, 2, "passed", PHONE)
    assert codes(refused) == [("", code)]
    given = {"key": row.key, "version": finished.seq}
    with pytest.raises(NotThere):
        confirm_match.confirm_as_organiser(club.session, club.scorer, uuid=new(), **given)
    confirm_match.confirm_as_organiser(club.session, club.organiser, uuid=new(), **given)
    assert club.row(row.key).confirmed_seq == finished.seq


def test_an_open_match_and_an_unseen_score_are_not_confirmed(club: Club) -> None:
    match = club.match(kani(bid=7, tricks=7))
    row = club.adopt(match)
    club.seat(match, HERS, 2)
    with pytest.raises(Refused) as refused:
        confirm(club, match, 2)
    assert codes(refused) == [("", "still_open")]
    over = club.deal(match, kani(bid=7, tricks=7))
    club.write(over, "accepted", seat=1, all=True)  # moves no score
    with pytest.raises(Overtaken):
        confirm(club, match, 2, version=match.seq)
    confirm(club, match, 2, version=over.seq)
    assert club.row(row.key).confirmation == "confirmed"


def test_a_contested_match_waits_until_everybody_or_the_organiser_agrees(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    said = {"version": finished.seq, "seat": 2, "how": "passed", "uuid": new(), "reason": "Það var kapott"}
    written = confirm_match.contest_match(club.session, finished.public_id, Who(None, PHONE), **said)
    number = written.event.body["text"]
    assert texts.read_texts(club.session, club.league.id, [number]) == {number: "Það var kapott"}
    waiting = listing.list_matches(club.session, club.league.id, confirmation="contested")
    assert [one.key for one in waiting] == [row.key]
    asked = confirmation.find_asked(club.session, club.owner.league, waiting[0], finished)
    assert asked is not None
    assert (asked.sides, asked.all_sides) == ((1, 2, 3), True)
    for seat in (1, 2):
        confirm(club, finished, seat, "passed", PHONE)
        assert club.row(row.key).confirmation == "contested"
    confirm(club, finished, 3, "passed", PHONE)
    assert club.row(row.key).confirmation == "confirmed"
    with pytest.raises(Refused) as refused:
        confirm_match.contest_match(
            club.session, finished.public_id, Who(None, PHONE), **{**said, "uuid": new()}
        )
    assert codes(refused) == [("", "confirmed")]
    given = {"key": row.key, "version": finished.seq}
    confirm_match.contest_as_organiser(club.session, club.organiser, uuid=new(), reason="Once more", **given)
    assert club.row(row.key).confirmed_seq is None
    assert texts.forget_text(club.session, club.organiser, number)
    assert texts.read_texts(club.session, club.league.id, [number]) == {number: None}


def test_a_correction_after_confirmation_is_a_proposal(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    confirm(club, finished, 2, "passed", PHONE)
    recorded = finished.rows()[0].seq
    corrected = club.write(finished, "corrected", target=recorded, entry=kani(bid=12, declarer=2, tricks=12))
    now = club.row(row.key)
    assert (now.waits, now.dirty, now.confirmed_seq) == (True, True, finished.seq)
    counting = listing.counting_match(now, corrected)
    assert counting is not None
    assert counting.scored.sheet is not None
    assert counting.scored.sheet.winners == (0, 1)
    proposal = confirmation.proposal_of(now, corrected)
    assert proposal is not None
    assert proposal.proposed.scored.sheet is not None
    assert proposal.proposed.scored.sheet.winners == (2, 3)
    asked = confirmation.find_asked(club.session, club.owner.league, now, corrected)
    assert asked == confirmation.Asked(corrected.seq, (1, 2, 3), True, False, (0,))
    undone = club.write(corrected, "undone", target=corrected.seq)
    assert confirmation.proposal_of(club.row(row.key), undone) is None
    again = club.write(undone, "undone", target=undone.seq)
    for seat in (1, 2, 3):
        assert club.row(row.key).confirmed_seq == finished.seq
        confirm(club, finished, seat, "passed", PHONE)
    assert club.row(row.key).confirmed_seq == again.seq


def test_an_organiser_declines_a_correction_and_another_one_is_another_proposal(
    club: Club, finished: Match
) -> None:
    row = club.adopt(finished)
    confirm(club, finished, 2, "passed", PHONE)
    given: dict[str, Any] = {"key": row.key, "reason": "Twelve it was"}
    with pytest.raises(Refused) as refused:
        confirm_match.decline_correction(
            club.session, club.organiser, uuid=new(), version=finished.seq, **given
        )
    assert codes(refused) == [("", "nothing_to_decline")]
    target = finished.rows()[0].seq
    once = club.write(finished, "corrected", target=target, entry=kani(bid=12, declarer=2, tricks=12))
    with pytest.raises(NotThere):
        confirm_match.decline_correction(club.session, club.scorer, uuid=new(), version=once.seq, **given)
    with pytest.raises(Overtaken):  # another score was on the screen
        confirm_match.decline_correction(
            club.session, club.organiser, uuid=new(), version=finished.seq, **given
        )
    uuid = new()
    written = confirm_match.decline_correction(
        club.session, club.organiser, uuid=uuid, version=once.seq, **given
    )
    assert confirm_match.decline_correction(
        club.session, club.organiser, uuid=uuid, version=once.seq, **given
    ) == written._replace(repeated=True)
    now = club.row(row.key)
    assert (now.confirmation, now.confirmed_seq, now.agreed) == ("confirmed", finished.seq, ())
    assert confirmation.find_decline(club.session, now, once) == written.event
    assert confirmation.find_asked(club.session, club.owner.league, now, once) is None
    with pytest.raises(Refused) as refused:
        confirm(club, finished, 2, "passed", PHONE)
    assert codes(refused) == [("", "nothing_to_confirm")]
    twice = club.write(once, "corrected", target=target, entry=kani(bid=12, declarer=1, tricks=12))
    assert confirmation.find_decline(club.session, club.row(row.key), twice) is None
    for seat in (1, 2, 3):
        confirm(club, finished, seat, "passed", PHONE)
    assert club.row(row.key).confirmed_seq == twice.seq


def test_an_organiser_may_accept_what_was_declined(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    confirm(club, finished, 2, "passed", PHONE)
    target = finished.rows()[0].seq
    once = club.write(finished, "corrected", target=target, entry=kani(bid=12, declarer=2, tricks=12))
    given: dict[str, Any] = {"key": row.key, "version": once.seq}
    confirm_match.decline_correction(club.session, club.organiser, uuid=new(), **given)
    confirm_match.confirm_as_organiser(club.session, club.organiser, uuid=new(), **given)
    assert club.row(row.key).confirmed_seq == once.seq


def test_an_agreement_to_one_score_is_none_to_another(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    confirm(club, finished, 2, "passed", PHONE)
    target = finished.rows()[0].seq
    once = club.write(finished, "corrected", target=target, entry=kani(bid=12, declarer=2, tricks=12))
    confirm(club, finished, 1, "passed", PHONE)
    twice = club.write(once, "corrected", target=target, entry=kani(bid=12, declarer=1, tricks=12))
    asked = confirmation.find_asked(club.session, club.owner.league, club.row(row.key), twice)
    assert asked is not None
    assert asked.sides == (1, 2, 3)
    confirm_match.confirm_as_organiser(
        club.session, club.organiser, uuid=new(), key=row.key, version=twice.seq
    )
    assert club.row(row.key).confirmed_seq == twice.seq


def test_a_match_in_the_bin_counts_only_as_it_was_confirmed(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    binned = club.write(finished, "binned")
    assert listing.counting_match(club.row(row.key), binned) is None
    with pytest.raises(Refused):
        confirm(club, finished, 2, "passed", PHONE)
    back = club.write(binned, "restored")
    confirm(club, finished, 2, "passed", PHONE)
    counting = listing.counting_match(club.row(row.key), club.write(back, "binned"))
    assert counting is not None
    assert counting.seq == back.seq


# --- penalties and adjustments --------------------------------------------------------------------


def test_penalties_and_adjustments_in_a_league_match_are_the_organisers(club: Club) -> None:
    match = club.match(kani(bid=7, tricks=7))
    adjusted = club.write(
        match, "recorded", entry={"kind": "adjustment", "scores": [0, 0, 0, -1], "reason": "Late"}
    )
    seq = adjusted.seq
    struck = ledger.append(
        club.session,
        match.public_id,
        seen=seq,
        uuid=new(),
        kind="struck",
        body={"target": seq, "as": "never_dealt"},
        texts={"reason": "mistake"},
        device=PHONE,
    ).match
    deal, penalty = {"entry": kani()}, {"entry": {"kind": "adjustment", "scores": [1, 0, 0, 0]}}
    cases: list[tuple[Match, str, dict[str, Any], bool]] = [
        (adjusted, "recorded", deal, False),
        (adjusted, "recorded", penalty, True),
        (adjusted, "corrected", {"target": 2, **penalty}, True),
        (adjusted, "corrected", {"target": seq, **deal}, True),
        (adjusted, "struck", {"target": seq, "as": "never_dealt"}, True),
        (adjusted, "undone", {"target": seq}, True),
        (adjusted, "undone", {"target": 2}, False),
        (struck, "undone", {"target": struck.seq}, True),
        (struck, "closed", {}, False),
        (struck, "undone", {"target": 999}, False),
    ]
    allowed: Callable[..., bool] = recording.may_write
    for before, kind, body, _ in cases:  # in no league everybody may
        assert allowed(club.session, before, kind, body, None)
    club.adopt(match)
    for before, kind, body, organisers in cases:
        who = {
            role: allowed(club.session, before, kind, body, club.accounts[role])
            for role in ("owner", "organiser", "scorer", "stranger")
        }
        expected = {"owner": True, "organiser": True, "scorer": not organisers, "stranger": not organisers}
        assert who == expected, (kind, body)


# --- many at once ---------------------------------------------------------------------------------


def test_writers_at_the_same_moment_lose_nothing(club: Club, sessions: sessionmaker[Session]) -> None:
    uuid = new()

    def add(number: int) -> str | None:
        with sessions() as session:
            scorer = find_access(session, club.league.public_id, Who(club.accounts["scorer"]))
            assert scorer is not None
            given = uuid if number % 4 == 0 else new()
            name = "Twin" if number % 4 == 0 else f"Player {number}"
            return player_changes.add_player(session, scorer, uuid=given, name=name).event.subject

    with ThreadPoolExecutor(6) as pool:
        keys = list(pool.map(add, range(12)))
    assert len(set(keys)) == 10  # three of the requests were one
    everybody = roster.list_players(club.session, club.league.id)
    assert sorted(one.number for one in everybody) == list(range(1, 11))
    seqs = [event.seq for event in events_after(club.session, club.league.id)]
    assert seqs == list(range(1, len(seqs) + 1))


def test_of_two_who_change_a_thing_at_once_one_is_told(club: Club, sessions: sessionmaker[Session]) -> None:
    [key] = club.players("Ana")
    found = roster.find_player(club.session, club.league.id, key)
    assert found is not None
    club.session.rollback()

    def rename(name: str) -> str | None:
        with sessions() as session:
            organiser = find_access(session, club.league.public_id, Who(club.accounts["organiser"]))
            assert organiser is not None
            try:
                player_changes.rename(session, organiser, uuid=new(), key=key, seen=found.touched, name=name)
            except Overtaken:
                return None
            return name

    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(rename, ["Anna", "Anita"]))
    won = [name for name in said if name]
    assert len(won) == 1
    now = roster.find_player(club.session, club.league.id, key)
    assert now is not None
    assert now.name == won[0]


def test_scoring_goes_on_while_a_league_is_written(club: Club, sessions: sessionmaker[Session]) -> None:
    matches = [club.match() for _ in range(3)]
    rows = [club.adopt(match) for match in matches]

    def score(match: Match) -> None:
        with sessions() as session:
            for number in range(6):
                ledger.append(
                    session,
                    match.public_id,
                    seen=number + 1,
                    uuid=new(),
                    kind="recorded",
                    body={"entry": kani("pass")},
                    device=PHONE,
                )

    def merge(row: listing.LeagueMatch) -> None:
        with sessions() as session:
            organiser = find_access(session, club.league.public_id, Who(club.accounts["organiser"]))
            assert organiser is not None
            for key in row.players:
                other = player_changes.add_player(session, organiser, uuid=new(), name="Other").event.subject
                player_changes.merge(session, organiser, uuid=new(), key=key, into=str(other))

    with ThreadPoolExecutor(6) as pool:
        list(
            pool.map(
                lambda do: do(),
                [
                    *(lambda one=one: score(one) for one in matches),
                    *(lambda one=one: merge(one) for one in rows),
                ],
            )
        )
    assert [club.row(row.key).match_seq for row in rows] == [7, 7, 7]
    assert len(roster.merged_keys(club.session, club.league.id)) == 12
