"""The game that a name in another program or on paper means."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from scorekeeper.games import GAMES

MAX_GAME = 20
"""Letters that a league keeps of a game that this program does not know."""


def known_game(name: str) -> str | None:
    """The game that is called so in any country; None for a game that this program does not know."""
    wanted = _plain(name)
    slugs = (
        slug
        for slug, game in GAMES.items()
        if wanted in map(_plain, (slug, game.name.msgid, *game.also_called))
    )
    return next(slugs, None)


def slug_of(name: str) -> str:
    """The game that a name means; an unknown game keeps its own name, shortened."""
    return known_game(name) or (name.strip()[:MAX_GAME] or "?")


@lru_cache(maxsize=1000)
def _plain(name: str) -> str:
    """A name without case, accents, and what stands between its words."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return re.sub(
        r"[\W_]+", "", "".join(character for character in apart if not unicodedata.combining(character))
    )
