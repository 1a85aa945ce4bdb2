"""Who takes this trick?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import card_text
from scorekeeper.core.play.tricks import LEADER
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, Player, T
from scorekeeper.games.belot.deal import NO_TRUMPS
from scorekeeper.games.belot.disputes.fields import A_TRICK, CONTRACT
from scorekeeper.games.belot.play import trick_winner

SEATS_IN_TURN = (
    T("The player who led"),
    T("The second player"),
    T("The third player"),
    T("The fourth player"),
)


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Who takes a trick, and what is in it. (belot 2.4, 3.1)"""
    contract, trick, leader = values["contract"], values["trick"], values.get("leader", 0)
    taken = trick_winner(contract, trick, leader)
    in_turn = SEATS_IN_TURN[(taken.winner - leader) % len(trick)]
    who = Player(taken.winner, opens=True) if "leader" in values else in_turn
    verdict = T("{who} takes the trick with {card}.", who=who, card=card_text(taken.card))
    why = T("{card} is the highest card of the suit led.", card=card_text(taken.card))
    if contract == taken.card.suit:
        why = T("{card} is the highest trump in it.", card=card_text(taken.card))
    worth = N("The cards in it count {n} point.", "The cards in it count {n} points.", n=taken.points)
    reasons = [Reason(why, ("belot 2.4",)), Reason(worth, ("belot 3.1",))]
    if contract == NO_TRUMPS:
        reasons.append(Reason(T("At no trumps they are doubled when the deal is counted."), ("belot 3.2",)))
    result = {"winner": taken.winner, "card": str(taken.card), "points": taken.points}
    return Ruling(result, verdict, tuple(reasons))


QUESTION = Question(
    slug="trick_winner", title=T("Who takes this trick?"), fields=(CONTRACT, A_TRICK, LEADER), answer=answer
)
