"""One slip that explains why counts do not fit together, and what is said of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.core.text import N, T, Text


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


def likeliest(found: Sequence[Slip], asks: Text, nothing: Text) -> Text:
    """The verdict on slips, the likeliest first: ``nothing`` without any, and ``asks`` where several remain."""
    if not found:
        return nothing
    verdict = _number(len(found), found[0].text)
    if len(found) == 1:
        return verdict
    if len(found) == 2 and found[0].rank == found[1].rank and found[0].text != found[1].text:
        verdict = T("Either of two slips explains the difference. {one} Or: {other}",
                    one=found[0].text, other=found[1].text)  # fmt: skip
    return T("{verdict} To tell them apart: {question}", verdict=verdict, question=asks)


def _number(number: int, first: Text) -> Text:
    """How many slips would each explain a difference, and the likeliest of them."""
    if number == 2:
        return T("Either of two slips explains the difference. The likelier: {slip}", slip=first)
    return N(
        "{n} slip explains the difference. {slip}",
        "Each of {n} slips explains the difference. The likeliest: {slip}",
        n=number,
        slip=first,
    )
