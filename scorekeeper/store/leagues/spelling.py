"""Names without what spellings differ by: case, accents, and the alphabet where one is written in another."""

from __future__ import annotations

import unicodedata

from scorekeeper.core.match import name_key

_LETTERS = {
    "þ": "th", "ð": "d", "æ": "ae", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ı": "i",
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "й": "y", "к": "k",
    "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "h",
    "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sht", "ъ": "a", "ы": "y", "ь": "y", "э": "e", "ю": "yu", "я": "ya",
}  # fmt: skip
"""Icelandic letters as they are written elsewhere, and Bulgarian ones as passports write them."""
_TABLE = str.maketrans(_LETTERS)


def folded(name: str) -> str:
    """A name as somebody without its letters would type it: ``Þórdís`` is ``thordis``, ``Георги`` is ``georgi``."""
    plain = unicodedata.normalize("NFC", name_key(name)).translate(_TABLE)
    bare = "".join(one for one in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(one))
    return " ".join("".join(one if one.isalnum() else " " for one in bare).split())
