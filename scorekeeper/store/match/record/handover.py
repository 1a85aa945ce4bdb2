"""A match that comes with its whole past: a record (docs/proof.md), checked event by event as if each were new.

The same match again adds only what is missing. It is known by the UUID of its opening; what comes for a match that the
bringing phone may not write becomes a copy of its own, so a file opens nothing that a link did not. The times of its
events are what was said; when they came stands beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.documents import parse
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.match import feed, kinds, statements
from scorekeeper.store.match.beside import origins, series
from scorekeeper.store.match.capabilities import OWNER, WATCH
from scorekeeper.store.match.league_hooks import league_hooks
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import DeviceMatchRow, EventRow, MatchRow
from scorekeeper.store.match.record.chain import RECORD_FORMAT
from scorekeeper.store.match.record.records import read_records
from scorekeeper.store.match.record.replay import (
    CannotBeReplayed,
    Past,
    add_one,
    copy_of,
    refuse_emptied,
    refuse_known,
    replay_match,
)
from scorekeeper.store.match.refusals import Emptied, LedgerError, Refused
from scorekeeper.store.match.scored import score_entries
from scorekeeper.store.transactions import in_one_write

EMPTIED = Finding(
    "", "emptied", T("This match was thrown away here for good: it does not come back from a file.")
)
NOT_ONE = Finding("", "not_one_match", T("This file holds no match with its past, or more than one."))
ANOTHER = Finding("", "another_match", T("This is the record of another match."))
NOT_ALLOWED = Finding("", "not_allowed", T("Only the owner of a match may throw it away or take it back."))
NO_RECORD = (
    CannotBeReplayed,
    LedgerError,
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    IndexError,
)
"""What a line that is not one of an event comes to."""


Check = Callable[[Match, str, Mapping[str, Any]], None]
"""Looks at an event, its kind and its body, before it follows a match."""


class Taken(NamedTuple):
    """The match as it is here now, how many events of it are new, and what the bringing phone may do with it."""

    match: Match
    added: int
    may: str = OWNER


class Parted(Refused):
    """The match went on in two ways: ``common`` is the number of the last event that both have."""

    def __init__(self, common: int) -> None:
        said = T(
            "This match is here already and went on in another way after its entry no. {n}. Nothing was changed: "
            "compare the two, and write what is missing by hand.",
            n=common,
        )
        super().__init__((Finding("", "parted", said),))
        self.common = common


def is_record(raw: bytes) -> bool:
    """Whether a file says in its first line that it is a record."""
    document, _problem = parse(raw.lstrip().partition(b"\n")[0])
    return isinstance(document, dict) and document.get("format") == RECORD_FORMAT


def read_item(lines: Iterable[bytes]) -> dict[str, Any]:
    """The one match of a record, as an archive's reader gives it; Refused where it is none."""
    told = list(read_records(lines))
    document = told[0].document if len(told) == 1 else None
    if type(document) is not dict or not told[0].record.events:
        raise Refused((NOT_ONE,))
    findings = score_entries(document).errors
    if findings:
        raise Refused(findings)
    record = told[0].record
    return {"id": record.id, "document": document, "events": record.events, "begun": record.begun}


def take_record(session: Session, lines: Iterable[bytes], device: str, account: int | None) -> Taken:
    """Write what a record holds and is not here yet; Refused, and nothing is written, where it cannot be."""
    item = read_item(lines)
    taken = in_one_write(session, lambda: _take(session, item, device, account))
    return _tell_series(session, taken)


def take_log(
    session: Session, public_id: str, lines: Iterable[bytes], may: str, account: int | None
) -> Taken:
    """Add to this very match what its record has more, for a link that allows ``may`` and the account signed in.

    Parted where both went on, Refused where the record is another match's or says what these two may not.
    """
    item = read_item(lines)
    taken = in_one_write(session, lambda: _take_log(session, public_id, item, may, account))
    return _tell_series(session, taken)


def _tell_series(session: Session, taken: Taken) -> Taken:
    if taken.added and taken.match.series is not None:
        series.update_others(session, taken.match)
    return taken


def _take(session: Session, item: Mapping[str, Any], device: str, account: int | None) -> Taken:
    own = f"record|{device}"
    known, may = _find_writable(session, item, device)
    if known is not None:
        return _take_log(session, known, item, may, account)
    copy = copy_of(session, item, own)
    if copy is not None:
        past = Past(own, None, False, False, None, statements.now())
        return _go_on(session, copy, item, past, OWNER, account)
    try:
        refuse_emptied(session, item)
    except Emptied as error:
        raise Refused((EMPTIED,)) from error
    match, _people, _whole = replay_match(session, item, own, anew=True)
    origins.note(session, match.id, str(item["id"]), len(item["events"]))
    return Taken(match, len(match.events))


def _take_log(
    session: Session, public_id: str, item: Mapping[str, Any], may: str, account: int | None
) -> Taken:
    past = Past("", None, True, False, None, statements.now())
    return _go_on(session, public_id, item, past, may, account)


def _find_writable(session: Session, item: Mapping[str, Any], device: str) -> tuple[str | None, str]:
    """The address of this very match and what this phone may do with it, if it came to it by more than a look."""
    first = next(iter(item["events"] or ()), None)
    uuid = str(first.get("uuid")).lower() if isinstance(first, Mapping) else ""
    query = (
        select(MatchRow.public_id, DeviceMatchRow.capability)
        .join(EventRow, EventRow.match_id == MatchRow.id)
        .join(DeviceMatchRow, DeviceMatchRow.match_id == MatchRow.id)
        .where(EventRow.uuid == uuid, DeviceMatchRow.device_id == device, DeviceMatchRow.capability != WATCH)
    )
    found = session.execute(query).first()
    return (None, OWNER) if found is None else (found.public_id, found.capability)


def _go_on(
    session: Session, public_id: str, item: Mapping[str, Any], past: Past, may: str, account: int | None
) -> Taken:
    """The match with the events of the record that follow its last one, and a note of who had them."""
    match = statements.load(session, public_id, lock=True)
    assert match is not None, "it was found in this transaction"
    events = item["events"]
    common = find_common(match, events, past)
    if not common:
        raise Refused((ANOTHER,))
    missing = events[match.seq :]
    if common < min(match.seq, len(events)):
        raise Parted(common)
    after = add_missing(
        session, match, events, past, lambda *event: _check_right(session, account, may, *event)
    )
    origins.note(session, match.id, str(item["id"]), len(events))
    return Taken(after, len(missing), may)


def _check_right(
    session: Session, account: int | None, may: str, match: Match, kind: str, body: Mapping[str, Any]
) -> None:
    """Refuse what is the owner's or the organisers' of the match's league, and a name for who is anonymous there."""
    if may != OWNER and match.is_owners(kind, body):
        raise Refused((NOT_ALLOWED,))
    league_hooks().check_writer(session, match, kind, body, account)
    if kind == kinds.RENAMED:
        league_hooks().check_name(session, match.id, body["player"])


def find_common(match: Match, events: Sequence[Mapping[str, Any]], past: Past) -> int:
    """How many events from the first one on a match and a record have in common; Refused where it is no record."""
    try:
        given = [past.number(event) for event in events]
    except NO_RECORD as error:
        raise Refused((NOT_ONE,)) from error
    for common, (event, uuid) in enumerate(zip(match.events, given, strict=False)):
        if event.uuid != uuid:
            return common
    return min(match.seq, len(given))


def add_missing(
    session: Session,
    match: Match,
    events: Sequence[Mapping[str, Any]],
    past: Past,
    check: Check = lambda *_event: None,
) -> Match:
    """The match with the events of a record that begins like it and has more; Refused where one is no event.

    ``check`` raises what stands against an event that could follow.
    """
    missing, last = events[match.seq :], match.events[-1]
    if not missing:
        return match
    # What follows the same hash is written with the seals it came with, so that the code stays the same everywhere.
    follows = past.free and last.chain is not None and events[match.seq - 1].get("chain") == last.chain
    after = match
    try:
        refuse_known(session, missing, past)
        past = past._replace(keeps=follows and all(_keeps_time(event, past) for event in missing))
        people = dict(zip(events[0]["body"]["players"], match.events[0].body["players"], strict=True))
        for event in missing:
            before, after = after, add_one(session, after, event, people, past)
            check(before, after.events[-1].kind, after.events[-1].body)
        if past.keeps and after.events[-1].chain != missing[-1].get("chain"):
            raise CannotBeReplayed
    except Refused:
        raise
    except NO_RECORD as error:
        raise Refused((NOT_ONE,)) from error
    tell(session, match, after)
    return after


def _keeps_time(event: Mapping[str, Any], past: Past) -> bool:
    """Whether an event is written with the time that it says: a clock that is fast says one which has not come yet."""
    return past.when(event) >= datetime.fromisoformat(event["at"])


def tell(session: Session, before: Match, after: Match) -> None:
    """Let lists, pages that are open and the league know what more there is of a match than before."""
    statements.move_on(session, after)
    feed.bump(session, after)
    if any(event.kind in kinds.SCORING for event in after.events[before.seq :]):
        league_hooks().mark_stale(session, [after.id])
