"""A rematch follows the match before it into its league, or is offered to the league: an organiser takes it in."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple
from uuid import UUID, uuid5

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session

from scorekeeper.league.rules import BY_THEMSELVES
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import (
    ORGANISE,
    SCORE,
    Access,
    League,
    Who,
    find_league,
    hold_league,
)
from scorekeeper.store.leagues.log.effects.matches import OFFERED
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.nights import tonight
from scorekeeper.store.leagues.log.refusals import NotThere
from scorekeeper.store.leagues.log.seasons import rules_of_season
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, find_event, in_league, write_once
from scorekeeper.store.leagues.matches.assign_match import describe_match, write_match
from scorekeeper.store.leagues.matches.listing import (
    Assignment,
    LeagueMatch,
    find_assignment,
    find_row,
    is_offered,
    read_row,
    select_matches,
)
from scorekeeper.store.leagues.matches.match_players import Renamed, find_unclear
from scorekeeper.store.leagues.people.roster import merged_keys
from scorekeeper.store.match import statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow
from scorekeeper.store.transactions import in_one_write

MAX_OFFERED = 99
"""So many rematches wait in one league; further ones may be brought in as any match."""


class OfferedRematch(NamedTuple):
    """A rematch that waits to be taken in. ``players`` are keys of today by seat; ``unclear`` are names that were
    changed since it was opened, and may be other persons'.
    """

    row: LeagueMatch
    match: Match
    players: tuple[str, ...]
    unclear: list[Renamed]


# --- when it is opened ----------------------------------------------------------------------------


def follow_rematch(session: Session, before: Match, rematch: Match, who: Who) -> WrittenEvent | None:
    """Put a rematch, just opened, into the league and season of the match before it, with the same players, tonight:
    if a scorer of the league started it, or the league lets rematches come in by themselves. Others are offered to it.

    None where there is nothing to do: nothing before it belongs to a league, or other people sit there.
    """
    placed = _find_before(session, before)
    if placed is None or placed.match.people is None or set(placed.match.people) != set(rematch.players):
        return None

    def write() -> WrittenEvent | None:
        access = hold_league(session, placed.league.id, who)
        if access is None:
            return None
        league = access.league
        enters = access.may(SCORE) or (
            rules_of_season(session, league, placed.match.season).rematches == BY_THEMSELVES
        )
        uuid = str(uuid5(UUID(rematch.events[0].uuid), "league" if enters else "offer"))
        row = find_row(session, league.id, rematch.public_id)
        decided = row is not None and not (enters and row.confirmation == OFFERED)
        if decided and find_event(session, uuid) is None:
            return None
        if not enters and row is None and count_offered(session, league.id) >= MAX_OFFERED:
            return None
        enter = partial(_enter, placed=placed, public_id=rematch.public_id, enters=enters)
        kind = event_kinds.MATCH if enters else event_kinds.OFFERED
        return write_once(session, access, uuid, kind, enter, {})

    return in_one_write(session, write)


def _find_before(session: Session, before: Match) -> Assignment | None:
    """Where the match before a rematch belongs; of one that is offered, where the last match of its series does."""
    placed = find_assignment(session, before.public_id)
    if placed is not None or before.series is None:
        return placed
    series = or_(MatchRow.series == before.series, MatchRow.id == before.series)
    query = select_matches(series, MatchRow.id < before.id, LeagueMatchRow.out.is_(False))
    last = session.execute(query.order_by(MatchRow.id.desc()).limit(1)).first()
    row = None if last is None else read_row(last)
    league = None if row is None else find_league(session, row.league_id)
    if row is None or league is None or league.binned_at is not None:
        return None
    own = find_row(session, league.id, before.public_id)
    return Assignment(league, row) if own is None or own.confirmation == OFFERED else None


def _enter(write: LeagueWrite, placed: Assignment, public_id: str, enters: bool) -> LeagueEvent:
    match = statements.load(write.session, public_id, lock=True)
    if match is None:
        raise NotThere(public_id)
    into = merged_keys(write.session, write.league.id)
    sat = dict(zip(placed.match.people or (), placed.match.players, strict=True))
    players = [into.get(sat[person], sat[person]) for person in match.players]
    night, season = tonight(write.league), placed.match.season
    if enters:
        return write_match(write, match, players, night, season)
    return write.write(event_kinds.OFFERED, public_id, describe_match(match, players, night, season))


# --- what is offered ------------------------------------------------------------------------------


def count_offered(session: Session, league: int) -> int:
    """How many rematches wait to be taken in."""
    waiting = _select_waiting(league).subquery()
    return int(session.execute(select(func.count()).select_from(waiting)).scalar_one())


def _select_waiting(league: int) -> Select[int]:
    """The inner numbers of the matches that wait."""
    query = select(MatchRow.id).join(LeagueMatchRow, MatchRow.public_id == LeagueMatchRow.key)
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.confirmation == OFFERED
    return query.where(*ours, MatchRow.binned_at.is_(None))


def list_offered(session: Session, league: int) -> list[OfferedRematch]:
    """The rematches that wait, the latest first."""
    query = _select_waiting(league).order_by(MatchRow.id.desc()).limit(MAX_OFFERED)
    numbers = list(session.execute(query).scalars())
    matches = {match.id: match for match in statements.load_many(session, numbers)}
    into = merged_keys(session, league)
    return [_offer(session, league, matches[number], into) for number in numbers if number in matches]


def _offer(session: Session, league: int, match: Match, into: dict[str, str]) -> OfferedRematch:
    row = find_row(session, league, match.public_id)
    assert row is not None
    keys = dict(zip(row.people or (), (into.get(key, key) for key in row.players), strict=True))
    names = dict(zip(match.players, match.seat_names, strict=True))
    unclear = find_unclear(session, league, keys, match.until(1), names)
    return OfferedRematch(row, match, tuple(keys[person] for person in match.players), unclear)


def find_offer(session: Session, match: Match) -> League | None:
    """The league to which a match is offered as a rematch; None where it is to none."""
    if match.series is None:
        return None
    series = or_(MatchRow.series == match.series, MatchRow.id == match.series)
    leagues = (
        select(LeagueMatchRow.league_id).join(MatchRow, MatchRow.id == LeagueMatchRow.match_id).where(series)
    )
    ours = LeagueMatchRow.key == match.public_id, LeagueMatchRow.confirmation == OFFERED
    query = select(LeagueMatchRow.league_id).where(*ours, LeagueMatchRow.league_id.in_(leagues))
    number = session.execute(query.limit(1)).scalar()
    league = None if number is None else find_league(session, number)
    return None if league is None or league.binned_at is not None else league


def decline_rematch(session: Session, access: Access, *, uuid: str, key: str) -> WrittenEvent:
    """Leave a rematch that is offered outside the league. Organisers; it may be taken in later as any match."""

    def write_decline(write: LeagueWrite) -> LeagueEvent:
        if not is_offered(session, write.league.id, key):
            raise NotThere(key)
        return write.write(event_kinds.MATCH_OUT, key, {})

    return in_league(session, access, ORGANISE, uuid, event_kinds.MATCH_OUT, write_decline, {"subject": key})
