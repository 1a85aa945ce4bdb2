"""A deal of Briscola in words: card points and trump."""

from scorekeeper.games.briscola.deal import BriscolaDeal

from scorekeeper.core.play.cards import SPANISH_SUITS
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import Part, label_value
from scorekeeper.core.text import T, Text


def parts(deal: BriscolaDeal, table: Table) -> tuple[Part, ...]:
    """``Card points: 70–50 · The briscola: golds``, short ``70–50``."""
    points = "–".join(map(str, deal.points))
    counted = Part(label_value(T("Card points"), points), Text(points))
    if deal.trump is None:
        return (counted,)
    return (counted, Part(label_value(T("The briscola"), SPANISH_SUITS[deal.trump])))
