"""Who takes this trick?"""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.briscola.play import best_of

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.fields import CardsField, Choice
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import PACK_40, SPANISH_SUITS, card_text
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling:
    """The card that takes the trick. (briscola 2.2)"""
    best = best_of(values["trick"], values["trump"])
    why = T("The highest trump takes the trick; without one the highest card of the suit led.")
    verdict = T("The {card} takes the trick.", card=card_text(best))
    return Ruling({"card": str(best)}, verdict, (Reason(why, ("briscola 2.2", "briscola 1.2")),))


QUESTION = Question(
    slug="trick_winner",
    title=T("Who takes this trick?"),
    fields=(
        Choice(name="trump", label=T("The briscola"), choices=SPANISH_SUITS),
        CardsField(name="trick", label=T("Cards in the trick"), pack=PACK_40, most=2, count=2),
    ),
    answer=answer,
)
