"""What events do to a league's matches. The derivation's own columns are only marked as out of date."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.games import GAMES
from scorekeeper.league.results import (
    CONFIRMED,
    CONTESTED,
    STOPPED,
    WAITING,
    About,
    result_document,
    result_without_deals,
)
from scorekeeper.store.leagues.log.change_rows import given_fields, put_row
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueSeasonRow, LeagueSeatRow
from scorekeeper.store.match.models import MatchRow

OFFERED = "offered"
"""The state of a rematch that no organiser has taken in yet."""
UNTOLD: dict[str, Any] = {"confirmation": WAITING, "confirmed_seq": None, "agreed": [], "dirty": True}
"""No word of anybody counts any more."""
FRESH: dict[str, Any] = {**UNTOLD, "out": False, "imported": None}


def apply_match(session: Session, league: int, event: LeagueEvent) -> None:
    """A match comes in, for the first time or again. One that does not exist any more keeps what was derived of it.

    One that went to another league since is there: what happened here is applied again without it.
    """
    row = LeagueMatchRow
    elsewhere = select(row.id).where(row.match_id == MatchRow.id, row.league_id != league).exists()
    ours = MatchRow.public_id == event.body["match"], ~elsewhere
    match_id = session.execute(select(MatchRow.id).where(*ours)).scalar()
    values = FRESH | given_fields(event, "players", "people", "game", "night")
    values |= {"match_id": match_id, "season": event.body.get("season")}
    _sit(session, league, put_row(session, LeagueMatchRow, league, event, values), event.body["players"])


def apply_offered(session: Session, league: int, event: LeagueEvent) -> None:
    """A rematch waits to be taken in; until then its row is that of a match outside the league."""
    values = FRESH | given_fields(event, "players", "people", "game", "night")
    values |= {"match_id": None, "season": event.body.get("season"), "confirmation": OFFERED}
    put_row(session, LeagueMatchRow, league, event, {**values, "out": True, "dirty": False})


def apply_result(session: Session, league: int, event: LeagueEvent) -> None:
    """Write a result without deals, for the first time or again."""
    moment = event.body.get("moment") or ""
    values = FRESH | given_fields(event, "series", "best_of") | _outcome(event, moment)
    values |= {"match_id": None, "people": None}
    values |= {"moment": datetime.fromisoformat(moment) if moment else None}
    _sit(session, league, put_row(session, LeagueMatchRow, league, event, values), event.body["players"])


def apply_corrected(session: Session, league: int, event: LeagueEvent) -> None:
    """Another outcome of the same match, which waits for everybody's word again; it keeps its moment and its place."""
    moment = session.execute(_row(league, event, LeagueMatchRow.moment)).scalar_one()
    values = UNTOLD | _outcome(event, "" if moment is None else moment.isoformat())
    _sit(session, league, put_row(session, LeagueMatchRow, league, event, values), event.body["players"])


def _outcome(event: LeagueEvent, moment: str) -> dict[str, Any]:
    """The columns that hold the outcome of a match without deals."""
    body = event.body
    players, season = tuple(body["players"]), body.get("season")
    about = About(str(event.subject), players, body["night"], moment, season=season)
    result = result_without_deals(
        about,
        body["game"],
        body["sides"],
        body["winners"],
        body.get("totals", ()),
        lowest_wins=body["game"] in GAMES and GAMES[body["game"]].lowest_wins,
        stopped=body.get("status") == STOPPED,
        endless=body.get("endless", False),
    )
    kept = {"season": season, "status": result.status, "result": result_document(result)}
    return given_fields(event, "players", "game", "night") | kept


def _sit(session: Session, league: int, row: int, players: Sequence[str]) -> None:
    session.execute(delete(LeagueSeatRow).where(LeagueSeatRow.league_match_id == row))
    seats = [
        {"league_match_id": row, "place": place, "league_id": league, "player": key}
        for place, key in enumerate(players)
    ]
    session.execute(insert(LeagueSeatRow), seats)


def apply_moved(session: Session, league: int, event: LeagueEvent) -> None:
    """Another season, another night, or other players; ``again``: what was agreed of those before is asked again."""
    values = given_fields(event, "night", "season", "players")
    if event.body.get("again"):
        state = session.execute(_row(league, event, LeagueMatchRow.confirmation)).scalar_one()
        values |= {**UNTOLD, "confirmation": state if state == CONTESTED else WAITING}
    row = put_row(session, LeagueMatchRow, league, event, {**values, "dirty": True})
    if "players" in values:
        _sit(session, league, row, values["players"])


def apply_gathered(session: Session, league: int, event: LeagueEvent) -> None:
    """A season takes in the matches of its nights: those of no season, or with ``others`` those of another one too."""
    put_row(session, LeagueSeasonRow, league, event, {})
    played = played_in(league, event.body["first"], event.body["last"])
    outside = LeagueMatchRow.season.is_distinct_from(event.subject)
    chosen = outside if event.body["others"] else LeagueMatchRow.season.is_(None)
    values = {"season": event.subject, "dirty": True, "touched": event.seq}
    session.execute(update(LeagueMatchRow).where(*played, chosen).values(**values))


def played_in(league: int, first: str, last: str) -> tuple[Any, ...]:
    """That a match is in the league and was played on one of these nights."""
    row = LeagueMatchRow
    return row.league_id == league, row.out.is_(False), row.night.between(first, last)


def apply_out(session: Session, league: int, event: LeagueEvent) -> None:
    """Take a match out, or leave one outside that was offered; the row stays until the figures are without it."""
    values: dict[str, Any] = {"out": True, "match_id": None, "dirty": True}
    if session.execute(_row(league, event, LeagueMatchRow.confirmation)).scalar() == OFFERED:
        values["confirmation"] = WAITING
    row = put_row(session, LeagueMatchRow, league, event, values)
    session.execute(delete(LeagueSeatRow).where(LeagueSeatRow.league_match_id == row))


def apply_confirmed(session: Session, league: int, event: LeagueEvent) -> None:
    """A side or an organiser agrees to a version; the event says whether it counts by that."""
    body = event.body
    if body["counts"]:
        done = {"confirmation": CONFIRMED, "confirmed_seq": body["version"], "agreed": [], "dirty": True}
        put_row(session, LeagueMatchRow, league, event, done)
        return
    agreed = session.execute(_row(league, event, LeagueMatchRow.agreed)).scalar_one()
    agreement = {name: body[name] for name in ("side", "seat", "how", "version")}
    put_row(session, LeagueMatchRow, league, event, {"agreed": [*agreed, {**agreement, "event": event.seq}]})


def apply_contested(session: Session, league: int, event: LeagueEvent) -> None:
    """The match waits, and what was agreed to before is void."""
    put_row(session, LeagueMatchRow, league, event, {**UNTOLD, "confirmation": CONTESTED})


def apply_declined(session: Session, league: int, event: LeagueEvent) -> None:
    """The correction is declined: what was confirmed goes on counting, and no side is asked about it any more."""
    put_row(session, LeagueMatchRow, league, event, {"agreed": [], "dirty": True})


def _row(league: int, event: LeagueEvent, column: Any) -> Any:
    return select(column).where(LeagueMatchRow.league_id == league, LeagueMatchRow.key == event.subject)
