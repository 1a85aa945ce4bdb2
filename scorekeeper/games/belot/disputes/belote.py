"""May belote be announced with this card?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if
from scorekeeper.core.fields import CardField
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import PACK_32, PLAYED, Card, card_text
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.belot.deal import NO_TRUMPS
from scorekeeper.games.belot.disputes.fields import CONTRACT, SO_FAR
from scorekeeper.games.belot.play import BELOTE_RANKS, belote, is_trump


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Whether belote may be announced with the card played. (belot 4.9)"""
    contract, trick, card = values["contract"], values["trick"], values["card"]
    if card in trick:
        text = T("{card} is given twice; the pack has it once.", card=card_text(card))
        report.error("card", "card_twice", text, "belot 1.1")
        return None
    announced = belote(contract, trick, card)
    if contract == NO_TRUMPS and card.rank in BELOTE_RANKS:
        reason = Reason(T("At no trumps there is no belote."), ("belot 4.4", "belot 4.9"))
    else:
        reason = Reason(announced.why, ("belot 4.9",))
    if announced.valid:
        other_card = Card("Q" if card.rank == "K" else "K", card.suit)
        params = {"card": card_text(card), "other": card_text(other_card)}
        verdict = T("Belote may be announced with {card}, if {other} is still in the same hand.", **params)
    else:
        verdict = T("Belote may not be announced with {card} here.", card=card_text(card))
    assert not announced.valid or is_trump(contract, card.suit)
    return Ruling({"valid": announced.valid}, verdict, (reason,))


QUESTION = Question(
    slug="belote",
    title=T("May belote be announced with this card?"),
    fields=(CONTRACT, SO_FAR, CardField(name="card", label=T("Card played"), pack=PACK_32, lies=PLAYED)),
    answer=answer,
    decides=yes_if("valid"),
)
