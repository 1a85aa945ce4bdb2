"""Leagues themselves: founding and describing them, the bin, and links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.access import Access, League, Who
from scorekeeper.store.leagues.ledger import Written


def found(
    session: Session,
    who: Who,
    *,
    uuid: str,
    name: str,
    rules: Mapping[str, Any] | None = None,
    access: str = "link",
    about: str = "",
) -> League:
    """Found a league; the account becomes its owner. ``rules`` as ``read_league_rules`` takes them.

    Raises Refused (paths ``name``, ``about``, ``access``, ``rules.zone`` …), TooOften, UuidTaken, and NotThere
    without an account.
    """
    raise NotImplementedError


def describe(
    session: Session,
    access: Access,
    *,
    uuid: str,
    seen: int,
    name: str | None = None,
    about: str | None = None,
    rules: Mapping[str, Any] | None = None,
    open_to: str | None = None,
) -> Written:
    """Change what is given, and leave the rest; owners only. ``open_to`` is ``public``, ``link`` or ``private``.

    ``seen`` is the league's ``described_seq`` that the form showed (:func:`described_seq`).
    """
    raise NotImplementedError


def described_seq(session: Session, league: int) -> int:
    """The number of the last event that described the league: what :func:`describe` wants to have been seen."""
    raise NotImplementedError


def renew_link(session: Session, access: Access, *, uuid: str) -> Written:
    """Withdraw the league's link; the new one is ``access.link_of`` of the league as it is then. Owners only."""
    raise NotImplementedError


def put_in_bin(session: Session, access: Access, *, uuid: str) -> Written:
    """Take a league out of everybody's sight but its owners'."""
    raise NotImplementedError


def restore(session: Session, access: Access, *, uuid: str) -> Written:
    """Take it out of the bin."""
    raise NotImplementedError
