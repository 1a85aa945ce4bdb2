"""Confirming and contesting matches: from the table, by organisers, and results without deals.

:mod:`confirmation` says who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from scorekeeper.core.text import T
from scorekeeper.league.results import CONFIRMED, WAITING
from scorekeeper.league.rules import OTHER_SIDE
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import CONFIRM, ORGANISE, Access, Who
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, make_refusal
from scorekeeper.store.leagues.log.seasons import rules_of_season
from scorekeeper.store.leagues.log.texts import add_text
from scorekeeper.store.leagues.log.write import (
    LeagueWrite,
    WrittenEvent,
    events_about,
    in_league,
    write_without_role,
)
from scorekeeper.store.leagues.matches.assign_match import hold_match
from scorekeeper.store.leagues.matches.confirmation import (
    BY_ORGANISER,
    DEVICE,
    FOR_EVERYBODY,
    PASSED,
    find_asked,
    find_decline,
    is_at_table,
    is_enough,
    is_over,
    proposal_of,
    seats_of,
    side_of,
)
from scorekeeper.store.leagues.matches.listing import LeagueMatch, find_assignment, list_matches, scored_at
from scorekeeper.store.leagues.people.roster import merged_keys, player_of_account
from scorekeeper.store.match import statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.opening import checked_uuid
from scorekeeper.store.match.refusals import Refused

MAX_REASON = 500
MAX_AT_ONCE = 200
OWN_SIDE = T("This side has agreed already; the other one has to confirm.")


# --- from the table -------------------------------------------------------------------------------


def confirm_match(
    session: Session, public_id: str, who: Who, *, uuid: str, version: int, seat: int, how: str
) -> WrittenEvent:
    """Confirm a match for the side of a seat. ``how``: ``device``, from a phone seated there (or signed in to the
    account of the player); ``passed``, from a phone of the table that was handed over.

    ``version`` is the match's ``seq`` that was shown; if the score has moved since, Overtaken. NotThere when the match
    is in no league, or the phone is not at its table. Refused when the side has nothing to confirm.
    """

    def write_confirmation(write: LeagueWrite, row: LeagueMatch, match: Match) -> LeagueEvent:
        speaker = _check_speaker(write, row, match, seat, how, version)
        asked_sides = find_asked(session, write.league, row, match)
        if asked_sides is None:
            text = T("There is nothing to confirm: this match counts as it stands.")
            raise make_refusal("", "nothing_to_confirm", text)
        if asked_sides.by_organiser:
            raise make_refusal("", "organisers", T("In this league an organiser confirms matches."))
        if speaker["side"] in asked_sides.agreed:
            raise make_refusal("seat", "own_side", OWN_SIDE)
        counts = is_enough(asked_sides, speaker["side"])
        return write.write(event_kinds.CONFIRMED, row.key, {**speaker, "counts": counts})

    asked = {"seat": seat, "how": how}
    return write_from_table(session, public_id, who, uuid, event_kinds.CONFIRMED, write_confirmation, asked)


def contest_match(
    session: Session,
    public_id: str,
    who: Who,
    *,
    uuid: str,
    version: int,
    seat: int,
    how: str,
    reason: str = "",
) -> WrittenEvent:
    """Say for the side of a seat that a match is not right: it waits, and is seen to wait. Arguments as
    :func:`confirm_match`; a match that was confirmed is not contested but corrected, or reopened by an organiser.
    """
    words = _read_reason(reason)

    def write_contest(write: LeagueWrite, row: LeagueMatch, match: Match) -> LeagueEvent:
        speaker = _check_speaker(write, row, match, seat, how, version)
        if row.confirmation == CONFIRMED:
            text = T("This match is confirmed. Correct it, and the correction waits to be accepted.")
            raise make_refusal("", "confirmed", text)
        return write.write(event_kinds.CONTESTED, row.key, {**speaker, **_store_reason(write, words)})

    asked = {"seat": seat, "how": how}
    return write_from_table(session, public_id, who, uuid, event_kinds.CONTESTED, write_contest, asked)


def _read_reason(reason: str) -> str | None:
    form = FieldReader()
    words = form.text(reason, "reason", MAX_REASON)
    form.check()
    return words


def _store_reason(write: LeagueWrite, reason: str | None) -> dict[str, int]:
    return {} if reason is None else {"text": add_text(write.session, write.league.id, reason)}


def _check_over(match: Match) -> None:
    if not is_over(match):
        raise make_refusal("", "still_open", T("This match is not over yet."))


def _check_speaker(
    write: LeagueWrite, row: LeagueMatch, match: Match, seat: int, how: str, version: int
) -> dict[str, Any]:
    """What the event says of who speaks; refused where the seat is not theirs, or another score was seen."""
    if how not in (DEVICE, PASSED):
        raise make_refusal("how", "unknown_choice", T("Choose one of: {choices}.", choices=[DEVICE, PASSED]))
    _check_seen(row, match, version)
    _check_over(match)
    side = side_of(match, seat)
    if side is None:
        raise make_refusal("seat", "unknown_choice", T("Say who holds this phone now."))
    if how == DEVICE and seat not in seats_of(write.session, write.league, row, match, write.who):
        text = T("This phone is not seated there; pass it to the other side.")
        raise make_refusal("seat", "not_seated", text)
    if how == PASSED and not is_at_table(write.session, match, write.who.device):
        raise NotThere(match.public_id)
    return {"version": match.seq, "side": side, "seat": seat, "how": how}


def _check_seen(row: LeagueMatch, match: Match, version: int) -> None:
    if not 1 <= version <= match.seq or scored_at(match, version) != scored_at(match):
        raise Overtaken(())


def write_from_table(
    session: Session,
    public_id: str,
    who: Who,
    uuid: str,
    kind: str,
    write_events: Callable[[LeagueWrite, LeagueMatch, Match], LeagueEvent],
    asked: dict[str, Any],
) -> WrittenEvent:
    """A write from the table of a match: it needs no role in the league, but a phone or an account that sat there."""
    placed = find_assignment(session, public_id)
    if placed is None:
        raise NotThere(public_id)

    def write_at_table(write: LeagueWrite) -> LeagueEvent:
        row = hold_match(write, placed.match.key)
        match = statements.load(session, public_id, lock=True)
        if match is None or not (
            is_at_table(session, match, who.device) or seats_of(session, write.league, row, match, who)
        ):
            raise NotThere(public_id)
        return write_events(write, row, match)

    asked = {**asked, "subject": placed.match.key}
    return write_without_role(session, placed.league.id, who, uuid, kind, write_at_table, asked)


# --- by organisers, and results without deals -----------------------------------------------------


def confirm_as_organiser(
    session: Session, access: Access, *, uuid: str, key: str, version: int, how: str = BY_ORGANISER
) -> WrittenEvent:
    """Confirm a version of a match, or a result without deals (``version`` 0), for everybody. Organisers. ``how`` is
    ``silence`` where no one objected until the next round.
    """

    def confirm(write: LeagueWrite) -> LeagueEvent:
        body = _as_organiser(write, key, version)
        return write.write(event_kinds.CONFIRMED, key, {**body, "how": how, "counts": True})

    return in_league(session, access, ORGANISE, uuid, event_kinds.CONFIRMED, confirm, {"subject": key})


def confirm_all_as_organiser(session: Session, access: Access, *, uuid: str) -> int:
    """Confirm what waits to be confirmed and is over, at most :data:`MAX_AT_ONCE`; how many that were. Organisers.

    What was contested, or changed meanwhile, stays.
    """
    waiting = list_matches(session, access.league.id, confirmation=WAITING, limit=MAX_AT_ONCE)
    return confirm_each(session, access, uuid=uuid, rows=waiting)


def confirm_each(
    session: Session, access: Access, *, uuid: str, rows: Iterable[LeagueMatch], how: str = BY_ORGANISER
) -> int:
    """The same of these matches, as far as they wait; ``how`` as in :func:`confirm_as_organiser`."""
    done = 0
    for row in rows:
        if row.confirmation != WAITING:
            continue
        own = str(uuid5(UUID(checked_uuid(uuid)), row.key))
        with suppress(Refused, Overtaken):
            version = row.match_seq or 0
            confirm_as_organiser(session, access, uuid=own, key=row.key, version=version, how=how)
            done += 1
    return done


def contest_as_organiser(
    session: Session, access: Access, *, uuid: str, key: str, version: int, reason: str = ""
) -> WrittenEvent:
    """Put a match back among those that wait, also one that was confirmed. Organisers."""
    words = _read_reason(reason)

    def write_contest(write: LeagueWrite) -> LeagueEvent:
        body = _as_organiser(write, key, version)
        return write.write(event_kinds.CONTESTED, key, {**body, **_store_reason(write, words)})

    return in_league(session, access, ORGANISE, uuid, event_kinds.CONTESTED, write_contest, {"subject": key})


def decline_correction(
    session: Session, access: Access, *, uuid: str, key: str, version: int, reason: str = ""
) -> WrittenEvent:
    """Say that a correction of a confirmed match is not accepted; what was confirmed goes on counting. Organisers.

    The correction stays in the match's own ledger: its writer may undo it, or correct once more, which is another
    proposal. An organiser may still accept it later. Refused where none waits.
    """
    words = _read_reason(reason)

    def write_decline(write: LeagueWrite) -> LeagueEvent:
        row = hold_match(write, key)
        match = _hold_ledger(write, row, version)
        if match is None or proposal_of(row, match) is None or find_decline(write.session, row, match):
            raise make_refusal("", "nothing_to_decline", T("There is no correction that waits."))
        body = {**FOR_EVERYBODY, "version": match.seq, **_store_reason(write, words)}
        return write.write(event_kinds.DECLINED, key, body)

    return in_league(session, access, ORGANISE, uuid, event_kinds.DECLINED, write_decline, {"subject": key})


def _as_organiser(write: LeagueWrite, key: str, version: int) -> dict[str, Any]:
    match = _hold_ledger(write, hold_match(write, key), version)
    if match is None:
        return FOR_EVERYBODY
    _check_over(match)
    return {**FOR_EVERYBODY, "version": match.seq}


def _hold_ledger(write: LeagueWrite, row: LeagueMatch, version: int) -> Match | None:
    """A match's ledger, held, if its score is the one that was seen; None for a result without deals."""
    if row.public_id is None:
        return None
    match = statements.load(write.session, row.public_id, lock=True)
    assert match is not None
    _check_seen(row, match, version)
    return match


def confirm_result(session: Session, access: Access, *, uuid: str, key: str) -> WrittenEvent:
    """Confirm a result without deals by an account that claimed a player of it and did not write it down."""

    def confirm(write: LeagueWrite) -> LeagueEvent:
        return write.write(event_kinds.CONFIRMED, key, _check_result_confirmation(write, key))

    return in_league(session, access, CONFIRM, uuid, event_kinds.CONFIRMED, confirm, {"subject": key})


def _check_result_confirmation(write: LeagueWrite, key: str) -> dict[str, Any]:
    """What a confirmation of a result says; refused for the side that wrote it, and where an organiser is asked."""
    row, league = hold_match(write, key), write.league.id
    player = player_of_account(write.session, league, write.who.account)
    into = merged_keys(write.session, league)
    keys = [into.get(played, played) for played in row.players]
    if row.public_id is not None or player is None or player.key not in keys:
        raise NotThere(key)
    rules = rules_of_season(write.session, write.league, row.season)
    if row.confirmation != WAITING or rules.confirmation != OTHER_SIDE:
        raise make_refusal("", "organisers", T("An organiser has to confirm this result."))
    events = events_about(write.session, league, key)
    recorded = [event for event in events if event.kind in event_kinds.BEGINNINGS][-1]
    seat, sides = keys.index(player.key), recorded.body["sides"]
    side = next(number for number, seats in enumerate(sides) if seat in seats)
    writer = player_of_account(write.session, league, recorded.account)
    own = [keys[place] for place in sides[side]]
    if recorded.account == write.who.account or (writer is not None and writer.key in own):
        raise make_refusal("", "own_side", OWN_SIDE)
    return {"version": 0, "side": side, "seat": seat, "how": DEVICE, "counts": True}
