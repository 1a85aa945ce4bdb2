"""Forgetting persons: now, and once more after a restore."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from uuid import uuid4

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.all_models import METADATA
from scorekeeper.store.forgetting import erasing, record
from scorekeeper.store.forgetting.archives import find_opened_by
from scorekeeper.store.forgetting.emptying import empty_again, list_public_ids
from scorekeeper.store.forgetting.record import ACCOUNT, MATCH, OPENING, PLAYER, SEAT, Forgotten
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, READ, Access, Who, find_league
from scorekeeper.store.leagues.log.change_rows import group_of
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeaguePlayerRow, LeagueRow
from scorekeeper.store.leagues.log.refusals import NotThere
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, in_league
from scorekeeper.store.leagues.people.player_changes import account_of
from scorekeeper.store.leagues.people.privacy import leave_all
from scorekeeper.store.leagues.people.roster import find_current_player
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.seats import SatDown, list_sat_down
from scorekeeper.store.transactions import in_one_write


def apply_record(session: Session, persons: Iterable[Forgotten], *, in_file: bool = True) -> int:
    """Erase all of these that are in the database, and note them; the caller commits. How many it were."""
    wanted = sorted(set(persons))
    erased = sum(erase(session, forgotten) for forgotten in wanted)
    record.add(session, wanted, in_file=in_file)
    return erased


def erase(session: Session, forgotten: Forgotten) -> bool:
    """Erase a person's names and words; whether there is such a person. Erasing twice is erasing once."""
    if forgotten.kind == PLAYER:
        return _erase_and_hide(session, forgotten.place, forgotten.who)
    if forgotten.kind == ACCOUNT:
        return _erase_account(session, forgotten.who)
    if forgotten.kind == MATCH:
        return empty_again(session, forgotten.place, datetime.fromisoformat(forgotten.who))
    people, sat_down = _find_persons(session, forgotten)
    if people:
        erasing.erase_people(session, people)
    for match, newcomer in sat_down:
        erasing.erase_sat_down(session, match, newcomer)
    played = [*erasing.list_matches_of(session, people), *(match.id for match, _who in sat_down)]
    if played:
        erasing.discard_uploads_of(session, list_public_ids(session, played), erasing.DISCARDED)
    return bool(played)


def _find_persons(session: Session, forgotten: Forgotten) -> tuple[set[int], list[tuple[Match, SatDown]]]:
    """Who sat in a seat at the opening, or sat down by an event, in a match and in the copies of it that are here."""
    if forgotten.kind == OPENING:
        uuid, _space, seat = forgotten.who.partition(" ")
        ids = find_opened_by(session, [uuid])
    elif forgotten.kind == SEAT:
        seat, ids = forgotten.who, [forgotten.place, *erasing.find_copies(session, forgotten.place)]
    else:
        return set(), []
    if seat.isdecimal():
        sat = (erasing.person_at(session, public_id, int(seat)) for public_id in ids)
        return {person for person in sat if person is not None}, []
    matches = (ledger.load(session, public_id) for public_id in ids)
    return set(), [
        (match, newcomer)
        for match in matches
        if match is not None
        for newcomer in list_sat_down(match.events)
        if str(-newcomer.seq) == seat
    ]


def _erase_and_hide(session: Session, public_id: str, key: str) -> bool:
    """Erase a player of a league, and let the league's log say once that the name is gone and the claim with it."""
    if not erasing.erase_player(session, public_id, key):
        return False
    inner = session.execute(select(LeagueRow.id).where(LeagueRow.public_id == public_id)).scalar_one()
    league, whole = find_league(session, inner, lock=True), find_current_player(session, inner, key)
    assert league is not None
    assert whole is not None
    ours = LeagueEventRow.league_id == inner, LeagueEventRow.subject == whole.key
    hidden = select(LeagueEventRow.id).where(*ours, LeagueEventRow.kind == event_kinds.HIDDEN).limit(1)
    if session.execute(hidden).first() is None:
        write = LeagueWrite(session, Access(league, None, Who()), str(uuid4()), event_kinds.HIDDEN)
        write.write(event_kinds.HIDDEN, whole.key, {})
    return True


def _erase_account(session: Session, handle: str) -> bool:
    """Delete an account with all that hangs on it, also where the database does not look after references.

    It leaves its leagues first, so that their logs say so: another account may get its number.
    """
    account = session.execute(select(AccountRow.id).where(AccountRow.handle == handle)).scalar()
    if account is None:
        return False
    leave_all(session, account)
    erasing.erase_texts_of(session, {account})
    for table in METADATA.sorted_tables:
        for key in table.foreign_keys:
            if key.column.table.name == AccountRow.__tablename__:
                of_account = key.parent == account
                gone = key.ondelete == "CASCADE"
                change = delete(table) if gone else update(table).values({key.parent.name: None})
                session.execute(change.where(of_account))
    session.execute(delete(AccountRow).where(AccountRow.id == account))
    return True


def forget_seat(session: Session, public_id: str, seat: int) -> bool:
    """Forget the person who sat in a seat when a match was opened, there and in its rematches; whether there is one.

    A negative seat is who sat down during the match by the event of that number, so -7 by the seventh.
    """

    def erase_seat() -> bool:
        forgotten = Forgotten(SEAT, public_id, str(seat))
        exists = any(_find_persons(session, forgotten))
        if exists:
            apply_record(session, [forgotten])
        return exists

    return _erase(session, erase_seat)


def forget_player(session: Session, access: Access, *, uuid: str, key: str) -> WrittenEvent:
    """Forget a player of a league: for organisers, and for the account that is this player. Raises NotThere."""

    def hide_and_erase(write: LeagueWrite) -> LeagueEvent:
        whole = find_current_player(session, write.league.id, key)
        own = (
            whole is not None
            and write.who.account is not None
            and (account_of(session, write.league.id, whole.key) == write.who.account)
        )
        if whole is None or not (own or write.access.may(ORGANISE)):
            raise NotThere(key)
        # First, while it is known whose the player is.
        erasing.erase_player(session, write.league.public_id, whole.key)
        _note_group(session, write.league.id, write.league.public_id, whole.key)
        return write.write(event_kinds.HIDDEN, whole.key, {})

    written = in_league(session, access, READ, uuid, event_kinds.HIDDEN, hide_and_erase)
    erasing.empty_log_of(session)
    return written


def _erase_group(session: Session, league: int, public_id: str, key: str) -> None:
    erase(session, Forgotten(PLAYER, public_id, key))
    _note_group(session, league, public_id, key)


def _note_group(session: Session, league: int, public_id: str, key: str) -> None:
    """Note every key of the person: an older backup may not know that they are one."""
    keys = sorted(group_of(session, league, key))
    record.add(session, [Forgotten(PLAYER, public_id, group_key) for group_key in keys])


def forget_account(session: Session, account: int, *, players: bool = True) -> bool:
    """Forget an account, and the ``players`` of leagues that it claimed; whether there is one.

    Matches and leagues stay.
    """

    def erase_account() -> bool:
        handle = session.execute(select(AccountRow.handle).where(AccountRow.id == account)).scalar()
        if handle is None:
            return False
        claimed = (
            select(LeagueRow.id, LeagueRow.public_id, LeaguePlayerRow.key)
            .join(LeaguePlayerRow, LeaguePlayerRow.league_id == LeagueRow.id)
            .where(LeaguePlayerRow.account_id == account)
        )
        claims = session.execute(claimed).all() if players else []
        apply_record(session, [Forgotten(ACCOUNT, "", str(handle))])
        for league, public_id, key in claims:
            _erase_group(session, league, public_id, key)
        return True

    return _erase(session, erase_account)


def _erase(session: Session, erase_one: Callable[[], bool]) -> bool:
    """Erase in one transaction, and then leave nothing of it in SQLite's log."""
    existed = in_one_write(session, erase_one)
    erasing.empty_log_of(session)
    return existed


def forget_by_keeper(session: Session, forgotten: Forgotten) -> bool:
    """Forget a person by ids, for the server's keeper at the command line; whether there is one."""

    def erase_one() -> bool:
        if forgotten.kind != PLAYER:
            existed = erase(session, forgotten)
            if existed:
                record.add(session, [forgotten])
            return existed
        league = session.execute(select(LeagueRow.id).where(LeagueRow.public_id == forgotten.place)).scalar()
        whole = None if league is None else find_current_player(session, league, forgotten.who)
        if league is None or whole is None:
            return False
        _erase_group(session, league, forgotten.place, whole.key)
        return True

    return in_one_write(session, erase_one)
