"""Results without deals: recorded, corrected in place, or taken in again after they were taken out.

A match with deals is corrected on its sheet, and adopted again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Report
from scorekeeper.core.text import T
from scorekeeper.league.plausible import EACH_OR_NONE, WHOLE_NUMBERS, Outcome, check_outcome
from scorekeeper.league.results import ending_of
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, SCORE, Access
from scorekeeper.store.leagues.log.events import EVENT, LeagueEvent
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueMatchRow
from scorekeeper.store.leagues.log.nights import ensure_night
from scorekeeper.store.leagues.log.refusals import NotThere, make_refusal
from scorekeeper.store.leagues.log.seasons import find_season
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, in_league
from scorekeeper.store.leagues.matches.assign_match import hold_match, read_night
from scorekeeper.store.leagues.matches.confirmation import CONFIRMED_BY_ORGANISER
from scorekeeper.store.leagues.matches.listing import LeagueMatch, find_row, read_row, select_matches
from scorekeeper.store.leagues.matches.match_players import seat_players
from scorekeeper.store.leagues.people.roster import find_current_players

MAX_POINTS = 1_000_000
SAID = ("game", "sides", "winners", "totals")


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
) -> WrittenEvent:
    """Record a result without deals; the event's ``subject`` is its key. Scorers. An organiser's is confirmed.

    ``sides`` lists the seats of each side, ``winners`` the sides that won (none: abandoned), ``totals`` a number for
    each side or nothing. Where a player is None a guest is made of the name in ``names``. Paths are ``game``,
    ``players[2]``, ``sides``, ``winners``, ``totals``, ``night``, ``season``.
    """
    body = read_outcome(game, len(players), sides, winners, totals)
    refuse_unknown_sides(game, sides)

    def seat_and_write(write: LeagueWrite) -> LeagueEvent:
        date = read_night(write, night, season)
        sat = seat_players(write, players, names or [""] * len(players))
        result = {**body, "players": sat, "night": date}
        event = write_result(write, write.new_key("result"), result, season)
        if write.access.may(ORGANISE):
            write.write(event_kinds.CONFIRMED, event.subject, CONFIRMED_BY_ORGANISER)
        return event

    asked = {**body, "night": night} | ({"players": list(players)} if all(players) else {})
    return in_league(session, access, SCORE, uuid, event_kinds.RESULT, seat_and_write, asked)


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
    form = FieldReader()
    _check_outcome(form.report, game, players, sides, winners, totals)
    form.check()
    body = {"game": game, "sides": [list(seats) for seats in sides], "winners": sorted(winners)}
    return body | ({"totals": list(totals)} if totals else {})


def refuse_unknown_sides(game: str, sides: Sequence[Sequence[int]]) -> None:
    """Raises Refused for sides that a game does not know. What is in an archive, or stored already, is not asked."""
    form = FieldReader()
    check_outcome(Outcome(game, sides, (), ()), form.report)
    form.check()


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
    known = all(type(side) is int and 0 <= side < len(sides) for side in winners)
    if not known or len(set(winners)) != len(winners):
        report.error("winners", "not_sides", T("Say which sides won."))
    if totals and len(totals) != len(sides):
        report.error("totals", "side_count", EACH_OR_NONE)
    elif any(type(total) is not int or abs(total) > MAX_POINTS for total in totals):
        report.error("totals", "not_a_number", WHOLE_NUMBERS)


# --- after it came in -----------------------------------------------------------------------------


class TakenOut(NamedTuple):
    """A match that was taken out, and the event by which it was."""

    match: LeagueMatch
    event: LeagueEvent


def list_taken_out(session: Session, league: int, *, skip: int = 0, limit: int = 50) -> list[TakenOut]:
    """The matches that were taken out one by one, the latest first."""
    row, event = LeagueMatchRow, LeagueEventRow
    by_that = (event.league_id == row.league_id) & (event.seq == row.touched)
    query = select(row.id, *EVENT).join(event, by_that)
    query = query.where(row.league_id == league, row.out.is_(True), event.kind == event_kinds.MATCH_OUT)
    ordered = query.order_by(row.touched.desc()).offset(skip).limit(limit)
    removals = {number: LeagueEvent(*values) for number, *values in session.execute(ordered)}
    rows = session.execute(select_matches(LeagueMatchRow.id.in_(removals)))
    matches = {match.id: match for match in map(read_row, rows)}
    return [TakenOut(matches[number], removal) for number, removal in removals.items()]


def correct_result(
    session: Session,
    access: Access,
    *,
    uuid: str,
    key: str,
    seen: int,
    game: str,
    winners: Sequence[int],
    totals: Sequence[int],
) -> WrittenEvent:
    """Correct a result without deals; everything after it is derived again. Organisers, and by that it is confirmed.

    Raises Refused (paths ``game``, ``winners``, ``totals``), NotThere, Overtaken.
    """

    def write_correction(write: LeagueWrite) -> LeagueEvent:
        row = hold_match(write, key, seen)
        if row.people is not None or row.result is None:
            raise NotThere(key)
        if game != row.game:
            refuse_unknown_sides(game, row.result["sides"])
        outcome = read_outcome(game, len(row.players), row.result["sides"], winners, totals)
        where = {"night": row.night, "season": row.season, **ending_of(row.result)}
        body = {**outcome, "players": list(row.players), **where}
        event = write.write(event_kinds.RESULT_CORRECTED, key, body)
        write.write(event_kinds.CONFIRMED, key, CONFIRMED_BY_ORGANISER)
        return event

    asked = {"subject": key}
    return in_league(session, access, ORGANISE, uuid, event_kinds.RESULT_CORRECTED, write_correction, asked)


def find_taken_out(session: Session, league: int, key: str) -> LeagueMatch | None:
    """A result that was taken out; None where there is none, or it is in the league."""
    row = find_row(session, league, key)
    if row is None or not row.out or row.people is not None or row.result is None:
        return None
    return row


def restore_result(session: Session, access: Access, *, uuid: str, key: str, seen: int) -> WrittenEvent:
    """Take a result in again, as it was, and confirm it. Organisers.

    Raises Refused (path ``players``) where the players are gone, or have become one; NotThere, Overtaken.
    """

    def write_restoration(write: LeagueWrite) -> LeagueEvent:
        row = find_taken_out(write.session, write.league.id, key)
        if row is None:
            raise NotThere(key)
        write.check_seen(key, row.touched, seen)
        _check_players(write, row)
        season_exists = row.season and find_season(write.session, write.league.id, row.season)
        season, body = row.season if season_exists else None, _result_body(row)
        event = write_result(write, key, body, season, kind=event_kinds.RESULT_BACK)
        write.write(event_kinds.CONFIRMED, key, CONFIRMED_BY_ORGANISER)
        return event

    asked = {"subject": key}
    return in_league(session, access, ORGANISE, uuid, event_kinds.RESULT_BACK, write_restoration, asked)


def _check_players(write: LeagueWrite, row: LeagueMatch) -> None:
    keys = [key for key in row.players if not is_stranger(key)]
    now = find_current_players(write.session, write.league.id, keys)
    if now.keys() != set(keys):
        raise make_refusal("players", "unknown_player", T("There is no such player in this league."))
    if len(set(now.values())) != len(keys):
        raise make_refusal("players", "twice", T("One person cannot sit on two seats."))


def _result_body(row: LeagueMatch) -> dict[str, Any]:
    """What the event says of it: what the row has kept."""
    result = row.result or {}
    moment = row.moment.isoformat() if row.moment else None
    more = {"series": row.series, "best_of": row.best_of, "moment": moment}
    outcome = {name: result[name] for name in SAID if result.get(name)} | ending_of(result)
    outcome |= {name: value for name, value in more.items() if value is not None}
    return {"winners": [], **outcome, "players": list(row.players), "night": row.night}
