"""Unpacking a file piece by piece, with limits on what it may come to.

A few kilobytes of gzip can hold gigabytes, and two bytes of JSON an object of seventy. So nothing is unpacked beyond
its limit, and an archive is never unpacked as a whole.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import BinaryIO, cast

from scorekeeper.core.documents import MAX_BYTES as MAX_LINE
from scorekeeper.core.text import T, Text

MAX_LINES = 500_000
"""So many lines an archive has at most: ten thousand matches with every event, and as many again."""
MAX_VALUES = 1_500_000
"""So many values an export has at most: twenty thousand plays."""
MAX_LINE_VALUES = 500_000
"""So many values a line of an archive has at most."""
MAX_ARCHIVE_VALUES = 20_000_000
PACKED = b"\x1f\x8b"
TOO_LARGE = T(
    "The archive is too large to be taken in at once: it may have {lines} lines and {megabytes} MB unpacked, some ten "
    "thousand matches with every deal. A backup of the server takes larger leagues along."
)
TOO_HEAVY = T("This file takes too much memory or time to read. Bring it in as several smaller files.")
UNPACKED = T("Unpacked, this file has more than {megabytes} MB.")


class UnreadableError(ValueError):
    """A file that cannot be unpacked, or comes to more than its limit; ``code`` and ``text`` say why."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(code)
        self.code, self.text = code, text


def unpack_file(body: bytes, most: int) -> bytes:
    """A file as it was before it was packed. Raises UnreadableError, also where it has more than ``most`` bytes."""
    with _open(body) as opened:
        whole = _read(opened.read, most + 1)
    if len(whole) > most:
        raise UnreadableError("too_large", UNPACKED._replace(params={"megabytes": most // 1_000_000}))
    return whole


def unpack_beginning(body: bytes, most: int) -> bytes:
    """The first bytes of a file as it was before it was packed. Raises UnreadableError where it is damaged."""
    with _open(body) as opened:
        return _read(opened.read, most)


def unpack_lines(body: bytes, most: int) -> Iterator[bytes]:
    """The lines of a file, one in memory at a time. Raises UnreadableError."""
    left, values = most, MAX_ARCHIVE_VALUES
    with _open(body) as opened:
        for _number in range(MAX_LINES):
            line = _read(opened.readline, MAX_LINE + 1)
            if not line:
                return
            count = _count_values(line)
            left, values = left - len(line), values - count
            if min(left, values) < 0 or len(line) > MAX_LINE or count > MAX_LINE_VALUES:
                raise make_size_error(most)
            yield line
    raise make_size_error(most)


def make_size_error(most: int) -> UnreadableError:
    """What is said of an archive that passes a limit; ``most`` bytes is one of them."""
    params = {"lines": MAX_LINES, "megabytes": most // 1_000_000}
    return UnreadableError("too_large", TOO_LARGE._replace(params=params))


def check_values(text: bytes) -> None:
    """Raises UnreadableError where an export has too many values, before any is made."""
    if _count_values(text) > MAX_VALUES:
        raise UnreadableError("too_many", TOO_HEAVY)


def _count_values(text: bytes) -> int:
    return sum(text.count(sign) for sign in (b",", b"[", b"{"))


def _open(body: bytes) -> BinaryIO:
    plain = BytesIO(body)
    return cast(BinaryIO, gzip.GzipFile(fileobj=plain)) if body.startswith(PACKED) else plain


def _read(read: Callable[[int], bytes], most: int) -> bytes:
    try:
        return read(most)
    except EOFError as error:
        text = T("The archive ends too early: its last line is missing.")
        raise UnreadableError("cut_off", text) from error
    except (OSError, zlib.error) as error:
        raise UnreadableError("cut_off", T("The archive is damaged: it cannot be unpacked.")) from error
