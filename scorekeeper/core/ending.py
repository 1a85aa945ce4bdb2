"""When a match to a number of points is over, and why it sometimes is not."""

from __future__ import annotations

from scorekeeper.core.rulings import Reason
from scorekeeper.core.text import T

SHARED = "shared"


def first_past(totals: tuple[int, ...], target: int | None, tie: str) -> tuple[int, ...]:
    """The winners once the best total has reached the target; empty before, and while the best are level.

    Where ``tie`` is ``shared``, all who are level at the top have won.
    """
    best = max(totals)
    if target is None or best < target:
        return ()
    leaders = tuple(side for side, total in enumerate(totals) if total == best)
    return leaders if len(leaders) == 1 or tie == SHARED else ()


def level_past(totals: tuple[int, ...], target: int | None, cite: str) -> Reason | None:
    """Why a match past its target goes on: the best are level. None while nobody has reached the target."""
    if target is None or max(totals) < target:
        return None
    return Reason(T("Level at the top: play goes on until somebody leads."), (cite,))
