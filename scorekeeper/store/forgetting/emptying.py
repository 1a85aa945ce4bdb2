"""Emptying the bin: of a match ids, times and hashes are left, and nothing of who played and what was written."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.accounts.models import AccountMatchRow
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.bin import KEPT_FOR, find_due, is_of_a_league, list_series
from scorekeeper.store.forgetting.cleaning import empty_log_of
from scorekeeper.store.forgetting.in_matches import list_matches_of
from scorekeeper.store.forgetting.record import MATCH, Forgotten
from scorekeeper.store.forgetting.waiting import EMPTIED, discard_uploads_of
from scorekeeper.store.match import feed, kinds, statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import (
    DeviceMatchRow,
    DraftPartRow,
    EmptiedEventRow,
    EmptiedRow,
    EventRow,
    FreeTextRow,
    HolderRow,
    MatchRow,
    OfferRow,
    OriginRow,
    PlayerNameRow,
    PlayerRow,
    table_of,
)
from scorekeeper.store.transactions import in_one_write

OF_A_MATCH = (
    EventRow,
    FreeTextRow,
    HolderRow,
    OfferRow,
    OriginRow,
    DraftPartRow,
    DeviceMatchRow,
    AccountMatchRow,
)
"""What hangs on a match and goes with it."""


def empty_bin(session: Session, now: datetime) -> list[str]:
    """Empty all that has lain in the bin for long enough, a series in a transaction; the ids of those matches."""
    emptied: list[str] = []
    for matches in find_due(session, now):
        emptied += in_one_write(session, partial(_empty_series, session, matches[0], now))
    if emptied:
        empty_log_of(session)
    return emptied


def _empty_series(session: Session, first: int, now: datetime) -> list[str]:
    """Empty a series, unless a match of it was taken out of the bin meanwhile, or followed by another one."""
    matches = list_series(session, first, lock=True)
    binned = session.execute(select(MatchRow.binned_at).where(MatchRow.id.in_(matches))).scalars().all()
    if any(at is None or at + KEPT_FOR > now for at in binned) or is_of_a_league(session, matches):
        return []
    return empty_matches(session, matches, now)


def empty_again(session: Session, public_id: str, at: datetime) -> bool:
    """Empty a match that a backup brought back; whether there was one. One of a league stays."""
    query = select(MatchRow.id).where(MatchRow.public_id == public_id)
    matches = list(session.execute(query).scalars())
    if not matches or is_of_a_league(session, matches):
        return False
    _leave_series(session, matches[0])
    empty_matches(session, matches, at)
    return True


def _leave_series(session: Session, match: int) -> None:
    """Let a series that a match began go on from the next one."""
    others = select(func.min(MatchRow.id)).where(MatchRow.series == match, MatchRow.id != match)
    following = session.execute(others).scalar()
    if following is not None:
        best_of = session.execute(select(MatchRow.best_of).where(MatchRow.id == match)).scalar()
        session.execute(update(MatchRow).where(MatchRow.id == following).values(best_of=best_of))
        session.execute(update(MatchRow).where(MatchRow.series == match).values(series=following))


def empty_matches(session: Session, matches: Sequence[int], at: datetime) -> list[str]:
    """Empty these matches within the caller's transaction, and note it; their ids."""
    for key in sorted(matches):
        feed.bump(session, key)
    loaded = statements.load_many(session, matches)
    for match in loaded:
        _keep_hashes(session, match, at)
    people = {player for match in loaded for player in match.events[0].body["players"]}
    _delete(session, matches)
    _delete_names(session, people)
    found = sorted(match.public_id for match in loaded)
    discard_uploads_of(session, found, EMPTIED)
    record.add(session, [Forgotten(MATCH, public_id, at.isoformat()) for public_id in found])
    return found


def _keep_hashes(session: Session, match: Match, at: datetime) -> None:
    row = EmptiedRow(
        public_id=match.public_id,
        generation_owner=match.generations.owner,
        generation_score=match.generations.score,
        generation_watch=match.generations.watch,
        opened_at=match.opened_at,
        emptied_at=at,
        begun=match.begun,
    )
    session.add(row)
    session.flush()
    values = [
        {"seq": one.seq, "uuid": one.uuid, "at": one.at, "content": one.content, "chain": one.chain}
        for one in match.events
    ]
    session.execute(insert(table_of(EmptiedEventRow)).values(emptied_id=row.id), values)


def _delete(session: Session, matches: Collection[int]) -> None:
    for table in OF_A_MATCH:
        session.execute(delete(table).where(table.match_id.in_(matches)))
    session.execute(delete(MatchRow).where(MatchRow.id.in_(matches)))


def _delete_names(session: Session, people: set[int]) -> None:
    """Delete persons who played nowhere else, and of the others the names that no other match calls them by."""
    others = statements.load_many(session, list_matches_of(session, people))
    elsewhere = {player for match in others for player in match.events[0].body["players"]} & people
    called = {
        row
        for match in others
        for event in match.events
        if event.kind in (kinds.OPENED, kinds.RENAMED)
        for row in statements.name_rows(event)
    }
    theirs = PlayerNameRow.player_id.in_(people)
    session.execute(delete(PlayerNameRow).where(theirs, PlayerNameRow.id.not_in(called)))
    session.execute(delete(PlayerRow).where(PlayerRow.id.in_(people - elsewhere)))
