"""What comes in of a match: the one reader of records for files, phones, servers and archives of leagues.

A record is read here, compared by content with the match that is here (:mod:`comparing`), played event by event in
memory as if each were new (:mod:`playback`), and written at once (:mod:`bulk`). Only the last holds the lock, so what
was found out before is asked again under it (:func:`until_settled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar
from uuid import UUID, uuid5

from scorekeeper.core.documents import parse
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.league.nights import is_league_date
from scorekeeper.store import clock
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.chain import RECORD_FORMAT
from scorekeeper.store.match.record.records import read_records
from scorekeeper.store.match.refusals import Refused
from scorekeeper.store.match.scored import score_entries

Line = Mapping[str, Any]
"""An event as a record tells it."""
NOT_ONE = Finding("", "not_one_match", T("This file holds no match with its past, or more than one."))
ANOTHER = Finding("", "another_match", T("This is the record of another match."))
NO_EVENT = Finding("", "no_event", T("It is not written as an event of a match is."))
NUMBER_TAKEN = Finding("", "number_taken", T("It has the number of another event."))
NO_LINE = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What a line that is not one of an event comes to."""

MAX_TRIES = 20
_NAMESPACE = UUID("6f0d3f0e-5f0c-4d53-9f1e-0b8a4f0a7c11")
Result = TypeVar("Result")


class CannotFollow(Refused):
    """An event of a record cannot follow those before it. ``seq`` and ``kind`` tell which, the findings why.

    ``after`` is the match with the event, where that can be told.
    """

    def __init__(self, seq: int, kind: str, findings: Sequence[Finding], after: Match | None = None) -> None:
        super().__init__(tuple(findings))
        self.seq, self.kind, self.after = seq, kind, after


class Diverged(Refused):
    """The match went on in two ways: ``common`` is the number of the last event that both have.

    ``here`` and ``there`` are the two up to the first event that differs; ``there`` is None where that cannot be told.
    """

    def __init__(self, common: int, here: Match, there: Match | None) -> None:
        super().__init__((Finding("", "parted", T("This match went on in two places")),))
        self.common, self.here, self.there = common, here, there


class MovedMeanwhile(Exception):  # noqa: N818 - named by what the writer met
    """What was found out before the lock is no more so under it."""


def until_settled(attempt: Callable[[], Result]) -> Result:
    """Try until what was found out before the lock still holds under it. Each time, another writer has got on."""
    for _ in range(MAX_TRIES - 1):
        with suppress(MovedMeanwhile):
            return attempt()
    return attempt()


class Terms(NamedTuple):
    """How events come in: when they are ``received``, and of which copy (``own``); without one they keep their UUIDs.

    The times of events are only said, and none is later than it was received. Where they are ``trusted``, they may be
    later than this machine's clock: a phone takes what its server says.
    """

    received: datetime
    own: str | None = None
    trusted: bool = False

    def when(self, line: Line) -> datetime:
        """The moment at which an event was written."""
        moment = read_moment(line.get("at")) or self.received
        return moment if self.trusted else min(moment, self.received)

    def keeps_time(self, line: Line) -> bool:
        """Whether an event is written with the time that it says: a fast clock says one which has not come yet."""
        moment = read_moment(line.get("at"))
        return moment is not None and self.when(line) >= moment

    def number(self, line: Line) -> str:
        """The UUID of an event: the one it has, or of a copy one that follows from it."""
        uuid = str(UUID(line["uuid"]))
        return uuid if self.own is None else number_of_copy(self.own, uuid)


def number_of_copy(own: str, uuid: str) -> str:
    """The UUID of an event of a copy."""
    return str(uuid5(_NAMESPACE, f"{own}|{uuid}"))


def own_of_device(device: str) -> str:
    """What tells the copies of a browser that brings records from others."""
    return f"record|{device}"


def own_of_league(league: str, match: str) -> str:
    """What tells a league's copy of a match from others."""
    return f"{league}|{match}"


def read_moment(text: Any) -> datetime | None:
    """A moment as a record writes it; None for anything else."""
    try:
        moment = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return moment.astimezone(UTC) if moment.tzinfo is not None and is_league_date(moment.date()) else None


def terms_now(own: str | None = None, *, trusted: bool = False) -> Terms:
    """The terms of what comes in at this moment."""
    return Terms(clock.now(), own, trusted)


def words_of(line: Line, kind: str) -> Mapping[str, Any]:
    """The names or texts that a line tells of an event of this kind, by their rows."""
    return line.get("names" if kind in (kinds.OPENED, kinds.RENAMED) else "texts") or {}


def is_record(raw: bytes) -> bool:
    """Whether a file says in its first line that it is a record."""
    document, _problem = parse(raw.lstrip().partition(b"\n")[0])
    return isinstance(document, dict) and document.get("format") == RECORD_FORMAT


def read_item(lines: Iterable[bytes]) -> dict[str, Any]:
    """The one match of a record, as an archive's reader gives it; Refused where it is none."""
    matches = list(read_records(lines))
    document = matches[0].document if len(matches) == 1 else None
    if type(document) is not dict or not matches[0].record.events:
        raise Refused((NOT_ONE,))
    findings = score_entries(document).errors
    if findings:
        raise Refused(findings)
    record = matches[0].record
    return {"id": record.id, "document": document, "events": record.events, "begun": record.begun}


def first_number(item: Mapping[str, Any]) -> str:
    """The UUID of the opening, by which copies of one match are known; nothing where there is none."""
    first = next(iter(item.get("events") or ()), None)
    return str(first.get("uuid")).lower() if isinstance(first, Mapping) else ""
