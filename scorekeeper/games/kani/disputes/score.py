"""Why is the deal written like this?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.fields import Table
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.rulings import Question, Reason, Ruling
from scorekeeper.core.scores import Line
from scorekeeper.core.text import Player, T
from scorekeeper.games.kani.checking import check_deal
from scorekeeper.games.kani.deal import FIELDS, read_deal
from scorekeeper.games.kani.scoring import score_deal

ASKED = tuple(field for field in FIELDS if field.name in ("bid", "declarer", "partner", "tricks"))


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """What a deal is worth, and who gets it. (kani 4)"""
    document = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    situation, own = Situation(table, 0, None, ""), Report()
    deal = read_deal(document, "", own, table)
    if deal is not None and not own.errors:
        check_deal(deal, situation, own)
    report.errors += [error._replace(path=error.path.removeprefix(".")) for error in own.errors]
    if deal is None or report.errors:
        return None
    scored = score_deal(deal, situation)
    odd = tuple(Reason(finding.text, finding.cites) for finding in own.suspects)
    result = {"outcome": scored.outcome, "scores": list(scored.scores)}
    verdict = T("The deal counts {scores}.", scores=list(scored.scores))
    return Ruling(result, verdict, (*map(line_reason, scored.lines), *odd))


def line_reason(line: Line) -> Reason:
    """One line of a deal's score as a step."""
    text = T("{side}: {points} – {text}", side=Player(line.side), points=line.points, text=line.text)
    return Reason(text, line.cites)


QUESTION = Question(
    slug="score",
    title=T("Why is the deal written like this?"),
    fields=ASKED,
    answer=answer,
)
