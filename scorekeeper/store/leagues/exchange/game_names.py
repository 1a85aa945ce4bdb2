"""The game that a name in another program or on paper means."""

from __future__ import annotations

from scorekeeper.games import GAMES
from scorekeeper.league.files.columns import strip_name

MAX_GAME = 20
"""Letters that a league keeps of a game that this program does not know."""


def known_game(name: str) -> str | None:
    """The game that is called so in any country; None for a game that this program does not know."""
    wanted = strip_name(name)
    slugs = (
        slug
        for slug, game in GAMES.items()
        if wanted in map(strip_name, (slug, game.name.msgid, *game.also_called))
    )
    return next(slugs, None)


def slug_of(name: str) -> str:
    """The game that a name means; an unknown game keeps its own name, shortened."""
    return known_game(name) or (name.strip()[:MAX_GAME] or "?")
