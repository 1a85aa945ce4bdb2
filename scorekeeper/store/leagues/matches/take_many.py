"""Taking many matches into a league at once: looked at first, then all or none, and out again as a whole.

What comes in together bears the key of one import of the kind ``taken``, so that one event takes exactly that back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.match import name_key
from scorekeeper.core.text import T, Text
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, SCORE, Access
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueImportRow, LeagueMatchRow
from scorekeeper.store.leagues.log.nights import find_night_by_key, played_on, tonight
from scorekeeper.store.leagues.log.refusals import NotThere, Refused, make_refusal
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, in_league
from scorekeeper.store.leagues.matches.assign_match import (
    TAKEN_ALREADY,
    may_take_in,
    night_of_match,
    read_night,
    write_match,
)
from scorekeeper.store.leagues.matches.listing import find_placed
from scorekeeper.store.leagues.matches.match_players import suggest_players
from scorekeeper.store.leagues.people.player_changes import new_player
from scorekeeper.store.match import feed, statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.opening import checked_uuid

TAKEN = "taken"
MAX_TAKEN, MAX_LISTED = 60, 5


class TakenMatch(NamedTuple):
    """A match as it would come in: the players by seat, None where a guest would be made of the name on the sheet.

    ``why_not`` says why it cannot come in together with others.
    """

    match: Match
    night: str
    players: tuple[str | None, ...]
    why_not: Text | None


class TakenTogether(NamedTuple):
    """What came in at once: its key, when, and the matches that are still in the league by it."""

    key: str
    at: datetime
    matches: tuple[str, ...]


def preview_many(
    session: Session, access: Access, matches: Sequence[str], night: str | None = None
) -> list[TakenMatch]:
    """What would become of these matches; those that are not the asker's to take in are missing."""
    loaded = [statements.load(session, public_id) for public_id in dict.fromkeys(matches[:MAX_TAKEN])]
    ours = [match for match in loaded if match is not None and may_take_in(session, access, match)]
    return [_look_at(session, access, match, night) for match in ours]


def _look_at(session: Session, access: Access, table_match: Match, night: str | None) -> TakenMatch:
    near = suggest_players(session, access.league.id, table_match)
    players = tuple(
        candidates[0].player.key if candidates and candidates[0].same else None for candidates in near
    )
    seated = [key for key in players if key]
    if find_placed(session, [table_match.public_id]):
        why_not: Text | None = TAKEN_ALREADY
    elif len(set(seated)) < len(seated):
        why_not = T("One person cannot sit on two seats.")
    else:
        seats = zip(table_match.seat_names, players, near, strict=True)
        names = ", ".join(name for name, key, candidates in seats if candidates and not key)
        nearly = T("{names}: nearly the name of a player. Take it in by itself.", names=names)
        why_not = nearly if names else None
    return TakenMatch(table_match, night or night_of_match(access.league, table_match), players, why_not)


def take_many(
    session: Session,
    access: Access,
    *,
    uuid: str,
    matches: Sequence[str],
    season: str | None = None,
    night: str | None = None,
) -> WrittenEvent:
    """Take all of these matches in, each into its own night unless one is given. Scorers, who own the matches.

    A name that is new is one guest, however many of them it stands in. Raises NotThere, and Refused (paths ``season``,
    ``night``, ``matches``); then none has come in.
    """
    key = checked_uuid(uuid)

    def write_all(write: LeagueWrite) -> LeagueEvent:
        if not 1 <= len(set(matches)) <= MAX_TAKEN:
            text = T("Choose between one and {most} matches.", most=MAX_TAKEN)
            raise make_refusal("matches", "out_of_range", text)
        read_night(write, night or tonight(write.league), season)
        for public_id in sorted(set(matches)):
            statements.load(session, public_id, lock=True)
        previews = preview_many(session, write.access, matches, night)
        if len(previews) < len(set(matches)):
            raise NotThere(write.league.public_id)
        if wrong := [
            Finding("matches", "refused", preview.why_not) for preview in previews if preview.why_not
        ]:
            raise Refused(tuple(wrong))
        event = write.write(event_kinds.IMPORTED, None, {"import": key, "kind": TAKEN})
        guests: dict[str, str] = {}
        for preview in previews:
            write_match(write, preview.match, _seat(write, preview, guests, key), preview.night, season, key)
        return event

    return in_league(session, access, SCORE, uuid, event_kinds.IMPORTED, write_all, {"import": key})


def _seat(write: LeagueWrite, taken: TakenMatch, guests: dict[str, str], key: str) -> list[str]:
    """Everybody's key by seat; new names become guests once."""
    sat = []
    for name, player in zip(taken.match.seat_names, taken.players, strict=True):
        spelled = name_key(name)
        if player is None and spelled not in guests:
            guests[spelled] = str(new_player(write, name, guest=True, imported=key).subject)
        sat.append(player or guests[spelled])
    return sat


def list_takings(session: Session, access: Access, key: str | None = None) -> list[TakenTogether]:
    """What was taken in at once and can be taken out again by the asker, the latest first; or that of this ``key``."""
    ours = LeagueImportRow.league_id == access.league.id, LeagueImportRow.kind == TAKEN
    query = select(LeagueImportRow.key, LeagueImportRow.at).where(*ours, LeagueImportRow.undone_at.is_(None))
    if key is not None:
        query = query.where(LeagueImportRow.key == key)
    if not access.may(ORGANISE):
        query = query.where(LeagueImportRow.account_id == access.who.account)
    rows = session.execute(query.order_by(LeagueImportRow.id.desc()).limit(MAX_LISTED)).all()
    return [TakenTogether(row.key, row.at, _matches_of(session, access.league.id, row.key)) for row in rows]


def find_taking(session: Session, access: Access, key: str) -> TakenTogether | None:
    """One of them; None for what there is none of, or is another scorer's."""
    return next(iter(list_takings(session, access, key=key)), None)


def _matches_of(session: Session, league: int, key: str) -> tuple[str, ...]:
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.imported == key, LeagueMatchRow.out.is_(False)
    return tuple(session.execute(select(LeagueMatchRow.key).where(*ours)).scalars())


def undo_taking(session: Session, access: Access, *, uuid: str, key: str) -> WrittenEvent:
    """Take exactly that out again: its matches, and its guests and nights where nothing else needs them.

    The matches stay where their links lead. Organisers, and who took them in.
    """

    def write_undo(write: LeagueWrite) -> LeagueEvent:
        taking = find_taking(session, write.access, key)
        if taking is None:
            raise NotThere(key)
        for public_id in sorted(taking.matches):
            table_match = statements.load(session, public_id)
            if table_match is not None:
                feed.bump(session, table_match)
        event = write.write(event_kinds.IMPORT_UNDONE, None, {"import": key})
        _call_off_again(write, key)
        return event

    return in_league(session, access, SCORE, uuid, event_kinds.IMPORT_UNDONE, write_undo, {"import": key})


def _call_off_again(write: LeagueWrite, key: str) -> None:
    """A night that was on again by these matches alone is off, as it was before."""
    row, ours = LeagueEventRow, LeagueEventRow.league_id == write.league.id
    first = write.session.execute(select(row.seq, row.at).where(ours, row.uuid == key)).one()
    since = row.seq > first.seq, row.at == first.at, row.kind == event_kinds.NIGHT
    query = select(row.seq, row.subject, row.body).where(ours, *since)
    for seq, night, body in write.session.execute(query).all():
        reopened = find_night_by_key(write.session, write.league.id, night)
        if reopened is None or reopened.touched != seq or body != {"cancelled": False}:
            continue
        if not played_on(write, reopened.date):
            write.write(event_kinds.NIGHT, night, {"cancelled": True})
