"""A name changed on the sheet of a league's match: a spelling of the player who sits there, or another person.

The ledger keeps its ``renamed`` in both cases, so that its hashes hold. Another person is changed in the league.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.core.text import T
from scorekeeper.league.results import CONFIRMED
from scorekeeper.store.leagues.log.access import ORGANISE, Who
from scorekeeper.store.leagues.log.event_kinds import MATCH_MOVED
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.store.leagues.log.write import LeagueWrite, events_about
from scorekeeper.store.leagues.matches.assign_match import seat_in_evening
from scorekeeper.store.leagues.matches.confirm_match import write_from_table
from scorekeeper.store.leagues.matches.listing import LeagueMatch, find_assignment
from scorekeeper.store.leagues.matches.match_players import changed_players, find_unclear
from scorekeeper.store.leagues.people.anonymity import blank_anonymous_names
from scorekeeper.store.leagues.people.player_changes import new_player
from scorekeeper.store.leagues.people.roster import merged_keys
from scorekeeper.store.match import ledger, series
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.kinds import RENAMED
from scorekeeper.store.match.match import Match

CONFIRMED_ALREADY = T("The result is confirmed: that another person played is for an organiser to say now.")


def rename_players(
    session: Session,
    public_id: str,
    who: Who,
    *,
    uuid: str,
    seen: int,
    names: Mapping[int, str],
    others: Mapping[int, str | None],
) -> None:
    """Change names on the sheet of a league's match. ``others`` has the players that persons are instead of those who
    were said to sit there, None for a guest of the new name; what was agreed before is asked again.

    The table may before the result is confirmed, then organisers. Raises what :func:`ledger.rename` does, NotThere, and
    Refused where it is too late, or a player would sit twice.
    """
    done: list[ledger.Appended] = []

    def write_names(write: LeagueWrite, row: LeagueMatch, match: Match) -> LeagueEvent:
        if row.confirmation == CONFIRMED and not write.access.may(ORGANISE):
            raise make_refusal("", "confirmed", CONFIRMED_ALREADY)
        event = _write_others(write, row, names, others)
        done[:] = ledger.rename_held(session, public_id, seen, UUID(write.uuid), names, write.who.device)
        blank_anonymous_names(session, row.league_id, row.key)
        return event

    write_from_table(session, public_id, who, uuid, MATCH_MOVED, write_names, {})
    if any(appended.decided for appended in done):
        series.update_others(session, done[-1].match)


def _write_others(
    write: LeagueWrite, row: LeagueMatch, names: Mapping[int, str], others: Mapping[int, str | None]
) -> LeagueEvent:
    into = merged_keys(write.session, write.league.id)
    players = [into.get(key, key) for key in row.players]
    for place, person in enumerate(row.people or ()):
        if person in others:
            key = others[person] or new_player(write, names[person].strip(), guest=True).subject
            players[place] = str(key)
    event = write.write(MATCH_MOVED, row.key, changed_players(write, row, players))
    seat_in_evening(write, row, event.body.get("players", ()))
    return event


def check_person(session: Session, before: Match, after: Match) -> None:
    """Refuse a name that came with a record and may be another person's: it cannot be asked who is meant."""
    placed = find_assignment(session, before.public_id)
    if placed is None:
        return
    sat = dict(zip(placed.match.people or (), placed.match.players, strict=True))
    names = dict(zip(after.players, after.seat_names, strict=True))
    if find_unclear(session, placed.league.id, sat, before, names):
        text = T(
            "In this match’s league the name may be another person’s. Change it there under Names, and say who it is."
        )
        raise make_refusal("", "another_person", text)


def check_undo(session: Session, match: Match, event: Event) -> None:
    """Refuse to take back a name with which another person came into the league: the league would not follow."""
    placed = find_assignment(session, match.public_id) if event.kind == RENAMED else None
    if placed is None:
        return
    moved = [
        move for move in events_about(session, placed.league.id, placed.match.key) if move.kind == MATCH_MOVED
    ]
    if any(ledger.is_renaming(move.uuid, event) and "players" in move.body for move in moved):
        text = T(
            "With this name another person came into the league. Change it under Names, and say who it is."
        )
        raise make_refusal("", "another_person", text)
