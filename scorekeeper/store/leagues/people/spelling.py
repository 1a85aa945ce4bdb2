"""Names without what spellings differ by: case, accents, and the alphabet where one is written in another."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from scorekeeper.core.match import name_key

_ICELANDIC = {"þ": "th", "ð": "d", "æ": "ae", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ı": "i"}
_BULGARIAN = dict(zip("абвгдезийклмнопрстуфхъыьэ", "abvgdeziyklmnoprstufhayye", strict=True))
_OF_SEVERAL = {"ж": "zh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sht", "ю": "yu", "я": "ya"}
_TABLE = str.maketrans(_ICELANDIC | _BULGARIAN | _OF_SEVERAL)
"""Icelandic letters as they are written elsewhere, and Bulgarian ones as passports write them."""
_GAPS = re.compile(r"[\W_]+")
LONG_NAME = 5
"""Letters from which on another letter in place of one is a slip: ``Boris``, ``Moris``. ``Ana`` and ``Una`` are two."""


def fold_name(name: str) -> str:
    """A name as a keyboard without its letters types it: ``Þórdís`` is ``thordis``, ``Георги`` is ``georgi``."""
    return strip_marks(name_key(name))


@lru_cache(maxsize=10_000)
def strip_marks(plain: str) -> str:
    """The same of a name whose case is out of the way already; everybody's is asked for whenever one is looked for."""
    if not plain.isascii():
        plain = plain.translate(_TABLE)
    if not plain.isascii():
        apart = unicodedata.normalize("NFKD", plain)
        plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return _GAPS.sub(" ", plain).strip()


def is_one_slip(first: str, second: str) -> bool:
    """Whether two folded names differ by a letter too many, another letter, or two that changed places.

    Digits are no slips: who is called ``Ana 2`` is so because there is another Ana.
    """
    if abs(len(first) - len(second)) > 1 or min(len(first), len(second)) < 3:
        return False
    left, right = _differences(first, second)
    if len(left) + len(right) == 1:
        return not (left + right).isdigit()
    if min(len(first), len(second)) < LONG_NAME or any(letter.isdigit() for letter in left + right):
        return False
    return len(left) == len(right) == 1 or (len(left) == 2 and left == right[::-1])


def _differences(first: str, second: str) -> tuple[str, str]:
    """What is left of two names without the beginning and the end that they share."""
    shorter = min(len(first), len(second))
    start = next((at for at in range(shorter) if first[at] != second[at]), shorter)
    first, second = first[start:], second[start:]
    shorter = min(len(first), len(second))
    end = next((at for at in range(shorter) if first[-1 - at] != second[-1 - at]), shorter)
    return first[: len(first) - end], second[: len(second) - end]


def drop_each_letter(name: str) -> set[str]:
    """A name and all that it is without one of its letters: two names one slip apart share one of these."""
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}
