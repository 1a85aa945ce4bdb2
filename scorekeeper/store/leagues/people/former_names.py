"""What players were called before they were renamed: each such name still means the player.

A former name lies beside the log, as reasons do, and the event that took it away names its row.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.event_kinds import RENAMED
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueTextRow

FORMER = "former"
"""The field of a ``renamed`` event that holds the number of the text."""
_NUMBER = LeagueEventRow.body[FORMER].as_integer()


class FormerName(NamedTuple):
    """A name that a player, by the very key, once had."""

    key: str
    name: str


def read_former_names(session: Session, league: int, keys: Collection[str] | None = None) -> list[FormerName]:
    """The former names of everybody, or of these players, the oldest first; those that were erased are missing."""
    query = select(LeagueEventRow.subject, LeagueTextRow.text).join(
        LeagueTextRow, LeagueTextRow.id == _NUMBER
    )
    remaining = query.where(*_renamed(league, keys), LeagueTextRow.text.is_not(None))
    rows = session.execute(remaining.order_by(LeagueEventRow.id))
    return [FormerName(str(key), str(name)) for key, name in rows]


def erase_former_names(session: Session, league: int, keys: Collection[str]) -> None:
    """Erase what these players were called before."""
    gone = select(_NUMBER).where(*_renamed(league, keys))
    session.execute(update(LeagueTextRow).where(LeagueTextRow.id.in_(gone)).values(text=None))


def _renamed(league: int, keys: Collection[str] | None) -> list[ColumnElement[bool]]:
    ours: list[ColumnElement[bool]] = [LeagueEventRow.league_id == league, LeagueEventRow.kind == RENAMED]
    return ours if keys is None else [*ours, LeagueEventRow.subject.in_(keys)]
