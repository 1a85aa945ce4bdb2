"""The deal in progress: parts that several phones enter, each with its own version, until they become one event.

A match has one draft at a time, and its name is the UUID that its event will have. The names follow from one another:
the first from the match's opening, each next one from the one before. So nothing has to be stored to open a draft,
two phones that record the same draft make one event, and a phone without network knows the names of the next few.
Parts raise ``pulse``, never ``seq``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.engine import in_one_write
from scorekeeper.store.match import events as kinds
from scorekeeper.store.match import feed, ledger
from scorekeeper.store.match import statements as rows
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.models import DraftPartRow, table_of
from scorekeeper.store.match.refusals import LedgerError, NoSuchMatch, Refused

MAX_PARTS = 120
MAX_BYTES = 2000
MAX_NAME = 40
AHEAD = 4
"""How many drafts after the current one a phone may know by name."""
_PART = table_of(DraftPartRow).c
_PARTS = (
    select(_PART.name, _PART.version, _PART.value, _PART.device_id, _PART.seat, _PART.at)
    .where(_PART.match_id == bindparam("match"), _PART.draft == bindparam("draft"))
    .order_by(_PART.name)
)


class Part(NamedTuple):
    """One part as it stands. ``filled`` is false for one that was emptied again: its version goes on."""

    name: str
    version: int
    filled: bool
    value: Any
    device: str | None
    seat: int | None
    at: datetime


class PartStale(LedgerError):  # noqa: N818 - named by what the caller met
    """Somebody else has written this part since; ``part`` is what stands now."""

    def __init__(self, part: Part) -> None:
        super().__init__(f"{part.name} is at version {part.version}")
        self.part = part


class DraftRecorded(LedgerError):  # noqa: N818
    """The draft has become a deal already, by ``event``."""

    def __init__(self, match: Match, event: Event) -> None:
        super().__init__("the draft was recorded")
        self.match, self.event = match, event


class NotThisDraft(LedgerError):  # noqa: N818
    """The part belongs to no draft that this match has now."""


class PartsMoved(LedgerError):  # noqa: N818
    """Parts were written since the deal was put together from them; nothing was recorded."""


class Writing(NamedTuple):
    """A part as somebody wants it: ``version`` is the one they saw, ``given`` its value, or nothing to empty it."""

    draft: str
    name: str
    version: int
    given: tuple[Any, ...]
    device: str | None = None
    seat: int | None = None


def names_from(match: Match) -> Iterator[str]:
    """The UUIDs of this match's drafts that were not recorded, the current one first."""
    used = {event.uuid for event in match.events}
    name = uuid5(UUID(match.events[0].uuid), "draft")
    while True:
        if str(name) not in used:
            yield str(name)
        name = uuid5(name, "next")


def current(match: Match) -> str:
    """The name of the draft that phones write to now."""
    return next(names_from(match))


def following(match: Match) -> list[str]:
    """The names of the drafts after it, for deals that are entered without network."""
    return list(islice(names_from(match), 1, 1 + AHEAD))


def parts_of(session: Session, match: Match, draft: str | None = None) -> dict[str, Part]:
    """What was entered of a deal, by name: of the one in progress, or of another ``draft``, recorded since."""
    found = session.execute(_PARTS, {"match": match.id, "draft": draft or current(match)})
    return {row.name: _part(row) for row in found}


def _part(row: Any) -> Part:
    filled = bool(row.value)
    return Part(
        row.name, row.version, filled, row.value[0] if filled else None, row.device_id, row.seat, row.at
    )


def put(session: Session, public_id: str, writing: Writing) -> Part:
    """Write one part. A repeated request with the same value is the same writing.

    Raises NoSuchMatch, DraftRecorded, NotThisDraft, Refused (too large) or PartStale.
    """
    return put_all(session, public_id, [writing])[0]


def put_all(session: Session, public_id: str, writings: list[Writing]) -> list[Part]:
    """Write several parts, all or none of them."""
    for writing in writings:
        _check_size(writing)
    return in_one_write(session, lambda: _put_all(session, public_id, writings))


def _check_size(writing: Writing) -> None:
    if len(writing.name) > MAX_NAME or len(json.dumps(writing.given)) > MAX_BYTES:
        raise Refused((Finding(writing.name[:MAX_NAME], "too_large", T("This is too much at once.")),))


def _put_all(session: Session, public_id: str, writings: list[Writing]) -> list[Part]:
    match = rows.load(session, public_id, lock=True)
    if match is None:
        raise NoSuchMatch(public_id)
    for writing in writings:
        _check_draft(match, writing.draft)
    known = parts_of(session, match)
    written = [_put(session, match, known, writing) for writing in writings]
    if any(part is not known.get(part.name) for part in written):
        feed.bump(session, match)
    return written


def _check_draft(match: Match, draft: str) -> None:
    if draft == current(match):
        return
    for event in match.events:
        if event.uuid == draft:
            raise DraftRecorded(match, event)
    raise NotThisDraft(draft)


def _put(session: Session, match: Match, known: Mapping[str, Part], writing: Writing) -> Part:
    there = known.get(writing.name)
    if there is None:
        if len(known) >= MAX_PARTS:
            raise Refused((Finding(writing.name, "too_many", T("This is too much at once.")),))
        return _add(session, match, writing)
    if json.dumps([there.value] if there.filled else []) == json.dumps(writing.given):
        return there
    if writing.version != there.version:
        raise PartStale(there)
    return _change(session, match, writing)


def _add(session: Session, match: Match, writing: Writing) -> Part:
    at = rows.now()
    session.execute(
        insert(DraftPartRow).values(
            match_id=match.id,
            draft=writing.draft,
            name=writing.name,
            version=1,
            value=list(writing.given),
            device_id=writing.device,
            seat=writing.seat,
            at=at,
        )
    )
    return _written(writing, 1, at)


def _change(session: Session, match: Match, writing: Writing) -> Part:
    at, version = rows.now(), writing.version + 1
    session.execute(
        update(DraftPartRow)
        .where(
            DraftPartRow.match_id == match.id,
            DraftPartRow.draft == writing.draft,
            DraftPartRow.name == writing.name,
        )
        .values(
            version=version, value=list(writing.given), device_id=writing.device, seat=writing.seat, at=at
        )
    )
    return _written(writing, version, at)


def _written(writing: Writing, version: int, at: datetime) -> Part:
    filled = bool(writing.given)
    value = writing.given[0] if filled else None
    return Part(writing.name, version, filled, value, writing.device, writing.seat, at)


def record(
    session: Session, public_id: str, *, draft: str, parts: Mapping[str, Part], **event: Any
) -> ledger.Appended:
    """Turn a draft into the deal that was put together from ``parts``; ``event`` is as for ``ledger.append``.

    Whoever writes a part at the same moment is either in time, and PartsMoved is raised here, or is told that the
    draft was recorded. Also raises what ``ledger.append`` raises.
    """
    seen = {name: part.version for name, part in parts.items()}

    def check(match: Match) -> None:
        now = {name: part.version for name, part in parts_of(session, match).items()}
        if draft == current(match) and now != seen:
            raise PartsMoved(draft)

    return ledger.append(session, public_id, uuid=draft, kind=kinds.RECORDED, check=check, **event)


def empty(session: Session, public_id: str, draft: str, device: str | None = None) -> None:
    """Empty every part of the current draft; their versions go on, so that a late writer learns of it."""

    def work() -> None:
        match = rows.load(session, public_id, lock=True)
        if match is None:
            raise NoSuchMatch(public_id)
        _check_draft(match, draft)
        for part in parts_of(session, match).values():
            if part.filled:
                _change(session, match, Writing(draft, part.name, part.version, (), device))
        feed.bump(session, match)

    in_one_write(session, work)
