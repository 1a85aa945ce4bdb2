"""The device: a random cookie by which a phone finds its own matches again.

The database knows only a digest of it, so that a reader of the database cannot pose as the phone.
"""

from __future__ import annotations

import re
import secrets

from flask import Response, after_this_request, g, request

from scorekeeper.store.accounts.devices import device_id

COOKIE = "device"
BROWSERS_LIMIT = 400 * 24 * 3600
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{22,64}")


def device() -> str:
    """What the ledger calls the device of this request. Made at the first call if the phone is new.

    The first answer that needs it hands the cookie out, and the home page renews it.
    """
    if "device" not in g:
        cookie = request.cookies.get(COOKIE, "")
        known = _WELL_FORMED.fullmatch(cookie)
        key = cookie if known else secrets.token_urlsafe(24)
        if not known or request.endpoint == "home.home":
            after_this_request(lambda response: keep_cookie(response, COOKIE, key))
        g.device = device_id(key)
    name: str = g.device
    return name


def is_known() -> bool:
    """Whether the phone has a name: from an earlier visit, or since a moment ago."""
    return "device" in g or bool(_WELL_FORMED.fullmatch(request.cookies.get(COOKIE, "")))


def keep_cookie(response: Response, name: str, value: str, seconds: int = BROWSERS_LIMIT) -> Response:
    """Have the browser keep a cookie that scripts do not see and forms of other sites do not send.

    One that was given over TLS comes back over TLS alone.
    """
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="Lax", secure=request.is_secure)
    return response
