"""The questions of Belot, in the order of the desk: one file a question."""

from __future__ import annotations

from scorekeeper.core.disputes.rulings import list_questions
from scorekeeper.games.belot.disputes import (
    auction,
    belote,
    declarations,
    find_declarations,
    legal_cards,
    mismatch,
    score,
    trick_winner,
    whole_deal,
)

QUESTIONS = list_questions(
    legal_cards.QUESTION,
    trick_winner.QUESTION,
    declarations.QUESTION,
    find_declarations.QUESTION,
    belote.QUESTION,
    auction.QUESTION,
    score.QUESTION,
    whole_deal.QUESTION,
    mismatch.QUESTION,
)
