"""The questions of Kínaskák, in the order of the desk: one file a question."""

from __future__ import annotations

from scorekeeper.core.disputes.rulings import list_questions
from scorekeeper.games.kinaskak.disputes import (
    buy,
    buy_dispute,
    contract,
    go_down,
    hand_points,
    lay_off,
    meld,
    mismatch,
    score,
    take_joker,
    whole_deal,
)

QUESTIONS = list_questions(
    go_down.QUESTION,
    meld.QUESTION,
    contract.QUESTION,
    lay_off.QUESTION,
    take_joker.QUESTION,
    buy.QUESTION,
    buy_dispute.QUESTION,
    hand_points.QUESTION,
    score.QUESTION,
    whole_deal.QUESTION,
    mismatch.QUESTION,
)
