"""Documents as a program hands them in: a match, and a question of the desk."""

from collections.abc import Sequence
from typing import Any


def match_document(
    game: str, players: Sequence[str], entries: Sequence[Any], /, **more: Any
) -> dict[str, Any]:
    """A match; ``more`` are its rules and what else a document may say, or says otherwise."""
    return {"format": "scorekeeper-match/1", "game": game, "players": players, "entries": entries, **more}


def question_document(game: str, question: str, /, **asked: Any) -> dict[str, Any]:
    """A question and what is asked of it."""
    return {"format": "scorekeeper-question/1", "game": game, "question": question, **asked}
