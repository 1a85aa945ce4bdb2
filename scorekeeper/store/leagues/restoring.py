"""A result without deals that was taken out of a league comes into it again; a match with deals is adopted again."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.core.text import T
from scorekeeper.store.leagues import events as kinds
from scorekeeper.store.leagues.access import ORGANISE, Access
from scorekeeper.store.leagues.adopting import write_result
from scorekeeper.store.leagues.events import LeagueEvent
from scorekeeper.store.leagues.ledger import Pen, Written, in_league
from scorekeeper.store.leagues.match_rows import LeagueMatch, read_row, rows_of
from scorekeeper.store.leagues.refusals import NotThere, refused
from scorekeeper.store.leagues.roster import meant
from scorekeeper.store.leagues.rows import LeagueMatchRow
from scorekeeper.store.leagues.seasons import season

SAID = ("game", "sides", "winners", "totals")


def taken_out(session: Session, league: int, key: str) -> LeagueMatch | None:
    """A result that was taken out; None where there is none, or it is in the league."""
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.key == key, LeagueMatchRow.out.is_(True)
    row = session.execute(rows_of(*ours)).first()
    found = None if row is None else read_row(row)
    return found if found is not None and found.people is None and found.result is not None else None


def restore_result(session: Session, access: Access, *, uuid: str, key: str, seen: int) -> Written:
    """Take a result in again, as it was, confirmed by whoever does it. Organisers.

    Raises Refused (path ``players``) where the players are gone, or have become one; NotThere, Overtaken.
    """

    def work(pen: Pen) -> LeagueEvent:
        found = taken_out(pen.session, pen.league.id, key)
        if found is None:
            raise NotThere(key)
        pen.unseen(key, found.touched, seen)
        _check_players(pen, found)
        there = found.season and season(pen.session, pen.league.id, found.season)
        event = write_result(pen, key, _body(found), found.season if there else None)
        said = {"version": 0, "side": None, "seat": None, "how": "organiser", "counts": True}
        pen.write(kinds.CONFIRMED, key, said)
        return event

    return in_league(session, access, ORGANISE, uuid, kinds.RESULT, work, {"subject": key})


def _check_players(pen: Pen, found: LeagueMatch) -> None:
    now = meant(pen.session, pen.league.id, found.players)
    if now.keys() != set(found.players):
        raise refused("players", "unknown_player", T("There is no such player in this league."))
    if len(set(now.values())) != len(found.players):
        raise refused("players", "twice", T("One person cannot sit on two seats."))


def _body(found: LeagueMatch) -> dict[str, Any]:
    """What the event says of it: what the row has kept."""
    result = found.result or {}
    moment = found.moment.isoformat() if found.moment else None
    told = {name: result[name] for name in SAID if result.get(name)} | {
        "series": found.series, "best_of": found.best_of, "moment": moment,
    }  # fmt: skip
    said = {name: value for name, value in told.items() if value is not None}
    return {"winners": [], **said, "players": list(found.players), "night": found.night}
