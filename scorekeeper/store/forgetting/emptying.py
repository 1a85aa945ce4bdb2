"""The bin: when each match goes out of it, and its emptying, which leaves ids, times and hashes and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.accounts.models import AccountMatchRow
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.erasing import EMPTIED, discard_uploads_of, empty_log_of, list_matches_of
from scorekeeper.store.forgetting.record import MATCH, Forgotten
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.match import feed, models, statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow, PlayerNameRow, PlayerRow, table_of
from scorekeeper.store.transactions import in_one_write

KEPT_FOR = timedelta(days=30)
LEAGUE, SERIES = "league", "series"
"""Why a match stays in the bin: it belongs to a league, or other matches of its series are not in the bin."""
_SERIES: ColumnElement[int] = func.coalesce(MatchRow.series, MatchRow.id)
OF_A_MATCH = (
    models.EventRow,
    models.FreeTextRow,
    models.HolderRow,
    models.OfferRow,
    models.OriginRow,
    models.DraftPartRow,
    models.DeviceMatchRow,
    AccountMatchRow,
)
"""What hangs on a match and goes with it."""


class Departure(NamedTuple):
    """The moment from which a match in the bin may be emptied, or why it stays."""

    at: datetime | None
    stays: str = ""


def find_departures(session: Session, matches: Collection[str]) -> dict[str, Departure]:
    """When these matches go, by their ids; those that are not in the bin are missing."""
    query = select(MatchRow.public_id, _SERIES).where(
        MatchRow.public_id.in_(matches), MatchRow.binned_at.is_not(None)
    )
    firsts = {str(public_id): int(first) for public_id, first in session.execute(query)}
    of_leagues = _of_leagues(session, firsts.values())
    ready = {row[0]: row[1] + KEPT_FOR for row in session.execute(_wholly_in_the_bin(firsts.values()))}
    return {
        public_id: Departure(None, LEAGUE)
        if first in of_leagues
        else Departure(ready.get(first), "" if first in ready else SERIES)
        for public_id, first in firsts.items()
    }


def find_due(session: Session, now: datetime) -> list[list[int]]:
    """The matches that may be emptied, by inner number, a series at a time: it goes as one, or not at all.

    Thirty days count from when the last of them came in. No match of a league is ever among them.
    """
    rows = session.execute(_wholly_in_the_bin()).all()
    firsts = [first for first, last in rows if last + KEPT_FOR <= now]
    of_leagues = _of_leagues(session, firsts)
    return [list_series(session, first) for first in firsts if first not in of_leagues]


def list_public_ids(session: Session, matches: Collection[int]) -> list[str]:
    """What these matches are called in addresses, by inner number."""
    query = select(MatchRow.public_id).where(MatchRow.id.in_(matches)).order_by(MatchRow.id)
    return list(session.execute(query).scalars())


def is_of_a_league(session: Session, matches: Collection[int]) -> bool:
    """Whether any of these matches belongs to a league; one that was taken out does no more."""
    query = select(LeagueMatchRow.id).where(LeagueMatchRow.match_id.in_(matches)).limit(1)
    return session.execute(query).first() is not None


def list_series(session: Session, first: int, *, lock: bool = False) -> list[int]:
    """The matches of a series by the number of its first; locked against other writers where rows are."""
    query = select(MatchRow.id).where(_SERIES.in_([first])).order_by(MatchRow.id)
    return list(session.execute(query.with_for_update() if lock else query).scalars())


def _wholly_in_the_bin(firsts: Iterable[int] | None = None) -> Any:
    """Each series whose matches are all in the bin, with when the last one came in."""
    last = func.max(MatchRow.binned_at)
    query = select(_SERIES, last).group_by(_SERIES).having(func.count() == func.count(MatchRow.binned_at))
    return query.order_by(_SERIES) if firsts is None else query.where(_SERIES.in_(set(firsts)))


def _of_leagues(session: Session, firsts: Iterable[int]) -> set[int]:
    """Those of these series that have a match in a league."""
    query = select(_SERIES).join(LeagueMatchRow, LeagueMatchRow.match_id == MatchRow.id)
    return set(session.execute(query.where(_SERIES.in_(set(firsts)))).scalars())


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
    query = select(func.min(MatchRow.id)).where(MatchRow.series == match, MatchRow.id != match)
    following = session.execute(query).scalar()
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
    public_ids = sorted(match.public_id for match in loaded)
    discard_uploads_of(session, public_ids, EMPTIED)
    record.add(session, [Forgotten(MATCH, public_id, at.isoformat()) for public_id in public_ids])
    return public_ids


def _keep_hashes(session: Session, match: Match, at: datetime) -> None:
    row = models.EmptiedRow(
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
        {"seq": event.seq, "uuid": event.uuid, "at": event.at, "content": event.content, "chain": event.chain}
        for event in match.events
    ]
    session.execute(insert(table_of(models.EmptiedEventRow)).values(emptied_id=row.id), values)


def _delete(session: Session, matches: Collection[int]) -> None:
    for table in OF_A_MATCH:
        session.execute(delete(table).where(table.match_id.in_(matches)))
    session.execute(delete(MatchRow).where(MatchRow.id.in_(matches)))


def _delete_names(session: Session, people: set[int]) -> None:
    """Delete persons who played nowhere else, and of the others the names that no other match calls them by."""
    other_matches = statements.load_many(session, list_matches_of(session, people))
    elsewhere = {player for match in other_matches for player in match.events[0].body["players"]} & people
    called = {row for match in other_matches for event in match.events for row in statements.name_rows(event)}
    of_people = PlayerNameRow.player_id.in_(people)
    session.execute(delete(PlayerNameRow).where(of_people, PlayerNameRow.id.not_in(called)))
    session.execute(delete(PlayerRow).where(PlayerRow.id.in_(people - elsewhere)))
