"""A CSV file as spreadsheets write it: its encoding, its separator, and the order of day and month.

What is not said is found out, and what was found is told, so that a person can say otherwise.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from scorekeeper.league.nights import is_league_date

UTF8, UTF16, CYRILLIC, WESTERN = "utf-8", "utf-16", "cp1251", "cp1252"
SEPARATORS = (";", ",", "\t")
DAY_FIRST, MONTH_FIRST = "day_first", "month_first"
DATE_ORDERS = (DAY_FIRST, MONTH_FIRST)
_MARKS = ((b"\xef\xbb\xbf", UTF8), (b"\xff\xfe", UTF16), (b"\xfe\xff", UTF16))
_WORD = re.compile(rb"[A-Za-z\x80-\xff]+")
MAX_CELLS = 1_000
"""The most separators in the lines of one row, those inside its cells included."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_SAID = re.compile(r"\ufeff?\s*\"?sep=(.)\"?\s*(?:\r\n|\r|\n|$)", re.IGNORECASE)


# --- encoding -------------------------------------------------------------------------------------


def encoding_of(body: bytes) -> str:
    """The encoding that a CSV file is most likely written in."""
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return encoding
    if body[:200].count(0) * 3 > len(body[:200]):
        return UTF16
    try:
        body.decode(UTF8)
    except UnicodeDecodeError:
        return CYRILLIC if _is_cyrillic(body) else WESTERN
    return UTF8


def _is_cyrillic(body: bytes) -> bool:
    """Whether whole words are written in the upper half of the code: western languages have a letter of it here and
    there.
    """
    whole = mixed = 0
    for word in _WORD.findall(body[:1_000_000]):
        high = sum(letter >= 0x80 for letter in word)
        if high and len(word) > 1:
            whole += high == len(word)
            mixed += high < len(word)
    return whole > mixed


def decode(body: bytes, encoding: str) -> str | None:
    """The text of a CSV file without its byte order mark; None where it is not written in this encoding."""
    if encoding == UTF16:
        marked = body[:2] in (b"\xff\xfe", b"\xfe\xff")
        encoding = UTF16 if marked else "utf-16-be" if body[:1] == b"\0" else "utf-16-le"
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text.removeprefix("\ufeff")


# --- separator ------------------------------------------------------------------------------------


def separator_of(text: str, is_known: Callable[[str], bool]) -> str:
    """The separator by which the first line falls into the most columns, those with a known name before others."""
    declared = _SAID.match(text)
    if declared and declared[1] in SEPARATORS:
        return declared[1]

    def columns(separator: str) -> tuple[int, int]:
        try:
            header = next(rows_of(text[:100_000], separator), [])
        except TooWideError:
            header = []
        return sum(map(is_known, header)), len(header)

    return max(SEPARATORS, key=columns)


def rows_of(text: str, separator: str) -> Iterator[list[str]]:
    """The rows of a CSV file. Raises csv.Error where it is none, and TooWideError at a row that is too wide."""
    declared = _SAID.match(text)
    lines = _Lines(text, declared.end() if declared else 0, separator)
    for row in csv.reader(lines, delimiter=separator):
        lines.cells = 0
        yield row


class TooWideError(csv.Error):
    """A row has more than :data:`MAX_CELLS` cells."""


class _Lines:
    """The lines of a text from a place on; ``cells`` counts the separators since it was last set to 0.

    The csv module makes every cell of a row before it gives any, so they are counted before it sees them.
    """

    def __init__(self, text: str, start: int, separator: str) -> None:
        self._matches = _LINE.finditer(text, start)
        self._separator = separator
        self.cells = 0

    def __iter__(self) -> Iterator[str]:
        for match in self._matches:
            line = match[0]
            self.cells += line.count(self._separator)
            if self.cells > MAX_CELLS:
                raise TooWideError(line[:20])
            yield line


# --- dates ----------------------------------------------------------------------------------------

_DATE = re.compile(
    r"(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{1,2})\.?\s*(?:г\.?)?"
    r"(?:[T,\s]+(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?)?",
    re.ASCII,
)
MAX_DATE = 40
NEW_CENTURY = 70
"""Years of two digits below this are of the century that began in 2000."""


class Day(NamedTuple):
    """A date as it was read (``2026-11-20``), and the time beside it (``19:30``) if there is one."""

    date: str
    time: str | None = None


def read_day(written: str, dates: str) -> Day | None:
    """The date that is written; None for anything else."""
    written = written.strip()
    match = _DATE.fullmatch(written) if len(written) <= MAX_DATE else None
    if match is None:
        return None
    year, month, day = _in_order(match[1], match[3], match[4], dates)
    hour, minute = int(match[5] or 0), int(match[6] or 0)
    try:
        read = date(year, month, day)
    except ValueError:
        return None
    if not is_league_date(read) or hour > 23 or minute > 59:
        return None
    return Day(read.isoformat(), f"{hour:02}:{minute:02}" if match[5] else None)


def _in_order(first: str, second: str, third: str, dates: str) -> tuple[int, int, int]:
    """Year, month and day."""
    if len(first) == 4:
        return int(first), int(second), int(third)
    year = int(third) if len(third) > 1 else 0  # no year has one digit
    if len(third) == 2:
        year += 2000 if year < NEW_CENTURY else 1900
    day, month = (int(second), int(first)) if dates == MONTH_FIRST else (int(first), int(second))
    return year, month, day


def date_order_of(written: Sequence[str]) -> str:
    """The order in which most of these dates exist; where both do, the day stands first."""
    dates = [text for text in written if text.strip()]
    read = {order: sum(read_day(text, order) is not None for text in dates) for order in DATE_ORDERS}
    return MONTH_FIRST if read[MONTH_FIRST] > read[DAY_FIRST] else DAY_FIRST
