"""Forgetting one person: a seat of a match, a player of a league, an account. It cannot be taken back.

Who may ask is decided here for leagues, and by the page or the command line for the others.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.apply import apply_record, erase
from scorekeeper.store.forgetting.cleaning import empty_log_of
from scorekeeper.store.forgetting.in_matches import person_at
from scorekeeper.store.forgetting.record import ACCOUNT, PLAYER, SEAT, Forgotten
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, READ, Access
from scorekeeper.store.leagues.log.change_rows import group_of
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeaguePlayerRow, LeagueRow
from scorekeeper.store.leagues.log.refusals import NotThere
from scorekeeper.store.leagues.log.write import LeagueWrite, Written, in_league
from scorekeeper.store.leagues.people.player_changes import account_of
from scorekeeper.store.leagues.people.privacy import leave_all
from scorekeeper.store.leagues.people.roster import find_current_player
from scorekeeper.store.transactions import in_one_write


def forget_seat(session: Session, public_id: str, seat: int) -> bool:
    """Forget the person who sat in a seat when a match was opened, there and in its rematches; whether there is one."""

    def erase_seat() -> bool:
        if person_at(session, public_id, seat) is None:
            return False
        apply_record(session, [Forgotten(SEAT, public_id, str(seat))])
        return True

    return _erase(session, erase_seat)


def forget_player(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Forget a player of a league: for organisers, and for the account that is this player. Raises NotThere."""

    def erase_player(write: LeagueWrite) -> LeagueEvent:
        whole = find_current_player(session, write.league.id, key)
        own = (
            whole is not None
            and write.who.account is not None
            and (account_of(session, write.league.id, whole.key) == write.who.account)
        )
        if whole is None or not (own or write.access.may(ORGANISE)):
            raise NotThere(key)
        event = write.write(event_kinds.HIDDEN, whole.key, {})
        _erase_group(session, write.league.id, write.league.public_id, whole.key)
        return event

    written = in_league(session, access, READ, uuid, event_kinds.HIDDEN, erase_player)
    empty_log_of(session)
    return written


def _erase_group(session: Session, league: int, public_id: str, key: str) -> None:
    """Note every key of the person: an older backup may not know that they are one."""
    keys = sorted(group_of(session, league, key))
    erase(session, Forgotten(PLAYER, public_id, key))
    record.add(session, [Forgotten(PLAYER, public_id, one) for one in keys])


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
        found = session.execute(claimed).all() if players else []
        leave_all(session, account)
        for league, public_id, key in found:
            _erase_group(session, league, public_id, key)
        apply_record(session, [Forgotten(ACCOUNT, "", str(handle))])
        return True

    return _erase(session, erase_account)


def _erase(session: Session, erase_one: Callable[[], bool]) -> bool:
    """Erase in one transaction, and then leave nothing of it in SQLite's log."""
    found = in_one_write(session, erase_one)
    empty_log_of(session)
    return found


def forget_by_keeper(session: Session, one: Forgotten) -> bool:
    """Forget a person by ids, for the server's keeper at the command line; whether there is one."""

    def erase_one() -> bool:
        if one.kind != PLAYER:
            found = erase(session, one)
            if found:
                record.add(session, [one])
            return found
        league = session.execute(select(LeagueRow.id).where(LeagueRow.public_id == one.place)).scalar()
        whole = None if league is None else find_current_player(session, league, one.who)
        if league is None or whole is None:
            return False
        _erase_group(session, league, one.place, whole.key)
        return True

    return in_one_write(session, erase_one)
