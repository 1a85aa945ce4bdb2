"""How much the next deal of Kani can change."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import Reach
from scorekeeper.core.text import T
from scorekeeper.games.kani.deal import ALL_TRICKS
from scorekeeper.games.kani.options import ANY_BID, KaniOptions
from scorekeeper.games.kani.scoring import value_of

MAX_BID = 12
"""The highest bid below Kani itself. (kani 2.2)"""

OTHERS = 3
"""With chips all of them pay a declarer who plays alone. (kani 4.5)"""


def reach(table: Table, carry: Any) -> Reach:
    """The most that a bid brings but Kani, which is too rare to be called ordinary. (kani 4.1, 4.2, 4.5, 5.2, 5.3)"""
    options: KaniOptions = table.options
    worth = {bid: value_of(bid, options) for bid in range(options.min_bid, MAX_BID + 1)}
    most, bid = max((value[0] + options.overtricks * (ALL_TRICKS - bid), bid) for bid, value in worth.items())
    if options.lone_declarer == ANY_BID:
        most *= options.lone_value * (OTHERS if options.settlement == "chips" else 1)
    cite = worth[bid][2]
    params = {"most": most, "kani": table.options.kani_value}
    text = T("An ordinary deal gives {most} points at most. A bid of Kani apart: {kani}.", **params)
    return Reach(most, text, (*options.cite(cite, "overtricks", "lone_declarer"), "kani 4.2"))
