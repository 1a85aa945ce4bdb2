"""One event of a league's log, and how events are read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.models import LeagueEventRow
from scorekeeper.store.match.models import table_of

PAGE = 500


class LeagueEvent(NamedTuple):
    """One thing that happened in a league. ``uuid`` was made by the client: a retried request is the same event."""

    seq: int
    uuid: str
    kind: str
    subject: str | None
    body: Mapping[str, Any]
    account: int | None
    device: str | None
    at: datetime


EVENT = tuple(
    table_of(LeagueEventRow).c[f"{name}_id" if name in ("account", "device") else name]
    for name in LeagueEvent._fields
)
"""The columns that make an event."""


def events_after(session: Session, league: int, *, after: int = 0, limit: int = PAGE) -> list[LeagueEvent]:
    """A league's events in order, from the one after ``after`` on: the cursor of its API."""
    query = select(*EVENT).where(LeagueEventRow.league_id == league, LeagueEventRow.seq > after)
    return [LeagueEvent(*row) for row in session.execute(query.order_by(LeagueEventRow.seq).limit(limit))]
