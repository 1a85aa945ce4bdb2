"""What events do to players and roles."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.leagues.log.change_rows import given_fields, group_of, mark_players_stale, put_row
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeaguePlayerRow, LeagueRoleRow


def apply_role(session: Session, league: int, event: LeagueEvent) -> None:
    """An account gets a role, another one, or none. One that was deleted since gets none."""
    account, what = event.body["account"], event.body["role"]
    ours = LeagueRoleRow.league_id == league, LeagueRoleRow.account_id == account
    if what is None or not _account_exists(session, account):
        session.execute(delete(LeagueRoleRow).where(*ours))
        return
    values = {"role": what, "touched": event.seq}
    changed = update(LeagueRoleRow).where(*ours).values(**values).returning(LeagueRoleRow.account_id)
    if session.execute(changed).first() is None:
        made = {"league_id": league, "account_id": account, "at": event.at, **values}
        session.execute(insert(LeagueRoleRow).values(**made))


def _account_exists(session: Session, account: int) -> bool:
    return session.execute(select(AccountRow.id).where(AccountRow.id == account)).first() is not None


def apply_player(session: Session, league: int, event: LeagueEvent) -> None:
    """A new player, or whether one is a guest or away, or is called otherwise. The name lies beside the log."""
    put_row(session, LeaguePlayerRow, league, event, given_fields(event, "guest", "away", "number"))


def apply_merged(session: Session, league: int, event: LeagueEvent) -> None:
    """A player turned out to be another, or after all not; the matches of both have to be derived again."""
    assert event.subject is not None
    put_row(session, LeaguePlayerRow, league, event, {"merged_into": event.body.get("into")})
    mark_players_stale(session, league, group_of(session, league, event.subject))


def apply_hidden(session: Session, league: int, event: LeagueEvent) -> None:
    """Take the claim away with the name."""
    assert event.subject is not None
    group = group_of(session, league, event.subject)
    ours = LeaguePlayerRow.league_id == league, LeaguePlayerRow.key.in_(group)
    session.execute(update(LeaguePlayerRow).where(*ours).values(account_id=None))
    put_row(session, LeaguePlayerRow, league, event, {})


def apply_claimed(session: Session, league: int, event: LeagueEvent) -> None:
    """Write or end an account's claim on a player."""
    account = event.body["account"]
    kept = account if account is not None and _account_exists(session, account) else None
    put_row(session, LeaguePlayerRow, league, event, {"account_id": kept})
