"""One event of a league's log, and the columns that it is read from."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper.store.leagues.log.models import LeagueEventRow


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


EVENT = (
    LeagueEventRow.seq,
    LeagueEventRow.uuid,
    LeagueEventRow.kind,
    LeagueEventRow.subject,
    LeagueEventRow.body,
    LeagueEventRow.account_id,
    LeagueEventRow.device_id,
    LeagueEventRow.at,
)
"""The columns that make an event."""
