"""How often something may be tried, counted in the database: the same for every worker and every machine.

Each kind of attempt and each who has a bucket that holds ``burst`` attempts and loses one every ``seconds``.
One statement counts an attempt, so two at the same moment are two. A bucket whose time lies ahead, because the clock
went back, begins to lose attempts now: waiting is never longer than its bucket says.
"""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Float, case, delete, literal, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.accounts.models import AttemptRow
from scorekeeper.store.transactions import writing
from scorekeeper.store.upsert import insert_into

SWEEP_EVERY = 200
FORGOTTEN_AFTER = 3 * 24 * 3600


class Limit(NamedTuple):
    """How many attempts at once, and after how many seconds there is one more."""

    kind: str
    burst: int
    seconds: float


UNKNOWN_LINK = Limit("unknown link", 300, 2)
"""A withdrawn link is asked for by every phone that had it, so the bucket is large; a guess would take 2^144."""

Tried = tuple[Limit, str]
"""An attempt: which limit it falls under, and a digest of who makes it."""


def take(session: Session, *tried: Tried, clock: Callable[[], float] = time.time) -> int:
    """Count an attempt before it is made. 0 when it may be made, else the seconds until one may.

    Counting first keeps a hundred requests at the same moment from all being within the limit.
    """
    with writing(session):
        at, longest = clock(), 0
        for limit, who in tried:
            level = _fill(session, limit, who, at)
            longest = max(longest, _seconds(limit, level - 1))
        if not secrets.randbelow(SWEEP_EVERY):
            session.execute(delete(AttemptRow).where(AttemptRow.at < at - FORGOTTEN_AFTER))
    return longest


def give_back(session: Session, *tried: Tried) -> None:
    """What was tried succeeded, so it does not count."""
    level = case((AttemptRow.level > 1.0, AttemptRow.level - 1.0), else_=0.0)
    with writing(session):
        for limit, who in tried:
            session.execute(update(AttemptRow).where(*_bucket(limit, who)).values(level=level))


def wait(session: Session, *tried: Tried, clock: Callable[[], float] = time.time) -> int:
    """The seconds until an attempt may be made; counts nothing."""
    at, longest, ahead = clock(), 0, False
    for limit, who in tried:
        bucket = session.execute(select(AttemptRow.level, AttemptRow.at).where(*_bucket(limit, who))).first()
        if bucket is not None:
            seconds = _seconds(limit, bucket.level - max(0.0, at - bucket.at) / limit.seconds)
            longest, ahead = max(longest, seconds), ahead or (seconds > 0 and bucket.at > at)
    if ahead:  # buckets of a time that is still to come lose attempts from now on
        with writing(session):
            for limit, who in tried:
                late = update(AttemptRow).where(*_bucket(limit, who), AttemptRow.at > at)
                session.execute(late.values(at=at))
    return longest


def _bucket(limit: Limit, who: str) -> tuple[Any, Any]:
    return AttemptRow.kind == limit.kind, AttemptRow.who == who


def _fill(session: Session, limit: Limit, who: str, at: float) -> float:
    """One more in the bucket; how full it is then. It runs over at once, so that hammering does not lock for ever."""
    added = insert_into(session, AttemptRow).values(kind=limit.kind, who=who, level=1.0, at=at)
    passed = case((AttemptRow.at < at, (literal(at, Float) - AttemptRow.at) / limit.seconds), else_=0.0)
    left = case((AttemptRow.level > passed, AttemptRow.level - passed), else_=0.0)
    full = float(limit.burst)
    change = {"level": case((left > full, full), else_=left) + 1.0, "at": at}
    statement = added.on_conflict_do_update(index_elements=["kind", "who"], set_=change)
    return float(session.execute(statement.returning(AttemptRow.level)).scalar_one())


def _seconds(limit: Limit, before: float) -> int:
    """How long until a bucket that was this full has room for one."""
    over = before + 1 - limit.burst
    return max(1, math.ceil(over * limit.seconds)) if over > 1e-6 else 0
