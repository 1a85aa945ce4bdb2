"""Who holds a phone at a match: a seat, or a scorer with a name. It stands beside the log, never in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.match import feed
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import HolderRow, MatchRow, table_of
from scorekeeper.store.match.seats import name_then, seat_now
from scorekeeper.store.transactions import writing

MAX_NAME = 60
_HELD = table_of(HolderRow).c
_OF_MATCH = (
    select(_HELD.device_id, _HELD.seat, _HELD.name, _HELD.seq, _HELD.since)
    .where(_HELD.match_id == bindparam("match"))
    .order_by(_HELD.id)
)


class Holder(NamedTuple):
    """Who held a device for the events after ``seq``. Neither seat nor name: the question was skipped, or the name
    erased. ``since`` is for eyes alone: a clock may jump.
    """

    seat: int | None
    name: str | None
    seq: int
    since: datetime


Holders = Mapping[str, list[Holder]]
"""The holders of every device at a match, the first one first."""


def holders(session: Session, match: int) -> Holders:
    """The holders of every device at a match, in one statement."""
    by_device: dict[str, list[Holder]] = {}
    for device, *fields in session.execute(_OF_MATCH, {"match": match}):
        by_device.setdefault(device, []).append(Holder(*fields))
    return by_device


def holder_at(by_device: Holders, device: str, seq: int) -> Holder | None:
    """Who held a device when this event was written, or will be; the first to say so also for those before."""
    held = by_device.get(device)
    if not held:
        return None
    return next((holder for holder in reversed(held) if holder.seq < seq), held[0])


def seat_of(match: Match, holder: Holder) -> int | None:
    """Where the person sits now who holds a phone; None for one who does not play."""
    return seat_now(match, holder.seat, holder.seq)


def hold(session: Session, match: int, device: str, seat: int | None, name: str | None) -> None:
    """Note who holds the device from now on. People change seats: a seat that is said later may be another person."""
    with writing(session):
        feed.bump(session, match)
        _add(session, match, device, seat, name)


def carry(session: Session, before: Match, after: Match) -> None:
    """The phones of a match are held by the same people at its rematch, where they sat in the end, unless they say
    otherwise. One of a person who sat down since that match began is not at the rematch, and is asked again.
    """
    with writing(session):
        feed.bump(session, after)
        by_device = holders(session, after.id)
        for device, held in holders(session, before.id).items():
            holder = held[-1]
            seat = None if holder.seat is None else _seat_after(before, after, holder)
            if device not in by_device and (holder.seat is None or seat is not None):
                _add(session, after.id, device, seat, holder.name)


def keep_people(session: Session, before: Match, after: Match, seq: int) -> None:
    """The phones that were passed on after event ``seq`` are held by the same people where the match went on from there
    in another way: by one who sits there at another seat from that one, by one who does not as by a scorer.
    """
    sheet = after.scored.sheet
    called = after.seat_names if sheet is None else sheet.table.names
    seats = {name: seat for seat, name in enumerate(called)}
    query = select(_HELD.id, _HELD.seat, _HELD.seq).where(_HELD.match_id == before.id, _HELD.seq > seq)
    for row, seat, then in session.execute(query).all():
        values: dict[str, int | str | None] = {"seq": min(then, after.seq)}
        if (name := name_then(before, seat, then)) is not None:
            values |= {"seat": seats.get(name), "name": None if name in seats else name}
        session.execute(update(HolderRow).where(_HELD.id == row).values(**values))


def _seat_after(before: Match, after: Match, holder: Holder) -> int | None:
    """The seat at the rematch of the person who holds a phone; None for one who did not begin the match."""
    if not before.has_changes:
        return seat_of(before, holder)
    name = name_then(before, holder.seat, holder.seq)
    return after.seat_names.index(name) if name in after.seat_names else None


def _add(session: Session, match: int, device: str, seat: int | None, name: str | None) -> None:
    """A row for the events that come after those which the match has now."""
    values = {"match_id": match, "device_id": device, "seat": seat, "name": name, "since": clock.now()}
    last = select(MatchRow.seq).where(MatchRow.id == match).scalar_subquery()
    session.execute(insert(HolderRow).values(**values, seq=last))
