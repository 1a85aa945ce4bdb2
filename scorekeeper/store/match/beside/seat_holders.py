"""Who holds a phone at a match: a seat, or a scorer with a name. It stands beside the log, never in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.engine import in_one_write
from scorekeeper.store.match import feed, statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import HolderRow, table_of
from scorekeeper.store.match.seats import seat_now

MAX_NAME = 60
_HELD = table_of(HolderRow).c
_OF_MATCH = (
    select(_HELD.device_id, _HELD.seat, _HELD.name, _HELD.since)
    .where(_HELD.match_id == bindparam("match"))
    .order_by(_HELD.id)
)


class Holder(NamedTuple):
    """Who held a device from ``since`` on. Neither seat nor name: the question was skipped, or the name erased."""

    seat: int | None
    name: str | None
    since: datetime


Holders = Mapping[str, list[Holder]]
"""The holders of every device at a match, the first one first."""


def holders(session: Session, match: int) -> Holders:
    """The holders of every device at a match, in one statement."""
    found: dict[str, list[Holder]] = {}
    for device, seat, name, since in session.execute(_OF_MATCH, {"match": match}):
        found.setdefault(device, []).append(Holder(seat, name, since))
    return found


def holder_at(known: Holders, device: str, at: datetime) -> Holder | None:
    """Who held a device at that time; the first to say so also for what the phone wrote before."""
    held = known.get(device)
    if not held:
        return None
    return next((holder for holder in reversed(held) if holder.since <= at), held[0])


def seat_of(match: Match, holder: Holder) -> int | None:
    """Where the person sits now who holds a phone; None for one who does not play."""
    return seat_now(match, holder.seat, sum(event.at <= holder.since for event in match.events))


def hold(session: Session, match: int, device: str, seat: int | None, name: str | None) -> None:
    """Note who holds the device from now on. People change seats: a seat that is said later may be another person."""

    def add_holder() -> None:
        feed.bump(session, match)
        values = {
            "match_id": match,
            "device_id": device,
            "seat": seat,
            "name": name,
            "since": statements.now(),
        }
        session.execute(insert(HolderRow).values(**values))

    in_one_write(session, add_holder)


def carry(session: Session, before: Match, after: Match) -> None:
    """The phones of a match are held by the same people at its rematch, where they sat in the end, unless they say
    otherwise.
    """

    def copy_holders() -> None:
        feed.bump(session, after)
        known = holders(session, after.id)
        for device, held in holders(session, before.id).items():
            if device not in known:
                seat = seat_of(before, held[-1])
                values = {"seat": seat, "name": held[-1].name, "since": statements.now()}
                session.execute(insert(HolderRow).values(match_id=after.id, device_id=device, **values))

    in_one_write(session, copy_holders)


def erase_scorer(session: Session, match: int, device: str) -> None:
    """Blank the names of those who kept the score on a device: their events stay, from a phone without a name."""

    def blank_names() -> None:
        feed.bump(session, match)
        named = HolderRow.match_id == match, HolderRow.device_id == device
        session.execute(update(HolderRow).where(*named).values(name=None))

    in_one_write(session, blank_names)
