"""Why is the deal written like this?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Ruling, level_if
from scorekeeper.core.disputes.score_rulings import rule_score
from scorekeeper.core.disputes.writings import write_asked
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.scores import DealScore
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.checking import check_deal
from scorekeeper.games.belot.deal import FIELDS, BelotDeal, settle_values
from scorekeeper.games.belot.disputes.fields import DEALER, PENDING, SIDE_NAMES, SIDES
from scorekeeper.games.belot.scoring import score_deal
from scorekeeper.games.belot.scoring.ending import HANGING, INSIDE, MADE, Carry

OUTCOME_VERDICTS: Mapping[str, str] = {
    MADE: T("The contract is made; {one} write {first}, {other} write {second}.").msgid,
    INSIDE: T("The contract is inside; {one} write {first}, {other} write {second}.").msgid,
    HANGING: T("The deal hangs; {one} write {first}, {other} write {second}.").msgid,
}


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """What a deal is worth and how it is written, step by step. (belot 3, 4, 5)"""
    deal_values = {name: value for name, value in values.items() if name not in ("pending", "dealer")}
    facts = settle_values(deal_values, "", report)
    if report.errors:
        return None
    deal, situation = BelotDeal(**facts), situation_at(values, table)
    check_deal(deal, situation, report)
    if report.errors:
        return None
    scored = score_deal(deal, situation)
    verdict = score_verdict(scored) if scored.outcome in OUTCOME_VERDICTS else T("All passed: no points.")
    ruling = rule_score(scored, report, SIDE_NAMES.__getitem__)
    return ruling._replace(result=score_result(scored), verdict=verdict)


def score_result(scored: DealScore) -> dict[str, Any]:
    """The numbers of a scored deal, named as on a sheet."""
    return {
        "outcome": scored.outcome,
        "raw": list(scored.raw or (0, 0)),
        "scores": list(scored.scores),
        "pending": scored.carry.pending,
    }


def situation_at(values: Mapping[str, Any], table: Table) -> Situation:
    """The situation of a deal in a question: who dealt, and the points that hang; nothing else stands before it."""
    return Situation(table, values.get("dealer", 0), Carry(pending=values.get("pending", 0)), "")


def score_verdict(scored: DealScore) -> Text:
    """The verdict on a scored deal: how it ended, and what each side writes."""
    first, second = scored.scores
    params = {"one": SIDES[0], "first": first, "other": SIDES[1], "second": second}
    return Text(OUTCOME_VERDICTS[scored.outcome], params)


QUESTION = Question(
    slug="score",
    title=T("Why is the deal written like this?"),
    fields=(*FIELDS, PENDING, DEALER),
    answer=answer,
    levels=level_if("outcome", HANGING),
    writes=write_asked(*(field.name for field in FIELDS)),
)
