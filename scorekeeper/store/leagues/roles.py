"""Who has which role in a league. There is always an owner, unless the last one's account is deleted."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.access import Access, League
from scorekeeper.store.leagues.ledger import Written


class Member(NamedTuple):
    """An account with a role. ``player`` is the key of the player that it claimed here, None without one."""

    account: int
    name: str
    role: str
    player: str | None
    touched: int
    at: datetime


def members(session: Session, league: int) -> list[Member]:
    """Everybody with a role: owners first, then by name."""
    raise NotImplementedError


def set_role(
    session: Session, access: Access, *, uuid: str, account: int, role: str | None, seen: int
) -> Written:
    """Give a member another role, or None: they leave. Owners decide about owners and organisers, organisers about
    the rest, and everybody may leave. Refused for the last owner: another has to be named first.
    """
    raise NotImplementedError


def leave(session: Session, access: Access, *, uuid: str) -> Written:
    """Give up one's own role, and the player that one claimed."""
    raise NotImplementedError


def only_owned(session: Session, account: int) -> list[League]:
    """The leagues that would have no owner without this account: it should hand them over before it is deleted."""
    raise NotImplementedError
