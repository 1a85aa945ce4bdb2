"""Who sat down or joined during a match, by the player's key: an evening says it at once, and so may an archive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid5

from sqlalchemy import Text, and_, cast, or_, select
from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.league.evening.state import SAT
from scorekeeper.store.leagues.log.event_kinds import EVENING, MATCH
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueNightRow
from scorekeeper.store.leagues.log.write import LeagueWrite
from scorekeeper.store.leagues.matches.listing import LeagueMatch
from scorekeeper.store.match.kinds import NEW_NAMES, PROTESTED
from scorekeeper.store.match.match import Match


def name_entry(write: LeagueWrite) -> str:
    """The UUID of the entry by which the player of a write sits down: it leads from one log to the other."""
    return _entry_of(write.uuid)


def _entry_of(uuid: str) -> str:
    return str(uuid5(UUID(uuid), "sheet"))


def read_sat_down(session: Session, row: LeagueMatch, match: Match) -> dict[str, str]:
    """The players who sat down during a match, by the keys of their names on its sheet, as the league's log has them:
    those names may mean other players by now.
    """
    log = LeagueEventRow
    nights = select(LeagueNightRow.key).where(
        LeagueNightRow.league_id == row.league_id, LeagueNightRow.date == row.night
    )
    about = or_(
        and_(log.kind == MATCH, log.subject == row.key), and_(log.kind == EVENING, log.subject.in_(nights))
    )
    said = cast(log.body, Text).contains(f'"{SAT}"', autoescape=True)
    query = select(log.kind, log.uuid, log.body).where(log.league_id == row.league_id, about, said)
    seqs = {event.uuid: event.seq for event in match.events}
    known = dict[int | None, str]()
    for kind, uuid, body in session.execute(query.order_by(log.seq)):
        if kind == MATCH:
            known |= {int(seq): player for seq, player in body[SAT].items()}
        elif body.get(SAT, {}).get("match") == row.key:
            known[seqs.get(_entry_of(uuid))] = body[SAT]["player"]
    return {name_key(name): known[seq] for seq, name in _list_names(match) if seq in known}


def list_sat_down_keys(match: Match, by_name: Mapping[str, str]) -> dict[str, str]:
    """The players that the names mean, by the numbers of the events that gave the names."""
    return {
        str(seq): by_name[name_key(name)] for seq, name in _list_names(match) if name_key(name) in by_name
    }


def move_sat_down(sat: Mapping[str, Any], players: Mapping[str, str], match: Match) -> dict[str, str]:
    """The same of an archive, under the keys of another league; players who did not come in are left out."""
    said = {str(event.seq): sat.get(str(event.seq)) for event in match.events}
    return {seq: players[key] for seq, key in said.items() if type(key) is str and key in players}


def _list_names(match: Match) -> Iterator[tuple[int, str]]:
    """The names under which people sat down or joined, each with the event that says it."""
    for event in match.events:
        texts = event.body.get("texts", {}) if event.kind != PROTESTED else {}
        for field in NEW_NAMES:
            name = match.texts.get(texts.get(field, 0))
            if name:
                yield event.seq, name
