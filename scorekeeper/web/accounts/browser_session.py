"""Who is signed in on this phone: a random cookie, whose digest the database keeps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from flask import Response, after_this_request, g, redirect, request, url_for
from flask import session as browser

from scorekeeper.store.accounts import owned_matches, sign_ins
from scorekeeper.store.accounts.sign_ins import SignIn
from scorekeeper.store.match.capabilities import OWNER
from scorekeeper.web.accounts.words import device_words
from scorekeeper.web.request import known_browser
from scorekeeper.web.site.database import session, try_write
from scorekeeper.web.site.devices import keep_cookie
from scorekeeper.web.site.pages import Guard, Pages, give, guard_by

COOKIE = "account"
MAX_COOKIE = 100
AFTERWARDS = {
    "keys": "accounts.keys",
    "codes": "accounts.codes",
    "password": "accounts.password",
    "data": "accounts.data",
    "delete": "accounts.delete",
    "another": "accounts.another",
    "matches": "accounts.matches",
    "sign-ins": "accounts.list_sign_ins",
    "end-sign-in": "accounts.end_sign_in",
    "leagues": "leagues.index",
    "new-league": "leagues.new",
}
"""Where people may be led once they are signed in: nowhere outside."""
PRESSED_ON = {
    "accounts.add_matches": "accounts.matches",
    "accounts.export": "accounts.data",
    "accounts.remove_key": "accounts.keys",
    "accounts.remove_match": "accounts.matches",
}
"""A key that did not work yet is pressed once more on the page where it stands."""
JOIN = "join-"
INVITATION = re.compile(r"[A-Za-z0-9_-]{16,64}")
"""After the sign-in that an invitation to a league asks for, the invitation is shown again."""


def current() -> SignIn | None:
    """Who is signed in; asked once a request, and not at all without the cookie."""
    if "sign_in" not in g:
        token = request.cookies.get(COOKIE, "")
        g.sign_in = sign_ins.find(session(), token) if 0 < len(token) < MAX_COOKIE else None
        if g.sign_in is not None:
            try_write(lambda: sign_ins.mark_seen(session(), g.sign_in))
    signed_in: SignIn | None = g.sign_in
    return signed_in


def me() -> SignIn:
    """Who is signed in, on a page that only they see."""
    signed_in = current()
    assert signed_in is not None, "the page asks for it"
    return signed_in


def begin(account: int, how: str) -> None:
    """Sign this phone in. Its cookies are new, so that one planted before is worth nothing."""
    old = request.cookies.get(COOKIE)
    browser.clear()
    _keep(sign_ins.begin(session(), account, how=how, words=device_words(), instead_of=old))


def prove() -> None:
    """Who is signed in here has just shown again who they are."""
    browser.clear()
    _keep(sign_ins.confirm(session(), me()))


def _keep(token: str) -> None:
    after_this_request(lambda response: keep_cookie(response, COOKIE, token))
    g.sign_in = sign_ins.find(session(), token)
    if g.sign_in is not None:
        known_browser.remember_account(g.sign_in.account.name)


def forget() -> None:
    """This phone is signed out."""
    browser.clear()
    g.sign_in = None

    @after_this_request
    def take_back(response: Response) -> Response:
        response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=request.is_secure)
        return response


def _require(proved: Callable[[SignIn], bool]) -> Guard:
    """Shows a page to those who are signed in and ``proved`` who they are; others are asked to, and led back."""

    def look() -> Any:
        signed_in = current()
        if signed_in is None:
            return redirect(url_for("accounts.sign_in", next=_name_this_page()), 303)
        return (
            None if proved(signed_in) else redirect(url_for("accounts.confirm", next=_name_this_page()), 303)
        )

    return guard_by(look)


require_sign_in = _require(lambda signed_in: True)


def _find_by_ticket(token: str) -> str | None:
    """The name of the account that a link signs in once."""
    ticket = sign_ins.link(session(), token)
    return ticket and ticket[0]


ACCOUNT, KNOWN, PROVED, TICKET = "account", "known", "proved", "ticket"
pages = Pages(
    "accounts",
    "/account",
    guards={
        ACCOUNT: require_sign_in,
        KNOWN: _require(lambda signed_in: signed_in.confirmed_at is not None),
        PROVED: _require(lambda signed_in: signed_in.confirmed),
        TICKET: give("name", _find_by_ticket),
    },
)
"""The pages of an account. ``KNOWN`` is who proved once on this phone who they are: a link from another phone is no
proof. ``PROVED`` is who did so a short while ago."""


def _name_this_page() -> str | None:
    page = PRESSED_ON.get(request.endpoint or "", request.endpoint)
    return next((word for word, endpoint in AFTERWARDS.items() if endpoint == page), None)


def afterwards(default: str = "accounts.home") -> str:
    """Where a page leads on: to the page that asked for the sign-in, be it an invitation."""
    wanted = request.values.get("next", "")
    if wanted.startswith(JOIN) and INVITATION.fullmatch(wanted.removeprefix(JOIN)):
        return url_for("leagues.join", token=wanted.removeprefix(JOIN))
    return url_for(AFTERWARDS.get(wanted, default))


def adopt_opened(public_id: str, capability: str) -> None:
    """Opening a match by its owner's link makes it the account's too."""
    signed_in = current() if capability == OWNER else None
    if signed_in is not None:
        account = signed_in.account.id
        try_write(lambda: owned_matches.adopt(session(), account, public_id))
