"""How near the end of a match of Kínaskák is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.reach import Reach
from scorekeeper.games.kinaskak.scoring import start


def reach(table: Table, facts: Mapping[str, Any], deals: int) -> Reach:
    """The match ends by itself after the last round; a play-off goes on deal by deal. (kinaskak 2.2, 6.8)"""
    rounds = start(table)
    whole = rounds.last * rounds.per_round
    return Reach(cites=("kinaskak 2.2", "kinaskak 6.8"), deals_left=max(1, whole - deals))
