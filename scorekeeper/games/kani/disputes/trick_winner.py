"""Who takes this trick?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import Card, card_text
from scorekeeper.core.play.tricks import LEADER
from scorekeeper.core.reading import Table
from scorekeeper.core.text import Player, T
from scorekeeper.games.kani.disputes.fields import (
    A_TRICK,
    CALLED,
    FIRST_TRICK,
    TRUMP,
    check_called,
    check_lead,
    doubt_lead,
)
from scorekeeper.games.kani.play import (
    MUST_PLAY_CALLED,
    TAKER_LEADS,
    say_second_lead,
    trick_winner,
    winning_index,
)

SEATS_IN_TURN = (
    T("The player who led"),
    T("The second to play"),
    T("The third to play"),
    T("The fourth to play"),
)


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Who takes a trick. (kani 1.2, 3.6)"""
    trump, trick, leader = values["trump"], values["trick"], values.get("leader", 0)
    called: Card | None = values.get("called")
    first = values.get("first_trick", False)
    check_called(called, trump, report)
    if first:
        check_lead(trump, trick, table.options, report)
    if report.errors:
        return None
    place = winning_index(trump, trick)
    winner, best = trick_winner(trump, trick, leader), trick[place]
    card = card_text(best)
    if best.suit == trump:
        why = T("{card} is the highest trump in it.", card=card)
    else:
        why = T("{card} is the highest card of the suit led.", card=card)
    second_lead = say_second_lead(table.options) if values.get("first_trick", True) else []
    reasons = [Reason(why, ("kani 3.6", "kani 1.2"))]
    if not (first and second_lead):
        reasons.append(Reason(T("Who takes a trick leads next."), ("kani 3.7",)))
    reasons += second_lead
    if first and called in trick and best != called and not second_lead:
        reasons.append(TAKER_LEADS)
    had_to_play = first and table.options.partner_call in MUST_PLAY_CALLED
    if had_to_play and called is not None and called not in trick:
        text = T("The called card, {card}, had to be played to this trick.", card=card_text(called))
        reasons.append(Reason(text, ("kani 3.2",)))
    if first:
        reasons += doubt_lead(trump, trick, table.options)
    who = Player(winner, opens=True) if "leader" in values else SEATS_IN_TURN[place]
    verdict = T("{who} takes the trick with {card}.", who=who, card=card)
    return Ruling({"winner": winner, "card": str(best)}, verdict, tuple(reasons))


QUESTION = Question(
    slug="trick_winner",
    title=T("Who takes this trick?"),
    fields=(TRUMP, A_TRICK, LEADER, FIRST_TRICK, CALLED),
    answer=answer,
)
