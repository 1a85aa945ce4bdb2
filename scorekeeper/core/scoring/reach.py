"""How much one deal can still change on the way to the end of a match."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.core.text import Text


class Reach(NamedTuple):
    """How much one ordinary deal can still change, as a game says it.

    ``most`` is the largest score that an ordinary deal writes for one side, or None if it is not known. ``text`` says
    what it is made of and what it leaves out, ``cites`` are its articles. ``deals_left`` is for games that end after a
    number of deals.
    """

    most: int | None = None
    text: Text | None = None
    cites: tuple[str, ...] = ()
    deals_left: int | None = None
