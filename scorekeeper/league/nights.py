"""Which night a moment belongs to: the league's own day, that ends in the small hours."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from datetime import time as clock
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

FIRST_YEAR, LAST_YEAR = 1900, 2999
"""A league's dates lie in these years: each is a moment by every clock, and has a night before and after it."""


def is_league_date(day: date) -> bool:
    """Whether a date lies in the years that a league may have."""
    return FIRST_YEAR <= day.year <= LAST_YEAR


def known_zone(name: str) -> bool:
    """Whether the world's list of time zones has this name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def night_of(moment: datetime, zone: str, day_ends: int = 6) -> date:
    """The night a moment belongs to: at half past two on Wednesday it is still Tuesday's.

    The clock on the wall decides, also in the night in which it is put back or forward.
    """
    if moment.tzinfo is None:
        raise ValueError("a moment without a time zone belongs to no night")
    wall = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return (wall - timedelta(hours=day_ends)).date()


def moment_of(night: date, time: clock, zone: str, day_ends: int = 6) -> datetime:
    """The moment in UTC at which a clock on that night shows this time; small hours are those after midnight."""
    day = night + timedelta(days=1) if time.hour < day_ends else night
    return datetime.combine(day, time, ZoneInfo(zone)).astimezone(UTC)


def end_of(night: date, zone: str, day_ends: int = 6) -> datetime:
    """The last moment of a night, in UTC."""
    begins = moment_of(night + timedelta(days=1), clock(day_ends), zone, day_ends)
    return begins - timedelta(microseconds=1)


def days_between(earlier: str, later: str) -> int:
    """How many days lie between two nights."""
    return (date.fromisoformat(later) - date.fromisoformat(earlier)).days
