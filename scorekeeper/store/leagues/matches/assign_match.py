"""Bringing matches into a league: taken in, started there, or handed down without deals; moved, and taken out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Report
from scorekeeper.core.text import T
from scorekeeper.store.accounts.models import AccountMatchRow
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import (
    ORGANISE,
    SCORE,
    Access,
    Who,
)
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.fields import Form
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.nights import ensure_night, tonight
from scorekeeper.store.leagues.log.refusals import NotThere, UuidTaken, refused
from scorekeeper.store.leagues.log.seasons import find_season
from scorekeeper.store.leagues.log.write import LeagueWrite, Written, in_league
from scorekeeper.store.leagues.matches.listing import LeagueMatch, find_match, select_matches
from scorekeeper.store.leagues.people.anonymity import blank_anonymous_names
from scorekeeper.store.leagues.people.player_changes import new_player
from scorekeeper.store.leagues.people.roster import (
    Alike,
    find_alike_each,
    find_players,
    merged_keys,
)
from scorekeeper.store.match import feed, statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import DeviceMatchRow, MatchRow
from scorekeeper.store.match.opening import (
    Opening,
    checked_uuid,
    event_of,
    open_rows,
    repeated,
)

OWNER = "owner"


# --- who sat there --------------------------------------------------------------------------------


def suggest_players(session: Session, league: int, table_match: Match) -> list[list[Alike]]:
    """By seat, the players who may have sat there: known from the match's series first, then by name."""
    before = _players_in_series(session, league, table_match)
    players = find_players(session, league, before.values())
    found = find_alike_each(session, league, table_match.seat_names)
    for seat, person in enumerate(table_match.players):
        player = players.get(before.get(person, ""))
        if player is not None and player.merged_into is None:
            others = [one for one in found[seat] if one.player.key != player.key]
            found[seat] = [Alike(player, True), *others]
    return found


def _players_in_series(session: Session, league: int, table_match: Match) -> dict[int, str]:
    """The players whom this match's people were in the league's other matches of the same series."""
    if table_match.series is None:
        return {}
    series = select(MatchRow.id).where(MatchRow.series == table_match.series)
    query = select_matches(LeagueMatchRow.league_id == league, LeagueMatchRow.match_id.in_(series))
    found: dict[int, str] = {}
    for row in session.execute(query.order_by(LeagueMatchRow.id)):
        found.update(zip(row.people or (), row.players, strict=False))
    return found


def may_adopt(session: Session, table_match: Match, who: Who) -> bool:
    """Whether somebody may bring a match into a league: its owner, by account or by this device."""
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


def _seat_players(write: LeagueWrite, players: Sequence[str | None], names: Sequence[str]) -> list[str]:
    """Everybody's key by seat: known ones are checked, for the others guests are made of their names."""
    form = Form()
    given = [key for key in players if key]
    there = find_players(write.session, write.league.id, given)
    for seat, key in enumerate(players):
        at = f"players[{seat}]"
        if key and (key not in there or there[key].merged_into is not None):
            form.report.error(at, "unknown_player", T("There is no such player in this league."))
        elif key and given.count(key) > 1:
            form.report.error(at, "twice", T("One person cannot sit on two seats."))
    new = {seat: form.name(names[seat], f"players[{seat}]") for seat, key in enumerate(players) if not key}
    form.check()
    made = {seat: str(new_player(write, name, guest=True).subject) for seat, name in new.items()}
    return [key or made[seat] for seat, key in enumerate(players)]


class _Place(NamedTuple):
    night: str
    season: str | None


def _read_place(write: LeagueWrite, night: str, season: str | None) -> _Place:
    """The night and season that a match goes into, read and checked; the night is made unless it is there."""
    form = Form()
    date = form.date(night, "night")
    if season is not None and find_season(write.session, write.league.id, season) is None:
        form.report.error("season", "unknown_season", T("There is no such season in this league."))
    form.check()
    assert date is not None
    return _Place(date, season)


# --- matches with a ledger ------------------------------------------------------------------------


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

    def work(write: LeagueWrite) -> LeagueEvent:
        table_match = statements.load(session, public_id, lock=True)
        if table_match is None or not may_adopt(session, table_match, write.who):
            raise NotThere(public_id)
        if len(players) != len(table_match.players):
            text = T("Say for every seat of the match who sat there.")
            raise refused("players", "player_count", text)
        _check_free(session, table_match)
        place = _read_place(write, night or night_of_match(write, table_match), season)
        sat = _seat_players(write, players, names or table_match.seat_names)
        return write_match(write, table_match, sat, place.night, place.season)

    return in_league(session, access, SCORE, uuid, event_kinds.MATCH, work, {"match": public_id})


def _check_free(session: Session, table_match: Match) -> None:
    query = select(LeagueMatchRow.id).where(LeagueMatchRow.match_id == table_match.id)
    if session.execute(query).first() is not None:
        text = T("This match belongs to a league already; there it has to be taken out first.")
        raise refused("match", "taken", text)


def night_of_match(write: LeagueWrite, table_match: Match) -> str:
    """The night that a match itself speaks of: its date where one was written down, else when it was opened."""
    played = table_match.document().get("played")
    return str(played) if played else tonight(write.league, table_match.opened_at)


def write_match(
    write: LeagueWrite,
    table_match: Match,
    players: Sequence[str],
    night: str,
    season: str | None,
    imported: str | None = None,
) -> LeagueEvent:
    """Write a match into the league within a write that has checked all of it. Pages about the match hear of it."""
    body: dict[str, Any] = {
        "match": table_match.public_id,
        "players": list(players),
        "people": list(table_match.players),
        "game": table_match.game,
        "night": night,
    }
    body |= {name: value for name, value in (("season", season), ("import", imported)) if value is not None}
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

    def work(write: LeagueWrite) -> LeagueEvent:
        if event_of(session, uuid) is not None:
            raise UuidTaken(None)  # a match was opened by it, and in no league
        if len(players) != len(names):
            raise refused("players", "player_count", T("Say for every seat of the match who sat there."))
        place = _read_place(write, tonight(write.league), season)
        table_match = open_rows(session, opening, uuid, write.who.device)
        sat = _seat_players(write, players, names)
        return write_match(write, table_match, sat, place.night, place.season)

    event = in_league(session, access, SCORE, uuid, event_kinds.MATCH, work).event
    known = event_of(session, uuid)
    if known is None:  # the league's event is another request's
        raise UuidTaken(event)
    return repeated(session, opening, known)


# --- results without deals ------------------------------------------------------------------------


def record_result(
    session: Session,
    access: Access,
    *,
    uuid: str,
    game: str,
    players: Sequence[str | None],
    sides: Sequence[Sequence[int]],
    winners: Sequence[int],
    totals: Sequence[int] = (),
    night: str,
    season: str | None = None,
    names: Sequence[str] = (),
) -> Written:
    """A result of which no deals are known; the event's ``subject`` is its key. Scorers. An organiser's is confirmed.

    ``sides`` lists the seats of each side, ``winners`` the sides that won (none: abandoned), ``totals`` a number for
    each side or nothing. Where a player is None a guest is made of the name in ``names``. Paths are ``game``,
    ``players[2]``, ``sides``, ``winners``, ``totals``, ``night``, ``season``.
    """
    body = read_outcome(game, len(players), sides, winners, totals)

    def work(write: LeagueWrite) -> LeagueEvent:
        place = _read_place(write, night, season)
        sat = _seat_players(write, players, names or [""] * len(players))
        event = write_result(
            write, write.new_key("result"), {**body, "players": sat, "night": place.night}, season
        )
        if write.access.may(ORGANISE):
            said = {"version": 0, "side": None, "seat": None, "how": "organiser", "counts": True}
            write.write(event_kinds.CONFIRMED, event.subject, said)
        return event

    asked = {**body, "night": night} | ({"players": list(players)} if all(players) else {})
    return in_league(session, access, SCORE, uuid, event_kinds.RESULT, work, asked)


def write_result(
    write: LeagueWrite,
    key: str,
    body: Mapping[str, Any],
    season: str | None,
    imported: str | None = None,
    kind: str = event_kinds.RESULT,
) -> LeagueEvent:
    """Write a result into the league within a write that has checked all of it."""
    more = {name: value for name, value in (("season", season), ("import", imported)) if value is not None}
    event = write.write(kind, key, {**body, **more})
    ensure_night(write, body["night"], season, imported)
    return event


def read_outcome(
    game: str, players: int, sides: Sequence[Sequence[int]], winners: Sequence[int], totals: Sequence[int]
) -> dict[str, Any]:
    """What is said of an outcome as an event holds it; Refused with everything that cannot be."""
    report = Report()
    _check_outcome(report, game, players, sides, winners, totals)
    form = Form()
    form.report = report
    form.check()
    body: dict[str, Any] = {
        "game": game,
        "sides": [list(seats) for seats in sides],
        "winners": sorted(winners),
    }
    return body | ({"totals": list(totals)} if totals else {})


MAX_POINTS = 1_000_000


def _check_outcome(
    report: Report,
    game: str,
    players: int,
    sides: Sequence[Sequence[int]],
    winners: Sequence[int],
    totals: Sequence[int],
) -> None:
    if type(game) is not str or not game.strip() or len(game) > 20:
        report.error("game", "missing", T("Say which game was played."))
    if sorted(seat for seats in sides for seat in seats) != list(range(players)) or len(sides) < 2:
        report.error("sides", "not_sides", T("Everybody plays on one side, and there are at least two."))
    if any(type(side) is not int or not 0 <= side < len(sides) for side in winners) or len(
        set(winners)
    ) != len(winners):
        report.error("winners", "not_sides", T("Say which sides won."))
    if totals and len(totals) != len(sides):
        report.error("totals", "side_count", T("Write a total for each side, or for none."))
    elif any(type(total) is not int or abs(total) > MAX_POINTS for total in totals):
        report.error("totals", "not_a_number", T("Write whole numbers up to a million."))


# --- moving and taking out ------------------------------------------------------------------------


def hold_match(write: LeagueWrite, key: str, seen: int | None = None) -> LeagueMatch:
    """A match of the league, held against writers of its own ledger; NotThere, or Overtaken if it was changed."""
    found = find_match(write.session, write.league.id, key)
    if found is None:
        raise NotThere(key)
    if seen is not None:
        write.check_seen(key, found.touched, seen)
    if found.match_id is not None:
        feed.bump(write.session, found.match_id)
    return found


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
) -> Written:
    """Put a match into another season (None: none) or night, or say who really played. Organisers.

    ``players`` are in the order of the match's own, as whom they turned out to be by now. Paths as :func:`adopt`.
    """

    def work(write: LeagueWrite) -> LeagueEvent:
        found = hold_match(write, key, seen)
        place = _read_place(write, night, season)
        body: dict[str, Any] = {"season": place.season, "night": place.night}
        if players is not None:
            body |= _changed_players(write, found, players)
        event = write.write(event_kinds.MATCH_MOVED, key, body)
        blank_anonymous_names(session, write.league.id, key)
        ensure_night(write, place.night, place.season)
        return event

    return in_league(session, access, ORGANISE, uuid, event_kinds.MATCH_MOVED, work, {"subject": key})


def _changed_players(write: LeagueWrite, found: LeagueMatch, players: Sequence[str]) -> dict[str, Any]:
    """The players of a match, if any is somebody else now. Whoever stays keeps their key: a merge may be taken back."""
    into = merged_keys(write.session, write.league.id)
    before = [into.get(key, key) for key in found.players]
    if list(players) == before:
        return {}
    if len(players) != len(before) or not all(players):
        raise refused("players", "player_count", T("Say for every seat of the match who sat there."))
    sat = _seat_players(write, players, [""] * len(players))
    told = zip(found.players, before, sat, strict=True)
    return {"players": [own if now == was else now for own, was, now in told]}


def take_match_out(session: Session, access: Access, *, uuid: str, key: str, seen: int) -> Written:
    """Take a match out of the league; it stays where its links lead. Organisers. It may be taken in again."""

    def work(write: LeagueWrite) -> LeagueEvent:
        hold_match(write, key, seen)
        return write.write(event_kinds.MATCH_OUT, key, {})

    return in_league(session, access, ORGANISE, uuid, event_kinds.MATCH_OUT, work, {"subject": key})
