"""What is asked at a table of Briscola: one file a question."""

from __future__ import annotations

from scorekeeper.games.briscola.disputes import mismatch, trick_winner

from scorekeeper.core.disputes.rulings import list_questions

QUESTIONS = list_questions(trick_winner.QUESTION, mismatch.QUESTION)
