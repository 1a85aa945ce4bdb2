"""The list of matches that a device has opened. It lies on the server, so that clearing a page loses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import case, func, literal, select
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.accounts.accounts import digest
from scorekeeper.store.match import statements
from scorekeeper.store.match.capabilities import CAPABILITIES
from scorekeeper.store.match.match import Match, stand_in
from scorekeeper.store.match.models import DeviceMatchRow, DeviceRow, MatchRow
from scorekeeper.store.transactions import writing
from scorekeeper.store.upsert import put_row

LISTED = (
    MatchRow.id,
    MatchRow.public_id,
    MatchRow.game,
    MatchRow.seq,
    MatchRow.opened_at,
    MatchRow.changed_at,
    MatchRow.binned_at,
    MatchRow.summary,
)
"""What lists read of a match."""


class Summary(NamedTuple):
    """A match as a list shows it. ``totals`` is None when its document is not valid. ``names`` are of those who began,
    ``table`` of everyone who ever sat there, each by the last name of the seat; ``people`` are those who began by the
    seats that they have now, by the match's own numbers (none where that is not known).
    """

    public_id: str
    game: str
    names: list[str]
    table: list[str]
    people: list[int]
    players: int
    sides: list[list[int]]
    totals: list[int] | None
    status: str
    winners: list[int]
    deals: int
    seq: int
    opened_at: datetime
    changed_at: datetime
    binned: bool
    capability: str


def device_id(cookie: str) -> str:
    """What a device is called in the ledger: a digest, so that the database gives no cookie away."""
    return digest(cookie)


def remember(session: Session, device: str, public_id: str, capability: str) -> None:
    """Put a match on top of a device's list. A better capability replaces a lesser one, never the other way."""
    rank = {name: place for place, name in enumerate(CAPABILITIES)}
    better = case(rank, value=DeviceMatchRow.capability, else_=-1) < rank[capability]
    kept = case((better, capability), else_=DeviceMatchRow.capability)
    with writing(session):
        at = clock.now()
        match = session.execute(select(MatchRow.id).where(MatchRow.public_id == public_id)).scalar()
        if match is not None:
            put_row(session, DeviceRow, {"id": device}, {"last_seen": at})
            values = {"capability": capability, "at": at}
            key = {"device_id": device, "match_id": match}
            put_row(session, DeviceMatchRow, key, values, values | {"capability": kept})


def find_capability(session: Session, device: str, match: int) -> str | None:
    """What the link allows by which a device came to a match, by its inner number; None where it never did."""
    ours = DeviceMatchRow.device_id == device, DeviceMatchRow.match_id == match
    return session.execute(select(DeviceMatchRow.capability).where(*ours)).scalar()


def recent(session: Session, device: str, limit: int = 20) -> list[Summary]:
    """The matches that a device opened last, newest first, in two statements however many they are."""
    query = (
        select(*LISTED, DeviceMatchRow.capability)
        .join(DeviceMatchRow, DeviceMatchRow.match_id == MatchRow.id)
        .where(DeviceMatchRow.device_id == device)
        .order_by(DeviceMatchRow.at.desc(), MatchRow.id.desc())
        .limit(limit)
    )
    return summaries(session, query)


def summaries(session: Session, query: Any) -> list[Summary]:
    """Matches as lists show them; the query asks for ``LISTED`` and a ``capability``."""
    matches = session.execute(query).all()
    shown = {match.id: match.summary for match in matches}
    empty = [key for key, summary in shown.items() if summary is None or _has_more_seats(summary)]
    whole = {match.id: match for match in statements.load_many(session, empty)}
    shown |= {key: statements.summary(match) for key, match in whole.items()}
    names = statements.names_of(session, {row for summary in shown.values() for row in summary["names"]})
    return [_summary(match, shown[match.id], names, whole.get(match.id)) for match in matches]


def _has_more_seats(summary: dict[str, Any]) -> bool:
    """Whether more people sat there than those whose names it has: versions before kept such a summary."""
    return sum(map(len, summary.get("sides", ()))) > len(summary["names"])


def summarize_matches(session: Session, public_ids: Sequence[str]) -> dict[str, Summary]:
    """These matches as lists show them to who watches, by their ids."""
    query = select(*LISTED, literal(CAPABILITIES[0]).label("capability"))
    listed = summaries(session, query.where(MatchRow.public_id.in_(public_ids))) if public_ids else []
    return {match.public_id: match for match in listed}


def _summary(match: Any, shown: dict[str, Any], names: dict[int, str | None], whole: Match | None) -> Summary:
    seat_names = stand_in([names.get(row) for row in shown["names"]])
    sheet = whole.scored.sheet if whole is not None else None
    return Summary(
        public_id=match.public_id,
        game=match.game,
        names=seat_names,
        table=seat_names if sheet is None else list(sheet.table.names),
        people=shown.get("people", []),
        players=len(shown["names"]),
        sides=shown.get("sides", []),
        totals=shown.get("totals"),
        status=shown.get("status", "open"),
        winners=shown.get("winners", []),
        deals=shown["deals"],
        seq=match.seq,
        opened_at=match.opened_at,
        changed_at=match.changed_at,
        binned=match.binned_at is not None,
        capability=match.capability,
    )


def count(session: Session, device: str) -> int:
    """How many matches a device has opened."""
    query = select(func.count()).where(DeviceMatchRow.device_id == device)
    return int(session.execute(query).scalar_one())
