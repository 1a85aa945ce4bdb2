"""What do these cards count?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import IN_HAND
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, T
from scorekeeper.games.kinaskak.deal import PACK_SIZE, TABLE_CARDS, hand_of
from scorekeeper.games.kinaskak.scoring import hand_lines


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling:
    """What the cards left in a hand count, class by class. (kinaskak 6)"""
    cards = values["cards"]
    lines = hand_lines(0, hand_of(cards), table.options.card_values(), out=not cards)
    points = sum(line.points for line in lines)
    reasons = [
        Reason(T("{what}: {points}.", what=line.text, points=line.points), line.cites) for line in lines
    ]
    why = T("The cards left in the hand are counted.")
    if not cards:
        why = T("No card is left, so nothing is counted.")
    reasons.append(Reason(why, ("kinaskak 6.1",)))
    verdict = N("This hand counts {n} point.", "This hand counts {n} points.", n=points)
    return Ruling({"points": points}, verdict, tuple(reasons))


QUESTION = Question(
    slug="hand_points",
    title=T("What do these cards count?"),
    fields=(TABLE_CARDS.but(name="cards", label=T("The cards left"), lies=IN_HAND, most=PACK_SIZE),),
    answer=answer,
)
