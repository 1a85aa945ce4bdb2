"""What phones of an evening say that need no role: that a player is here, that a table calls the referee."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import T
from scorekeeper.league.evening.state import ASK, CALL, DRAFT, FROM, HERE, LET, MATCHES, SAID, Evening
from scorekeeper.store.leagues.evening.organising import bump_sheet, expect_evening, write_let
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.event_kinds import EVENING
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueEventRow
from scorekeeper.store.leagues.log.nights import Night, find_night, tonight
from scorekeeper.store.leagues.log.refusals import NotThere, make_refusal
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, find_event, write_without_role
from scorekeeper.store.leagues.matches.confirmation import is_at_table
from scorekeeper.store.leagues.matches.listing import Assignment, find_assignment
from scorekeeper.store.leagues.people.roster import find_current_player
from scorekeeper.store.match import ledger, seat_holders

MAX_BY_PHONE, MAX_SAID_HERE = 5, 200
MAX_ASKED = 20
"""How many a phone says to be here, and all phones of an evening together; and how often a phone asks for a name."""


def call_referee(session: Session, public_id: str, who: Who, *, uuid: str) -> WrittenEvent:
    """Call the referee to the table of a match, from a phone that scores it; the call stands until it is taken.

    NotThere for a match of no evening that is run, and for a phone that is not at its table.
    """
    placed, night = _find_evening(session, public_id)
    table_match = ledger.load(session, public_id)
    if table_match is None or not is_at_table(session, table_match, who.device):
        raise NotThere(public_id)

    def write_call(write: LeagueWrite) -> LeagueEvent:
        evening = expect_evening(write, night.key)
        if evening.closed or evening.round_of(public_id) is None:
            raise NotThere(public_id)
        bump_sheet(write, public_id)
        return write.write(EVENING, night.key, {CALL: {"match": public_id, "open": True}})

    return write_without_role(session, placed.league.id, who, uuid, EVENING, write_call)


def ask_for_name(session: Session, public_id: str, who: Who, *, uuid: str, seat: int) -> WrittenEvent:
    """Ask by a phone at a table to write as the player of a seat, whose name another phone has. The question stands
    until it is answered or the next round is published, and gives no right. Refused (path ``seat``) after too many.
    """
    placed, night = _find_evening(session, public_id)

    def write_ask(write: LeagueWrite) -> LeagueEvent:
        evening = expect_evening(write, night.key)
        if evening.closed or not evening.rounds or public_id not in evening.rounds[-1][MATCHES]:
            raise NotThere(public_id)
        if _count_by_phone(write, night.key) >= MAX_ASKED:
            text = T("This phone has asked often enough; the organiser lets it in.")
            raise make_refusal("seat", "too_many", text)
        bump_sheet(write, public_id)
        asked = {"uuid": write.uuid, "match": public_id, "seat": seat}
        return write.write(EVENING, night.key, {ASK: asked})

    return write_without_role(session, placed.league.id, who, uuid, EVENING, write_ask)


def answer_ask(session: Session, public_id: str, who: Who, *, uuid: str, ask: str, let: bool) -> WrittenEvent:
    """Say by the phone that has a name whether the one that asks may write under it. NotThere for any other phone."""
    placed, night = _find_evening(session, public_id)
    match = ledger.load(session, public_id)
    if match is None or not is_at_table(session, match, who.device):
        raise NotThere(public_id)
    held = seat_holders.holders(session, match.id).get(who.device or "")
    seat = seat_holders.seat_of(match, held[-1]) if held else None

    def write_answer(write: LeagueWrite) -> LeagueEvent:
        asked = expect_evening(write, night.key).asks.get(ask)
        if asked is None or asked["match"] != public_id or asked["seat"] != seat:
            raise NotThere(ask)
        return write_let(write, night.key, ask, let)

    return write_without_role(session, placed.league.id, who, uuid, EVENING, write_answer)


def is_let(session: Session, evening: Evening, ask: str, device: str) -> bool | None:
    """Whether the phone that asks was let: None until it is answered. No for a question that another phone asked."""
    written = find_event(session, ask)
    if ask not in evening.asks or written is None or written[1].device != device:
        return False
    return evening.asks[ask].get(LET)


def _find_evening(session: Session, public_id: str) -> tuple[Assignment, Night]:
    placed = find_assignment(session, public_id)
    night = find_night(session, placed.league.id, placed.match.night) if placed is not None else None
    if placed is None or night is None:
        raise NotThere(public_id)
    return placed, night


def say_here_by_phone(session: Session, league: int, who: Who, *, uuid: str, player: str) -> WrittenEvent:
    """Say by a phone of one's own that one is here tonight; organisers see that it was said so. Refused (path
    ``player``) where too many did, and where no evening is run.
    """

    def write_here(write: LeagueWrite) -> LeagueEvent:
        night = find_night(session, league, tonight(write.league))
        evening = None if night is None else find_run(session, league, night).evening
        person = find_current_player(session, league, player)
        if night is None or evening is None or evening.closed or person is None or person.name is None:
            raise make_refusal("player", "no_evening", T("No evening is being played now."))
        often = _count_by_phone(write, night.key) >= MAX_BY_PHONE
        if often or sum(SAID in facts for facts in evening.here.values()) >= MAX_SAID_HERE:
            text = T("This was said from this phone often enough; the organiser ticks the others.")
            raise make_refusal("player", "too_many", text)
        late = {FROM: evening.next_round} if evening.rounds else {}
        here = evening.here.get(person.key, {**late, SAID: True})
        return write.write(EVENING, night.key, {HERE: {person.key: here}, DRAFT: None})

    return write_without_role(session, league, who, uuid, EVENING, write_here)


def _count_by_phone(write: LeagueWrite, night: str) -> int:
    ours = LeagueEventRow.league_id == write.league.id, LeagueEventRow.subject == night
    query = select(func.count()).where(*ours, LeagueEventRow.device_id == write.who.device)
    return int(write.session.execute(query.where(LeagueEventRow.kind == EVENING)).scalar_one())
