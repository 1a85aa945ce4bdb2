"""The bin is emptied after thirty days: ids, times and hashes stay, and nothing of who played or what was written."""

from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import inspect, select, text
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store import clock
from scorekeeper.store.all_models import METADATA
from scorekeeper.store.backup.make import backup
from scorekeeper.store.backup.restore import restore
from scorekeeper.store.forgetting import emptying, record, traces
from scorekeeper.store.forgetting.emptying import (
    KEPT_FOR,
    OF_A_MATCH,
    SERIES,
    Departure,
    empty_bin,
    find_departures,
)
from scorekeeper.store.forgetting.record import MATCH, Forgotten
from scorekeeper.store.match import emptied, ledger, rule_proposals, seat_holders
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow
from scorekeeper.store.match.record.chain import UNLINKED
from scorekeeper.store.match.refusals import Emptied
from tests.store.conftest import NAMES, Do, kani, open_kani, read_again

pytestmark = pytest.mark.long

DAY = timedelta(days=1)


def later(by: timedelta) -> datetime:
    """So long after now, and a second for the test itself."""
    return clock.now() + by + timedelta(seconds=1)


def opened(session: Session, series: Match | None = None) -> Match:
    """A match of its own, or the next one of a series."""
    return open_kani(
        session, series=series.public_id if series else None, players=series.players if series else None
    )


def put(session: Session, match: Match, kind: str = "binned") -> None:
    """Put a match into the bin, or take it out."""
    seen = ledger.seq_of(session, match.public_id)
    assert seen is not None
    ledger.append(session, match.public_id, seen=seen, uuid=str(uuid4()), kind=kind, body={}, device="phone")


def filled(session: Session, match: Match, do: Do) -> Match:
    """The match with everything that can say a name, in the bin."""
    do("recorded", entry={**kani(), "note": "by Þórdís"})
    do("renamed", {"name": "Tóta"}, player=match.players[1])
    do("protested", {"why": "Ana had nine"}, target=2, entry=kani(8))
    now = do("described", {"place": "at Ana's"})
    seat_holders.hold(session, match.id, "other phone", None, "Iñaki")
    rule_proposals.make(session, now, {"target": 200}, "Ana wants it", "other phone", 0)
    return do("binned")


def rows_with(session: Session, *names: str) -> list[str]:
    return [f"{one.table}.{one.column}" for name in names for one in traces.in_rows(session, name)]


def test_all_that_hangs_on_a_match_goes_with_it() -> None:
    hanging = {
        table.name
        for table in METADATA.tables.values()
        if any(key.column.table.name == "match" for key in table.foreign_keys)
    }
    assert hanging - {"match", "league_match"} == {table.__tablename__ for table in OF_A_MATCH}


@pytest.mark.parametrize(("after", "gone"), [(29 * DAY, False), (30 * DAY, True), (-2 * KEPT_FOR, False)])
def test_after_thirty_days_a_match_in_the_bin_is_emptied(
    session: Session, match: Match, after: timedelta, gone: bool
) -> None:
    put(session, match)
    assert empty_bin(session, later(after)) == ([match.public_id] if gone else [])
    assert (ledger.load(session, match.public_id) is None) is gone


def test_a_match_that_is_not_in_the_bin_stays(session: Session, match: Match) -> None:
    put(session, match)
    put(session, match, "restored")
    assert empty_bin(session, later(100 * DAY)) == []
    assert find_departures(session, [match.public_id]) == {}


@pytest.mark.left_to_soak(but_one_in=2)
def test_no_name_note_or_protest_is_left_and_ids_times_and_hashes_are(
    session: Session, match: Match, do: Do
) -> None:
    before = filled(session, match, do)
    empty_bin(session, later(KEPT_FOR))
    assert rows_with(session, *NAMES, "Tóta") == []
    for table in (*OF_A_MATCH, MatchRow):
        assert session.execute(select(table)).first() is None
    rows = session.execute(text("SELECT seq, uuid, content, chain FROM emptied_event ORDER BY seq")).all()
    assert [tuple(row) for row in rows] == [
        (event.seq, event.uuid, event.content, event.chain) for event in before.events
    ]
    assert {one.kind for one in record.read_rows(session)} == {MATCH}


def test_its_uuids_stay_taken(session: Session, match: Match, do: Do) -> None:
    before = filled(session, match, do)
    at = later(KEPT_FOR)
    empty_bin(session, at)
    other = opened(session)
    for event in before.events[:2]:
        with pytest.raises(Emptied, match=at.date().isoformat()):
            ledger.append(
                session,
                other.public_id,
                seen=1,
                uuid=event.uuid,
                kind="recorded",
                body={"entry": kani()},
                device="phone",
            )
        with pytest.raises(Emptied):
            open_kani(session, uuid=event.uuid)


def test_persons_who_play_elsewhere_keep_their_names_there(session: Session, match: Match, do: Do) -> None:
    do("renamed", {"name": "Tóta"}, player=match.players[1])
    other = open_kani(session, players=match.players)
    do("binned")
    empty_bin(session, later(KEPT_FOR))
    found = read_again(session, other)
    assert found.seat_names == NAMES
    assert rows_with(session, "Tóta") == []


def test_a_series_goes_as_one_once_all_of_it_is_in_the_bin(session: Session, match: Match) -> None:
    second = opened(session, match)
    third = opened(session, second)
    for one in (match, third):
        put(session, one)
    ids = [match.public_id, second.public_id, third.public_id]
    assert find_departures(session, ids) == {one: Departure(None, SERIES) for one in (ids[0], ids[2])}
    assert empty_bin(session, later(100 * DAY)) == []
    put(session, second)
    goes = {one.at for one in find_departures(session, ids).values()}
    assert len(goes) == 1
    [at] = goes
    assert at is not None
    assert empty_bin(session, at - DAY) == []
    assert empty_bin(session, at + DAY) == sorted(ids)


def test_its_chain_is_still_checked(session: Session, match: Match, do: Do) -> None:
    before = filled(session, match, do)
    empty_bin(session, later(KEPT_FOR))
    assert list(emptied.check_emptied(session)) == [(match.public_id, [])]
    assert before.code is not None
    [found] = emptied.find_by_code(session, before.seq, before.code)
    assert found.public_id == match.public_id
    session.execute(text("UPDATE emptied_event SET content = chain WHERE seq = 2"))
    [(_, faults)] = emptied.check_emptied(session)
    assert [(fault.seq, fault.code) for fault in faults] == [(2, UNLINKED)]


@pytest.mark.left_to_soak
def test_no_older_backup_brings_a_match_back(
    sessions: sessionmaker[Session], session: Session, match: Match, do: Do, migrated_url: str, tmp_path: Path
) -> None:
    second = opened(session, match)
    filled(session, match, do)
    put(session, second)
    session.rollback()
    old, new = tmp_path / "old.backup", tmp_path / "new.backup"
    backup(migrated_url, old, None)
    at = later(KEPT_FOR)
    empty_bin(session, at)
    session.rollback()
    backup(migrated_url, new, None)
    for file in (old, new):
        restore(migrated_url, file, replace=True)
        with sessions() as fresh:
            assert rows_with(fresh, *NAMES, "Tóta") == []
            found = emptied.find_emptied(fresh, match.public_id)
            assert found.at == at
            assert ledger.load(fresh, second.public_id) is None
            wanted = {Forgotten(MATCH, one.public_id, at.isoformat()) for one in (match, second)}
            assert record.read_rows(fresh) == wanted


def test_a_series_goes_on_without_the_match_that_began_it(session: Session, match: Match) -> None:
    second = opened(session, match)
    third = opened(session, second)
    emptying.empty_again(session, match.public_id, clock.now())
    session.commit()
    for one in (second, third):
        found = read_again(session, one)
        assert found.series == second.id


def test_the_tables_say_no_more_than_ids_times_and_hashes(session: Session) -> None:
    columns = {
        column["name"]
        for table in ("emptied", "emptied_event")
        for column in inspect(session.connection()).get_columns(table)
    }
    generations = {"generation_owner", "generation_score", "generation_watch"}
    ids = {"id", "public_id", "emptied_id", "seq", "uuid"}
    assert columns == ids | generations | {"opened_at", "emptied_at", "at", "begun", "content", "chain"}
