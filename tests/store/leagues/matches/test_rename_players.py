"""Another person under a changed name: the sheet and the league change together, or neither does."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.refusals import NotThere, Refused
from scorekeeper.store.leagues.log.write import events_about
from scorekeeper.store.leagues.matches.rename_players import rename_players
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from tests.store.leagues.conftest import PHONE, Club, new
from tests.store.leagues.writes import codes


def call(club: Club, match: Match, who: Who, **more: Any) -> None:
    """Boris sits where Ana was said to sit."""
    given = {"uuid": new(), "seen": match.seq, "names": {match.players[0]: "Boris"}, **more}
    rename_players(club.session, match.public_id, who, **given)


def now(club: Club, match: Match) -> tuple[str, ...]:
    """The players of the league, and the names on the sheet."""
    club.session.rollback()
    found = ledger.load(club.session, match.public_id)
    assert found is not None
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
