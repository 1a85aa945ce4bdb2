"""Standings and the next evening of a public league, to stand in a frame on the club's own page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import abort, g, url_for

from scorekeeper.league.rules import BY_RATING
from scorekeeper.store.leagues.figures.reading import ranked_rows
from scorekeeper.store.leagues.log.access import PUBLIC, Access, League, Who, find_access
from scorekeeper.store.leagues.log.nights import Night, list_nights, tonight
from scorekeeper.web.leagues.figures.standings import scope_of, units_in
from scorekeeper.web.leagues.guard import page, pages
from scorekeeper.web.leagues.words import Names
from scorekeeper.web.request.security import in_any_frame
from scorekeeper.web.site.alone import is_alone
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import language

ROWS = 10
"""So many rows stand in the frame; a link leads to all of them."""
WIDE, HIGH = 300, 600
"""The size of the frame in the text to paste, in pixels."""


def _for_everybody(view: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a page the ``access`` that everybody has to a public league; for any other league there is no page."""

    @wraps(view)
    def guard_view(public_id: str) -> Any:
        access = find_access(session(), public_id, Who(None, None))
        if access is None or access.league.access != PUBLIC:
            abort(404)
        g.league = access
        return in_any_frame(view(access=access))

    return guard_view


@pages.add("/<public_id>/embed", may=PUBLIC, guard=_for_everybody)
def embed(access: Access) -> Any:
    """The first rows of the standings and the next evening; no form, no script, no cookie."""
    scope, every = scope_of(access)
    found = ranked_rows.list_standings(session(), access.league.id, scope, limit=ROWS)
    rules = ranked_rows.rules_of(session(), access.league.id, scope)
    values = {
        "placed": found.items,
        "more": found.next is not None,
        "names": Names(access.league.id, units_in(one.row for one in found.items)),
        "rules": rules,
        "by_rating": rules.counting == BY_RATING,
        "season": next((one for one in every if one.key == scope), None),
        "scope": scope,
        "coming": _find_next(access.league),
    }
    return page("embed", values)


def _find_next(league: League) -> Night | None:
    """The next evening that was planned, also this one."""
    planned = list_nights(session(), league.id, since=tonight(league))
    return next((one for one in reversed(planned) if one.planned and not one.cancelled), None)


def frame_text(league: League) -> str | None:
    """What a club writes into its own page; None where there is nothing to embed."""
    if league.access != PUBLIC or is_alone():
        return None
    address = url_for("leagues.embed", public_id=league.public_id, lang=language(), _external=True)
    return (
        f'<iframe src="{address}" title="Scorekeeper" width="{WIDE}" height="{HIGH}" '
        'style="border:0" loading="lazy"></iframe>'
    )
