"""The card points do not add up. How far are they off?"""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.briscola.deal import ALL_POINTS, FIELDS

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling:
    """How many points are missing, or counted twice. (briscola 3.1)"""
    missing = ALL_POINTS - sum(values["points"])
    verdict = T("The card points are right.")
    if missing:
        off = T("Count again: {n} points are missing.", n=missing)
        verdict = off if missing > 0 else T("Count again: {n} points are too many.", n=-missing)
    why = Reason(T("The pack holds 120 points."), ("briscola 3.1",))
    return Ruling({"missing": missing}, verdict, (why,))


QUESTION = Question(
    slug="mismatch",
    title=T("The card points do not add up. Where is the slip?"),
    fields=FIELDS[:1],
    answer=answer,
)
