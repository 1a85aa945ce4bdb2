"""What a browser is called in a list: what it runs on and which it is, as it says itself. Names are not translated."""

from __future__ import annotations

from flask import request
from flask_babel import gettext as _

from scorekeeper.store.accounts import sign_ins

MACHINES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""In this order: most browsers also say that they are some of those below."""


def device_words() -> str:
    """The browser of this request: ``Android · Chrome``; nothing when it does not say."""
    agent = request.headers.get("User-Agent", "")
    names = (next((name for mark, name in among if mark in agent), "") for among in (MACHINES, BROWSERS))
    return " · ".join(filter(None, names))


def how_words(how: str) -> str:
    """How a browser was signed in."""
    words = {
        sign_ins.PASSKEY: _("by passkey"),
        sign_ins.PASSWORD: _("by password"),
        sign_ins.RECOVERY: _("by recovery code"),
        sign_ins.PHONE: _("by another phone"),
    }
    return words.get(how) or _("by the server’s keeper")
