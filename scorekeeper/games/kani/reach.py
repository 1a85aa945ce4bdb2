"""How much the next deal of Kani can change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.reach import Reach
from scorekeeper.core.text import T
from scorekeeper.games.kani.scoring import value_of

MAX_BID = 12
"""The highest bid below Kani itself. (kani 2.2)"""


def reach(table: Table, facts: Mapping[str, Any], deals: int) -> Reach:
    """The highest bid but Kani, which is too rare to be called ordinary. (kani 4.1, 4.2)"""
    most, _worth, cite = value_of(MAX_BID, table.options)
    text = T(
        "An ordinary deal gives {most} points at most. A bid of Kani apart: {kani}.",
        most=most,
        kani=table.options.kani_value,
    )
    return Reach(most, text, (cite, "kani 4.2"))
