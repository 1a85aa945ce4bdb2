"""How often something may be tried: failed sign-ins, links that open nothing, new accounts.

What is good is never counted: eighty phones behind one address may read and record as fast as they can. Addresses and
names are counted under a digest that hangs on the server's key, so that the database names no one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Flask, Response, after_this_request, current_app, g, make_response, render_template, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import Text
from scorekeeper.host import client_address
from scorekeeper.store import instance
from scorekeeper.store.accounts import attempts
from scorekeeper.store.accounts.attempts import UNKNOWN_LINK, Limit, Tried
from scorekeeper.web.api.answers import errors
from scorekeeper.web.match.links import key
from scorekeeper.web.request import known_browser
from scorekeeper.web.request.security import show_again
from scorekeeper.web.site.database import session, try_write

SIGN_IN_HERE = Limit("sign-in here", 60, 30)
"""Failed sign-ins from one address, for all names: a club has many forgetful members behind one router."""
SIGN_IN_AS = Limit("sign-in as", 10, 60)
"""Failed sign-ins to one account from one address."""
SIGN_IN_AS_ANYWHERE = Limit("sign-in anywhere", 100, 60)
"""Failed sign-ins to one account from everywhere."""
SIGN_IN_KNOWN = Limit("sign-in known", 10, 60)
"""Failed sign-ins by a browser that signed in before: the wrong tries of others do not count against it."""
NEW_ACCOUNT = Limit("new account", 80, 60)

NEW_MATCH = Limit("new match", 200, 20)
"""Matches opened, brought in or played again from one address: a club's evening has some dozens an hour."""

LINKS = frozenset(
    (
        "accounts.link",
        "leagues.link",
        "leagues.calendar_by_link",
        "leagues.join",
        "leagues.tonight",
        "leagues.my_seat",
        "leagues.at_table",
        "leagues.by_code",
    )
)
"""Routes outside a match whose address is a secret."""


def init_app(app: Flask) -> None:
    """Count requests for links that open nothing; read which proxies are believed."""
    app.config.setdefault("TRUSTED_PROXIES", instance.proxies())
    app.after_request(_count_unknown)


def client() -> str:
    """The address that a request comes from. What a proxy says is believed when the proxy is one of ours."""
    forwarded = request.headers.getlist("X-Forwarded-For")
    return client_address.client(request.remote_addr or "", forwarded, current_app.config["TRUSTED_PROXIES"])


def client_key(*parts: str) -> str:
    """The key a client is counted under: a digest of its parts, which cannot be read back."""
    return client_address.digest(key(), *parts)


def sign_in_as(name: str) -> tuple[Tried, ...]:
    """What a failed sign-in to the account of this name counts as."""
    account = known_browser.spell_name(name)
    browser = known_browser.known_as(account)
    if browser is not None:
        return ((SIGN_IN_KNOWN, client_key("browser", browser, account)),)
    return (
        (SIGN_IN_HERE, client_key(client())),
        (SIGN_IN_AS, client_key(client(), account)),
        (SIGN_IN_AS_ANYWHERE, client_key(account)),
    )


def sign_in_here() -> tuple[Tried, ...]:
    """What a failed sign-in counts as where no name is given, because a passkey tells who it is."""
    browser = known_browser.known_as()
    return (
        count_address(SIGN_IN_HERE) if browser is None else ((SIGN_IN_KNOWN, client_key("browser", browser)),)
    )


def count_address(limit: Limit) -> tuple[Tried, ...]:
    """What an attempt from this address counts as."""
    return ((limit, client_key(client())),)


def take(*tried: Tried) -> int:
    """Count an attempt before it is made. 0 when it may be made, else the seconds to wait, which the answer tells."""
    seconds = attempts.take(session(), *tried)
    if seconds:
        after_this_request(lambda response: _tell_when(response, seconds))
    return seconds


def patience(seconds: int) -> str:
    """How long to wait, in words."""
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many tries. Wait %(num)s minute; scores can be entered meanwhile.",
        "Too many tries. Wait %(num)s minutes; scores can be entered meanwhile.",
        minutes,
    )


def too_often(seconds: int, *, of_a_form: bool = False) -> Response:
    """The page that asks for patience, with what was typed into a form; or what a program gets in its place."""
    title, advice = _("That was tried too often."), patience(seconds)
    if request.path.startswith("/api/"):
        response = errors(429, Finding("", "too_often", Text(advice)))
    elif request.accept_mimetypes.best == "application/json":
        response = make_response({"problems": [advice]}, 429)
    elif of_a_form:
        kept = _("Nothing was saved; what you typed is still here.")
        g.not_saved = f"{title} {kept} {advice}"  # templates say so
        response = show_again(429)
    else:
        response = make_response(render_template("error.html", title=title, advice=advice, code=429), 429)
    return _tell_when(response, seconds)


def _tell_when(response: Response, seconds: int) -> Response:
    """Every answer that asks for patience says for how long, to programs too."""
    response.headers["Retry-After"] = str(seconds)
    return response


def opens_a_match(view: Callable[..., Any]) -> Callable[..., Any]:
    """A view that opens a match where it is posted. Asked for patience before anything is written; scores are entered
    meanwhile.
    """

    @wraps(view)
    def guard_view(**values: Any) -> Any:
        if request.method == "POST":
            if seconds := attempts.wait(session(), *count_address(NEW_MATCH)):
                return too_often(seconds, of_a_form=True)
            after_this_request(_count_match)
        return view(**values)

    return guard_view


def _count_match(response: Response) -> Response:
    """A match that was opened leads on to its sheet; a form that was sent back has opened none.

    What a phone hands over is counted where it was new (``opened_match``).
    """
    if response.status_code == 303 or g.get("opened_match"):
        attempts.take(session(), *count_address(NEW_MATCH))
    return response


def _count_unknown(response: Response) -> Response:
    """A link that opens nothing is counted; too many of them, and it is no longer looked for politely."""
    if response.status_code != 404 or not _is_link() or g.get("match_address"):
        return response
    tried: Any = count_address(UNKNOWN_LINK)
    seconds = attempts.wait(session(), *tried) or try_write(lambda: attempts.take(session(), *tried))
    return too_often(seconds) if seconds else response


def _is_link() -> bool:
    if request.blueprint == "league_api":
        return "link" in request.args
    return request.blueprint == "match" or request.endpoint in LINKS
