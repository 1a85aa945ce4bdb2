"""How much the next deal of Eskoba can change."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import Reach
from scorekeeper.core.text import T
from scorekeeper.games.escoba.options import ADDED, EscobaOptions

MAX_CARDS, SEVEN_OF_GOLDS = 1, 1


def reach(table: Table, carry: Any) -> Reach:
    """Everything that the piles can give but escobas, which cannot be foreseen. (escoba 5.2 to 5.8, 7.2, 7.3, 7.5)"""
    options: EscobaOptions = table.options
    golds = _most_of(1, options.all_golds_value, options.all_golds)
    sevens = _most_of(options.most_sevens, options.all_sevens_value, options.all_sevens)
    most = MAX_CARDS + SEVEN_OF_GOLDS + golds + sevens + options.setenta + options.fewer_than_ten
    text = T("A deal gives {most} points at most, escobas apart.", most=most)
    customs = options.cite("escoba 5.8", "all_golds_value", "all_sevens_value", "most_sevens", "setenta")
    return Reach(most, text, ("escoba 5.1", "escoba 5.4", "escoba 5.7", *customs))


def _most_of(majority: int, whole: int, how: str) -> int:
    """The most that one kind brings: by the most of it, or by all of it in its place or besides."""
    return majority + whole if whole and how == ADDED else max(majority, whole)
