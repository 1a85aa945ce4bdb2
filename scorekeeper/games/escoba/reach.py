"""How much the next deal of Eskoba can change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.reach import Reach
from scorekeeper.core.text import T
from scorekeeper.games.escoba.options import ADDED, EscobaOptions

MAX_CARDS, SEVEN_OF_GOLDS = 1, 1
ALL_GOLDS, ALL_SEVENS = 2, 3


def reach(table: Table, facts: Mapping[str, Any], deals: int) -> Reach:
    """Everything that the piles can give, without escobas, which cannot be foreseen. (escoba 5.2 to 5.8)"""
    options: EscobaOptions = table.options
    most = MAX_CARDS + SEVEN_OF_GOLDS + ALL_GOLDS + ALL_SEVENS + options.fewer_than_ten
    most += (options.all_golds == ADDED) + (options.all_sevens == ADDED)
    text = T("A deal gives {most} points at most, escobas apart.", most=most)
    return Reach(most, text, ("escoba 5.1", "escoba 5.4", "escoba 5.7", "escoba 5.8"))
