"""Links that are keys: the address of a match says what its holder may do.

A link's token is a MAC of the server's key over match, kind and generation, so it can be shown again at any time,
nothing secret is stored, and raising the generation withdraws every link given out before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn

from flask import abort, current_app, g, render_template, url_for

from scorekeeper.games import GAMES
from scorekeeper.store.match import capabilities
from scorekeeper.store.match.capabilities import CAPABILITIES, LETTERS, OWNER, SCORE, WATCH
from scorekeeper.store.match.emptied import find_emptied
from scorekeeper.store.match.match import Match
from scorekeeper.web.match.current import match_of
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import speak_of
from scorekeeper.web.site.pages import Pages

__all__ = [
    "CAPABILITIES",
    "LETTERS",
    "OWNER",
    "SCORE",
    "WATCH",
    "address",
    "allows",
    "capability_of",
    "key",
    "open_match",
    "pages",
    "show_page",
]


def key() -> bytes:
    """The server's key, from which every link is made."""
    found = current_app.secret_key
    return found.encode() if isinstance(found, str) else bytes(found or b"")


def token(public_id: str, kind: str, generation: int) -> str:
    """The unguessable part of a link."""
    return capabilities.token(key(), public_id, kind, generation)


def link_to(public_id: str, kind: str, generations: Any) -> str:
    """The kind's letter and its token, as they stand in an address."""
    return capabilities.link_to(key(), public_id, kind, generations)


def link_part(table_match: Match, kind: str) -> str:
    """The same for a match that is loaded."""
    return link_to(table_match.public_id, kind, table_match.generations)


def address(table_match: Match, kind: str, endpoint: str = "match.sheet", **values: Any) -> str:
    """The address of one of a match's pages for the given capability."""
    return url_for(endpoint, public_id=table_match.public_id, link=link_part(table_match, kind), **values)


def allows(capability: str, needed: str) -> bool:
    """Whether one capability includes another."""
    return CAPABILITIES.index(capability) >= CAPABILITIES.index(needed)


def capability_of(table_match: Match | None, link: str) -> str | None:
    """What a link allows; None for a wrong or withdrawn one."""
    if table_match is None:
        return None
    return capabilities.kind_of(key(), table_match.public_id, link, table_match.generations)


def refuse_missing(public_id: str, link: str) -> NoReturn:
    """Answer a link to a match that is not there: one that was emptied says so to those whose link was good."""
    gone = find_emptied(session(), public_id)
    if gone is not None and capabilities.kind_of(key(), public_id, link, gone.generations) is not None:
        g.emptied_at = gone.at
        abort(410)
    abort(404)


def show_page(template: str, match: Match, capability: str, **given: Any) -> str:
    """A page of a match: its template knows the match, its game and what the link allows."""
    return render_template(template, match=match, capability=capability, game=GAMES[match.game], **given)


def open_match(needed: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a page its ``match`` and what the link allows; those whose link allows too little see a missing page."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def guard_view(public_id: str, link: str, **values: Any) -> Any:
            table_match = match_of(public_id)
            capability = capability_of(table_match, link)
            if table_match is None:
                refuse_missing(public_id, link)
            if capability is None or not allows(capability, needed):
                abort(404)  # says nothing about what another link would open
            g.match_address = {"public_id": public_id, "link": link}
            speak_of(table_match.game)
            return view(match=table_match, capability=capability, **values)

        return guard_view

    return decorate


pages = Pages(
    "match", "/m/<public_id>/<link>", guards={needed: open_match(needed) for needed in CAPABILITIES}
)
"""The pages of a match. A link opens those that its capability allows."""


@pages.url_defaults
def _same_match(endpoint: str, values: dict[str, Any]) -> None:
    """Addresses made on a match's page lead to the same match by the same link."""
    if "link" not in values:
        values.update(g.get("match_address") or {})
