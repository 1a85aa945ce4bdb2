"""A match that comes with its whole past, by a file or from a phone: it is new here, or goes on.

The same match again adds only what is missing. It is known by the UUID of its opening; what comes for a match that the
bringing phone may not write becomes a copy of its own, so a file opens nothing that a link did not. The times of its
events are what was said; when they came stands beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.match import kinds, series, statements
from scorekeeper.store.match.capabilities import OWNER, WATCH
from scorekeeper.store.match.league_hooks import league_hooks
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import DeviceMatchRow, EventRow, MatchRow
from scorekeeper.store.match.record import incoming, origins
from scorekeeper.store.match.record.bulk import bind, find_taken, lock_as_played, write_after
from scorekeeper.store.match.record.comparing import count_common
from scorekeeper.store.match.record.incoming import CannotFollow, Diverged, MovedMeanwhile, Terms
from scorekeeper.store.match.record.playback import Check, Playback, play_on
from scorekeeper.store.match.record.transfer import copy_of, prepare_arrival, refuse_emptied, write_arrival
from scorekeeper.store.match.refusals import Emptied, NoSuchMatch, Refused
from scorekeeper.store.transactions import in_one_write, writing

Item = Mapping[str, Any]
EMPTIED = Finding(
    "", "emptied", T("This match was thrown away here for good: it does not come back from a file.")
)
NOT_ALLOWED = Finding("", "not_allowed", T("Only the owner of a match may throw it away or take it back."))


class ImportedRecord(NamedTuple):
    """The match as it is here now, how many events of it are new, and what the bringing phone may do with it."""

    match: Match
    added: int
    may: str = OWNER

    @property
    def is_new(self) -> bool:
        """Whether there was nothing of the match before."""
        return self.added == self.match.seq


def take_record(session: Session, lines: Iterable[bytes], device: str, account: int | None) -> ImportedRecord:
    """Write what a record holds and is not here yet; Refused, and nothing is written, where it cannot be."""
    item = incoming.read_item(lines)
    return incoming.until_settled(lambda: _take(session, item, device, account))


def take_log(
    session: Session, public_id: str, lines: Iterable[bytes], may: str, account: int | None
) -> ImportedRecord:
    """Add to this very match what its record has more, for a link that allows ``may`` and the account signed in.

    Diverged where both went on, Refused where the record is another match's or says what these two may not.
    """
    item = incoming.read_item(lines)
    return incoming.until_settled(
        lambda: _go_on(session, public_id, item, incoming.terms_now(), may, account)
    )


def _take(session: Session, item: Item, device: str, account: int | None) -> ImportedRecord:
    own = incoming.own_of_device(device)
    target = _find_known(session, item, device)
    if target is not None:
        public_id, may, is_copy = target
        return _go_on(session, public_id, item, incoming.terms_now(own if is_copy else None), may, account)
    try:
        refuse_emptied(session, item)
    except Emptied as error:
        raise Refused((EMPTIED,)) from error
    arrival = prepare_arrival(session, item, own, anew=True)

    def write() -> ImportedRecord:
        if _find_known(session, item, device) is not None:
            raise MovedMeanwhile
        refuse_emptied(session, item)
        match, _people = write_arrival(session, arrival)
        origins.note(session, match.id, str(item["id"]), len(item["events"]))
        return ImportedRecord(match, match.seq)

    return in_one_write(session, write)


def _find_known(session: Session, item: Item, device: str) -> tuple[str, str, bool] | None:
    """The address of the match that a record goes on, what this phone may do with it, and whether it is a copy.

    It is this very match, if the phone came to it by more than a look; else the copy which it brought before.
    """
    query = (
        select(MatchRow.public_id, DeviceMatchRow.capability)
        .join(EventRow, EventRow.match_id == MatchRow.id)
        .join(DeviceMatchRow, DeviceMatchRow.match_id == MatchRow.id)
        .where(EventRow.uuid == incoming.first_number(item), DeviceMatchRow.device_id == device)
    )
    row = session.execute(query.where(DeviceMatchRow.capability != WATCH)).first()
    if row is not None:
        return row.public_id, row.capability, False
    copy = copy_of(session, item, incoming.own_of_device(device))
    return None if copy is None else (copy, OWNER, True)


def _go_on(
    session: Session, public_id: str, item: Item, terms: Terms, may: str, account: int | None
) -> ImportedRecord:
    """The match with the events of the record that follow its last one, and a note of who had them."""
    match = statements.load(session, public_id)
    if match is None:
        raise NoSuchMatch(public_id)
    gone = league_hooks().find_forgotten(session, item, None, [match.events[0].uuid])
    item = league_hooks().drop_forgotten(item, gone)
    league = league_hooks().find_league(session, public_id)
    played = _play_rest(session, match, item, terms, partial(_check_right, session, account, may))
    with writing(session):
        now = lock_as_played(session, match)
        if league_hooks().find_forgotten(session, item, None, [match.events[0].uuid]) != gone:
            raise MovedMeanwhile
        if league_hooks().find_league(session, public_id) != league:
            raise MovedMeanwhile
        after = write_after(session, now, played) if played.events else now
        origins.note(session, match.id, str(item["id"]), len(item["events"]))
    if played.events and after.series is not None:
        series.update_others(session, after)
    return ImportedRecord(after, len(played.events), may)


def _play_rest(session: Session, match: Match, item: Item, terms: Terms, check: Check) -> Playback:
    """A match played on with what its record has more.

    Refused where it is another match's, Diverged where both went on, CannotFollow where an event cannot.
    """
    common = count_common(match, item, terms)
    if not common:
        raise Refused((incoming.ANOTHER,))
    if common < min(match.seq, len(item["events"])):
        raise Diverged(common, match.until(common + 1), _play_first_other(match, item, terms, common))
    played = play_on(match, item, terms, check)
    taken = find_taken(session, played.events)
    if taken is not None:
        raise CannotFollow(taken.seq, taken.kind, (incoming.NUMBER_TAKEN,), played.match.until(taken.seq))
    return bind(session, played)


def _play_first_other(match: Match, item: Item, terms: Terms, common: int) -> Match | None:
    """The match up to the first event that is another one in the record; None where that cannot be told."""
    try:
        return play_on(match.until(common), {**item, "events": item["events"][: common + 1]}, terms).match
    except Refused:
        return None


def _check_right(session: Session, account: int | None, may: str, before: Match, after: Match) -> None:
    """Refuse what is the owner's or the organisers' of the match's league, and what its league cannot follow."""
    event, hooks = after.events[-1], league_hooks()
    if may != OWNER and before.is_owners(event.kind, event.body):
        raise Refused((NOT_ALLOWED,))
    hooks.check_writer(session, before, event.kind, event.body, account)
    if event.kind == kinds.RENAMED:
        hooks.check_name(session, before.id, event.body["player"])
        hooks.check_person(session, before, after)
    if event.kind == kinds.UNDONE:
        hooks.check_undo(session, before, before.event(event.body["target"]))
