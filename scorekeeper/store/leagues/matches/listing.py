"""The matches of a league as they are read, and which version of each counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.orm import Session

from scorekeeper.league.results import About
from scorekeeper.store.leagues.log.access import League, find_league
from scorekeeper.store.leagues.log.effects.matches import OFFERED
from scorekeeper.store.leagues.log.event_kinds import ARRIVALS
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueMatchRow
from scorekeeper.store.many_names import select_names
from scorekeeper.store.match.kinds import SCORING
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow, table_of


class LeagueMatch(NamedTuple):
    """A match of a league as its row has it (:class:`LeagueMatchRow` says what each means).

    ``public_id`` is the match's own, None for a result without deals. ``waits``: the match went on after the version
    that counts, so a correction may be waiting (:func:`confirmation.proposal_of` says whether and which).
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


class Assignment(NamedTuple):
    """Where a match belongs: its league, and its row there."""

    league: League
    match: LeagueMatch


_MATCH, _PLACED = table_of(MatchRow), table_of(LeagueMatchRow)
_BESIDE = {"public_id": _MATCH.c.public_id, "match_seq": _MATCH.c.seq}
_ROW = tuple(_BESIDE[name] if name in _BESIDE else _PLACED.c[name] for name in LeagueMatch._fields)


def select_matches(*conditions: Any) -> Select[Any]:
    """The query for rows that :func:`read_row` reads."""
    return select(*_ROW).outerjoin(_MATCH, _MATCH.c.id == _PLACED.c.match_id).where(*conditions)


_ASSIGNED = select_matches(_MATCH.c.public_id == bindparam("public_id"), _PLACED.c.out.is_(False))
_TAKEN_OUT = select_matches(_PLACED.c.key == bindparam("public_id"), _PLACED.c.out.is_(True))


def read_row(row: Any) -> LeagueMatch:
    """A match as its row has it, lists made fast."""
    match = LeagueMatch(*row)
    people = None if match.people is None else tuple(match.people)
    return match._replace(players=tuple(match.players), people=people, agreed=tuple(match.agreed))


def find_match(session: Session, league: int, key: str) -> LeagueMatch | None:
    """A match of the league; None when there is none, or it was taken out."""
    row = find_row(session, league, key)
    return None if row is None or row.out else row


def list_keys(session: Session, league: int, keys: Sequence[str]) -> set[str]:
    """Those of the keys that are matches of the league."""
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.out.is_(False)
    query = select(LeagueMatchRow.key).where(*ours, LeagueMatchRow.key.in_(select_names(session, keys)))
    return set(session.execute(query).scalars())


def find_row(session: Session, league: int, key: str) -> LeagueMatch | None:
    """The row of a match in a league, whether it is in, was taken out, or is offered."""
    query = select_matches(LeagueMatchRow.league_id == league, LeagueMatchRow.key == key)
    row = session.execute(query).first()
    return None if row is None else read_row(row)


def is_offered(session: Session, league: int, public_id: str) -> bool:
    """Whether a match waits to be taken in as a rematch."""
    row = find_row(session, league, public_id)
    return row is not None and row.confirmation == OFFERED


def find_assignment(session: Session, public_id: str) -> Assignment | None:
    """The league that a match belongs to; None for a match that belongs to none, or to one in the bin."""
    return _assign(session, _ASSIGNED, public_id)


def find_taken_out(session: Session, public_id: str) -> Assignment | None:
    """The league that a match was taken out of, the latest of several; None without one, or in the bin."""
    return _assign(session, _TAKEN_OUT.order_by(_PLACED.c.id.desc()), public_id)


def _assign(session: Session, query: Select[Any], public_id: str) -> Assignment | None:
    first = session.execute(query, {"public_id": public_id}).first()
    if first is None:
        return None
    row = read_row(first)
    league = find_league(session, row.league_id)
    return None if league is None or league.binned_at is not None else Assignment(league, row)


def find_placed(session: Session, matches: Sequence[str]) -> set[str]:
    """Those of these matches that belong to a league, also to one in the bin."""
    query = select(MatchRow.public_id).join(LeagueMatchRow, LeagueMatchRow.match_id == MatchRow.id)
    return set(session.execute(query.where(MatchRow.public_id.in_(matches))).scalars())


def find_league_now(session: Session, public_id: str) -> tuple[int, int] | None:
    """The league that a match belongs to and the number of its last event; None for a match that belongs to none."""
    assignment = find_assignment(session, public_id)
    return None if assignment is None else (assignment.league.id, assignment.league.seq)


def list_matches(
    session: Session,
    league: int,
    *,
    night: str | None = None,
    confirmation: str | None = None,
    limit: int = 50,
) -> list[LeagueMatch]:
    """Matches, the latest night first."""
    query = select_matches(LeagueMatchRow.league_id == league, LeagueMatchRow.out.is_(False))
    if night is not None:
        query = query.where(LeagueMatchRow.night == night)
    if confirmation is not None:
        query = query.where(LeagueMatchRow.confirmation == confirmation)
    ordered = query.order_by(LeagueMatchRow.night.desc(), LeagueMatchRow.id.desc())
    return [read_row(row) for row in session.execute(ordered.limit(limit))]


# --- the order in which they came in: matches that no moment tells apart stand in it ------------------


def select_arrivals(league: int) -> Select[str | None, int]:
    """By the key of a match (``subject``) the number of the event by which it came in last (``came``)."""
    query = select(LeagueEventRow.subject, func.max(LeagueEventRow.seq).label("came"))
    query = query.where(LeagueEventRow.league_id == league, LeagueEventRow.kind.in_(ARRIVALS))
    return query.group_by(LeagueEventRow.subject)


def arrival_numbers(session: Session, league: int, keys: Sequence[str]) -> dict[str, int]:
    """When each of these matches came in: a number that grows with every match of the league."""
    arrivals = session.execute(select_arrivals(league).where(LeagueEventRow.subject.in_(keys)))
    return {str(key): came for key, came in arrivals}


# --- the version that counts ----------------------------------------------------------------------


def version_of(table_match: Match, seq: int) -> Match:
    """The match as it was after that event; itself if that is its last."""
    return table_match if seq >= table_match.seq else replace(table_match, events=table_match.events[:seq])


def scored_at(table_match: Match, seq: int | None = None) -> int:
    """The last event up to ``seq`` that may have changed the score: two versions with the same one are the same."""
    events = table_match.events if seq is None else table_match.events[:seq]
    return next((event.seq for event in reversed(events) if event.kind in SCORING), 1)


def counting_match(row: LeagueMatch, table_match: Match) -> Match | None:
    """The version of a match that counts: the confirmed one, else the newest; None when that lies in the bin."""
    if row.confirmed_seq is not None:
        return version_of(table_match, row.confirmed_seq)
    return None if table_match.binned else table_match


def keys_by_seat(row: LeagueMatch, table_match: Match | None) -> tuple[str, ...]:
    """The players' keys in the order of the seats of this version of the match."""
    if table_match is None or row.people is None:
        return row.players
    keys = dict(zip(row.people, row.players, strict=True))
    return tuple(keys[person] for person in table_match.players)


def about_of(row: LeagueMatch, table_match: Match | None, moment: str = "") -> About:
    """What the league's arithmetic wants to know of a match besides its document, with the keys as they were played.

    ``match`` is the version that counts, ``moment`` when it ended. The series of a match with a ledger is not known
    to its row: the caller puts it in.
    """
    return About(
        match=row.key,
        players=keys_by_seat(row, table_match),
        night=row.night,
        moment=moment,
        confirmation=row.confirmation,
        version=0 if table_match is None else table_match.seq,
        season=row.season,
        series=row.series,
        best_of=row.best_of,
    )
