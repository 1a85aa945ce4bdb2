"""What leagues know of an account, and what is left of it when it is deleted."""

from __future__ import annotations

from typing import NamedTuple
from uuid import uuid4

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISER, OWNER, Access, League, Who, find_league, role_of
from scorekeeper.store.leagues.log.models import LeaguePlayerRow, LeagueRoleRow, LeagueRow
from scorekeeper.store.leagues.log.write import LeagueWrite
from scorekeeper.store.leagues.people.roles import release_claims, write_role
from scorekeeper.store.leagues.people.roster import player_of_account
from scorekeeper.store.transactions import in_one_write


class AccountPart(NamedTuple):
    """An account's part in a league: its role, and the player that it claimed. ``last_owner``: it is the only owner."""

    league: League
    role: str | None
    player: str | None
    name: str | None
    last_owner: bool


def parts_of(session: Session, account: int) -> list[AccountPart]:
    """Every league in which an account has a role or a player."""
    parts = []
    for league in _leagues(session, account):
        role = role_of(session, league.id, account)
        player = player_of_account(session, league.id, account)
        last = role == OWNER and _heirs(session, league.id, account, OWNER) == []
        key, name = (None, None) if player is None else (player.key, player.name)
        parts.append(AccountPart(league, role, key, name, last))
    return parts


def _leagues(session: Session, account: int) -> list[League]:
    roles = select(LeagueRoleRow.league_id).where(LeagueRoleRow.account_id == account)
    claims = select(LeaguePlayerRow.league_id).where(LeaguePlayerRow.account_id == account)
    ids = set(session.execute(roles.union(claims)).scalars())
    leagues = [find_league(session, league) for league in sorted(ids)]
    return [league for league in leagues if league is not None]


def _heirs(session: Session, league: int, account: int, role: str) -> list[int]:
    """The other accounts with a role, those that have had it longest first."""
    row = LeagueRoleRow
    others = row.league_id == league, row.role == role, row.account_id != account
    query = select(row.account_id).where(*others).order_by(row.at, row.account_id)
    return list(session.execute(query).scalars())


def leave_all(session: Session, account: int) -> None:
    """Take an account out of every league, in the transaction that deletes it.

    Roles and claims end by events; players, names and results stay the league's. Where it was the last owner, the
    organiser of longest standing becomes the owner; where there is none, the league stays readable and ownerless
    until the server's keeper names an owner.
    """
    for joined in _leagues(session, account):
        league = find_league(session, joined.id, lock=True)
        if league is not None:
            _leave_league(session, league, account)


def _leave_league(session: Session, league: League, account: int) -> None:
    role = role_of(session, league.id, account)
    write = LeagueWrite(session, Access(league, role, Who(account)), str(uuid4()), event_kinds.ROLE)
    if role is None:
        release_claims(write, account)
    else:
        write_role(write, account, None)
    heirs = _heirs(session, league.id, account, ORGANISER)
    if role == OWNER and heirs and not _heirs(session, league.id, account, OWNER):
        write_role(write, heirs[0], OWNER)


def name_owner(session: Session, public_id: str, account: int) -> bool:
    """The server's keeper makes an account an owner of a league; False when there is no such league."""

    def write_owner() -> bool:
        key = session.execute(select(LeagueRow.id).where(LeagueRow.public_id == public_id)).scalar()
        league = None if key is None else find_league(session, key, lock=True)
        if league is None:
            return False
        write = LeagueWrite(session, Access(league, OWNER, Who()), str(uuid4()), event_kinds.ROLE)
        write_role(write, account, OWNER)
        return True

    return in_one_write(session, write_owner)
