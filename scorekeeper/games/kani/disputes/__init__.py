"""The questions of Kani, in the order of the desk: one file a question."""

from __future__ import annotations

from scorekeeper.core.disputes.rulings import list_questions
from scorekeeper.games.kani.disputes import (
    auction,
    legal_cards,
    mismatch,
    partner_call,
    score,
    trick_winner,
    whole_deal,
)

QUESTIONS = list_questions(
    legal_cards.QUESTION,
    trick_winner.QUESTION,
    auction.QUESTION,
    partner_call.QUESTION,
    score.QUESTION,
    whole_deal.QUESTION,
    mismatch.QUESTION,
)
