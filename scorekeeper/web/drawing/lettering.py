"""How wide words are when they are drawn, and how they are made to fit: for pictures, which no browser lays out.

No font is known here, so every letter counts as wide as in the widest of the usual ones, set bold.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple

NARROW, SMALL, LARGE, WIDE, WIDEST = 0.5, 0.74, 0.88, 1.08, 1.25
"""How wide letters are, measured by their height."""
_KINDS = {
    **dict.fromkeys("iljtfrI1.,:;'’|!()[]- íìîïł", NARROW),
    **dict.fromkeys("mwжмфшщыюæœ%@–", WIDE),
    **dict.fromkeys("MWЖМФШЩЫЮÆŒ&…", WIDEST),
}


class Fitted(NamedTuple):
    """Words and the size in which they fit."""

    words: str
    size: float


def width(words: str) -> float:
    """How wide words are at most, measured by the height of their letters."""
    return sum(map(_wide, words))


def _wide(letter: str) -> float:
    if letter in _KINDS:
        return _KINDS[letter]
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0xFFFF:
        return WIDEST
    return SMALL if letter.islower() else LARGE


def fit_letters(
    shorter: Callable[[int], str], lengths: Iterable[int], room: float, most: float, least: float
) -> Fitted:
    """The longest of ``shorter(length)`` that fits into ``room``, as large as can be between ``least`` and ``most``.

    Where even the shortest does not fit, it is cut.
    """
    words = ""
    for length in lengths:
        words = shorter(length)
        if width(words) * least <= room:
            break
    words = cut(words, room / least)
    return Fitted(words, round(min(most, room / max(1.0, width(words))), 1))


def cut(words: str, room: float) -> str:
    """The beginning of words that are too wide."""
    if width(words) <= room:
        return words
    while words and width(words) + WIDEST > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


def wrap(words: str, room: float) -> list[str]:
    """The lines of words that are too wide for one; a word that is too wide by itself is broken."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer) <= room:
            lines[-1] = longer
            continue
        first, *rest = _break_word(word, room)
        lines[-1:] = [line for line in (lines[-1], first) if line]
        lines += rest
    return lines


def _break_word(word: str, room: float) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and width(pieces[-1] + letter) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces
