"""Nights and seasons of a league: planned, moved, called off, and what they take in."""

from datetime import UTC, datetime

import pytest

from scorekeeper.store.leagues.log import nights, seasons
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, Refused
from scorekeeper.store.leagues.matches import assign_match, listing
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.store.leagues.conftest import Club, new
from tests.store.leagues.writes import NIGHT, change_rules, codes

pytestmark = pytest.mark.long


def test_a_night_is_planned_moved_called_off_and_attended(club: Club, finished: Match) -> None:
    session, organiser = club.session, club.organiser
    key = nights.plan_night(
        session, organiser, uuid=new(), date=NIGHT, place="Krókurinn", starts="19:30"
    ).event.subject
    assert key is not None
    night = nights.find_night_by_key(session, club.league.id, key)
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
    assert (now.date, now.place, now.cancelled) == ("2026-11-18", None, False)
    with pytest.raises(Refused) as refused:
        nights.update_night(session, organiser, uuid=new(), seen=now.touched, **{**moved, "date": NIGHT})
    assert codes(refused) == [("date", "played")]
    came = list(row.players[:2])
    nights.set_came(session, club.scorer, uuid=new(), key=key, seen=now.touched, came=[*came, came[0]])
    there = nights.list_nights(session, club.league.id, since=NIGHT, until="2026-11-18")
    assert [one.came for one in there] == [tuple(came)]
    with pytest.raises(NotThere):
        nights.set_came(session, club.scorer, uuid=new(), key=key, seen=there[0].touched, came=["no-player"])


def test_a_night_lasts_until_the_small_hours_of_the_leagues_zone(club: Club) -> None:
    change_rules(club, zone="Europe/Sofia", day_ends=6)
    league = club.owner.league
    late, morning = datetime(2026, 11, 18, 3, 59, tzinfo=UTC), datetime(2026, 11, 18, 4, 0, tzinfo=UTC)
    assert (nights.tonight(league, late), nights.tonight(league, morning)) == ("2026-11-17", "2026-11-18")


def result_on(club: Club, night: str, season: str | None = None) -> str:
    """A result of a night; its key."""
    told = ledgers.record_result(
        club.session,
        club.organiser,
        "belot",
        [None, None],
        [[0], [1]],
        night,
        names=["Ana", "Boris"],
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
    seasons.gather_matches(session, organiser, uuid=new(), key=autumn, seen=now.touched, others=True)
    assert season_of(elsewhere, before) == [autumn, None]
    assert lies() == (0, 0)
    assert listing.find_match(session, club.league.id, gone) is None


def test_a_season_without_dates_takes_in_nothing(club: Club) -> None:
    result_on(club, "2026-09-01")
    made = club.organise(seasons.add_season, name="Always").event
    found = seasons.find_season(club.session, club.league.id, str(made.subject))
    assert found is not None
    assert seasons.count_outside(club.session, club.league.id, found) == (0, 0)
    with pytest.raises(Refused):
        club.organise(seasons.gather_matches, key=found.key, seen=found.touched)


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
    assert (now.name, now.ends, now.rules) == ("Есен 26", None, None)
    with pytest.raises(Refused) as refused:
        seasons.add_season(
            session, club.organiser, uuid=new(), name="", starts="2026-09-02", ends="2026-09-01"
        )
    assert codes(refused) == [("name", "missing"), ("ends", "out_of_order")]
