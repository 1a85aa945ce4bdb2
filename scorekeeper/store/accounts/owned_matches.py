"""The matches that an account owns: those whose owner's link it opened, for as long as that link is good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, literal, select
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.accounts.devices import LISTED, Summary, summaries
from scorekeeper.store.accounts.models import AccountMatchRow
from scorekeeper.store.match.models import DeviceMatchRow, MatchRow
from scorekeeper.store.transactions import writing
from scorekeeper.store.upsert import put_row

OWNER = "owner"
_OURS = AccountMatchRow.match_id == MatchRow.id, AccountMatchRow.generation == MatchRow.generation_owner
"""A withdrawn link shuts out all who came by it, accounts too."""


def adopt(session: Session, account: int, public_id: str) -> bool:
    """Take a match over whose owner's link was just opened; whether it is new to the account."""
    query = (
        select(MatchRow.id, MatchRow.generation_owner, AccountMatchRow.generation)
        .outerjoin(
            AccountMatchRow,
            (AccountMatchRow.match_id == MatchRow.id) & (AccountMatchRow.account_id == account),
        )
        .where(MatchRow.public_id == public_id)
    )
    row = session.execute(query).first()
    if row is None or row[1] == row[2]:
        return False
    with writing(session):
        _put(session, account, [(row[0], row[1])])
    return True


def adopt_of_device(session: Session, account: int, device: str) -> int:
    """Take over every match that this phone owns; how many were new."""
    with writing(session):
        rows = session.execute(_of_device(account, device)).all()
        _put(session, account, rows)
    return len(rows)


def count_waiting(session: Session, account: int, device: str) -> int:
    """How many matches this phone owns and the account does not."""
    return len(session.execute(_of_device(account, device)).all())


def _of_device(account: int, device: str) -> Any:
    ours = select(AccountMatchRow.match_id).where(*_OURS, AccountMatchRow.account_id == account)
    return (
        select(MatchRow.id, MatchRow.generation_owner)
        .join(DeviceMatchRow, DeviceMatchRow.match_id == MatchRow.id)
        .where(DeviceMatchRow.device_id == device, DeviceMatchRow.capability == OWNER)
        .where(MatchRow.id.not_in(ours))
    )


def _put(session: Session, account: int, matches: Sequence[Any]) -> None:
    at = clock.now()
    for match, generation in matches:
        key = {"account_id": account, "match_id": match}
        put_row(session, AccountMatchRow, key, {"generation": generation, "at": at})


def let_go(session: Session, account: int, public_id: str) -> bool:
    """Take a match off the account's list; it stays where it is. False when it is not on it."""
    match = select(MatchRow.id).where(MatchRow.public_id == public_id).scalar_subquery()
    ours = AccountMatchRow.account_id == account, AccountMatchRow.match_id == match
    gone = delete(AccountMatchRow).where(*ours).returning(AccountMatchRow.match_id)
    with writing(session):
        return session.execute(gone).first() is not None


def count(session: Session, account: int) -> int:
    """How many matches an account owns."""
    query = select(func.count()).select_from(AccountMatchRow).join(MatchRow, _OURS[0])
    return int(session.execute(query.where(*_OURS, AccountMatchRow.account_id == account)).scalar_one())


def of_account(session: Session, account: int, *, skip: int = 0, limit: int | None = 20) -> list[Summary]:
    """An account's matches, the last played first."""
    query = (
        select(*LISTED, literal(OWNER).label("capability"))
        .join(AccountMatchRow, _OURS[0])
        .where(*_OURS, AccountMatchRow.account_id == account)
        .order_by(MatchRow.changed_at.desc(), MatchRow.id.desc())
    )
    return summaries(session, query.offset(skip).limit(limit))
