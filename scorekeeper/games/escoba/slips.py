"""One slip that explains why counts do not fit."""

from __future__ import annotations

from typing import Any, NamedTuple

from scorekeeper.core.text import Side, T, Text

LEFT, MARKERS, CARD, KIND, DIGITS, OTHER = range(6)
"""What kind of slip it is, the likeliest first."""


class Slip(NamedTuple):
    """One slip: how likely, where, what stands there and what would be right, in words, by which articles."""

    rank: int
    path: str
    before: Any
    after: Any
    text: Text
    cites: tuple[str, ...]

    @property
    def document(self) -> dict[str, Any]:
        """As the result holds it."""
        return {"path": self.path, "from": self.before, "to": self.after, "text": self.text}


def listing(numbers: list[tuple[int, int]]) -> list[Text]:
    """Numbers and what becomes of them, as a parameter of a sentence."""
    return [T("{before} becomes {after}", before=before, after=after) for before, after in numbers]


def side_at(side: int) -> Side:
    """A side at the beginning of a sentence; people count them from 1."""
    return Side(side, T("Side {number}", number=side + 1))
