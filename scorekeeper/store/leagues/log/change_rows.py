"""How events change rows: a row is made by the first event about it, and changed by every later one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Select, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeaguePlayerRow, LeagueSeatRow


def put_row(
    session: Session,
    table: type[Any],
    league: int,
    event: LeagueEvent,
    values: Mapping[str, Any],
    **first: Any,
) -> int:
    """Make or change the row that an event is about; ``first`` is what a new row has besides. Its inner number."""
    ours = table.league_id == league, table.key == event.subject
    columns = {**values, "touched": event.seq}
    change = update(table).where(*ours).values(**columns).returning(table.id)
    row_id = session.execute(change).scalar()
    if row_id is None:
        made = {"league_id": league, "key": event.subject, "made_at": event.at, **first, **columns}
        row_id = session.execute(insert(table).values(**made).returning(table.id)).scalar_one()
    return int(row_id)


def given_fields(event: LeagueEvent, *names: str) -> dict[str, Any]:
    """The fields that an event's body holds, of these, and the import that it came with."""
    fields = {name: event.body[name] for name in names if name in event.body}
    return fields | ({"imported": event.body["import"]} if "import" in event.body else {})


def group_of(session: Session, league: int, key: str) -> set[str]:
    """A player and all who were merged into them, directly or through others."""
    into: dict[str, list[str]] = {}
    row = LeaguePlayerRow
    query = select(row.key, row.merged_into).where(row.league_id == league, row.merged_into.is_not(None))
    for merged, target in session.execute(query):
        into.setdefault(str(target), []).append(merged)
    group, left = {key}, [key]
    while left:
        more = [member for member in into.get(left.pop(), ()) if member not in group]
        group.update(more)
        left += more
    return group


def mark_players_stale(session: Session, league: int, players: Iterable[str]) -> None:
    """Mark the matches of these players: what follows from them has to be derived again."""
    played = matches_of(league, players)
    dirty = update(LeagueMatchRow).where(LeagueMatchRow.id.in_(played)).values(dirty=True)
    session.execute(dirty.execution_options(synchronize_session=False))


def matches_of(league: int, players: Iterable[str]) -> Select[int]:
    """The inner numbers of the matches that were played under any of these keys."""
    row = LeagueSeatRow
    return select(row.league_match_id).where(row.league_id == league, row.player.in_(list(players)))
