"""Slips, each of which explains alone why counts do not fit together, and the verdict on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Reason, Ruling
from scorekeeper.core.text import N, T, Text


class Slip(NamedTuple):
    """One slip: how likely it is, its path, the value there, the right value, a sentence and its articles."""

    rank: int
    path: str
    before: Any
    after: Any
    text: Text
    cites: tuple[str, ...]

    @property
    def document(self) -> dict[str, Any]:
        """The slip as JSON."""
        return {"path": self.path, "from": self.before, "to": self.after, "text": self.text}


def rule_on_slips(verdict: Text, reasons: Iterable[Reason], slips: Sequence[Slip]) -> Ruling:
    """The ruling on counts: what they come to, and then each slip that explains them."""
    explained = (Reason(slip.text, slip.cites) for slip in slips)
    return Ruling({"slips": [slip.document for slip in slips]}, verdict, (*reasons, *explained))


def name_likeliest(slips: Sequence[Slip], asks: Mapping[int, Text], nothing: Text) -> Text:
    """The verdict on slips, the likeliest first: ``nothing`` without any; where several remain, it asks.

    ``asks`` has the question that tells a slip of a rank from others. Where several are equally likely, the verdict
    calls none the likeliest.
    """
    if not slips:
        return nothing
    first, number = slips[0], len(slips)
    verdict = N("{n} slip explains the difference.", "Each of {n} slips explains the difference.", n=number)
    if all(slip.rank != first.rank or slip.text == first.text for slip in slips):
        verdict = N(
            "{n} slip explains the difference. {slip}",
            "Each of {n} slips explains the difference. The likeliest: {slip}",
            n=number,
            slip=first.text,
        )
        if number == 2:
            verdict = T("Either of two slips explains the difference. The likelier: {slip}", slip=first.text)
    elif number == 2:
        verdict = T("Either of two slips explains the difference.")
    if number == 1:
        return verdict
    return T("{verdict} To tell them apart: {question}", verdict=verdict, question=asks[first.rank])
