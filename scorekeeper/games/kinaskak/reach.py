"""How near the end of a match of Kínaskák is."""

from __future__ import annotations

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import Reach
from scorekeeper.games.kinaskak.scoring import Rounds, deals_left


def reach(table: Table, carry: Rounds) -> Reach:
    """The match ends by itself after the last round; no deal of a play-off is known as the last. (kinaskak 2.2, 6.8)"""
    cites = ("kinaskak 2.2", *table.options.cite("kinaskak 6.8", "contracts"))
    return Reach(cites=cites, deals_left=deals_left(carry, table))
