"""The sides of an Eskoba table in a sentence."""

from __future__ import annotations

from scorekeeper.core.text import Side, T


def side_at(side: int) -> Side:
    """A side at the beginning of a sentence; people count them from 1."""
    return Side(side, T("Side {number}", number=side + 1))
