"""Another person under a changed name: the sheet and the league change together, or neither does."""

import json
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.refusals import NotThere, Refused
from scorekeeper.store.leagues.log.write import events_about
from scorekeeper.store.leagues.matches.rename_players import rename_players
from scorekeeper.store.match import ledger
from scorekeeper.store.match.capabilities import SCORE
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.handover import take_log
from scorekeeper.store.match.record.incoming import CannotFollow
from scorekeeper.store.match.record.past import read_words, record_lines
from tests.store.conftest import NAMES, kani
from tests.store.leagues.conftest import PHONE, Club, new
from tests.store.leagues.writes import codes
from tests.store.match.test_record_races import HASHES


def call(club: Club, match: Match, who: Who, **more: Any) -> None:
    """Boris sits where Ana was said to sit."""
    given = {"uuid": new(), "seen": match.seq, "names": {match.players[0]: "Boris"}, **more}
    rename_players(club.session, match.public_id, who, **given)


def now(club: Club, match: Match) -> tuple[str, ...]:
    """The players of the league, and the names on the sheet."""
    club.session.rollback()
    found = ledger.load(club.session, match.public_id)
    return *club.row(match.public_id).players, *found.seat_names


def test_the_sheet_and_the_league_change_together_and_a_retry_changes_nothing(
    club: Club, finished: Match
) -> None:
    row = club.adopt(finished)
    [boris], table, person = club.players("Boris"), Who(None, PHONE), finished.players[0]
    before, others = now(club, finished), {"others": {person: boris}}
    with pytest.raises(ledger.Stale):
        call(club, finished, table, seen=finished.seq - 1, **others)
    assert now(club, finished) == before, "another phone wrote meanwhile, and neither has changed"
    with pytest.raises(Refused) as refused:
        call(club, finished, table, others={person: row.players[1]})
    assert {code for _path, code in codes(refused)} == {"twice"}
    with pytest.raises(NotThere):
        call(club, finished, Who(None, "x" * 43), **others)
    assert now(club, finished) == before
    uuid = new()
    for _twice in range(2):
        call(club, finished, table, uuid=uuid, **others)
    assert now(club, finished) == (boris, *row.players[1:], "Boris", *before[5:])
    told = [one.kind for one in events_about(club.session, club.league.id, row.key)]
    assert told.count("match_moved") == 1


def test_a_record_with_another_name_is_refused_also_where_its_match_comes_into_a_league_meanwhile(
    club: Club, sessions: sessionmaker[Session]
) -> None:
    """That no league stood against the name was found out before the lock; under it, it is asked again."""
    match, keys = club.match(kani(7)), club.players(*NAMES)
    told = map(json.loads, record_lines(match, read_words(club.session, [match]), match.document()))
    lines = [{name: said for name, said in line.items() if name not in HASHES} for line in told]
    renamed = {
        "kind": "event",
        "event": "renamed",
        "match": match.public_id,
        "seq": match.seq + 1,
        "uuid": new(),
    }
    body = {"player": match.players[0], "name": 99}
    lines.append({**renamed, "body": body, "names": {"99": "Zoe"}, "at": "2026-11-03T20:00:00Z"})
    record = [json.dumps(line).encode() for line in lines]

    def take_into_league(_session: Session) -> None:
        with sessions() as other:
            Club(other, club.league, club.accounts).adopt(match, keys)

    club.session.rollback()
    event.listen(club.session, "after_commit", take_into_league, once=True)  # ends what the checks have read
    with pytest.raises(CannotFollow) as refused:
        take_log(club.session, match.public_id, record, SCORE, None)
    assert [one.code for one in refused.value.findings] == ["another_person"]
    assert now(club, match) == (*keys, *match.seat_names)
