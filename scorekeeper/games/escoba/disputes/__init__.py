"""The questions of Eskoba, in the order of the desk: one file a question."""

from __future__ import annotations

from scorekeeper.core.disputes.rulings import list_questions
from scorekeeper.games.escoba.disputes import captures, leftover, mismatch, opening_table, score, whole_deal

QUESTIONS = list_questions(
    captures.QUESTION,
    opening_table.QUESTION,
    leftover.QUESTION,
    whole_deal.QUESTION,
    score.QUESTION,
    mismatch.QUESTION,
)
