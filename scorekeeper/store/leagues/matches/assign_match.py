"""Bringing matches into a league: taken in, or started there; held, moved, and taken out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.text import NOTHING, T
from scorekeeper.league.evening.seating import seat_round
from scorekeeper.league.evening.state import DRAFT, SAT, Evening, rename_all
from scorekeeper.store.accounts.models import AccountMatchRow
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, SCORE, Access, League, Who
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.nights import ensure_night, find_night, tonight
from scorekeeper.store.leagues.log.refusals import NotThere, UuidTaken, make_refusal
from scorekeeper.store.leagues.log.seasons import find_season
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, in_league
from scorekeeper.store.leagues.matches.listing import (
    LeagueMatch,
    find_match,
    find_placed,
    find_row,
    is_offered,
)
from scorekeeper.store.leagues.matches.match_players import changed_players, seat_players
from scorekeeper.store.leagues.people.anonymity import blank_anonymous_names
from scorekeeper.store.leagues.people.roster import merged_keys
from scorekeeper.store.match import feed, statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import DeviceMatchRow
from scorekeeper.store.match.opening import Opening, checked_uuid, event_of, find_repeated, open_rows

OWNER = "owner"
TAKEN_ALREADY = T("This match belongs to a league already; there it has to be taken out first.")
NOT_EVERYBODY = T("Say for every seat of the match who sat there.")


def may_adopt(session: Session, table_match: Match, who: Who) -> bool:
    """Whether an account or a device may bring a match into a league: that of its owner."""
    mine = select(AccountMatchRow.match_id).where(
        AccountMatchRow.account_id == who.account,
        AccountMatchRow.match_id == table_match.id,
        AccountMatchRow.generation == table_match.generations.owner,
    )
    if who.account is not None and session.execute(mine).first() is not None:
        return True
    here = select(DeviceMatchRow.match_id).where(
        DeviceMatchRow.device_id == who.device,
        DeviceMatchRow.match_id == table_match.id,
        DeviceMatchRow.capability == OWNER,
    )
    return who.device is not None and session.execute(here).first() is not None


def may_take_in(session: Session, access: Access, table_match: Match) -> bool:
    """Whether a scorer may take a match into the league: one of their own, or as an organiser one that is offered."""
    offered = access.may(ORGANISE) and is_offered(session, access.league.id, table_match.public_id)
    return offered or may_adopt(session, table_match, access.who)


def read_night(write: LeagueWrite, night: str, season: str | None) -> str:
    """The night that a match goes into; refused where it is no date, or there is no such season."""
    form = FieldReader()
    date = form.date(night, "night")
    if season is not None and find_season(write.session, write.league.id, season) is None:
        form.report.error("season", "unknown_season", T("There is no such season in this league."))
    form.check()
    assert date is not None
    return date


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
) -> WrittenEvent:
    """Take a match into the league: scorers, who own the match, and organisers also a rematch that is offered. The
    event's ``subject`` is its key, the match's id.

    ``players`` are keys by seat; where one is None a guest is made of the name (of ``names``, or the match's own).
    ``night`` is by default the one on which the match was in the league before, or else its own; ``season`` None is
    for no season. Raises Refused (paths ``players[2]``, ``season``, ``night``, ``match``: it belongs to a league
    already).
    """

    def adopt_held_match(write: LeagueWrite) -> LeagueEvent:
        table_match = statements.load(session, public_id, lock=True)
        if table_match is None or not may_take_in(session, write.access, table_match):
            raise NotThere(public_id)
        if len(players) != len(table_match.players):
            raise make_refusal("players", "player_count", NOT_EVERYBODY)
        if find_placed(session, [public_id]):
            raise make_refusal("match", "taken", TAKEN_ALREADY)
        before = find_row(session, write.league.id, public_id)
        own = before.night if before is not None else night_of_match(write.league, table_match)
        date = read_night(write, night or own, season)
        sat = seat_players(write, players, names or table_match.seat_names)
        return write_match(write, table_match, sat, date, season)

    return in_league(session, access, SCORE, uuid, event_kinds.MATCH, adopt_held_match, {"match": public_id})


def night_of_match(league: League, table_match: Match) -> str:
    """The night that a match itself speaks of: its date where one was written down, else when it was opened."""
    played = table_match.document().get("played")
    return str(played) if played else tonight(league, table_match.opened_at)


def describe_match(
    table_match: Match, players: Sequence[str], night: str, season: str | None
) -> dict[str, Any]:
    """What an event says of a match that comes in, or that is offered."""
    body = {
        "match": table_match.public_id,
        "players": list(players),
        "people": list(table_match.players),
        "game": table_match.game,
        "night": night,
    }
    return body if season is None else {**body, "season": season}


def write_match(
    write: LeagueWrite,
    table_match: Match,
    players: Sequence[str],
    night: str,
    season: str | None,
    imported: str | None = None,
    later: Mapping[str, str] = NOTHING,
) -> LeagueEvent:
    """Write a match into the league within a write that has checked all of it. Pages about the match hear of it.

    ``later`` are the players who sat down during it, by the numbers of its events, where that is known.
    """
    body = describe_match(table_match, players, night, season) | ({SAT: dict(later)} if later else {})
    if imported is not None:
        body["import"] = imported
    feed.bump(write.session, table_match)
    event = write.write(event_kinds.MATCH, table_match.public_id, body)
    blank_anonymous_names(write.session, write.league.id, table_match.public_id)
    ensure_night(write, night, season, imported)
    return event


def start_match(
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
) -> Match:
    """Open a new match within the league. ``names`` is what stands on the sheet, by seat; a seat without a key becomes
    a guest of that name. The night is tonight, and is made if it was not planned. Scorers. The same ``uuid`` is the
    same match.
    """
    opening = Opening(game, dict(rules), tuple(name.strip() for name in names), first_dealer, None, series)
    uuid = checked_uuid(uuid)

    def open_and_enter(write: LeagueWrite) -> LeagueEvent:
        if event_of(session, uuid) is not None:
            raise UuidTaken(None)  # a match was opened by it, and in no league
        if len(players) != len(names):
            raise make_refusal("players", "player_count", NOT_EVERYBODY)
        date = read_night(write, tonight(write.league), season)
        return open_in_league(write, opening, uuid, players, date, season)

    event = in_league(session, access, SCORE, uuid, event_kinds.MATCH, open_and_enter).event
    opened = event_of(session, uuid)
    if opened is None:  # the league's event is another request's
        raise UuidTaken(event)
    return find_repeated(session, opening, opened)


def open_in_league(
    write: LeagueWrite,
    opening: Opening,
    uuid: str,
    players: Sequence[str | None],
    night: str,
    season: str | None,
) -> LeagueEvent:
    """Open a match and write it into the league, within a write that has checked night and season."""
    table_match = open_rows(write.session, opening, uuid, write.who.device)
    sat = seat_players(write, players, opening.names)
    return write_match(write, table_match, sat, night, season)


def hold_match(write: LeagueWrite, key: str, seen: int | None = None) -> LeagueMatch:
    """A match of the league, held against writers of its own ledger; NotThere, or Overtaken if it was changed."""
    row = find_match(write.session, write.league.id, key)
    if row is None:
        raise NotThere(key)
    if seen is not None:
        write.check_seen(key, row.touched, seen)
    if row.match_id is not None:
        feed.bump(write.session, row.match_id)
    return row


def move_match(
    session: Session,
    access: Access,
    *,
    uuid: str,
    key: str,
    seen: int,
    season: str | None,
    night: str,
    players: Sequence[str] | None = None,
) -> WrittenEvent:
    """Put a match into another season (None: none) or night, or say who really played. Organisers.

    ``players`` are in the order of the match's own; a merged one by the key of today. Paths as :func:`adopt`.
    """

    def write_move(write: LeagueWrite) -> LeagueEvent:
        row = hold_match(write, key, seen)
        date = read_night(write, night, season)
        if date != row.night and _is_of_evening(session, row):
            text = T("This match was drawn in a round of its evening, and stays on that night.")
            raise make_refusal("night", "of_an_evening", text)
        reseated = {} if players is None else changed_players(write, row, players)
        event = write.write(event_kinds.MATCH_MOVED, key, {"season": season, "night": date, **reseated})
        blank_anonymous_names(session, write.league.id, key)
        ensure_night(write, date, season)
        seat_in_evening(write, row, event.body.get("players", ()))
        return event

    return in_league(session, access, ORGANISE, uuid, event_kinds.MATCH_MOVED, write_move, {"subject": key})


def _is_of_evening(session: Session, match: LeagueMatch) -> bool:
    return _find_evening(session, match) is not None


def _find_evening(session: Session, match: LeagueMatch) -> tuple[str, Evening, int] | None:
    """The key of the night of a match that was drawn in an evening, the evening, and the number of its round."""
    night = find_night(session, match.league_id, match.night)
    evening = None if night is None else find_run(session, match.league_id, night).evening
    number = None if evening is None else evening.round_of(match.key)
    return None if night is None or evening is None or number is None else (night.key, evening, number)


def seat_in_evening(write: LeagueWrite, row: LeagueMatch, players: Sequence[str]) -> None:
    """Say at the table of an evening what was said of its match: that other players than those who were drawn played
    it from the start. A substitute who sat down later stays, and no one sits at two tables of a round.
    """
    drawn_in = _find_evening(write.session, row)
    if drawn_in is None:
        return
    night, evening, number = drawn_in
    into = merged_keys(write.session, write.league.id)
    played = rename_all(evening.rounds[number - 1], into)
    seated = {player for table in seat_round(evening.options, played) for player in table.players}
    sat = played.get(SAT, {}).get(row.key, {})
    for seat, (key, now) in enumerate(zip(row.players, players, strict=False)):
        was = into.get(key, key)
        if now != key and sat.get(str(seat), was) == was and now not in seated:
            sits = {"match": row.key, "seat": seat, "player": now}
            write.write(event_kinds.EVENING, night, {SAT: sits, DRAFT: None})


def take_match_out(session: Session, access: Access, *, uuid: str, key: str, seen: int) -> WrittenEvent:
    """Take a match out of the league; it stays where its links lead. Organisers. It may be taken in again."""

    def write_removal(write: LeagueWrite) -> LeagueEvent:
        hold_match(write, key, seen)
        return write.write(event_kinds.MATCH_OUT, key, {})

    return in_league(session, access, ORGANISE, uuid, event_kinds.MATCH_OUT, write_removal, {"subject": key})
