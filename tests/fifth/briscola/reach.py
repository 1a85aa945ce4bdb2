"""How much the next deal of Briscola can change."""

from typing import Any

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import Reach
from scorekeeper.core.text import T


def reach(table: Table, carry: Any) -> Reach:
    """One deal won; a cappotto is too rare to be called ordinary. (briscola 3.2, 3.3)"""
    text = T("An ordinary deal is one deal won. A cappotto apart.")
    return Reach(1, text, ("briscola 3.2", "briscola 3.3"))
