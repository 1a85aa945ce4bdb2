"""The players of a league: guests and members, their names, who turned out to be whom, and who wants no name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.access import Access
from scorekeeper.store.leagues.ledger import Written


class Player(NamedTuple):
    """A player. ``name`` is None for the anonymous, whom pages call by their ``number``.

    ``account`` is that of whoever claimed the player, ``merged_into`` the key of the player whom they turned out to be.
    ``touched`` is the event to have seen before changing anything.
    """

    key: str
    number: int
    name: str | None
    guest: bool
    account: int | None
    merged_into: str | None
    touched: int
    made_at: datetime


class Named(NamedTuple):
    """What a player is shown as: a name, or None and then the number."""

    name: str | None
    number: int


class Alike(NamedTuple):
    """A player whose name is near another one. ``same``: the names are one but for case and accents' composition."""

    player: Player
    same: bool


def players(
    session: Session,
    league: int,
    *,
    search: str = "",
    merged: bool = False,
    skip: int = 0,
    limit: int | None = None,
) -> list[Player]:
    """Players by name, the anonymous last by number; those merged into others only if ``merged``."""
    raise NotImplementedError


def player(session: Session, league: int, key: str) -> Player | None:
    """The player of this very key; None when there is none."""
    raise NotImplementedError


def canonical(session: Session, league: int, key: str) -> Player | None:
    """The player whom this key means by now: merged ones are who they turned out to be."""
    raise NotImplementedError


def merged_keys(session: Session, league: int) -> dict[str, str]:
    """Every merged player's key with the key of whom they turned out to be, chains followed to their end."""
    raise NotImplementedError


def named(session: Session, league: int, keys: Iterable[str]) -> dict[str, Named]:
    """What these players are shown as, merged ones under the name of whom they turned out to be."""
    raise NotImplementedError


def alike(session: Session, league: int, name: str, *, limit: int = 5) -> list[Alike]:
    """Players who may be meant by this name, the likeliest first."""
    raise NotImplementedError


def duplicates(session: Session, league: int, *, limit: int = 20) -> list[tuple[Player, Player]]:
    """Pairs of players whose names are so near that they may be one."""
    raise NotImplementedError


def add_player(session: Session, access: Access, *, uuid: str, name: str, guest: bool = False) -> Written:
    """A new player; the event's ``subject`` is the key. Scorers may. Two players may share a name: they are hinted."""
    raise NotImplementedError


def add_players(session: Session, access: Access, *, uuid: str, names: Sequence[str]) -> list[str]:
    """Several new players in one write; their keys in the order of the names."""
    raise NotImplementedError


def rename(session: Session, access: Access, *, uuid: str, key: str, seen: int, name: str) -> Written:
    """Call a player otherwise: organisers anybody, an account the player that it claimed."""
    raise NotImplementedError


def set_guest(session: Session, access: Access, *, uuid: str, key: str, seen: int, guest: bool) -> Written:
    """Say whether a player is a guest. Organisers only."""
    raise NotImplementedError


def merge(session: Session, access: Access, *, uuid: str, key: str, into: str) -> Written:
    """Say that ``key`` is ``into``: whatever ``key`` played counts for ``into``. Organisers only.

    Refused when the two met in one match, or are claimed by different accounts.
    """
    raise NotImplementedError


def unmerge(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Take back that ``key`` was merged into another: everything is as it would be without it. Organisers only."""
    raise NotImplementedError


def hide(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Take a player's name away for ever, in the league and in its matches; results stay. Organisers, or who claimed.

    The account that claimed the player lets go of it, and those merged into the player lose their names too.
    """
    raise NotImplementedError


def let_go(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Undo the claim on a player: organisers, or the account that claimed."""
    raise NotImplementedError
