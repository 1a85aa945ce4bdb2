"""The usual reasons of a penalty, as keys that write them."""

from __future__ import annotations

from flask import g
from werkzeug.datastructures import MultiDict

from scorekeeper.core.game import Game
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.request.security import MORE, read_typed
from scorekeeper.web.site.languages import say

KEY = "reason:"


def usual_reasons(game: Game, kind: str) -> list[str]:
    """What a penalty is mostly for, in the reader's words; nothing where the game names no offences."""
    return [say(text) for text in game.penalty.usual] if kind == "penalty" and game.penalty else []


def take_reason(usual: list[str]) -> None:
    """Write the reason whose key was tapped, where no script did it."""
    values = read_typed()
    tapped = values.get(MORE, "") if values is not None else ""
    number = number_in(tapped.removeprefix(KEY)) if tapped.startswith(KEY) else None
    if number is not None and number < len(usual):
        typed: MultiDict[str, str] = MultiDict(values)
        typed["reason"] = usual[number]
        g.typed = typed
