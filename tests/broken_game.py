"""A game that fails at every question, to show what becomes of an unforeseen mistake."""

import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from scorekeeper import games
from scorekeeper.core.disputes.rulings import Question
from scorekeeper.core.text import Text
from tests.documents import match_document, question_document

PLAYERS = ["Anna", "Björn", "Þórdís", "Guðrún"]
DEAL = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10}
GOOD_MATCH: dict[str, Any] = match_document("kani", PLAYERS, [DEAL])
BROKEN_MATCH = {**GOOD_MATCH, "game": "broken"}
GOOD_QUESTION: dict[str, Any] = question_document("kani", "irregularity", answers=[])
BROKEN_QUESTION = {"format": "scorekeeper-question/1", "game": "broken", "question": "fail"}


def fail(*_: object) -> NoReturn:
    raise ZeroDivisionError("which no test foresaw")


@contextmanager
def broken_game() -> Iterator[None]:
    """The registry with one game more."""
    module: Any = types.ModuleType("scorekeeper.games.broken")
    question = Question(slug="fail", title=Text("Does it fail?"), fields=(), answer=fail)
    module.GAME = games.GAMES["kani"].but(slug="broken", score=fail, questions={"fail": question})
    sys.modules[module.__name__] = module
    games.GAMES.folders.append("broken")
    try:
        yield
    finally:
        games.GAMES.folders.remove("broken")
        del sys.modules[module.__name__]


if __name__ == "__main__":
    from scorekeeper.cli import main

    with broken_game():
        sys.exit(main(sys.argv[1:]))
