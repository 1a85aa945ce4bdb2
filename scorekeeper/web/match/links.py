"""Links that are keys: the address of a match says what its holder may do.

A link's token is a MAC of the server's key over match, kind and generation, so it can be shown again at any time,
nothing secret is stored, and raising the generation withdraws every link given out before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

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

__all__ = ["CAPABILITIES", "LETTERS", "OWNER", "SCORE", "WATCH"]  # and what is defined here


def key() -> bytes:
    """The server's key, from which every link is made."""
    secret = current_app.secret_key
    return secret.encode() if isinstance(secret, str) else bytes(secret or b"")


def link_to(public_id: str, kind: str, generations: Any) -> str:
    """The kind's letter and its token, as they stand in an address."""
    return capabilities.link_to(key(), public_id, kind, generations)


def address(match: Match, kind: str, endpoint: str = "match.sheet", **values: Any) -> str:
    """The address of one of a match's pages for the given capability."""
    link = link_to(match.public_id, kind, match.generations)
    return url_for(endpoint, public_id=match.public_id, link=link, **values)


def allows(capability: str, needed: str) -> bool:
    """Whether one capability includes another."""
    return CAPABILITIES.index(capability) >= CAPABILITIES.index(needed)


def enter_match(public_id: str, link: str, needed: str, pulse: int | None = None) -> tuple[Match, str]:
    """The match of an address and what its link allows, from here on that of the request; ``pulse`` if it is known.

    Those whose link allows too little see a missing page. An emptied match says so to those whose link was good.
    """
    match = match_of(public_id, pulse)
    gone = None if match is not None else find_emptied(session(), public_id)
    there = match or gone
    capability = there and capabilities.kind_of(key(), public_id, link, there.generations)
    if gone is not None and capability is not None:
        g.emptied_at = gone.at
        abort(410)
    if match is None or capability is None or not allows(capability, needed):
        abort(404)  # says nothing about what another link would open
    g.match_address, g.capability = {"public_id": public_id, "link": link}, capability
    speak_of(match.game)
    return match, capability


def show_page(template: str, match: Match, capability: str, **context: Any) -> str:
    """A page of a match: its template knows the match, its game and what the link allows."""
    return render_template(template, match=match, capability=capability, game=GAMES[match.game], **context)


def open_match(needed: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a page its ``match`` and what the link allows."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def guard_view(public_id: str, link: str, **values: Any) -> Any:
            match, capability = enter_match(public_id, link, needed)
            return view(match=match, capability=capability, **values)

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
