"""Nameless strangers: a person sat there, and the league does not know who.

A stranger belongs to one seat of one match. Standings, ratings, lists and figures leave strangers out; what the others
at that table did counts.
"""

from __future__ import annotations

import re

STRANGER = "?"
"""How the key of a stranger begins; no player's key has this sign in it."""
_STRANGER = re.compile(r"\?[0-7]")


def stranger_at(seat: int) -> str:
    """The key of a stranger at a seat."""
    return f"{STRANGER}{seat}"


def is_stranger(key: str) -> bool:
    """Whether a key is that of a stranger."""
    return _STRANGER.fullmatch(key) is not None


def has_stranger(who: str) -> bool:
    """Whether a player, a pair, or one against another is or has a stranger."""
    return STRANGER in who
