"""Several who write one league at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.log import founding, nights, seasons
from scorekeeper.store.leagues.log.access import Who, find_access
from scorekeeper.store.leagues.log.events import events_after
from scorekeeper.store.leagues.log.refusals import Overtaken, Refused
from scorekeeper.store.leagues.matches import listing
from scorekeeper.store.leagues.people import player_changes, roster
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.cases import case, cases
from tests.store.conftest import kani
from tests.store.leagues.conftest import PHONE, Club, new
from tests.store.leagues.writes import NIGHT

pytestmark = pytest.mark.long


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
    assert now.name == won[0]


@pytest.mark.left_to_soak(but_one_in=2)
def test_scoring_goes_on_while_a_league_is_written(club: Club, sessions: sessionmaker[Session]) -> None:
    matches = [club.match() for _ in range(3)]
    rows = [club.adopt(match) for match in matches]

    def score(match: Match) -> None:
        with sessions() as session:
            for number in range(6):
                ledgers.write(
                    session, match, "recorded", {"entry": kani("pass")}, seen=number + 1, device=PHONE
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


def no_thing(club: Club) -> dict[str, Any]:
    return {}


def a_player(club: Club) -> dict[str, Any]:
    [key] = club.players("Ani")
    return {"key": key, "seen": roster.find_player(club.session, club.league.id, key).touched}


def a_night(club: Club) -> dict[str, Any]:
    key = club.organise(nights.plan_night, date=NIGHT).event.subject
    return {"key": key, "seen": nights.find_night(club.session, club.league.id, NIGHT).touched}


def a_season(club: Club) -> dict[str, Any]:
    key = club.organise(seasons.add_season, name="Autumn").event.subject
    season = seasons.find_season(club.session, club.league.id, key)
    return {"key": key, "seen": season.touched, "starts": None, "ends": None, "rules": None}


def the_league(club: Club) -> dict[str, Any]:
    return {"seen": founding.described_seq(club.session, club.league.id)}


def an_evening(club: Club) -> dict[str, Any]:
    return {"key": a_night(club)["key"], "plan": {"preset": "evening"}}


@cases(
    "write, about, first, other, refused",
    case("a player", player_changes.add_player, no_thing, {"name": "Ana"}, {"name": "Anna"}, None),
    case("players", player_changes.add_players, no_thing, {"names": ["Ana"]}, {"names": ["Mila"]}, None),
    case("a name", player_changes.rename, a_player, {"name": "Ana"}, {"name": "Anna"}, Overtaken),
    case("a season", seasons.add_season, no_thing, {"name": "Winter"}, {"name": "Spring"}, None),
    case("its name", seasons.update_season, a_season, {"name": "Winter"}, {"name": "Spring"}, Overtaken),
    case(
        "a new night", nights.plan_night, no_thing, {"date": NIGHT}, {"date": NIGHT, "place": "Hall"}, Refused
    ),
    case(
        "a night",
        nights.update_night,
        a_night,
        {"date": NIGHT},
        {"date": NIGHT, "starts": "19:30"},
        Overtaken,
    ),
    case("a league", founding.describe_league, the_league, {"name": "Club"}, {"name": "The Club"}, Overtaken),
    case(
        "house rules", founding.describe_league, the_league, {"house": {}}, {"house": {"kani": {}}}, Overtaken
    ),
    case("a plan", organising.plan_evening, an_evening, {"name": "Thursday"}, {"name": "Cup"}, None),
)
def test_a_request_that_is_sent_once_more_is_done_and_with_other_words_it_is_another_one(
    club: Club,
    write: Callable[..., Any],
    about: Callable[[Club], dict[str, Any]],
    first: dict[str, Any],
    other: dict[str, Any],
    refused: type[Exception] | None,
) -> None:
    given = {"uuid": new(), **about(club)}

    def count_events(said: dict[str, Any]) -> int:
        write(club.session, club.owner, **{**given, **said})
        return len(events_after(club.session, club.league.id))

    once = count_events(first)
    assert count_events(first) == once
    if refused is None:
        assert count_events(other) > once
    else:
        with pytest.raises(refused):
            count_events(other)
