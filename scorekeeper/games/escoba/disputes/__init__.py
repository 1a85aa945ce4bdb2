"""The questions of Eskoba, in the order of the desk: one file a question."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.rulings import Question
from scorekeeper.games.escoba.disputes import (
    captures,
    irregularities,
    leftover,
    mismatch,
    opening_table,
    score,
    whole_deal,
)

QUESTIONS: Mapping[str, Question] = {
    question.slug: question
    for question in (
        captures.QUESTION,
        opening_table.QUESTION,
        leftover.QUESTION,
        whole_deal.QUESTION,
        score.QUESTION,
        mismatch.QUESTION,
        irregularities.QUESTION,
    )
}
