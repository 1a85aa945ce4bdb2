"""Lets matches ask leagues what they have to say. A match imports no league (:mod:`store.match.league_hooks`)."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import bindparam, update
from sqlalchemy.orm import Session

from scorekeeper.store.forgetting.archives import drop_forgotten, find_forgotten_seats
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.matches.listing import find_league_now
from scorekeeper.store.leagues.matches.recording import check_writer
from scorekeeper.store.leagues.matches.rename_players import check_person, check_undo
from scorekeeper.store.leagues.people.anonymity import check_name
from scorekeeper.store.match.league_hooks import LeagueHooks, connect
from scorekeeper.store.match.models import table_of

_MATCHES = table_of(LeagueMatchRow)
_MARK_STALE = update(_MATCHES).where(_MATCHES.c.match_id == bindparam("match")).values(dirty=True)


def mark_stale(session: Session, matches: Collection[int]) -> None:
    """Mark what leagues derived of these matches as out of date: a cheap statement, which waits for no league."""
    session.execute(_MARK_STALE, [{"match": match} for match in sorted(matches)])


def connect_leagues() -> None:
    """Connect the functions of leagues that every write to a match asks."""
    connect(
        LeagueHooks(
            check_name,
            check_person,
            check_undo,
            check_writer,
            find_league_now,
            mark_stale,
            find_forgotten_seats,
            drop_forgotten,
        )
    )
