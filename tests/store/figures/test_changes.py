"""The standings of before, as the page of changes has them, are what the page showed then, in every way of counting."""

import random
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.figures.models import REVISION
from scorekeeper.store.leagues.figures.reading import change_log, ranked_rows
from tests.soak import on_both
from tests.store.figures.conftest import Club

pytestmark = pytest.mark.long

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
RULES: list[dict[str, Any]] = [
    {},
    {"best_nights": 2},
    {"best_nights": 1, "counting": "average", "least_matches": 3},
    {"counting": "rating", "least_matches": 4},
    {"best_nights": 2, "counting": "placement", "tie_breaks": ["head_to_head", "difference", "wins"]},
]
Rows = dict[str, tuple[int | None, Fraction]]


def rows_of(page: Any) -> Rows:
    return {one.row.unit: (one.row.rank, one.row.value) for one in page.items}


def before(found: Any) -> Rows:
    return {
        one.unit: (one.rank_before, one.value_before) for one in found.changes if one.value_before is not None
    }


def of_changed(rows: Rows, found: Any) -> Rows:
    return {one.unit: rows[one.unit] for one in found.changes if one.unit in rows}


@pytest.fixture
def busy(session: Session, request: pytest.FixtureRequest) -> Club:
    """Nine nights of four matches; some of the players come late."""
    club, chance = Club(session, **request.param), random.Random(5)
    for match in range(36):
        there = club.players[: 5 + match // 12]
        club.play(
            "".join(chance.sample(there, 4)),
            (chance.randrange(2),),
            (151, chance.randrange(60, 150)),
            day=7 * (match // 4),
        )
    club.derive()
    session.execute(update(REVISION).values(at=LONG_AGO))
    session.commit()
    return club


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.soak
@pytest.mark.parametrize(("migrated_url", "busy"), on_both(RULES, RULES[4:]), indirect=True, ids=str)
def test_before_the_matches_played_since_a_night_the_table_was_that_of_the_night(
    session: Session, busy: Club
) -> None:
    for night in range(0, 9, 2):
        end = datetime(2026, 1, 7, 12, tzinfo=UTC) + timedelta(days=7 * night)
        found = change_log.changes_since(session, busy.id, "", end)
        on_night = ranked_rows.list_standings(
            session, busy.id, "", night=f"{end - timedelta(days=1):%Y-%m-%d}"
        )
        assert before(found) == of_changed(rows_of(on_night), found)
        assert (found.changes == ()) == (night == 8)


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.soak
@pytest.mark.parametrize(("migrated_url", "busy"), on_both(RULES, RULES[2:3]), indirect=True, ids=str)
def test_before_corrections_the_table_was_what_it_showed(session: Session, busy: Club) -> None:
    shown, since, chance = (
        rows_of(ranked_rows.list_standings(session, busy.id, "")),
        datetime.now(UTC),
        random.Random(6),
    )
    for key in chance.sample([f"m{number}" for number in range(1, 37)], 6):
        busy.correct(key, chance.randrange(2), (151, chance.randrange(60, 150)))
    busy.change("m3", out=True)
    busy.derive()
    found = change_log.changes_since(session, busy.id, "", since)
    assert before(found) == of_changed(shown, found)
    assert found.changes


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.soak
@pytest.mark.parametrize(("migrated_url", "busy"), on_both(RULES, RULES[3:4]), indirect=True, ids=str)
def test_in_the_middle_of_a_night_what_was_played_after_it_does_not_count_yet(
    session: Session, busy: Club
) -> None:
    """The second match of the fifth night ended by then, its third did not."""
    moment = datetime(2026, 1, 6, 20, 18, 30, tzinfo=UTC) + timedelta(days=28)
    found = change_log.changes_since(session, busy.id, "", moment)
    since = {cause.match for change in found.changes for cause in change.causes}
    assert since == {f"m{number}" for number in range(19, 37)}
    for key in since:
        busy.change(key, out=True)
    busy.derive()
    assert before(found) == of_changed(rows_of(ranked_rows.list_standings(session, busy.id, "")), found)


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.soak
@pytest.mark.parametrize(("migrated_url", "busy"), on_both(RULES, RULES[1:2]), indirect=True, ids=str)
def test_what_was_entered_late_was_played_before_and_is_marked(session: Session, busy: Club) -> None:
    """It is no change since the night, and stands among the corrections; what is corrected in it is none either."""
    late = busy.play("abcd", (1,), (20, 151), day=3)
    busy.derive()
    for winner in (None, 0):
        if winner is not None:
            busy.correct(late, winner, (151, 30))
            busy.derive()
        found = change_log.changes_since(session, busy.id, "", datetime(2026, 2, 11, 12, tzinfo=UTC))
        on_night = ranked_rows.list_standings(session, busy.id, "", night="2026-02-10")
        assert before(found) == of_changed(rows_of(on_night), found)
        assert late not in {cause.match for change in found.changes for cause in change.causes}
        assert (late, "added", True) in {(one.match, one.kind, one.late) for one in found.revisions}
