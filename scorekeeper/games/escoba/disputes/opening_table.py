"""Does the opening table give the dealer an escoba?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import Card
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.escoba.deal import OPENING_TABLE
from scorekeeper.games.escoba.options import FIRST, NONE, TWO_FIFTEENS
from scorekeeper.games.escoba.play import FIFTEEN, opening_table, total


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """How many escobas the opening table gives the dealer, or who gets them at this table. (escoba 2.3, 7.1)"""
    lying: tuple[Card, ...] = values["table"]
    rule, opening = table.options.opening_thirty, table.options.opening
    made, points = opening_table(lying, rule, opening), total(lying)
    if opening == NONE:
        text = T(
            "At this table an opening fifteen or thirty brings nothing: the four cards stay on the table."
        )
        return Ruling({"escobas": 0}, text, (Reason(text, ("escoba 7.1",)),))
    if made and opening == FIRST:
        verdict = N(
            "The player after the dealer has made {n} escoba and takes the four cards.",
            "The player after the dealer has made {n} escobas and takes the four cards.",
            n=made,
        )
    elif made:
        verdict = N(
            "The dealer has made {n} escoba and takes the four cards.",
            "The dealer has made {n} escobas and takes the four cards.",
            n=made,
        )
    elif opening == FIRST:
        verdict = T("No escoba for the player after the dealer: the four cards stay on the table.")
    else:
        verdict = T("No escoba for the dealer: the four cards stay on the table.")
    reasons = [Reason(T("The four cards add up to {points}.", points=points), ("escoba 2.3", "escoba 1.2"))]
    if opening == FIRST:
        reasons.append(Reason(T("At this table it goes to the player after the dealer."), ("escoba 7.1",)))
    elif made:
        text = T(
            "The rule text gives the dealer the escobas; it is read here so that the four cards go with them."
        )
        reasons.append(Reason(text, ("escoba 2.3",)))
    if points == 2 * FIFTEEN:
        reasons.append(Reason(_thirty(made, rule), ("escoba 2.3",)))
    elif not made:
        text = T("Only fifteen or thirty gives the dealer an escoba.")
        if opening == FIRST:
            text = T("Only fifteen or thirty gives the player after the dealer an escoba.")
        reasons.append(Reason(text, ("escoba 2.3",)))
    return Ruling({"escobas": made}, verdict, tuple(reasons))


def _thirty(made: int, rule: str) -> Text:
    if rule != TWO_FIFTEENS:
        return T("At this table thirty is enough for two escobas.")
    if made:
        return T("They fall into two fifteens, as this table asks.")
    return T("At this table they must fall into two fifteens, and they do not.")


QUESTION = Question(
    slug="opening_table",
    title=T("Does the opening table give the dealer an escoba?"),
    fields=(OPENING_TABLE,),
    answer=answer,
    decides=yes_if("escobas"),
)
