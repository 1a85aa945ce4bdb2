"""What is asked at a table of Briscola: one file a question."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.games.briscola.disputes import irregularities, mismatch, trick_winner

from scorekeeper.core.rulings import Question

QUESTIONS: Mapping[str, Question] = {
    question.slug: question
    for question in (trick_winner.QUESTION, mismatch.QUESTION, irregularities.QUESTION)
}
