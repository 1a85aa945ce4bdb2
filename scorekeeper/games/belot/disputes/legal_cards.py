"""Which cards may I play?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, check_cards_once
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import card_text
from scorekeeper.core.play.tricks import say_playable
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.belot.disputes.fields import CONTRACT, HAND, SO_FAR
from scorekeeper.games.belot.options import BelotOptions
from scorekeeper.games.belot.play import legal_cards, winning_index


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Which cards of a hand may be played to a trick. (belot 2.1, 2.2, 2.3, 7.10)"""
    contract, hand, trick = values["contract"], values["hand"], values["trick"]
    if not hand:
        report.error("hand", "card_count", T("A hand has one to eight cards."))
    check_cards_once({"hand": hand, "trick": trick}, "belot 1.1", report)
    if report.errors:
        return None
    legal = legal_cards(contract, hand, trick, table.options)
    if len(legal.cards) < len(hand):
        verdict = say_playable(legal.cards)
    elif trick and all(card.suit == trick[0].suit for card in hand):
        verdict = T("Any card of this hand may be played.")
    else:
        verdict = legal.why
    reasons = [Reason(legal.why, (legal.cite,))]
    if trick:
        best = card_text(trick[winning_index(contract, trick)])
        reasons.insert(0, Reason(T("{card} holds the trick so far.", card=best), ("belot 2.4",)))
    return Ruling({"legal": [str(card) for card in legal.cards]}, verdict, tuple(reasons))


def say_spared(options: BelotOptions) -> Reason | None:
    """The reason that a player is spared to play higher than the partner, at a table that plays so. (belot 7.10)"""
    if options.raise_over_partner:
        return None
    text = T("At all trumps a player whose partner holds the trick may follow with any card of the suit.")
    return Reason(text, ("belot 7.10",))


QUESTION = Question(
    slug="legal_cards", title=T("Which cards may I play?"), fields=(CONTRACT, HAND, SO_FAR), answer=answer
)
