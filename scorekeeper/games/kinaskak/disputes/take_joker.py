"""May the joker be taken?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if
from scorekeeper.core.fields import Flag
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import Card, card_text, cards_text
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.disputes.table import CARD, IS_DOWN, ONE_MELD, lies_as, read_meld_and_card
from scorekeeper.games.kinaskak.play import SET, Meld, stood_for


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Whether the joker may be taken, and why or why not. None after reporting an impossible meld. (kinaskak 4.3)"""
    read = read_meld_and_card(values, table, report)
    if read is None:
        return None
    meld, card = read
    legal, reason = take_joker_reason(meld, card, values.get("own", False), table.options.own_jokers)
    reasons = [reason]
    if not values["is_down"]:
        legal = False
        reasons.insert(0, Reason(T("Before going down one may not take a joker."), ("kinaskak 4.3",)))
    verdict = T("The joker may not be taken for {card}.", card=card_text(card))
    if legal:
        verdict = T("The joker may be taken for {card}.", card=card_text(card))
    return Ruling({"legal": legal}, verdict, (*reasons, *lies_as(values, table.options)))


def take_joker_reason(meld: Meld, card: Card, own: bool, own_jokers: bool) -> tuple[bool, Reason]:
    """Whether a joker may be taken out of a meld (a run from low to high) for this card, and why or why not."""
    cite = ("kinaskak 4.3",)
    if meld.kind == SET:
        return False, Reason(T("A joker is never taken out of a set."), cite)
    if own and not own_jokers:
        return False, Reason(T("A joker is taken out of the runs of others, not out of one’s own."), cite)
    jokers = stood_for(meld.cards)
    if not jokers:
        return False, Reason(T("There is no joker in this run."), cite)
    text = T("A joker is taken for the very card it stands for, here: {cards}.", cards=cards_text(jokers))
    return card in jokers, Reason(text, (*cite, "kinaskak 1.5"))


QUESTION = Question(
    slug="take_joker",
    title=T("May the joker be taken?"),
    fields=(ONE_MELD, CARD, IS_DOWN, Flag(name="own", label=T("It is the player’s own run"), optional=True)),
    answer=answer,
    decides=yes_if("legal"),
)
