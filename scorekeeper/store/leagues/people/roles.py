"""Who has which role in a league. There is always an owner, unless the last one's account is deleted."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.text import T
from scorekeeper.store import clock
from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import (
    MAY,
    ORGANISE,
    OWN,
    OWNER,
    PLAYER,
    READ,
    ROLES,
    SCORER,
    Access,
)
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueInvitationRow, LeaguePlayerRow, LeagueRoleRow
from scorekeeper.store.leagues.log.refusals import NotThere, make_refusal
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, in_league

GIVEN_BY = {OWN: frozenset(ROLES), ORGANISE: frozenset({SCORER, PLAYER})}
"""Which roles each right lets one give and take: owners every one, organisers those that organise nothing."""


class Member(NamedTuple):
    """An account with a role. ``player`` is the key of the player that it claimed here, None without one."""

    account: int
    name: str
    role: str
    player: str | None
    touched: int
    at: datetime


def list_members(session: Session, league: int) -> list[Member]:
    """Everybody with a role: owners first, then by name."""
    row = LeagueRoleRow
    claims = LeaguePlayerRow.league_id == league, LeaguePlayerRow.account_id == row.account_id
    player = select(func.min(LeaguePlayerRow.key)).where(*claims).scalar_subquery()
    query = (
        select(row.account_id, AccountRow.name, row.role, player, row.touched, row.at)
        .join(AccountRow, AccountRow.id == row.account_id)
        .where(row.league_id == league)
    )
    members = [Member(*row) for row in session.execute(query)]
    return sorted(members, key=lambda member: (ROLES.index(member.role), member.name.casefold()))


def find_member(session: Session, league: int, account: int) -> Member | None:
    """One of them; None for an account without a role."""
    return next((member for member in list_members(session, league) if member.account == account), None)


def subject_of(account: int) -> str:
    """What events about an account's role are filed under."""
    return f"@{account}"


def write_role(write: LeagueWrite, account: int, role: str | None) -> LeagueEvent:
    """An account has this role from now on, within a write that has checked that it may be; None: it leaves."""
    event = write.write(event_kinds.ROLE, subject_of(account), {"account": account, "role": role})
    _withdraw_invitations(write, account, role)
    if role is None:
        release_claims(write, account)
    return event


def release_claims(write: LeagueWrite, account: int) -> None:
    """An account is no player of the league any more."""
    ours = LeaguePlayerRow.league_id == write.league.id, LeaguePlayerRow.account_id == account
    query = select(LeaguePlayerRow.key).where(*ours).order_by(LeaguePlayerRow.id)
    for key in list(write.session.execute(query).scalars()):
        write.write(event_kinds.CLAIMED, key, {"account": None})


def _withdraw_invitations(write: LeagueWrite, account: int, role: str | None) -> None:
    """Invitations are good no longer than their maker could make them."""
    kept = {allowed for permission, roles in GIVEN_BY.items() if permission in MAY[role] for allowed in roles}
    ours = LeagueInvitationRow.league_id == write.league.id, LeagueInvitationRow.made_by == account
    lost = update(LeagueInvitationRow).where(*ours, LeagueInvitationRow.role.not_in(kept))
    write.session.execute(lost.values(revoked_at=clock.now()))


def may_give(access: Access, role: str) -> bool:
    """Whether the asker may give or take this role."""
    return any(access.may(permission) and role in roles for permission, roles in GIVEN_BY.items())


def set_role(
    session: Session, access: Access, *, uuid: str, account: int, role: str | None, seen: int
) -> WrittenEvent:
    """Give a member another role, or None: they leave. Owners decide about owners and organisers, organisers about
    the rest. Refused for the last owner: another has to be named first. ``seen`` is the member's ``touched``.
    """
    if role is not None and role not in ROLES:
        raise make_refusal("role", "unknown_choice", T("Choose one of: {choices}.", choices=list(ROLES)))

    def change_role(write: LeagueWrite) -> LeagueEvent:
        member = find_member(session, write.league.id, account)
        may = member is not None and may_give(write.access, member.role)
        if member is None or not may or not may_give(write.access, role or PLAYER):
            raise NotThere(access.league.public_id)
        write.check_seen(subject_of(account), member.touched, seen)
        if role != OWNER:
            _check_owners(write, account)
        return write_role(write, account, role)

    asked = {"account": account, "role": role}
    return in_league(session, access, ORGANISE, uuid, event_kinds.ROLE, change_role, asked)


def _check_owners(write: LeagueWrite, account: int) -> None:
    """Refuse to leave the league without an owner."""
    members = list_members(write.session, write.league.id)
    if [member.account for member in members if member.role == OWNER] == [account]:
        text = T("A league needs an owner: make another member an owner first.")
        raise make_refusal("role", "last_owner", text)


def leave_league(session: Session, access: Access, *, uuid: str) -> WrittenEvent:
    """Give up one's own role, and the player that one claimed."""
    account = access.who.account

    def write_leaving(write: LeagueWrite) -> LeagueEvent:
        if account is None or write.access.role is None:
            raise NotThere(access.league.public_id)
        _check_owners(write, account)
        return write_role(write, account, None)

    asked = {"account": account, "role": None}
    return in_league(session, access, READ, uuid, event_kinds.ROLE, write_leaving, asked)
