"""Why is the deal written like this?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Ruling
from scorekeeper.core.disputes.score_rulings import rule_score
from scorekeeper.core.disputes.writings import write_asked
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.kani.checking import check_deal
from scorekeeper.games.kani.deal import FIELDS, read_deal
from scorekeeper.games.kani.scoring import score_deal

ASKED = tuple(field for field in FIELDS if field.name in ("bid", "declarer", "partner", "tricks"))


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """What a deal is worth, and who gets it. (kani 4)"""
    document = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    situation, own_report = Situation(table, 0, None, ""), Report()
    deal = read_deal(document, "", own_report, table)
    if deal is not None and not own_report.errors:
        check_deal(deal, situation, own_report)
    report.errors += [error._replace(path=error.path.removeprefix(".")) for error in own_report.errors]
    if deal is None or report.errors:
        return None
    return rule_score(score_deal(deal, situation), own_report)


QUESTION = Question(
    slug="score",
    title=T("Why is the deal written like this?"),
    fields=ASKED,
    answer=answer,
    writes=write_asked(*(field.name for field in ASKED), keeps=True),
)
