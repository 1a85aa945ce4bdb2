"""A match that comes with its whole past: a record (docs/proof.md), checked event by event as if each were new.

The same match again adds only what is missing. It is known by the UUID of its opening; what comes for a match that the
bringing phone may not write becomes a copy of its own, so a file opens nothing that a link did not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.documents import parse
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.engine import in_one_write
from scorekeeper.store.leagues.exchange.replay import (
    CannotBeReplayed,
    Past,
    add_one,
    copy_of,
    refuse_emptied,
    replay_match,
)
from scorekeeper.store.leagues.matches import mark_stale
from scorekeeper.store.match import feed, statements
from scorekeeper.store.match.capabilities import WATCH
from scorekeeper.store.match.chain import RECORD_FORMAT
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import DeviceMatchRow, EventRow, MatchRow
from scorekeeper.store.match.records import read_records
from scorekeeper.store.match.refusals import Emptied, LedgerError, Refused
from scorekeeper.store.match.scored import score_entries

EMPTIED = Finding(
    "", "emptied", T("This match was thrown away here for good: it does not come back from a file.")
)
NOT_ONE = Finding("", "not_one_match", T("This file holds no match with its past, or more than one."))


class Taken(NamedTuple):
    """The match as it is here now, and how many events of it are new."""

    match: Match
    added: int


def is_record(raw: bytes) -> bool:
    """Whether a file says in its first line that it is a record."""
    document, _problem = parse(raw.lstrip().partition(b"\n")[0])
    return isinstance(document, dict) and document.get("format") == RECORD_FORMAT


def take_record(session: Session, lines: Iterable[bytes], device: str) -> Taken:
    """Write what a record holds and is not here yet; Refused, and nothing is written, where it cannot be."""
    told = list(read_records(lines))
    document = told[0].document if len(told) == 1 else None
    if type(document) is not dict or not told[0].record.events:
        raise Refused((NOT_ONE,))
    findings = score_entries(document).errors
    if findings:
        raise Refused(findings)
    record = told[0].record
    item = {"id": record.id, "document": document, "events": record.events, "begun": record.begun}
    return in_one_write(session, lambda: _take(session, item, device))


def _take(session: Session, item: Mapping[str, Any], device: str) -> Taken:
    own = f"record|{device}"
    known, translated = _find_writable(session, item, device), False
    if known is None:
        known, translated = copy_of(session, item, own), True
    if known is None:
        try:
            refuse_emptied(session, item)
        except Emptied as error:
            raise Refused((EMPTIED,)) from error
        match, _people, _whole = replay_match(session, item, own)
        return Taken(match, len(match.events))
    here = statements.load(session, known, lock=True)
    assert here is not None, "it was found in this transaction"
    return _add_missing(session, here, item["events"], Past(own, None, not translated, False, None))


def _find_writable(session: Session, item: Mapping[str, Any], device: str) -> str | None:
    """The address of this very match, if it is here and this phone came to it by more than a link to look on."""
    first = next(iter(item["events"] or ()), None)
    uuid = str(first.get("uuid")).lower() if isinstance(first, Mapping) else ""
    query = (
        select(MatchRow.public_id)
        .join(EventRow, EventRow.match_id == MatchRow.id)
        .join(DeviceMatchRow, DeviceMatchRow.match_id == MatchRow.id)
        .where(EventRow.uuid == uuid, DeviceMatchRow.device_id == device, DeviceMatchRow.capability != WATCH)
    )
    return session.execute(query).scalars().first()


def _add_missing(session: Session, match: Match, events: Sequence[Mapping[str, Any]], past: Past) -> Taken:
    """The match with the events that follow its last one; Refused where its own last ones are others."""
    try:
        given = [past.number(event) for event in events]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused((NOT_ONE,)) from error
    here = [event.uuid for event in match.events]
    common = sum(1 for _pair in _same_beginning(here, given))
    if common < min(len(here), len(given)):
        raise Refused((_parted(common),))
    people = dict(zip(events[0]["body"]["players"], match.events[0].body["players"], strict=True))
    missing = events[len(here) :]
    # What follows the same hash is written with the seals it came with, so that the code stays the same everywhere.
    follows = past.free and bool(missing) and events[common - 1].get("chain") == match.events[-1].chain
    past = past._replace(keeps=follows and match.events[-1].chain is not None)
    try:
        for event in missing:
            match = add_one(session, match, event, people, past)
        if past.keeps and match.events[-1].chain != missing[-1].get("chain"):
            raise CannotBeReplayed
    except (
        CannotBeReplayed,
        LedgerError,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        IndexError,
    ) as error:
        raise Refused((NOT_ONE,)) from error
    if missing:
        statements.move_on(session, match)
        feed.bump(session, match)
        for kind in dict.fromkeys(event.kind for event in match.events[len(here) :]):
            mark_stale.mark_stale(session, match.id, kind)
    return Taken(match, len(missing))


def _parted(common: int) -> Finding:
    said = T(
        "This match is here already and went on in another way after its entry no. {n}. Nothing was changed: "
        "compare the two, and write what is missing by hand.",
        n=common,
    )
    return Finding("", "parted", said)


def _same_beginning(here: Sequence[str], given: Sequence[str]) -> Iterable[tuple[str, str]]:
    for one, other in zip(here, given, strict=False):
        if one != other:
            return
        yield one, other
