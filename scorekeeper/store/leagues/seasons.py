"""The seasons of a league."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.core.options import Rules
from scorekeeper.store.leagues.access import Access, League
from scorekeeper.store.leagues.ledger import Written


class Season(NamedTuple):
    """A season. ``starts`` and ``ends`` are nights of the league, both included; ``rules`` None: the league's."""

    key: str
    name: str
    starts: str | None
    ends: str | None
    rules: dict[str, Any] | None
    rules_seq: int
    touched: int
    made_at: datetime


def seasons(session: Session, league: int) -> list[Season]:
    """All seasons, the latest first."""
    raise NotImplementedError


def season(session: Session, league: int, key: str) -> Season | None:
    """One season; None when there is none."""
    raise NotImplementedError


def present(session: Session, league: League, night: str) -> Season | None:
    """The season that a night falls into: the latest that has begun by then and not ended; None between seasons."""
    raise NotImplementedError


def rules_in(league: League, season: Season | None) -> Rules:
    """The rules by which a season of the league is counted; without a season the league's own."""
    raise NotImplementedError


def add_season(
    session: Session,
    access: Access,
    *,
    uuid: str,
    name: str,
    starts: str | None = None,
    ends: str | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Written:
    """A new season; the event's ``subject`` is its key. Organisers; rules of its own are the owners' to give."""
    raise NotImplementedError


def change_season(
    session: Session,
    access: Access,
    *,
    uuid: str,
    key: str,
    seen: int,
    name: str,
    starts: str | None,
    ends: str | None,
    rules: Mapping[str, Any] | None,
) -> Written:
    """Say anew what a season is; ``seen`` is its ``touched`` that the form showed."""
    raise NotImplementedError
