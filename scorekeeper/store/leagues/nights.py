"""The nights of a league: planned, or made by their first match; and who came."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.access import Access, League
from scorekeeper.store.leagues.ledger import Written


class Night(NamedTuple):
    """A night. ``starts`` is the clock there (``19:30``); ``came`` the keys of who was said to have come."""

    key: str
    date: str
    season: str | None
    place: str | None
    starts: str | None
    planned: bool
    cancelled: bool
    came: tuple[str, ...]
    touched: int


def tonight(league: League, at: datetime | None = None) -> str:
    """The league's date of a moment (now without one), by its zone and the hour at which its nights end."""
    raise NotImplementedError


def nights(
    session: Session,
    league: int,
    *,
    since: str | None = None,
    until: str | None = None,
    skip: int = 0,
    limit: int | None = None,
) -> list[Night]:
    """Nights, the latest first, both ends included."""
    raise NotImplementedError


def night(session: Session, league: int, date: str) -> Night | None:
    """The night of a date; None when there is none."""
    raise NotImplementedError


def plan(
    session: Session,
    access: Access,
    *,
    uuid: str,
    date: str,
    place: str = "",
    starts: str | None = None,
    season: str | None = None,
) -> Written:
    """Announce a night; the event's ``subject`` is its key. Organisers. Refused when the date has one already."""
    raise NotImplementedError


def change_night(
    session: Session,
    access: Access,
    *,
    uuid: str,
    key: str,
    seen: int,
    date: str,
    place: str = "",
    starts: str | None = None,
    season: str | None = None,
    cancelled: bool = False,
) -> Written:
    """Say anew what a night is. Another date only while no match was played on it. Organisers."""
    raise NotImplementedError


def set_came(
    session: Session, access: Access, *, uuid: str, key: str, seen: int, came: Sequence[str]
) -> Written:
    """Say who came, as players' keys. Scorers may. Who played came anyway, said or not."""
    raise NotImplementedError
