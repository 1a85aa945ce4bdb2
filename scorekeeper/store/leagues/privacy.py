"""What leagues know of an account, and what is left of it when it is deleted."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.access import League


class Part(NamedTuple):
    """An account's part in a league: its role, and the player that it claimed. ``last_owner``: nobody else owns it."""

    league: League
    role: str | None
    player: str | None
    name: str | None
    last_owner: bool


def parts_of(session: Session, account: int) -> list[Part]:
    """Every league in which an account has a role or a player."""
    raise NotImplementedError


def leave_all(session: Session, account: int) -> None:
    """Take an account out of every league, in the transaction that deletes it.

    Roles and claims end by events; players, names and results stay the league's. Where it was the last owner, the
    organiser of longest standing becomes the owner; where there is none, the league stays readable and ownerless
    until the server's keeper names somebody.
    """
    raise NotImplementedError


def name_owner(session: Session, public_id: str, account: int) -> bool:
    """The server's keeper makes an account an owner of a league; False when there is no such league."""
    raise NotImplementedError
