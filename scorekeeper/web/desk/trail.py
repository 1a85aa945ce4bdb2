"""The way through an irregularity: what was asked so far, and what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.text import Text


def trail(game: Game, document: Mapping[str, Any]) -> list[tuple[Text, Text]]:
    """What was asked so far and what was answered."""
    found = []
    answers = list(document.get("answers") or ())
    for index, given in enumerate(answers):
        asked = adjudicate({**document, "answers": answers[:index]}, {game.slug: game}, Report())
        if asked is None:
            break
        result = asked.ruling.result
        words = next((way["text"] for way in result["choices"] if way["choice"] == given), None)
        if words is not None:
            found.append((result["asks"], words))
    return found
