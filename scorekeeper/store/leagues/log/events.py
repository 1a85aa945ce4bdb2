"""One event of a league's log, and the columns that it is read from."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper.store.leagues.log.models import LeagueEventRow
from scorekeeper.store.match.models import table_of


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
