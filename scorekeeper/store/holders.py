"""Who holds a phone at a match: a seat, or somebody with a name who keeps the score. Beside the log, never in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.store import feed, rows
from scorekeeper.store.engine import in_one_write
from scorekeeper.store.models import HolderRow

LONGEST_NAME = 60


class Holder(NamedTuple):
    """Who held a device from ``since`` on. Neither seat nor name: the question was skipped, or the name erased."""

    seat: int | None
    name: str | None
    since: datetime


Holders = Mapping[str, list[Holder]]
"""The holders of every device at a match, the first one first."""


def holders(session: Session, match: int) -> Holders:
    """Everybody who held a device at a match, in one statement."""
    query = select(HolderRow.device_id, HolderRow.seat, HolderRow.name, HolderRow.since)
    found: dict[str, list[Holder]] = {}
    told = session.execute(query.where(HolderRow.match_id == match).order_by(HolderRow.id))
    for device, seat, name, since in told:
        found.setdefault(device, []).append(Holder(seat, name, since))
    return found


def holder_at(known: Holders, device: str, at: datetime) -> Holder | None:
    """Who held a device at that time; the first to say so also for what the phone wrote before."""
    held = known.get(device)
    if not held:
        return None
    return next((holder for holder in reversed(held) if holder.since <= at), held[0])


def hold(session: Session, match: int, device: str, seat: int | None, name: str | None) -> None:
    """From now on this person holds the device. Said once more, nothing changes."""

    def work() -> None:
        last = holders(session, match).get(device, [None])[-1]
        if last is not None and (last.seat, last.name) == (seat, name):
            return
        feed.bump(session, match)
        values = {"match_id": match, "device_id": device, "seat": seat, "name": name, "since": rows.now()}
        session.execute(insert(HolderRow).values(**values))

    in_one_write(session, work)


def carry(session: Session, before: int, after: int) -> None:
    """The phones of a match are held by the same people at its rematch, unless they say otherwise."""

    def work() -> None:
        feed.bump(session, after)
        known = holders(session, after)
        for device, held in holders(session, before).items():
            if device not in known:
                values = {"seat": held[-1].seat, "name": held[-1].name, "since": rows.now()}
                session.execute(insert(HolderRow).values(match_id=after, device_id=device, **values))

    in_one_write(session, work)


def erase_scorer(session: Session, match: int, device: str) -> None:
    """Blank the names of those who kept the score on a device: their events stay, from a phone without a name."""

    def work() -> None:
        feed.bump(session, match)
        named = HolderRow.match_id == match, HolderRow.device_id == device
        session.execute(update(HolderRow).where(*named).values(name=None))

    in_one_write(session, work)
