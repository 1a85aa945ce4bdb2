"""The time of day where the reader is. Browsers tell their zone in a cookie; without one the server's is used."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from flask import has_request_context, request

COOKIE = "tz"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}")


def zone_name() -> str:
    """The zone that the reader's browser names, as it stands in the cookie; nothing when it names none."""
    zone = request.cookies.get(COOKIE, "") if has_request_context() else ""
    zone = zone.replace("%2F", "/")
    return zone if len(zone) <= 60 and _NAME.fullmatch(zone) else ""


@lru_cache(maxsize=200)
def _zone(name: str) -> tzinfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def local(at: datetime) -> datetime:
    """A moment as the reader's clock shows it."""
    name = zone_name()
    return at.astimezone(_zone(name) if name else None)
