"""Which cards may I play?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, check_cards_once
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import Card, card_text
from scorekeeper.core.play.tricks import say_playable
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.kani.disputes.fields import (
    CALLED,
    FIRST_TRICK,
    HAND,
    SO_FAR,
    TRUMP,
    check_called,
    check_lead,
    doubt_lead,
)
from scorekeeper.games.kani.play import (
    first_trick_cards,
    lead_beyond_custom,
    legal_cards,
    say_called,
    winning_index,
)


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Which cards of a hand may be played to a trick. (kani 3.1, 3.2, 3.5)"""
    trump, hand, trick = values["trump"], values["hand"], values["trick"]
    called: Card | None = values.get("called")
    leads = not trick and values.get("first_trick", False)
    if not hand:
        report.error("hand", "card_count", T("A hand has one to thirteen cards."), "kani 1.1")
    check_cards_once({"hand": hand, "trick": trick}, "kani 1.1", report)
    check_called(called, trump, report)
    if values.get("first_trick", False):
        check_lead(trump, trick, table.options, report)
    if leads and called in hand:
        text = T("The declarer calls a trump that is not in their own hand.")
        report.error("called", "called_in_hand", text, "kani 3.2")
    if report.errors:
        return None
    # while the hand holds the called card it is the first trick, unless the question denies it
    first = values.get("first_trick", bool(trick) and called in hand)
    legal = legal_cards(trump, hand, trick)
    if first:
        legal = first_trick_cards(trump, hand, trick, called, table.options)
    reasons = [Reason(legal.why, (legal.cite,))]
    if trick:
        best = card_text(trick[winning_index(trump, trick)])
        reasons.append(Reason(T("{card} holds the trick so far.", card=best), ("kani 3.6",)))
    if first:
        reasons += say_called(table.options) if trick and called in hand else []
        reasons += doubt_lead(trump, trick, table.options)
    beyond = lead_beyond_custom(table.options) if leads else None
    if beyond is not None:
        reasons.append(beyond)
    verdict = say_playable(legal.cards)
    if len(legal.cards) == len(hand):
        verdict = T("Any card of this hand may be played.")
    return Ruling({"legal": [str(card) for card in legal.cards]}, verdict, tuple(reasons))


QUESTION = Question(
    slug="legal_cards",
    title=T("Which cards may I play?"),
    fields=(TRUMP, HAND, SO_FAR, FIRST_TRICK, CALLED),
    answer=answer,
)
