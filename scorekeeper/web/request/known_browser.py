"""A browser that signed in before: a cookie that says so, so that the wrong tries of others do not lock it out.

The cookie holds a random name of the browser, a signature, and a signature more for each of the accounts that were
signed in to here last. It opens nothing. It gives the browser a count of its own when it signs in again.
"""

from __future__ import annotations

import hmac
import re
import secrets

from flask import Response, after_this_request, request

from scorekeeper.core.match import name_key
from scorekeeper.host import client_address
from scorekeeper.web.match.links import key
from scorekeeper.web.site.devices import keep_cookie

COOKIE = "known"
MAX_ACCOUNTS = 4
"""So many accounts a browser is known to, the latest ones."""
MAX_NAME = 200
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{16}(\.[A-Za-z0-9_-]{43}){1,5}")


def spell_name(name: str) -> str:
    """An account's name, however it was typed, as it is counted."""
    return name_key(name)[:MAX_NAME]


def known_as(account: str = "") -> str | None:
    """The browser's name if it was signed in before: to this account (see :func:`spell_name`), or to any."""
    cookie = request.cookies.get(COOKIE, "")
    if not _WELL_FORMED.fullmatch(cookie):
        return None
    browser, *signatures = cookie.split(".")
    wanted = _sign(browser, account)
    looked_at = signatures[1:] if account else signatures[:1]
    return browser if any(hmac.compare_digest(signature, wanted) for signature in looked_at) else None


def remember_account(name: str) -> None:
    """From now on this browser is known to the account of this name."""
    account = spell_name(name)
    browser = known_as() or secrets.token_urlsafe(12)
    own = _sign(browser, account)
    before = request.cookies.get(COOKIE, "").split(".")[2:] if known_as() else []
    other_signatures = [signature for signature in before if signature != own][: MAX_ACCOUNTS - 1]
    cookie = ".".join((browser, _sign(browser, ""), own, *other_signatures))

    @after_this_request
    def hand_out(response: Response) -> Response:
        return keep_cookie(response, COOKIE, cookie)


def _sign(browser: str, account: str) -> str:
    return client_address.digest(key(), "known browser", browser, account)
