"""The matches of a league: taken in, started there, handed down without deals, moved and taken out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.league.results import About
from scorekeeper.store.journal import Journal
from scorekeeper.store.leagues.access import Access, League, Who
from scorekeeper.store.leagues.ledger import Written
from scorekeeper.store.leagues.people import Alike


class LeagueMatch(NamedTuple):
    """A match of a league as its row has it (:class:`rows.LeagueMatchRow` says what each means).

    ``public_id`` is the match's own, None for a result without deals. ``waits``: the match went on after the version
    that counts, so a correction may be waiting (:func:`confirming.proposal_of` says whether and which).
    """

    id: int
    league_id: int
    key: str
    match_id: int | None
    public_id: str | None
    season: str | None
    night: str
    moment: datetime | None
    players: tuple[str, ...]
    people: tuple[int, ...] | None
    game: str
    series: str | None
    best_of: int | None
    confirmation: str
    confirmed_seq: int | None
    agreed: tuple[Mapping[str, Any], ...]
    out: bool
    imported: str | None
    touched: int
    made_at: datetime
    status: str | None
    result: dict[str, Any] | None
    seen_seq: int
    dirty: bool
    match_seq: int | None

    @property
    def waits(self) -> bool:
        """Whether the match went on after it was confirmed."""
        return self.confirmed_seq is not None and self.confirmed_seq < (self.match_seq or 0)


class Placed(NamedTuple):
    """Where a match belongs: its league, and its row there."""

    league: League
    match: LeagueMatch


def match(session: Session, league: int, key: str) -> LeagueMatch | None:
    """A match of the league; None when there is none, or it was taken out."""
    raise NotImplementedError


def of_match(session: Session, public_id: str) -> Placed | None:
    """The league that a match belongs to; None for a match that belongs to none."""
    raise NotImplementedError


def of_player(
    session: Session, league: int, keys: Sequence[str], *, skip: int = 0, limit: int = 50
) -> list[LeagueMatch]:
    """The matches played under any of these keys, the latest first."""
    raise NotImplementedError


def listed(
    session: Session,
    league: int,
    *,
    season: str | None = None,
    night: str | None = None,
    confirmation: str | None = None,
    skip: int = 0,
    limit: int = 50,
) -> list[LeagueMatch]:
    """Matches, the latest night first. ``season`` ``""`` means those of no season."""
    raise NotImplementedError


def keys_by_seat(row: LeagueMatch, journal: Journal | None) -> tuple[str, ...]:
    """The players' keys in the order of the seats of this version of the match."""
    raise NotImplementedError


def counting_journal(row: LeagueMatch, journal: Journal) -> Journal | None:
    """The version of a match that counts: the confirmed one, else the newest; None when that lies in the bin."""
    raise NotImplementedError


def about_of(row: LeagueMatch, journal: Journal | None, moment: str = "") -> About:
    """What the league's arithmetic wants to know of a match besides its document, with the keys as they were played."""
    raise NotImplementedError


def suggested(session: Session, league: int, journal: Journal) -> list[list[Alike]]:
    """By seat, the players who may have sat there: known from the match's series first, then by name."""
    raise NotImplementedError


def may_adopt(session: Session, journal: Journal, who: Who) -> bool:
    """Whether somebody may bring a match into a league: its owner, by account or by this device."""
    raise NotImplementedError


def adopt(
    session: Session,
    access: Access,
    *,
    uuid: str,
    public_id: str,
    players: Sequence[str | None],
    names: Sequence[str] = (),
    season: str | None = None,
    night: str | None = None,
) -> Written:
    """Take a match into the league: scorers, who own the match. The event's ``subject`` is its key, the match's id.

    ``players`` are keys by seat; where one is None a guest is made of the name (of ``names``, or the match's own).
    ``night`` is the match's own by default, ``season`` None for no season. Raises Refused (paths ``players[2]``,
    ``season``, ``night``, ``match``: it belongs to a league already).
    """
    raise NotImplementedError


def start(
    session: Session,
    access: Access,
    *,
    uuid: str,
    game: str,
    rules: Mapping[str, Any],
    players: Sequence[str | None],
    names: Sequence[str],
    first_dealer: int,
    season: str | None = None,
    series: str | None = None,
) -> Journal:
    """Open a new match within the league. ``names`` is what stands on the sheet, by seat; a seat without a key becomes
    a guest of that name. The night is tonight, and is made if it was not planned. Scorers. The same ``uuid`` is the
    same match.
    """
    raise NotImplementedError


def move(
    session: Session,
    access: Access,
    *,
    uuid: str,
    key: str,
    seen: int,
    season: str | None,
    night: str,
    players: Sequence[str] | None = None,
) -> Written:
    """Put a match into another season (None: none) or night, or say who really played. Organisers."""
    raise NotImplementedError


def take_out(session: Session, access: Access, *, uuid: str, key: str, seen: int) -> Written:
    """Take a match out of the league; it stays where its links lead. Organisers. It may be taken in again."""
    raise NotImplementedError


def record_result(
    session: Session,
    access: Access,
    *,
    uuid: str,
    game: str,
    players: Sequence[str],
    sides: Sequence[Sequence[int]],
    winners: Sequence[int],
    totals: Sequence[int] = (),
    night: str,
    season: str | None = None,
) -> Written:
    """A result of which no deals are known; the event's ``subject`` is its key. Scorers. An organiser's is confirmed."""
    raise NotImplementedError


def may_record(session: Session, match: int, kind: str, account: int | None) -> bool:
    """Whether an account may write an entry of this kind (``deal``, ``penalty`` …) in a match, by its inner number.

    In a league match, penalties and adjustments are the organiser's.
    """
    raise NotImplementedError


def may_write(
    session: Session, journal: Journal, kind: str, body: Mapping[str, Any], account: int | None
) -> bool:
    """The same for any event of the match's ledger: whatever adds, changes, strikes or brings back such an entry."""
    raise NotImplementedError
