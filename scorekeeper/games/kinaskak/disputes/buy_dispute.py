"""Who was first to buy?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.cards import JOKER, PACK_THREE, card_text
from scorekeeper.core.fields import CardsField, Table
from scorekeeper.core.findings import Report
from scorekeeper.core.rulings import Question, Reason, Ruling
from scorekeeper.core.text import T

MIN_CLAIMANTS, MAX_CLAIMANTS = 2, 8


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    drawn = values["drawn"]
    if len(drawn) < MIN_CLAIMANTS:
        text = T("Each claimant draws a card, so there are at least two here.")
        report.error("drawn", "too_few", text, "kinaskak 5.5")
        return None
    rule = T(
        "Each claimant draws a card and the highest may buy: the two is low, the ace high, suits are equal."
    )
    again = T("At a joker or a shared highest card they draw again.")
    reasons = (Reason(rule, ("kinaskak 5.5",)), Reason(again, ("kinaskak 5.5",)))
    if JOKER in drawn:
        return Ruling({"winner": None}, T("A joker was drawn: all draw again."), reasons)
    heights = [PACK_THREE.ranks.index(card.rank) for card in drawn]
    highest = max(heights)
    if heights.count(highest) > 1:
        return Ruling(
            {"winner": None}, T("The highest card was drawn more than once: all draw again."), reasons
        )
    winner = heights.index(highest)
    verdict = T(
        "The player who drew {card} may buy: claimant {number} of {all}.",
        card=card_text(drawn[winner]),
        number=winner + 1,
        all=len(drawn),
    )
    return Ruling({"winner": winner}, verdict, reasons[:1])


QUESTION = Question(
    slug="buy_dispute",
    title=T("Who was first to buy?"),
    fields=(
        CardsField(name="drawn", label=T("The card each claimant drew"), pack=PACK_THREE, most=MAX_CLAIMANTS),
    ),
    answer=answer,
)
