"""Which snapshots stay, and for which there is room. Pure: no clock, no disk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

LADDER = ((timedelta(minutes=5), 12), (timedelta(hours=1), 24), (timedelta(days=1), 14))
"""Rungs: of each step of time the newest snapshot stays, for so many steps."""
ALWAYS = 5
"""The last ones stay even if the clock is wrong."""
SHARE = 5
"""Together they have at most one part in so many of what is free."""
MIN_FREE = 500_000_000
"""Bytes that stay free."""


class Snapshot(NamedTuple):
    """One snapshot. ``number`` counts them in the order in which they were made; the clock has no part in it."""

    number: int
    at: datetime
    size: int
    occasion: str = ""
    """Why it was made out of turn, such as before a migration; it stays as long as the ladder reaches."""


def find_outdated(snapshots: Iterable[Snapshot], now: datetime) -> list[Snapshot]:
    """Those that no rung of the ladder holds."""
    ordered = sorted(snapshots)
    kept = {snapshot.number for snapshot in ordered[-ALWAYS:]}
    for step, count in LADDER:
        kept |= _newest_of_each_step(ordered, now, step, count)
    longest = max(step * count for step, count in LADDER)
    kept |= {snapshot.number for snapshot in ordered if snapshot.occasion and now - snapshot.at <= longest}
    return [snapshot for snapshot in ordered if snapshot.number not in kept]


def _newest_of_each_step(ordered: Iterable[Snapshot], now: datetime, step: timedelta, count: int) -> set[int]:
    """The newest of each step; one from the future is as good as new."""
    last = _slot(now, step)
    newest: dict[int, int] = {}
    for snapshot in ordered:
        slot = _slot(snapshot.at, step)
        if slot > last - count:
            newest[slot] = snapshot.number
    return set(newest.values())


def _slot(at: datetime, step: timedelta) -> int:
    return int(at.timestamp() // step.total_seconds())


def surplus(snapshots: Iterable[Snapshot], free: int) -> list[Snapshot]:
    """The oldest, as many as are too many for what is free; the newest stays."""
    ordered = sorted(snapshots)
    most = _most(free + sum(snapshot.size for snapshot in ordered))
    return _oldest_beyond(ordered[:-1], most - sum(snapshot.size for snapshot in ordered[-1:]))


def make_room(
    snapshots: Iterable[Snapshot], size: int, free: int
) -> tuple[list[Snapshot], list[Snapshot]] | None:
    """What has to go before one more of this size is made, and what once it is there: the newest one goes last.

    None where there is no room for it.
    """
    ordered = sorted(snapshots)
    most = _most(free + sum(snapshot.size for snapshot in ordered))
    if size > most:
        return None
    gone = _oldest_beyond(ordered, most - size)
    before = [snapshot for snapshot in gone if snapshot is not ordered[-1]]
    if free + sum(snapshot.size for snapshot in before) - size < MIN_FREE:
        return None
    return before, gone[len(before) :]


def _most(room: int) -> int:
    """How much snapshots may have of a disk that would have so much room without them."""
    return min(room // (SHARE + 1), room - MIN_FREE)


def _oldest_beyond(ordered: Sequence[Snapshot], most: int) -> list[Snapshot]:
    """The oldest, until the rest is within a limit."""
    total, gone = sum(snapshot.size for snapshot in ordered), []
    for snapshot in ordered:
        if total <= most:
            break
        gone.append(snapshot)
        total -= snapshot.size
    return gone
