"""What a question about the first trick must not contradict: trump, the called card, the lead."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import SUIT_SIGNS, Card
from scorekeeper.core.text import T
from scorekeeper.games.kani.options import KaniOptions
from scorekeeper.games.kani.play import trump_of_lead


def check_called(called: Card | None, trump: str, report: Report) -> None:
    """The card called is a trump. (kani 3.2)"""
    if called is not None and called.suit != trump:
        text = T("The called card is a trump; this one is not.")
        report.error("called", "called_not_trump", text, "kani 3.2")


def check_lead(trump: str, trick: Sequence[Card], options: KaniOptions, report: Report) -> None:
    """Where the declarer's first card makes trump, no other suit is trump. (kani 3.1)"""
    if trump_of_lead(options) and trick and trick[0].suit != trump:
        text = T("The suit of the first card led is trump: {suit}.", suit=SUIT_SIGNS[trick[0].suit])
        report.error("trump", "trump_is_led", text, "kani 3.1")
