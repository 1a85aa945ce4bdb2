"""Results without deals: read, checked, and written into a league."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.core.findings import Report
from scorekeeper.core.text import T
from scorekeeper.league.plausible import EACH_OR_NONE, WHOLE_NUMBERS, Outcome, check_outcome
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, SCORE, Access
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.nights import ensure_night
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, in_league
from scorekeeper.store.leagues.matches.assign_match import read_placement
from scorekeeper.store.leagues.matches.confirmation import CONFIRMED_BY_ORGANISER
from scorekeeper.store.leagues.matches.match_players import seat_players

MAX_POINTS = 1_000_000


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
        place = read_placement(write, night, season)
        sat = seat_players(write, players, names or [""] * len(players))
        said = {**body, "players": sat, "night": place.night}
        event = write_result(write, write.new_key("result"), said, season)
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
    if any(type(side) is not int or not 0 <= side < len(sides) for side in winners) or len(
        set(winners)
    ) != len(winners):
        report.error("winners", "not_sides", T("Say which sides won."))
    if totals and len(totals) != len(sides):
        report.error("totals", "side_count", EACH_OR_NONE)
    elif any(type(total) is not int or abs(total) > MAX_POINTS for total in totals):
        report.error("totals", "not_a_number", WHOLE_NUMBERS)
