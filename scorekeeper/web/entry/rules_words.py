"""House rules in one line, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.rules_words import put_in_a_line
from scorekeeper.web.site.languages import say


def say_rules(game: Game, rules: Mapping[str, Any], players: int, most: int | None = None) -> str:
    """Rules in one line: ``Tournament, but: carres at no trumps``; of many differences the first ``most``."""
    return put_in_a_line(game, rules, players, say, most)
