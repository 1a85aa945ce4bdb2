"""An evening goes out of a league with all the rest, and comes in under other keys; a broken one is refused."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from scorekeeper.league.evening.kept import list_changes, write_evening
from scorekeeper.league.evening.standings import rank_evening
from scorekeeper.league.evening.state import apply_change, read_evening
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.reading import find_run, read_rounds
from scorekeeper.store.leagues.exchange import imports, sources, uploads
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.figures.reading import ranked_rows
from scorekeeper.store.leagues.log import apply, founding, nights
from scorekeeper.store.leagues.log.nights import find_night
from scorekeeper.store.leagues.people import player_changes, roster
from tests.cases import cases
from tests.store.leagues.conftest import Club, new
from tests.store.leagues.exchange.archives import another, bring_in, file_of, lines, of_kind, write_lines
from tests.store.leagues.test_evening import DATE, Running, run

pytestmark = pytest.mark.long

__all__ = ["run"]


def standings(club: Club, league: Any) -> list[tuple[Any, ...]]:
    """The standings of the evening, by names."""
    night = find_night(club.session, league.id, DATE)
    assert night is not None
    evening = find_run(club.session, league.id, night).evening
    players = {one.key: one.name for one in roster.list_players(club.session, league.id)}
    rounds = read_rounds(club.session, league.id, evening)
    rows = rank_evening(evening.options, rounds, sorted(evening.here, key=lambda key: players[key] or ""))
    return [(players[row.unit], row.place, row.points, row.difference, row.cells) for row in rows]


@pytest.fixture
def played(run: Callable[..., Running]) -> Running:
    """Two rounds of five, the first played, the second given to a side; a pair stays together."""
    running = run(5, points="bands")
    ana, boris = running.players[:2]
    running.say({ana: {"with": boris, "table": 2}, boris: {"with": ana}})
    running.finish(running.publish()[0])
    match = running.publish()[0]
    organising.give_table(
        running.session, running.club.organiser, uuid=new(), key=running.key, match=match, won=1
    )
    organising.close_evening(running.session, running.club.organiser, uuid=new(), key=running.key)
    return running


def test_what_goes_out_comes_in_again_with_its_points(played: Running) -> None:
    club = played.club
    before = standings(club, club.league)
    assert {row[1] for row in before} != {1}
    copy = another(club)
    found = bring_in(club.session, copy, file_of(club))
    assert (found.state, list(found.problems)) == (uploads.DONE, [])
    assert standings(club, copy.league) == before
    night = find_night(club.session, copy.league.id, DATE)
    assert night is not None
    there = find_run(club.session, copy.league.id, night)
    assert (there.plan_name, there.evening.closed) == ("Thursday", True)
    assert there.evening.rounds[0]["draw"]["together"] == [
        [
            key
            for name in ("Ana", "Boris")
            for key, said in there.evening.here.items()
            if _name(club, copy, key) == name
        ]
    ]
    told = of_kind(lines(club), "evening")
    assert len(told) == 1
    assert "why" not in str(told[0].keys())


def test_an_evening_that_was_opened_again_after_a_merge_goes_out_and_comes_in(played: Running) -> None:
    club = played.club
    (petya,) = club.players("Petya")
    club.organise(player_changes.merge, key=played.players[2], into=petya)
    club.organise(organising.close_evening, key=played.key, closed=False)
    played.players[2] = petya
    played.finish(played.publish()[0])
    copy = another(club)
    found = bring_in(club.session, copy, file_of(club))
    assert (found.state, list(found.problems)) == (uploads.DONE, [])
    before = standings(club, club.league)
    assert standings(club, copy.league) == before
    assert "Petya" in {row[0] for row in before}


def test_a_round_that_was_drawn_again_comes_in_with_the_draws_before_it(run: Callable[..., Running]) -> None:
    running = run(8)
    running.publish()
    running.publish(1, why="Ivan went home", attempt=1)
    running.finish(running.evening.rounds[0]["matches"][0])
    copy = another(running.club)
    found = bring_in(running.session, copy, file_of(running.club))
    assert (found.state, list(found.problems)) == (uploads.DONE, [])
    night = find_night(running.session, copy.league.id, DATE)
    assert night is not None
    there = find_run(running.session, copy.league.id, night).evening
    names = [
        [
            [[_name(running.club, access, key) for key in table] for table in drawn["round"]["tables"]]
            for drawn in (evening.rounds[0], *evening.rounds[0]["again"])
        ]
        for access, evening in ((running.club.organiser, running.evening), (copy, there))
    ]
    assert names[0] == names[1]


def test_a_league_that_counts_evenings_comes_in_again_with_its_standings(played: Running) -> None:
    club = played.club
    rules = {**club.league.rules, "counting": "evening_sum", "least_matches": 1}
    seen = founding.described_seq(club.session, club.league.id)
    founding.describe_league(club.session, club.owner, uuid=new(), seen=seen, rules=rules)
    copy = another(club)
    bring_in(club.session, copy, file_of(club))
    both = [_season(club, league) for league in (club.league, copy.league)]
    assert (
        both[0] == both[1] == {name: points for name, _, points, *_ in standings(club, club.league) if points}
    )
    club.organise(organising.close_evening, key=played.key, closed=False)
    assert _season(club, club.league) == {}, "an evening that is opened again counts no more"


def _season(club: Club, league: Any) -> dict[str | None, Any]:
    """The standings of a league by names, worked out to the end."""
    while derive.step(club.session, league.id, 5.0).left:
        pass
    players = {one.key: one.name for one in roster.list_players(club.session, league.id)}
    found = ranked_rows.list_standings(club.session, league.id, "").items
    return {players[one.row.unit]: one.row.value for one in found if one.row.value}


def _name(club: Club, access: Any, key: str) -> str | None:
    found = roster.find_player(club.session, access.league.id, key)
    return found.name if found else None


def test_an_archive_that_comes_in_again_leaves_the_evening_as_it_is(played: Running) -> None:
    body = file_of(played.club)
    before = played.evening
    bring_in(played.session, played.club.organiser, body)
    assert played.evening == before


def test_an_import_that_is_undone_takes_its_evening_along_and_it_comes_in_again_whole(
    played: Running,
) -> None:
    club, copy = played.club, another(played.club)
    nights.plan_night(club.session, copy, uuid=new(), date=DATE)
    for _ in range(2):
        found = bring_in(club.session, copy, file_of(club))
        assert standings(club, copy.league) == standings(club, club.league)
        imports.undo_import(club.session, copy, uuid=new(), key=found.key)
        club.session.rollback()
        night = find_night(club.session, copy.league.id, DATE)
        assert night is not None
        assert find_run(club.session, copy.league.id, night)[1:] == (None, None)
        assert roster.list_players(club.session, copy.league.id) == []
        before = apply.state_of(club.session, copy.league.id, apply.DERIVED | {"dirty"})
        apply.rebuild_state(club.session, copy.league.id)
        assert apply.state_of(club.session, copy.league.id, apply.DERIVED | {"dirty"}) == before


def test_an_import_that_is_undone_leaves_what_was_said_of_its_nights_and_players_since(
    played: Running,
) -> None:
    club, copy = played.club, another(played.club)
    for date in ("2026-12-03", "2026-12-10"):
        club.organise(nights.plan_night, date=date)
    found = bring_in(club.session, copy, file_of(club))
    here, came = (find_night(club.session, copy.league.id, date) for date in ("2026-12-03", "2026-12-10"))
    people = {one.name: one.key for one in roster.list_players(club.session, copy.league.id)}
    given = {"key": here.key, "plan": {"preset": "evening", "game": "belot"}}
    organising.plan_evening(club.session, copy, uuid=new(), **given)
    changes: dict[str, Any] = {people["Ana"]: {}}
    organising.say_here(club.session, copy, uuid=new(), key=here.key, changes=changes)
    nights.set_came(club.session, copy, uuid=new(), key=came.key, seen=came.touched, came=[people["Boris"]])
    imports.undo_import(club.session, copy, uuid=new(), key=found.key)
    club.session.rollback()
    listed = nights.list_nights(club.session, copy.league.id)
    assert [one.date for one in listed] == ["2026-12-10", "2026-12-03"]
    left = {one.name for one in roster.list_players(club.session, copy.league.id)}
    assert left == {"Ana", "Boris"}, "they are in an evening, and came to a night"


BROKEN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no plan": lambda one: one.pop("plan"),
    "a plan that cannot be": lambda one: one["plan"].update(seats="standing"),
    "a list of people": lambda one: one.update(here=["a"]),
    "tables that are numbers": lambda one: one["rounds"][0]["round"].update(tables=[1]),
    "a table too few": lambda one: one["rounds"][0].update(numbers=[]),
    "a number that is none": lambda one: one["rounds"][0].update(numbers=["one"]),
    "no matches": lambda one: one["rounds"][0].pop("matches"),
    "no draw": lambda one: one["rounds"][0].pop("draw"),
    "rounds that are a text": lambda one: one.update(rounds={"a": 1}),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_evening_is_refused_in_words_and_the_rest_comes_in(played: Running, how: str) -> None:
    told = deepcopy(lines(played.club))
    BROKEN[how](of_kind(told, "evening")[0]["evening"])
    copy = another(played.club)
    found = bring_in(played.session, copy, write_lines(told))
    assert found.state == uploads.DONE
    assert "not written as an evening is" in str(found.problems)
    night = find_night(played.session, copy.league.id, DATE)
    assert night is not None
    assert find_run(played.session, copy.league.id, night).evening is None
    assert len(roster.list_players(played.session, copy.league.id)) >= 5


@cases(
    "spoil",
    lambda out: out["tables"][0].__setitem__(0, out["tables"][0][1]),
    lambda out: out["tables"][0].pop(),
    lambda out: out.update(dealers=[7]),
    lambda out: out.update(dealers=[]),
    lambda out: out.update(resting=out["tables"][0][:1]),
)
def test_a_round_that_could_not_have_been_drawn_stays_out_with_those_after_it(
    played: Running, spoil: Callable[[dict[str, Any]], Any]
) -> None:
    given = deepcopy(write_evening(played.evening))
    spoil(given["rounds"][1]["round"])
    players = {key: key.upper() for key in played.players}
    changes = list_changes(given, players, {})
    assert changes is not None
    document: dict[str, Any] | None = None
    for body in changes:
        document = apply_change(document, body)
    evening = read_evening(document)
    assert len(evening.rounds) == 1
    assert set(evening.here) == set(players.values())


@pytest.mark.parametrize("one", [False, True])
def test_an_import_says_which_rounds_stay_out_where_two_people_are_one_player(
    played: Running, one: bool
) -> None:
    session, copy = played.session, another(played.club)
    added = player_changes.add_players(session, copy, uuid=new(), names=["Anna", "Bobo"])
    key = uploads.receive_upload(session, copy, uuid=new(), kind=sources.ARCHIVE, body=file_of(played.club))
    upload = uploads.find_upload(session, copy, key)
    assert upload is not None
    ids = [person["id"] for name in ("Ana", "Boris") for person in upload.people if person["name"] == name]
    imports.choose_players(session, copy, key, dict(zip(ids, added[:1] * 2 if one else added, strict=True)))
    imports.begin_import(session, copy, key)
    found = imports.continue_import(session, copy, key, budget=100)
    assert ("out_of_draw" in [problem["code"] for problem in found.problems]) == one
    assert len(standings(played.club, copy.league)) == (4 if one else 5)
    night = find_night(session, copy.league.id, DATE)
    assert night is not None
    evening = find_run(session, copy.league.id, night).evening
    assert len(evening.rounds) == (0 if one else 2)
    assert all(said.get("with") != player for player, said in evening.here.items())
