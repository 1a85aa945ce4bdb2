"""Bytes as numbered frames of text, each small enough for a QR code that phones read off a screen; and back.

Frames follow one another in a ring, so a reader may begin anywhere and miss some. ``docs/formats.md`` tells the form.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple
from zlib import crc32

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import N, T

MARK = "SCOREKEEPER1"
LETTERS = 272
"""Letters of data in a frame: with all that stands before them they fill a QR code of version 10 with correction M."""
MAX_FRAMES = 73
"""Frames of one ring: at five a second, with every third one missed, all of them are read within half a minute."""
MAX_NAMED = 12
"""So many missing numbers are named."""

_BYTES = LETTERS // 8 * 5
_FRAME = re.compile(
    rf"{MARK}:(?P<whole>[A-Z2-7]{{8}}):(?P<number>[0-9]{{1,2}}):(?P<total>[0-9]{{1,2}}):(?P<check>[A-Z2-7]{{7}}):"
    rf"(?P<data>[A-Z2-7]{{1,{LETTERS}}})"
)

NO_FRAME = Finding("", "no_frame", T("This is no QR code of a match, or not all of it was read."))
TWO_MATCHES = Finding(
    "", "two_matches", T("These are QR codes of more than one match: read them one after the other.")
)
DAMAGED = Finding(
    "", "damaged", T("These QR codes do not come to a whole match: show them anew, and read them once more.")
)


class Frame(NamedTuple):
    """One frame: what it is a part of, its number from 1, how many there are, and its data in base32."""

    whole: str
    number: int
    total: int
    data: str


def split(data: bytes) -> list[str] | None:
    """The frames of some bytes in their order; None where they are more than one ring holds."""
    pieces = [data[at : at + _BYTES] for at in range(0, len(data), _BYTES)]
    if len(pieces) > MAX_FRAMES:
        return None
    whole = name_whole(data)
    return [
        write_frame(Frame(whole, number, len(pieces), _encode(piece)))
        for number, piece in enumerate(pieces, 1)
    ]


def ring(total: int) -> int:
    """How many frames are shown before the first comes again; those beyond the total are the first ones once more.

    No number up to six divides it, so a reader that misses every second or third frame does not miss the same ones
    each time round.
    """
    return next(length for length in range(total, total + 30) if all(length % prime for prime in (2, 3, 5)))


def name_whole(data: bytes) -> str:
    """What tells the frames of one whole from those of another, and whether the whole is right."""
    return base64.b32encode(hashlib.sha256(data).digest()[:5]).decode()


def is_framed(text: str) -> bool:
    """Whether a text says at its beginning that it is frames."""
    return text.lstrip()[: len(MARK) + 1].upper() == f"{MARK}:"


def read_frame(text: str) -> Frame | None:
    """A frame; None where the text is none, or damaged."""
    match = _FRAME.fullmatch(text.upper())
    if match is None:
        return None
    frame = Frame(match["whole"], int(match["number"]), int(match["total"]), match["data"])
    good = 1 <= frame.number <= frame.total <= MAX_FRAMES and _check(frame) == match["check"]
    return frame if good else None


def join(texts: Iterable[str]) -> tuple[bytes, Finding | None]:
    """The bytes of frames in any order, also where some came twice; or a finding that says what is wrong."""
    read: dict[int, Frame] = {}
    for text in texts:
        frame = read_frame(text)
        if frame is None:
            return b"", NO_FRAME
        if read and (frame.whole, frame.total) != next((first.whole, first.total) for first in read.values()):
            return b"", TWO_MATCHES
        read[frame.number] = frame
    if not read:
        return b"", NO_FRAME
    total = next(iter(read.values())).total
    missing = [number for number in range(1, total + 1) if number not in read]
    if missing:
        return b"", _missing(missing)
    frames = [read[number] for number in range(1, total + 1)]
    try:
        data = b"".join(base64.b32decode(frame.data + "=" * (-len(frame.data) % 8)) for frame in frames)
    except binascii.Error:
        return b"", DAMAGED
    return (data, None) if name_whole(data) == frames[0].whole else (b"", DAMAGED)


def _missing(numbers: list[int]) -> Finding:
    named = ", ".join(map(str, numbers[:MAX_NAMED])) + (" …" if len(numbers) > MAX_NAMED else "")
    text = N(
        "A QR code is missing: no. {numbers}.",
        "QR codes are missing: no. {numbers}.",
        n=len(numbers),
        numbers=named,
    )
    return Finding("", "codes_missing", text)


def _encode(piece: bytes) -> str:
    return base64.b32encode(piece).decode().rstrip("=")


def _check(frame: Frame) -> str:
    content = f"{frame.whole}:{frame.number}:{frame.total}:{frame.data}"
    return _encode(crc32(content.encode()).to_bytes(4))


def write_frame(frame: Frame) -> str:
    """The text of a frame, as its code holds it."""
    return f"{MARK}:{frame.whole}:{frame.number}:{frame.total}:{_check(frame)}:{frame.data}"
