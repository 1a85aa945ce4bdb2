"""The nights of a league as a calendar that people subscribe to. (RFC 5545)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

PRODUCT = "-//Scorekeeper//League nights//EN"
MAX_LINE = 75
LINE_END = "\r\n"


class CalendarNight(NamedTuple):
    """One night. ``uid`` never changes, ``sequence`` grows with every change, ``changed`` is the last one's moment.

    With ``starts`` (and ``ends``) it stands at its hour, without them it takes the whole day.
    """

    uid: str
    night: date
    summary: str
    changed: datetime
    sequence: int = 0
    place: str = ""
    description: str = ""
    starts: datetime | None = None
    ends: datetime | None = None
    cancelled: bool = False


def night_uid(league: str, night: str) -> str:
    """The name by which calendars know a night for ever; made of ids, which do not change when a date does."""
    return f"night-{night}@{league}.scorekeeper"


def calendar(name: str, nights: Iterable[CalendarNight]) -> str:
    """The whole calendar, its lines folded and ended as the standard has them."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    lines.append(f"X-WR-CALNAME:{escape(name)}")
    for night in nights:
        lines += _event(night)
    lines.append("END:VCALENDAR")
    return "".join(fold_line(line) + LINE_END for line in lines)


def _event(night: CalendarNight) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escape(night.uid)}"
    yield f"DTSTAMP:{_moment(night.changed)}"
    yield f"LAST-MODIFIED:{_moment(night.changed)}"
    yield f"SEQUENCE:{night.sequence}"
    yield from _write_times(night)
    yield f"SUMMARY:{escape(night.summary)}"
    if night.place:
        yield f"LOCATION:{escape(night.place)}"
    if night.description:
        yield f"DESCRIPTION:{escape(night.description)}"
    yield "STATUS:CANCELLED" if night.cancelled else "STATUS:CONFIRMED"
    yield "TRANSP:OPAQUE" if night.starts else "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _write_times(night: CalendarNight) -> Iterator[str]:
    if night.starts is None:
        yield f"DTSTART;VALUE=DATE:{night.night:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{night.night + timedelta(days=1):%Y%m%d}"
        return
    yield f"DTSTART:{_moment(night.starts)}"
    if night.ends is not None and night.ends > night.starts:
        yield f"DTEND:{_moment(night.ends)}"


def _moment(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError("a calendar's moments have a time zone")
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escape(text: str) -> str:
    """A text as a calendar writes it: commas, semicolons, backslashes and new lines marked, control characters gone."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(character for character in lines if character in "\n\t" or character.isprintable())
    for character in "\\;,":
        kept = kept.replace(character, "\\" + character)
    return kept.replace("\n", "\\n")


def fold_line(line: str) -> str:
    """A line in pieces of at most 75 bytes, each but the first after a space; no letter is cut in two."""
    pieces, size = [""], 0
    for character in line:
        width = len(character.encode())
        if size + width > MAX_LINE:
            pieces.append(" ")
            size = 1
        pieces[-1] += character
        size += width
    return LINE_END.join(pieces)
