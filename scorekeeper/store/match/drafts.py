"""The deal in progress: parts that several phones enter, each with its own version, until they become one event.

A match has one draft at a time, and its name is the UUID that its event will have. The names follow from one another:
the first from the match's opening, each next one from the one before. So nothing has to be stored to open a draft,
two phones that record the same draft make one event, and a phone without network knows the names of the next few.
Parts raise ``pulse``, never ``seq``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store import clock
from scorekeeper.store.match import feed, kinds, ledger, statements
from scorekeeper.store.match.bodies import IN_THE_BIN
from scorekeeper.store.match.events import name_drafts
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.models import DraftPartRow, table_of
from scorekeeper.store.match.proposal import Proposal
from scorekeeper.store.match.refusals import LedgerError, NoSuchMatch, Refused, Stale
from scorekeeper.store.transactions import in_one_write

MAX_PARTS = 120
MAX_BYTES = 2000
MAX_NAME = 40
_PART = table_of(DraftPartRow).c
_PARTS = (
    select(_PART.name, _PART.version, _PART.value, _PART.device_id, _PART.seat, _PART.at)
    .where(_PART.match_id == bindparam("match"), _PART.draft == bindparam("draft"))
    .order_by(_PART.name)
)


class DraftPart(NamedTuple):
    """One part as it stands. ``filled`` is false for one that was emptied again: its version goes on."""

    name: str
    version: int
    filled: bool
    value: Any
    device: str | None
    seat: int | None
    at: datetime


class PartStale(LedgerError):  # noqa: N818 - named by what the caller met
    """Another phone has written this part since; ``part`` is what stands now."""

    def __init__(self, part: DraftPart) -> None:
        super().__init__(f"{part.name} is at version {part.version}")
        self.part = part


class DraftRecorded(LedgerError):  # noqa: N818
    """The draft has become a deal already, by ``event``."""

    def __init__(self, match: Match, event: Event) -> None:
        super().__init__("the draft was recorded")
        self.match, self.event = match, event


class NotThisDraft(LedgerError):  # noqa: N818
    """The part belongs to no draft that this match has now."""


class PartsNewer(LedgerError):  # noqa: N818
    """Other phones have written ``parts`` that the page has not seen, and that say something else than it."""

    def __init__(self, match: Match, parts: Mapping[str, DraftPart]) -> None:
        super().__init__(f"{', '.join(parts)}: not seen")
        self.match, self.parts = match, parts


class PartWriting(NamedTuple):
    """A part as a phone wants it: ``version`` is the one it saw, ``given`` its value, or nothing to empty it."""

    draft: str
    name: str
    version: int
    given: tuple[Any, ...]
    device: str | None = None
    seat: int | None = None


class DraftDeal(NamedTuple):
    """The deal in progress as a page wants it recorded.

    ``parts`` is what the page holds of each part, ``versions`` which versions of them it saw, ``seen`` the last event
    that it knew. ``missing`` names what has to be filled in still.
    """

    draft: str
    parts: Mapping[str, tuple[Any, ...]]
    versions: Mapping[str, Any]
    seen: int
    missing: tuple[Finding, ...] = ()
    device: str | None = None
    seat: int | None = None


def current(match: Match) -> str:
    """The name of the draft that phones write to now."""
    return match.drafts[0]


def name_following(match: Match) -> list[str]:
    """The names of the drafts after it, for deals that are entered without network."""
    return list(match.drafts[1:])


def parts_of(session: Session, match: Match, draft: str | None = None) -> dict[str, DraftPart]:
    """What was entered of a deal, by name: of the one in progress, or of another ``draft``, recorded since."""
    rows = session.execute(_PARTS, {"match": match.id, "draft": draft or current(match)})
    return {row.name: _part(*row) for row in rows}


def _part(
    name: str, version: int, held: Sequence[Any], device: str | None, seat: int | None, at: datetime
) -> DraftPart:
    return DraftPart(name, version, bool(held), held[0] if held else None, device, seat, at)


def put(session: Session, public_id: str, writing: PartWriting) -> DraftPart:
    """Write one part. A repeated request with the same value is the same writing.

    Raises NoSuchMatch, DraftRecorded, NotThisDraft, Refused (too large, in the bin) or PartStale.
    """
    return put_all(session, public_id, [writing])[0]


def put_all(session: Session, public_id: str, writings: list[PartWriting]) -> list[DraftPart]:
    """Write several parts, all or none of them."""
    for writing in writings:
        _check_size(writing)
    return in_one_write(session, lambda: _put_all(session, public_id, writings))


def _check_size(writing: PartWriting) -> None:
    if len(writing.name) > MAX_NAME or len(json.dumps(writing.given)) > MAX_BYTES:
        raise Refused((Finding(writing.name[:MAX_NAME], "too_large", T("This is too much at once.")),))


def _put_all(session: Session, public_id: str, writings: list[PartWriting]) -> list[DraftPart]:
    match = _lock_writable(session, public_id)
    for writing in writings:
        _check_draft(match, writing.draft)
    parts = parts_of(session, match)
    written = [_put(session, match, parts, writing) for writing in writings]
    if any(part is not parts.get(part.name) for part in written):
        feed.bump(session, match)
    return written


def _lock_writable(session: Session, public_id: str) -> Match:
    match = statements.load(session, public_id, lock=True)
    if match is None:
        raise NoSuchMatch(public_id)
    if match.binned:
        raise Refused((Finding("", "binned", IN_THE_BIN),))
    return match


def _check_draft(match: Match, draft: str) -> None:
    if draft == current(match):
        return
    for event in match.events:
        if event.uuid == draft:
            raise DraftRecorded(match, event)
    raise NotThisDraft(draft)


def _put(session: Session, match: Match, parts: Mapping[str, DraftPart], writing: PartWriting) -> DraftPart:
    part = parts.get(writing.name)
    if part is None:
        if len(parts) >= MAX_PARTS:
            raise Refused((Finding(writing.name, "too_many", T("This is too much at once.")),))
        return _write(session, match, writing, 1)
    if _says(part, writing.given):
        return part
    if writing.version != part.version:
        raise PartStale(part)
    return _write(session, match, writing, part.version + 1)


def _says(part: DraftPart, given: Sequence[Any]) -> bool:
    """Whether a part holds this value, or none for an empty one. JSON tells 1 and true apart."""
    held = [part.value] if part.filled else []
    return json.dumps(held, sort_keys=True) == json.dumps(given, sort_keys=True)


def _write(session: Session, match: Match, writing: PartWriting, version: int) -> DraftPart:
    """Store a part, which is new where the version is the first."""
    at = clock.now()
    key = {"match_id": match.id, "draft": writing.draft, "name": writing.name}
    fields = {"version": version, "value": list(writing.given), "at": at}
    fields |= {"device_id": writing.device, "seat": writing.seat}
    change = insert(DraftPartRow).values(**key) if version == 1 else update(DraftPartRow).filter_by(**key)
    session.execute(change.values(**fields))
    return _part(writing.name, version, writing.given, writing.device, writing.seat, at)


def record(
    session: Session, proposal: Proposal, deal: DraftDeal, parts: Mapping[str, DraftPart]
) -> ledger.Appended:
    """Turn the draft into one deal, as proposed; ``parts`` are those that stood when it was. A part that is written at
    the same moment is in time, or its writer is refused.

    Raises UuidReused, what :func:`check_deal` raises, or Refused.
    """

    def check(now: Match) -> None:
        check_deal(now, deal, parts if now is proposal.before else parts_of(session, now))

    return ledger.append_proposed(
        session, proposal, seen=deal.seen, uuid=deal.draft, device=deal.device, seat=deal.seat, check=check
    )


def check_deal(match: Match, deal: DraftDeal, parts: Mapping[str, DraftPart]) -> None:
    """Raise what a person has to look at before the deal is recorded: Refused, PartsNewer or Stale.

    ``parts`` are those that stand.
    """
    if deal.missing:
        raise Refused(deal.missing)
    if newer := newer_parts(match, deal, parts):
        raise PartsNewer(match, newer)
    since = tuple(event for event in match.events if event.seq > deal.seen)
    if any(_matters(event) and not _is_own(match, event, deal) for event in since):
        raise Stale(match, since)


def _matters(event: Event) -> bool:
    """Whether a person has to have seen it before a deal is added: it changes what that follows, or what it is worth.

    A dispute that ends with what stood changes nothing.
    """
    return event.kind in kinds.SCORING and event.body.get("keep") != kinds.STANDS


def _is_own(match: Match, event: Event, deal: DraftDeal) -> bool:
    """Whether it is the draft before this one, which the same phone recorded: the page knows it by the draft's name."""
    if event.device is None or event.device != deal.device or deal.draft != current(match):
        return False
    is_deal = event.kind == kinds.RECORDED and event.body["entry"].get("kind") == "deal"
    return is_deal and event.uuid == next(
        name_drafts([other for other in match.events if other is not event])
    )


def newer_parts(match: Match, deal: DraftDeal, parts: Mapping[str, DraftPart]) -> dict[str, DraftPart]:
    """The parts of the draft in progress that are newer than the page saw, and say something else than it."""
    if deal.draft != current(match):
        return {}
    return {
        name: part
        for name, part in parts.items()
        if name in deal.parts
        and deal.versions.get(name) != part.version
        and not _says(part, deal.parts[name])
    }


def empty(session: Session, public_id: str, draft: str, device: str | None = None) -> None:
    """Empty every part of the current draft; their versions go on, so that a late writer learns of it.

    Raises NoSuchMatch, DraftRecorded, NotThisDraft or Refused (in the bin).
    """

    def empty_parts() -> None:
        match = _lock_writable(session, public_id)
        _check_draft(match, draft)
        for part in parts_of(session, match).values():
            if part.filled:
                emptied = PartWriting(draft, part.name, part.version, (), device)
                _write(session, match, emptied, part.version + 1)
        feed.bump(session, match)

    in_one_write(session, empty_parts)
