"""When a finished match counts: confirmed by the other side, by the organiser, or by nobody, as the league says."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.store.journal import Event, Journal
from scorekeeper.store.leagues.access import Access, League, Who
from scorekeeper.store.leagues.ledger import Written
from scorekeeper.store.leagues.matches import LeagueMatch

DEVICE, PASSED, BY_ORGANISER = "device", "passed", "organiser"
HOW = (DEVICE, PASSED, BY_ORGANISER)
"""By a device seated on that side, by a phone that was passed there, or by an organiser of the league."""


class Asked(NamedTuple):
    """What is waiting for whom. ``version`` is the match's ``seq`` that would count.

    ``sides`` are those of which one has to confirm, or each if ``all_sides``; ``by_organiser``: only an organiser can.
    ``agreed`` are the sides that have confirmed this version already, the writer's own included.
    """

    version: int
    sides: tuple[int, ...]
    all_sides: bool
    by_organiser: bool
    agreed: tuple[int, ...]


class Correction(NamedTuple):
    """A proposal: what was written after the version that counts, and what it would change."""

    version: int
    events: tuple[Event, ...]
    counting: Journal
    proposed: Journal


def asked(league: League, row: LeagueMatch, journal: Journal) -> Asked | None:
    """Who has to confirm a match now; None while it is open, when it counts as it stands, or nobody is asked."""
    raise NotImplementedError


def proposal_of(row: LeagueMatch, journal: Journal) -> Correction | None:
    """The correction that waits; None when what counts is what stands."""
    raise NotImplementedError


def seats_of(session: Session, league: League, row: LeagueMatch, journal: Journal, who: Who) -> list[int]:
    """The seats that somebody speaks for without passing the phone: the one this device holds at the match, and the
    one whose player their account claimed.
    """
    raise NotImplementedError


def confirm(
    session: Session, public_id: str, who: Who, *, uuid: str, version: int, seat: int, how: str
) -> Written:
    """Confirm a match for the side of a seat. ``how``: ``device``, from a phone seated there (or signed in to the
    account of the player); ``passed``, from a phone of the table that was handed over.

    ``version`` is the match's ``seq`` that was shown; if the score has moved since, Overtaken. NotThere when the match
    is in no league, or the phone is not at its table.
    """
    raise NotImplementedError


def contest(
    session: Session,
    public_id: str,
    who: Who,
    *,
    uuid: str,
    version: int,
    seat: int,
    how: str,
    reason: str = "",
) -> Written:
    """Say for the side of a seat that a match is not right: it waits, and is seen to wait."""
    raise NotImplementedError


def confirm_as_organiser(session: Session, access: Access, *, uuid: str, key: str, version: int) -> Written:
    """Confirm a version of a match, or a result without deals (``version`` 0), for everybody. Organisers."""
    raise NotImplementedError


def contest_as_organiser(
    session: Session, access: Access, *, uuid: str, key: str, version: int, reason: str = ""
) -> Written:
    """Put a match back among those that wait, also one that was confirmed. Organisers."""
    raise NotImplementedError


def confirm_result(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Confirm a result without deals by an account that claimed a player of a side that did not write it down."""
    raise NotImplementedError
