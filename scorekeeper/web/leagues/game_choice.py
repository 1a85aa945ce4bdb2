"""The choice of a game on the forms of a league."""

from __future__ import annotations

from scorekeeper.core.fields import Choice
from scorekeeper.core.text import T
from scorekeeper.games import GAMES


def game_field(now: str = "") -> Choice:
    """The choice among all games. A result of a game that this program does not know may keep its own word."""
    known = {slug: game.name for slug, game in GAMES.items()}
    choices = {**known, now: T("{name}", name=now)} if now and now not in known else known
    return Choice(name="game", label=T("Game"), choices=choices)


def game_or_first(asked: str | None) -> str:
    """The game that an address names, or else the first of all."""
    return asked if asked is not None and asked in GAMES else next(iter(GAMES))
