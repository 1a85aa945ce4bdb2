"""Erasing the persons that the record names: when one is forgotten, and once more after a restore."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.all_models import METADATA
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.bin import list_public_ids
from scorekeeper.store.forgetting.copies import find_copies
from scorekeeper.store.forgetting.emptying import empty_again
from scorekeeper.store.forgetting.in_leagues import erase_player, erase_texts_of
from scorekeeper.store.forgetting.in_matches import (
    erase_people,
    list_matches_of,
    person_at,
    person_at_opening,
)
from scorekeeper.store.forgetting.record import ACCOUNT, MATCH, OPENING, PLAYER, SEAT, Forgotten
from scorekeeper.store.forgetting.waiting import DISCARDED, discard_uploads_of


def apply_record(session: Session, found: Iterable[Forgotten], *, in_file: bool = True) -> int:
    """Erase all of these that are in the database, and note them; the caller commits. How many it were."""
    wanted = sorted(set(found))
    erased = sum(erase(session, one) for one in wanted)
    record.add(session, wanted, in_file=in_file)
    return erased


def erase(session: Session, one: Forgotten) -> bool:
    """Erase a person's names and words; whether there is such a person. Erasing twice is erasing once."""
    if one.kind == PLAYER:
        return erase_player(session, one.place, one.who)
    if one.kind == ACCOUNT:
        return _erase_account(session, one.who)
    if one.kind == MATCH:
        return empty_again(session, one.place, datetime.fromisoformat(one.who))
    people = _find_people(session, one)
    if people:
        erase_people(session, people)
        discard_uploads_of(session, list_public_ids(session, list_matches_of(session, people)), DISCARDED)
    return bool(people)


def _find_people(session: Session, one: Forgotten) -> set[int]:
    """Who sat in a seat, in the match and in the copies of it that are here."""
    if one.kind == OPENING:
        uuid, _space, seat = one.who.partition(" ")
        found = person_at_opening(session, uuid, int(seat)) if seat.isdecimal() else None
        return set() if found is None else {found}
    if one.kind != SEAT or not one.who.isdecimal():
        return set()
    places = [one.place, *find_copies(session, one.place)]
    return {person for place in places if (person := person_at(session, place, int(one.who))) is not None}


def _erase_account(session: Session, handle: str) -> bool:
    """Delete an account with all that hangs on it, also where the database does not look after references."""
    account = session.execute(select(AccountRow.id).where(AccountRow.handle == handle)).scalar()
    if account is None:
        return False
    erase_texts_of(session, {account})
    for table in METADATA.sorted_tables:
        for key in table.foreign_keys:
            if key.column.table.name == AccountRow.__tablename__:
                theirs = key.parent == account
                gone = key.ondelete == "CASCADE"
                change = delete(table) if gone else update(table).values({key.parent.name: None})
                session.execute(change.where(theirs))
    session.execute(delete(AccountRow).where(AccountRow.id == account))
    return True
