"""Marks the league's rows of matches when their ledgers move on: a cheap statement, which waits for no league."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import bindparam, update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.match.models import table_of

_MATCHES = table_of(LeagueMatchRow)
_MARK_STALE = update(_MATCHES).where(_MATCHES.c.match_id == bindparam("match")).values(dirty=True)


def mark_stale(session: Session, matches: Collection[int]) -> None:
    """Mark what leagues derived of these matches as out of date."""
    session.execute(_MARK_STALE, [{"match": match} for match in sorted(matches)])
