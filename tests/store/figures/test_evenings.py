"""Evenings that count as a whole: a season's points are the standings of its evenings, added up by hand."""

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Report
from scorekeeper.league.evening.evening_plan import read_plan
from scorekeeper.league.evening.played import told_of
from scorekeeper.league.evening.seating import list_entrants
from scorekeeper.league.evening.standings import rank_evening
from scorekeeper.league.evening.state import read_evening
from scorekeeper.league.rules import rules_document
from scorekeeper.store.leagues.evening.reading import read_rounds
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.figures.models import REVISION
from scorekeeper.store.leagues.figures.reading import change_log, match_rows, ranked_rows
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueNightRow
from tests.soak import DATABASES, on_both
from tests.store.figures.conftest import DAY, NOW, Club

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
PLACES = (10, 7, 5, 3, 1)
SUM: dict[str, Any] = {"counting": "evening_sum"}
BY_PLACE: dict[str, Any] = {"counting": "evening_places"}


def night_of(day: int) -> str:
    return (DAY + timedelta(days=day)).date().isoformat()


def run(club: Club, day: int, *rounds: tuple[list[str], str], closed: bool = True, **plan: Any) -> str:
    """An evening of tables that are named with their keys (``abcd m1``: a c against b d) and of who rests; its key."""
    document = {
        "plan": rules_document(read_plan({"preset": "evening", **plan}, Report())),
        "here": {},
        "rounds": [
            {
                "draw": {},
                "round": {
                    "tables": [list(table.split()[0]) for table in tables],
                    "resting": list(resting),
                    "dealers": [0 for _ in tables],
                },
                "numbers": list(range(1, len(tables) + 1)),
                "matches": [table.split()[1] for table in tables],
            }
            for tables, resting in rounds
        ],
        "closed": closed,
    }
    key = f"night{day}"
    club._add(LeagueNightRow, key=key, date=night_of(day), came=[], evening=document, touched=1, made_at=NOW)
    return key


def close(club: Club, key: str, **changes: Any) -> None:
    """What the event does that closes an evening, or says something of it: its matches are derived again."""
    ours = LeagueNightRow.league_id == club.id, LeagueNightRow.key == key
    document = club.session.execute(select(LeagueNightRow.evening).where(*ours)).scalar_one()
    matches = [match for played in document["rounds"] for match in played["matches"]]
    theirs = LeagueMatchRow.league_id == club.id, LeagueMatchRow.key.in_(matches)
    club._do(
        update(LeagueNightRow).where(*ours).values(evening={**document, "closed": True, **changes}),
        update(LeagueMatchRow).where(*theirs).values(dirty=True),
    )


def oracle(club: Club, by_place: bool = False, merged: Mapping[str, str] = {}) -> dict[str, Fraction]:
    """The standings of all closed evenings, as their own pages have them, added up."""
    query = select(LeagueNightRow.evening).where(LeagueNightRow.league_id == club.id)
    found: dict[str, Fraction] = {}
    for document in club.session.execute(query).scalars():
        evening = read_evening(document)
        if evening is None or not evening.closed:
            continue
        rounds = told_of(read_rounds(club.session, club.id, evening), merged)
        people = list(dict.fromkeys(merged.get(one, one) for one in list_entrants(evening)))
        rows = rank_evening(evening.options, rounds, people)
        for row in rows:
            level = [one.place for one in rows].count(row.place)
            listed = [*PLACES, *([0] * 20)][row.place - 1 : row.place - 1 + level]
            given = Fraction(sum(listed), level) if by_place else row.points
            if row.played:
                found[row.unit] = found.get(row.unit, Fraction(0)) + given
    return found


def values(club: Club, scope: str = "") -> dict[str, Fraction]:
    club.session.rollback()
    found = ranked_rows.list_standings(club.session, club.id, scope, limit=100).items
    return {one.row.unit: one.row.value for one in found}


def two_evenings(club: Club, **plan: Any) -> tuple[str, str]:
    """Five players on two evenings, one of them rests in each round."""
    for number, (players, day) in enumerate([("abcd", 0), ("aceb", 0), ("abcd", 7), ("bdea", 7)], 1):
        club.play(
            players, (number % 2,), (151, 100 + number) if number % 2 == 0 else (90 + number, 151), day=day
        )
    return (
        run(club, 0, (["abcd m1"], "e"), (["aceb m2"], "d"), **plan),
        run(club, 7, (["abcd m3"], "e"), (["bdea m4"], "c"), **plan),
    )


@pytest.mark.parametrize(
    ("migrated_url", "rules"), on_both([SUM, BY_PLACE], [SUM]), indirect=["migrated_url"]
)
def test_a_season_is_the_sum_of_its_evenings(session: Session, rules: dict[str, Any]) -> None:
    club = Club(session, **rules, least_matches=0)
    two_evenings(club, points="bands")
    club.play("abcd", (0,), (151, 3), day=8)
    club.derive()
    wanted = oracle(club, by_place=rules is BY_PLACE)
    assert values(club) == wanted
    assert sum(wanted.values()) > 0
    assert derive.rebuild(session, club.id) == 0


def test_matches_outside_of_an_evening_give_nothing_and_matches_are_counted_by_match(club: Club) -> None:
    club.rules(**SUM, least_matches=0)
    two_evenings(club)
    club.play("fgha", (0,), (151, 3), day=0)
    club.derive()
    rows = {one.row.unit: one.row for one in ranked_rows.list_standings(club.session, club.id, "").items}
    assert set(rows) == set("abcde")
    assert (rows["a"].counting.matches, rows["e"].counting.matches) == (4, 2)


def test_an_open_evening_counts_from_its_close_on_and_that_is_no_correction(club: Club) -> None:
    club.rules(**BY_PLACE, least_matches=0)
    club.play("abcd", (0,), (151, 90))
    key = run(club, 0, (["abcd m1"], ""), closed=False)
    club.derive()
    assert values(club) == {}
    close(club, key)
    club.derive()
    assert (
        values(club)
        == oracle(club, by_place=True)
        == {"a": Fraction(17, 2), "c": Fraction(17, 2), "b": 4, "d": 4}
    )
    kinds = select(REVISION.c.kind).where(REVISION.c.league_id == club.id)
    assert list(club.session.execute(kinds).scalars()) == []
    assert derive.rebuild(club.session, club.id) == 0


def test_a_correction_changes_the_evening_and_says_so(club: Club) -> None:
    club.rules(**BY_PLACE, least_matches=0)
    two_evenings(club)
    club.derive()
    before = values(club)
    club.session.execute(update(REVISION).values(at=LONG_AGO))
    club.session.commit()
    club.correct("m2", 1, (60, 151))
    club.derive()
    assert values(club) == oracle(club, by_place=True) != before
    assert derive.rebuild(club.session, club.id) == 0
    found = change_log.changes_since(club.session, club.id, "", NOW)
    told = {one.unit: (one.value_before, one.value_after) for one in found.changes}
    assert told == {unit: (before[unit], now) for unit, now in values(club).items() if unit in told}
    assert {cause.match for one in found.changes for cause in one.causes} == {"#night0"}
    assert [one.match for one in found.revisions] == ["m2"]


def test_what_an_organiser_says_of_a_table_afterwards_counts(club: Club) -> None:
    club.rules(**SUM, least_matches=0)
    key, _ = two_evenings(club)
    club.derive()
    ours = LeagueNightRow.league_id == club.id, LeagueNightRow.key == key
    rounds = club.session.execute(select(LeagueNightRow.evening).where(*ours)).scalar_one()["rounds"]
    before = values(club)
    close(club, key, rounds=[{**rounds[0], "given": {"m1": {"void": True}}}, rounds[1]])
    club.derive()
    assert values(club) == oracle(club) != before
    assert derive.rebuild(club.session, club.id) == 0


def test_the_best_evenings_count(club: Club) -> None:
    club.rules(**BY_PLACE, best_nights=1, least_matches=0)
    two_evenings(club)
    club.derive()
    each = {unit: [share.points for share in given_to(club, unit)] for unit in "abcde"}
    assert values(club) == {unit: max(points) for unit, points in each.items()}
    dropped = ranked_rows.find_row(club.session, club.id, "", "a")
    assert len(dropped.row.dropped) == 1


def test_a_season_with_rules_of_its_own_counts_evenings_and_the_league_matches(club: Club) -> None:
    club.rules(least_matches=0)
    club.season("autumn", **SUM, least_matches=0)
    two_evenings(club, points="bands")
    for key in ("m1", "m2", "m3", "m4"):
        club.change(key, season="autumn")
    club.derive()
    assert values(club, "autumn") == oracle(club)
    assert values(club) != oracle(club)
    assert values(club)["a"] == sum(share.points for share in given_to(club, "a"))
    assert derive.rebuild(club.session, club.id) == 0


def given_to(club: Club, unit: str, scope: str = "") -> list[Any]:
    return list(ranked_rows.row_matches(club.session, club.id, scope, unit).items)


def test_the_parts_of_a_row_are_its_evenings(club: Club) -> None:
    club.rules(**SUM, least_matches=0)
    two_evenings(club)
    club.derive()
    given = given_to(club, "a")
    assert [share.night for share in given] == [night_of(7), night_of(0)]
    assert sum(share.points for share in given) == values(club)["a"]
    assert all("on the evening, place" in str(share.text) for share in given)
    trend = ranked_rows.trends_of(
        club.session, club.id, "", ranked_rows.list_standings(club.session, club.id, "").items
    )
    assert len(trend["a"].form) == 2
    effect = match_rows.match_effect(club.session, club.id, "m1")
    assert effect is not None
    assert {share.unit for share in effect.shares} == set("abcd")


@pytest.mark.parametrize("migrated_url", DATABASES, indirect=True)
def test_after_every_change_the_figures_are_the_evenings_added_up(session: Session) -> None:
    """Corrections, matches that are contested or out, players who are put together, evenings closed and opened."""
    chance, club = random.Random(11), Club(session, **SUM, least_matches=0)
    keys = []
    for day in range(4):
        tables = []
        for _ in range(2):
            people = chance.sample("abcdefgh", 4)
            match = club.play("".join(people), (chance.randrange(2),), (151, chance.randrange(140)), day=day)
            tables.append([f"{''.join(people)} {match}"])
        keys.append(run(club, day, *((table, "") for table in tables), closed=day % 2 == 0))
    merged: dict[str, str] = {}
    for step in range(30):
        match, key = f"m{chance.randrange(8) + 1}", chance.choice(keys)
        what = chance.randrange(5)
        if what == 0:
            club.correct(match, chance.randrange(2), (151, chance.randrange(150)))
        elif what == 1:
            club.change(match, confirmation=chance.choice(["confirmed", "contested"]))
        elif what == 2:
            close(club, key, closed=chance.random() < 0.7)
        elif what == 3:
            club.change(match, out=chance.random() < 0.3)
        elif step > 15:
            merged = {} if merged else {"h": "g"}
            club.merge("h", merged.get("h"))
        club.derive()
        assert values(club) == oracle(club, merged=merged)
    assert derive.rebuild(session, club.id) == 0
