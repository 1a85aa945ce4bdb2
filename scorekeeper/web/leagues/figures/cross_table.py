"""Everybody against everybody, and of partners, of a season or of all time."""

from __future__ import annotations

from typing import Any

from flask import request

from scorekeeper.store.leagues.figures.reading import cross_table as crossing
from scorekeeper.store.leagues.log.access import READ, Access
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.leagues.figures.standings import scope_of
from scorekeeper.web.leagues.guard import page, pages
from scorekeeper.web.leagues.matches.shown import updating_state
from scorekeeper.web.leagues.words import Names
from scorekeeper.web.site.database import session


@pages.add("/<public_id>/cross-table", may=READ)
def cross_table(access: Access) -> Any:
    """Who won how often against each other, or as partners; of those whose names hold some letters, or of all."""
    scope, every = scope_of(access)
    together, search = request.args.get("with") == "yes", request.args.get("q", "").strip()[:60]
    players = None
    if search:
        known = roster.list_players(session(), access.league.id, search=search, limit=crossing.MAX_ACROSS + 1)
        players = [one.key for one in known]
    found = crossing.cross_table(session(), access.league.id, scope, together=together, players=players)
    values = {
        "found": found,
        "together": together,
        "search": search,
        "most": crossing.MAX_ACROSS,
        "scope": scope,
        "seasons": every,
        "names": Names(access.league.id, {*found.rows, *found.columns}),
        "updating": updating_state(access, rated=False),
    }
    return page("cross_table", values)
