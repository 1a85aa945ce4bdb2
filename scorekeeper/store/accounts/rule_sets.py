"""House rules that a phone keeps under names of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.match.models import DeviceRow, RuleSetRow
from scorekeeper.store.transactions import begin_write
from scorekeeper.store.upsert import insert_into

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
    begin_write(session)
    at = clock.now()
    seen = insert_into(session, DeviceRow).values(id=device, last_seen=at)
    session.execute(seen.on_conflict_do_update(index_elements=["id"], set_={"last_seen": at}))
    values = {"rules": dict(rules), "at": at}
    added = insert_into(session, RuleSetRow).values(device_id=device, game=game, name=name, **values)
    session.execute(added.on_conflict_do_update(index_elements=["device_id", "game", "name"], set_=values))
    for one in list_sets(session, device, game)[MAX_KEPT:]:
        _delete(session, device, game, one.name)
    session.commit()


def drop_set(session: Session, device: str, game: str, name: str) -> None:
    """Keep the rules of this name no longer."""
    begin_write(session)
    _delete(session, device, game, name)
    session.commit()


def _delete(session: Session, device: str, game: str, name: str) -> None:
    ours = RuleSetRow.device_id == device, RuleSetRow.game == game, RuleSetRow.name == name
    session.execute(delete(RuleSetRow).where(*ours))
