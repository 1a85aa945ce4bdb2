"""Marks the league's row of a match when its ledger moves on: one cheap statement, which waits for no league."""

from __future__ import annotations

from sqlalchemy import bindparam, update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.match.kinds import (
    BINNED,
    CLOSED,
    CORRECTED,
    RECORDED,
    RESOLVED,
    RESTORED,
    SEATED,
    SETTINGS,
    STRUCK,
    UNDONE,
)
from scorekeeper.store.match.models import table_of

SCORING = frozenset(
    {
        RECORDED,
        CORRECTED,
        STRUCK,
        UNDONE,
        SEATED,
        SETTINGS,
        CLOSED,
        RESOLVED,
        BINNED,
        RESTORED,
    }
)
"""The events of a match that may change its score, or whether it is to be seen."""

_MATCHES = table_of(LeagueMatchRow)
_MARK_STALE = update(_MATCHES).where(_MATCHES.c.match_id == bindparam("match")).values(dirty=True)


def mark_stale(session: Session, match: int, kind: str) -> None:
    """Mark what a league derived of a match as out of date, if an event of this kind may change it."""
    if kind in SCORING:
        session.execute(_MARK_STALE, {"match": match})


def mark_series_stale(session: Session, matches: list[int]) -> None:
    """The same for the matches of a series whose length was changed."""
    session.execute(update(LeagueMatchRow).where(LeagueMatchRow.match_id.in_(matches)).values(dirty=True))
