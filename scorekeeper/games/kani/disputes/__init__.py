"""The questions of Kani, in the order of the desk: one file a question."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.rulings import Question
from scorekeeper.games.kani.disputes import (
    auction,
    irregularities,
    legal_cards,
    mismatch,
    partner_call,
    trick_winner,
    whole_deal,
)

QUESTIONS: Mapping[str, Question] = {
    question.slug: question
    for question in (
        legal_cards.QUESTION,
        trick_winner.QUESTION,
        auction.QUESTION,
        partner_call.QUESTION,
        whole_deal.QUESTION,
        mismatch.QUESTION,
        irregularities.QUESTION,
    )
}
