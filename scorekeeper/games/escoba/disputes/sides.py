"""The sides of an Eskoba table in a sentence."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.game import Situation
from scorekeeper.core.reading import Table
from scorekeeper.core.seating import singles
from scorekeeper.core.text import Side, T


def side_at(side: int) -> Side:
    """A side at the beginning of a sentence; people count them from 1."""
    return Side(side, T("Side {number}", number=side + 1))


class AnySides(Table):
    """A table of which only the number of sides is known: what is checked there names them as a ruling does."""

    def side_name(self, side: int) -> Any:
        """A side, to be named once the table is known."""
        return side_at(side)


def any_table(sides: int, options: Any, at: str) -> Situation:
    """A deal of so many sides that no match knows; ``at`` is where it stands in the question."""
    return Situation(AnySides(singles(sides), ("?",) * sides, options), 0, None, at)
