"""Lets matches ask leagues what they have to say. A match imports no league (:mod:`store.match.league_hooks`)."""

from __future__ import annotations

from scorekeeper.store.forgetting.archives import drop_forgotten, find_forgotten_seats
from scorekeeper.store.leagues.matches.listing import find_league_now
from scorekeeper.store.leagues.matches.mark_stale import mark_stale
from scorekeeper.store.leagues.matches.recording import check_writer
from scorekeeper.store.leagues.matches.rename_players import check_person, check_undo
from scorekeeper.store.leagues.people.anonymity import check_name
from scorekeeper.store.match.league_hooks import LeagueHooks, connect


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
