"""How much one deal can still change: what a game says of the way to the end of its match."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.core.text import Text


class Reach(NamedTuple):
    """How much one ordinary deal can still change, as a game says it.

    ``most`` is the largest score that an ordinary deal writes for one side (None: nothing is known), ``text`` says of
    what it is made and what is left out of account, ``cites`` are its articles. ``deals_left`` is for games that end
    after a number of deals.
    """

    most: int | None = None
    text: Text | None = None
    cites: tuple[str, ...] = ()
    deals_left: int | None = None
