"""House rules that a phone keeps under names of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.match.models import DeviceRow, RuleSetRow
from scorekeeper.store.transactions import writing
from scorekeeper.store.upsert import put_row

MAX_KEPT = 20
"""So many a phone keeps for each game; with one more the oldest goes."""


class KeptRules(NamedTuple):
    """House rules under a name."""

    name: str
    rules: dict[str, Any]


def list_sets(session: Session, device: str, game: str) -> list[KeptRules]:
    """What a phone keeps for a game, the latest first."""
    ours = RuleSetRow.device_id == device, RuleSetRow.game == game
    query = (
        select(RuleSetRow.name, RuleSetRow.rules).where(*ours).order_by(RuleSetRow.at.desc(), RuleSetRow.name)
    )
    return [KeptRules(*row) for row in session.execute(query)]


def keep_set(session: Session, device: str, game: str, name: str, rules: Mapping[str, Any]) -> None:
    """Keep rules under a name; those that had it are replaced."""
    with writing(session):
        at = clock.now()
        put_row(session, DeviceRow, {"id": device}, {"last_seen": at})
        key = {"device_id": device, "game": game, "name": name}
        put_row(session, RuleSetRow, key, {"rules": dict(rules), "at": at})
        for outdated in list_sets(session, device, game)[MAX_KEPT:]:
            _delete(session, device, game, outdated.name)


def drop_set(session: Session, device: str, game: str, name: str) -> None:
    """Keep the rules of this name no longer."""
    with writing(session):
        _delete(session, device, game, name)


def _delete(session: Session, device: str, game: str, name: str) -> None:
    ours = RuleSetRow.device_id == device, RuleSetRow.game == game, RuleSetRow.name == name
    session.execute(delete(RuleSetRow).where(*ours))
