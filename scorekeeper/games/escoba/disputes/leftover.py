"""Who takes the cards left on the table?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.fields import SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Table, missing_text
from scorekeeper.core.text import Player, T
from scorekeeper.games.escoba.deal import OPENING_TABLE, PLAYED
from scorekeeper.games.escoba.options import LAST_ESCOBA
from scorekeeper.games.escoba.play import PlayCourse, leftover_taker, plays_of


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Who takes the cards left on the table. (escoba 4.1, 4.2, 4.4)"""
    last_capture, last_escoba = values["last_capture"], values.get("last_escoba")
    if last_capture is None and last_escoba is not None:
        text = T("An escoba is a capture too, so there was a last capture.")
        report.error("last_capture", "escoba_without_capture", text, "escoba 3.3")
        return None
    option: str = table.options.leftover
    if last_capture is not None and "last_escoba" not in values:
        report.error("last_escoba", "missing", missing_text(LAST_ESCOBA_MADE))
        return None
    taker = leftover_taker(last_capture, last_escoba, option)
    result = {"takes": taker}
    if taker is None:
        verdict = T("No player takes them: there was no capture.")
        return Ruling(result, verdict, (Reason(verdict, ("escoba 4.4",)),))
    if option == LAST_ESCOBA and last_escoba is not None:
        why = T("At this table they go to the player who made the last escoba.")
    elif option == LAST_ESCOBA:
        why = T("No escoba was made, so they go to the player who captured last.")
    else:
        why = T("At this table they go to the player who captured last.")
    reasons = [Reason(why, ("escoba 4.1",))]
    if option != LAST_ESCOBA and last_escoba not in (None, last_capture):
        text = T(
            "The rule text gives them to the “azken erratza”, literally the last escoba; "
            "here that is read as the last capture."
        )
        reasons.append(Reason(text, ("escoba 4.1",)))
    reasons.append(Reason(T("Taking them is never an escoba."), ("escoba 4.2",)))
    verdict = T("{player} takes the cards left on the table.", player=Player(taker, opens=True))
    return Ruling(result, verdict, tuple(reasons))


def fill_from_match(facts: Mapping[str, Any], table: Table) -> Mapping[str, Any]:
    """A deal that was entered card by card tells who captured last, and who made the last escoba."""
    report = Report()
    values = {
        field.name: field.read(facts.get(field.name), field.name, report, table)
        for field in (OPENING_TABLE, PLAYED)
    }
    if report.errors or not values["plays"]:
        return facts
    plays = plays_of(values["plays"])
    course = PlayCourse(values["table"], plays[0].seat, table)
    for index, play in enumerate(plays):
        course.play(index, play)
    return {**facts, "last_capture": course.last_capture, "last_escoba": course.last_escoba}


LAST_ESCOBA_MADE = SeatField(
    name="last_escoba", label=T("Who made the last escoba"), or_none=True, optional=True
)
QUESTION = Question(
    slug="leftover",
    title=T("Who takes the cards left on the table?"),
    fields=(SeatField(name="last_capture", label=T("Who captured last"), or_none=True), LAST_ESCOBA_MADE),
    answer=answer,
    known=fill_from_match,
)
