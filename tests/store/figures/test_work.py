"""How much work a page of a large league is, counted and not timed: what the database says it goes through."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.figures.editions import current_model
from scorekeeper.store.leagues.figures.reading.sums import Span
from scorekeeper.store.leagues.matches.record_result import list_taken_out
from scorekeeper.store.leagues.people import roster
from tests.databases import session_on
from tests.store.figures.conftest import Club

pytestmark = pytest.mark.long


@pytest.fixture
def session(migrated_sqlite: Path, tmp_path: Path) -> Iterator[Session]:
    """On SQLite, which tells its plans in a line for each table."""
    shutil.copy(migrated_sqlite, tmp_path / "scorekeeper.db")
    with session_on(f"sqlite:///{tmp_path / 'scorekeeper.db'}") as made:
        yield made


def plans_of(session: Session, read: Callable[[], Any]) -> list[str]:
    """How the database goes through each table that is asked here, in the order in which it is asked."""
    asked: list[tuple[str, Any]] = []

    def note(connection: Any, cursor: Any, statement: str, parameters: Any, *more: Any) -> None:
        asked.append((statement, parameters))

    event.listen(session.get_bind(), "before_cursor_execute", note)
    try:
        read()
    finally:
        event.remove(session.get_bind(), "before_cursor_execute", note)
    explain = session.connection().exec_driver_sql
    return [
        row.detail for statement, given in asked for row in explain(f"EXPLAIN QUERY PLAN {statement}", given)
    ]


def test_of_players_whose_names_are_not_near_nothing_but_the_index_is_read(session: Session) -> None:
    club = Club(session, [*(f"stranger {one}" for one in "bcdfghjklm"), "anna", "ana"])
    club.merge("anna", "ana")

    def read() -> list[list[roster.Alike]]:
        return roster.find_alike_each(session, club.id, ["Ana", "Anna"])

    assert [[one.player.key for one in found] for found in read()] == [["ana"], ["ana"]]
    renamed, former, in_order, everybody, near, *those = plans_of(session, read)
    assert renamed.startswith("SEARCH league_event USING INDEX"), renamed
    assert former == "SEARCH league_text USING INTEGER PRIMARY KEY (rowid=?)"
    assert in_order == "USE TEMP B-TREE FOR ORDER BY", "of the few former names"
    index = "ix_league_player_league_id_name_key"
    assert everybody == f"SEARCH league_player USING COVERING INDEX {index} (league_id=? AND name_key>?)"
    assert near == f"SEARCH league_player USING INDEX {index} (league_id=? AND name_key=?)"
    assert those
    assert all("key=?" in one for one in those), those


def test_a_level_of_many_is_separated_by_whole_numbers(session: Session) -> None:
    club = Club(session)
    for day, winner in enumerate((0, 1, 0, 0)):
        club.play("abcd", (winner,), day=day)
    club.derive()
    model = current_model(session, club.id)
    for until, ahead in (("2026-01-09~", 2), ("2026-01-08~", 1), ("2026-01-07~", 0)):
        found = Span(session, model.id, "", until).balances("abcd")
        winners, losers = {"b": ahead, "d": ahead}, {"a": -ahead, "c": -ahead}
        assert found == {"a": winners, "c": winners, "b": losers, "d": losers}
        assert {type(balance) for rivals in found.values() for balance in rivals.values()} == {int}


def test_what_was_taken_out_is_read_without_the_matches_that_are_in(session: Session) -> None:
    club = Club(session)
    matches, events, *those = plans_of(session, lambda: list_taken_out(session, club.id))
    assert matches == "SEARCH league_match USING INDEX ix_league_match_out (league_id=?)"
    assert "(league_id=? AND seq=?)" in events
    assert not [one for one in those if "ORDER BY" in one], "they come in the order of the index"
