"""What lies in the bin: when each match is emptied, and which stay."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.match.models import MatchRow

KEPT_FOR = timedelta(days=30)
LEAGUE, SERIES = "league", "series"
"""Why a match stays in the bin: it belongs to a league, or other matches of its series are not in the bin."""
_SERIES: ColumnElement[int] = func.coalesce(MatchRow.series, MatchRow.id)


class Departure(NamedTuple):
    """The moment from which a match in the bin may be emptied, or why it stays."""

    at: datetime | None
    stays: str = ""


def find_departures(session: Session, matches: Collection[str]) -> dict[str, Departure]:
    """When these matches go, by their ids; those that are not in the bin are missing."""
    query = select(MatchRow.public_id, _SERIES).where(
        MatchRow.public_id.in_(matches), MatchRow.binned_at.is_not(None)
    )
    found = {str(public_id): int(first) for public_id, first in session.execute(query)}
    known = _of_leagues(session, found.values())
    ready = {row[0]: row[1] + KEPT_FOR for row in session.execute(_wholly_in_the_bin(found.values()))}
    return {
        public_id: Departure(None, LEAGUE)
        if first in known
        else Departure(ready.get(first), "" if first in ready else SERIES)
        for public_id, first in found.items()
    }


def find_due(session: Session, now: datetime) -> list[list[int]]:
    """The matches that may be emptied, by inner number, a series at a time: it goes as one, or not at all.

    Thirty days count from when the last of them came in. No match of a league is ever among them.
    """
    rows = session.execute(_wholly_in_the_bin()).all()
    firsts = [first for first, last in rows if last + KEPT_FOR <= now]
    known = _of_leagues(session, firsts)
    return [list_series(session, first) for first in firsts if first not in known]


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
