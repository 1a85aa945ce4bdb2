"""The matches that an account owns: those whose owner's link it opened, for as long as that link is good."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, func, literal, select
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.accounts.devices import LISTED, Summary, summaries
from scorekeeper.store.accounts.models import AccountMatchRow
from scorekeeper.store.match.models import DeviceMatchRow, MatchRow
from scorekeeper.store.transactions import begin_write
from scorekeeper.store.upsert import insert_into

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
    found = session.execute(query).first()
    if found is None or found[1] == found[2]:
        return False
    begin_write(session)
    _put(session, account, [(found[0], found[1])])
    session.commit()
    return True


def adopt_of_device(session: Session, account: int, device: str) -> int:
    """Take over every match that this phone owns; how many were new."""
    begin_write(session)
    found = [tuple(row) for row in session.execute(_of_device(account, device, MatchRow.generation_owner))]
    _put(session, account, found)
    session.commit()
    return len(found)


def count_waiting(session: Session, account: int, device: str) -> int:
    """How many matches this phone owns and the account does not."""
    return len(session.execute(_of_device(account, device, MatchRow.generation_owner)).all())


def _of_device(account: int, device: str, *columns: Any) -> Any:
    ours = select(AccountMatchRow.match_id).where(*_OURS, AccountMatchRow.account_id == account)
    return (
        select(MatchRow.id, *columns)
        .join(DeviceMatchRow, DeviceMatchRow.match_id == MatchRow.id)
        .where(DeviceMatchRow.device_id == device, DeviceMatchRow.capability == OWNER)
        .where(MatchRow.id.not_in(ours))
    )


def _put(session: Session, account: int, matches: list[Any]) -> None:
    at = clock.now()
    for match, generation in matches:
        key = {"account_id": account, "match_id": match}
        values = {"generation": generation, "at": at}
        added = insert_into(session, AccountMatchRow).values(**key, **values)
        session.execute(added.on_conflict_do_update(index_elements=list(key), set_=values))


def let_go(session: Session, account: int, public_id: str) -> bool:
    """Take a match off the account's list; it stays where it is. False when it is not on it."""
    begin_write(session)
    match = select(MatchRow.id).where(MatchRow.public_id == public_id).scalar_subquery()
    gone = delete(AccountMatchRow).where(
        AccountMatchRow.account_id == account, AccountMatchRow.match_id == match
    )
    found = session.execute(gone.returning(AccountMatchRow.match_id)).first()
    session.commit()
    return found is not None


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
