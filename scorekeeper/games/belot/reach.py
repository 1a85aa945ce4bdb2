"""How much the next deal of Belot can change."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import Reach
from scorekeeper.core.text import T

MAX_WRITTEN = 26
"""All trumps inside: 258 points, rounded 26, to the defenders alone. (belot 2.3, 3.4, 5.4)"""


def reach(table: Table, carry: Any) -> Reach:
    """All trumps inside, and the points that hang. (belot 3.4, 3.8)

    It leaves out declarations, contra, and a capot, on which most tables do not let a match end.
    """
    pending = carry.pending
    cites: tuple[str, ...] = ("belot 3.4",)
    if not pending:
        text = T(
            "An ordinary deal writes {most} points at most: all trumps inside. "
            "Declarations, contra and capot apart.",
            most=MAX_WRITTEN,
        )
        return Reach(MAX_WRITTEN, text, cites)
    most = MAX_WRITTEN + pending
    text = T(
        "An ordinary deal writes {most} points at most: all trumps inside and the {hanging} that hang. "
        "Declarations, contra and capot apart.",
        most=most,
        hanging=pending,
    )
    return Reach(most, text, (*cites, "belot 3.8"))
