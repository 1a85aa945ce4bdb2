"""Two writers at one moment, at least one of them with a record: nothing is lost, and one hears that they parted."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.match import ledger
from scorekeeper.store.match.capabilities import SCORE
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.handover import ImportedRecord, take_log
from scorekeeper.store.match.record.incoming import Diverged
from scorekeeper.store.match.record.past import read_words, record_lines
from scorekeeper.store.transactions import begin_write
from tests.store.conftest import Do, kani, read_again
from tests.store.match.test_drafts import at_once

Sessions = sessionmaker[Session]
Work = Callable[[Session], Any]
PATIENCE = 60
HASHES = ("content", "chain", "code")


def record_with(session: Session, match: Match, *tricks: int) -> list[bytes]:
    """The record of a match on a phone that went on with these deals. An older program wrote no hashes."""
    words = read_words(session, [match])
    told = [json.loads(line) for line in record_lines(match, words, match.document())]
    lines = [{name: said for name, said in line.items() if name not in HASHES} for line in told]
    for seq, one in enumerate(tricks, match.seq + 1):
        said = {"kind": "event", "match": match.public_id, "seq": seq, "uuid": str(uuid4())}
        deal = {"event": "recorded", "body": {"entry": kani(tricks=one)}, "at": "2026-11-03T20:00:00Z"}
        lines.append(said | deal)
    return [json.dumps(line).encode() for line in lines]


def bring(match: Match, lines: list[bytes]) -> Work:
    return lambda session: take_log(session, match.public_id, lines, SCORE, None)


def type_deal(match: Match, tricks: int) -> Work:
    """A phone that has seen the match as it is records a deal."""
    body = {"entry": kani(tricks=tricks)}
    return lambda session: ledger.append(
        session, match.public_id, seen=match.seq, uuid=str(uuid4()), kind="recorded", body=body
    )


def tricks_of(sessions: Sessions, match: Match) -> list[int]:
    with sessions() as session:
        return [row.entry["tricks"] for row in read_again(session, match).rows()]


@pytest.mark.parametrize("others", ["a record", "a deal"])
@pytest.mark.parametrize("_turn", range(4))
def test_of_two_that_go_on_at_once_one_is_written_whole_and_the_other_is_told(
    sessions: Sessions, session: Session, match: Match, do: Do, others: str, _turn: int
) -> None:
    here = do("recorded", entry=kani(9))
    mine = bring(here, record_with(session, here, 10, 11))
    theirs = bring(here, record_with(session, here, 12, 8)) if others == "a record" else type_deal(here, 12)
    session.rollback()
    came, other = at_once(sessions, mine, theirs)
    if isinstance(came, ImportedRecord):
        assert isinstance(other, Diverged if others == "a record" else ledger.Stale)
        assert tricks_of(sessions, here) == [9, 10, 11]
    else:
        assert isinstance(came, Diverged)
        assert came.common == here.seq
        assert [match.rows()[-1].entry["tricks"] for match in (came.here, came.there)] == [12, 10]
        assert tricks_of(sessions, here) == ([9, 12, 8] if others == "a record" else [9, 12])


WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'"


@pytest.mark.parametrize("migrated_url", ["postgresql"], indirect=True)
def test_a_record_waits_for_the_event_that_is_being_written_and_is_compared_with_it(
    sessions: Sessions, session: Session, match: Match, do: Do
) -> None:
    """That it follows was found out before; under the lock it is asked again."""
    here, told = do("recorded", entry=kani(9)), list[Any]()
    lines = record_with(session, here, 10)
    begin_write(session)
    ledger.rename_held(session, here.public_id, here.seq, uuid4(), {here.players[0]: "Ásta"}, None)
    writer = threading.Thread(target=lambda: told.extend(at_once(sessions, bring(here, lines))))
    writer.start()
    until = time.monotonic() + PATIENCE
    with sessions() as looking:
        while not looking.execute(text(WAITS)).scalar():
            assert time.monotonic() < until, "the record waits for no one"
            assert not told, "the record was written while another writer held the match"
            looking.rollback()
    session.commit()
    writer.join()
    [parted] = told
    assert isinstance(parted, Diverged)
    assert [match.events[-1].kind for match in (parted.here, parted.there)] == ["renamed", "recorded"]
    assert tricks_of(sessions, here) == [9]
