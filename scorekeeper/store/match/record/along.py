"""A match that a phone takes along from a server, and what both wrote while they could not reach one another.

The server's record is the truth for both. What the phone has more is sent there; where both have more, people look at
the two, and the phone then takes the server's and writes after it what of its own is wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.match import feed, kinds, statements
from scorekeeper.store.match.beside import origins
from scorekeeper.store.match.beside.origins import Origin
from scorekeeper.store.match.capabilities import CAPABILITIES, KINDS
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match, Row
from scorekeeper.store.match.models import EventRow, FreeTextRow, MatchRow
from scorekeeper.store.match.proposal import propose
from scorekeeper.store.match.record.chain import rows_of
from scorekeeper.store.match.record.handover import (
    ANOTHER,
    NOT_ONE,
    add_missing,
    find_common,
    read_item,
    tell,
)
from scorekeeper.store.match.record.replay import Past, replay_match
from scorekeeper.store.match.record.sealing import seal_text
from scorekeeper.store.match.refusals import Refused
from scorekeeper.store.match.writing import add_event
from scorekeeper.store.transactions import begin_write, in_one_write

SAME, AHEAD, PARTED = "same", "ahead", "parted"
"""How this phone stands to the server: as far, further, or each with something of its own."""
OTHER_END = Finding(
    "",
    "other_end",
    T("The server’s match is not the one that was shown. Look at both once more."),
)


class Brought(NamedTuple):
    """The match as it is on this phone, how it stands to the server's, how many events are new, how many both have."""

    match: Match
    state: str
    added: int
    common: int


class Both(NamedTuple):
    """A match that went on in two ways after event ``common``: as it is here, and as it is at the server."""

    common: int
    mine: Match
    theirs: Match

    @property
    def refused(self) -> bool:
        """Whether the server has nothing more, and did not take what this phone has."""
        return self.theirs.seq == self.common

    @property
    def same_entries(self) -> list[Row]:
        """What both had when they parted, as it stands here now."""
        return [row for row in self.mine.rows() if row.seq <= self.common]

    @property
    def my_entries(self) -> list[Row]:
        """What only this phone has and could write after the server's: entries as they stand here now."""
        known = {event.uuid for event in self.theirs.events}
        rows = (row for row in self.mine.rows() if row.seq > self.common and row.event.adds_last)
        return [row for row in rows if row.event.uuid not in known]

    @property
    def their_entries(self) -> list[Row]:
        """What only the server has."""
        return [row for row in self.theirs.rows() if row.seq > self.common]

    @property
    def my_others(self) -> list[Event]:
        """What this phone did besides: it changes what was there before, and has to be done once more by hand."""
        mine = {row.seq for row in self.my_entries}
        known = {event.uuid for event in self.theirs.events}
        return [
            event
            for event in self.mine.events[self.common :]
            if event.seq not in mine
            and self.mine.entry_of(event) not in mine
            and event.kind != kinds.ACCEPTED
            and event.uuid not in known
        ]


def bring(session: Session, lines: Iterable[bytes], address: str, *, refused: bool = False) -> Brought:
    """Take the record of a server's match in, from the link ``address``; Refused where it is no record of one.

    ``refused`` says that the server does not take what this phone has more: then the two have parted.
    """
    raw = list(lines)
    item = read_item(raw)
    return in_one_write(session, lambda: _bring(session, item, b"\n".join(raw).decode(), address, refused))


def _bring(session: Session, item: Mapping[str, Any], record: str, address: str, refused: bool) -> Brought:
    if f"/m/{item['id']}/" not in address:
        raise Refused((ANOTHER,))
    known = _find(session, item)
    if known is None:
        match, _people, whole = replay_match(session, item, address, anew=True, trusted=True)
        if not whole:  # by its document alone it would be another match
            raise Refused((NOT_ONE,))
        _note(session, match, item, address, match.seq)
        return Brought(match, SAME, match.seq, match.seq)
    match = _load(session, known)
    events, past = item["events"], _past()
    common = find_common(match, events, past)
    if common < min(match.seq, len(events)) or (refused and match.seq > len(events)):
        _note(session, match, item, address, common, record)
        return Brought(match, PARTED, 0, common)
    if match.seq <= len(events):
        match = _cut_different(session, match, events)
    after = add_missing(session, match, events, past)
    _note(session, match, item, address, len(events))
    state = AHEAD if after.seq > len(events) else SAME
    return Brought(after, state, len(events) - common, len(events))


def look(session: Session, public_id: str) -> Both | None:
    """The two ways of a match; None where they have not parted. Nothing is written."""
    begin_write(session)
    try:
        match = _load(session, public_id)
        origin = origins.find_along(session, match.id)
        if origin is None or origin.theirs is None:
            return None
        return Both(origin.seq, match, _take_theirs(session, match, origin))
    finally:
        session.rollback()  # it was only tried


def follow(session: Session, public_id: str, keep: Collection[int], shown: int) -> Match:
    """Put the server's events in the place of those that only this phone has; ``keep`` names entries to write after.

    ``shown`` is the number of the server's last event that was seen. Refused, and nothing is changed, where it is
    another one now, or where an entry cannot follow what the server has.
    """
    return in_one_write(session, lambda: _follow(session, public_id, keep, shown))


def _follow(session: Session, public_id: str, keep: Collection[int], shown: int) -> Match:
    before = _load(session, public_id)
    origin = origins.find_along(session, before.id)
    if origin is None or origin.theirs is None:
        return before
    after = theirs = _take_theirs(session, before, origin)
    wanted = [row for row in Both(origin.seq, before, theirs).my_entries if row.seq in keep]
    if theirs.seq != shown:
        raise Refused((OTHER_END,))
    for row in wanted:
        after = _write_after(session, after, row)
    origins.note(session, after.id, origin.public_id, theirs.seq, address=origin.address)
    tell(session, before.until(origin.seq), after)
    return after


def _take_theirs(session: Session, match: Match, origin: Origin) -> Match:
    assert origin.theirs is not None, "the two have parted"
    item = read_item(origin.theirs.encode().splitlines())
    return add_missing(session, _cut(session, match, origin.seq), item["events"], _past())


def _cut_different(session: Session, match: Match, events: Sequence[Mapping[str, Any]]) -> Match:
    """The match without what stands at the server in other words: a deal that came there another way, and earlier."""
    for event, given in zip(match.events, events, strict=False):
        if event.chain != given.get("chain") and event.seq > 1:
            return _cut(session, match, event.seq - 1)
    return match


def _cut(session: Session, match: Match, seq: int) -> Match:
    """The match without what came after an event. Rows of a log are taken away only here, where a server keeps one.

    A name stays: another match may have begun with it since.
    """
    gone = match.events[seq:]
    texts = [row for event in gone if event.kind != kinds.RENAMED for row in rows_of(event.kind, event.body)]
    session.execute(delete(EventRow).where(EventRow.match_id == match.id, EventRow.seq > seq))
    session.execute(delete(FreeTextRow).where(FreeTextRow.id.in_(texts)))
    return replace(match.until(seq), changed_at=match.events[seq - 1].at, pulse=feed.bump(session, match))


def _write_after(session: Session, match: Match, row: Row) -> Match:
    """The match with an entry of this phone after the server's, under the UUID that it had."""
    proposal = propose(match, kinds.RECORDED, {"entry": row.entry})
    if not proposal.valid:
        broken = [finding for entry in proposal.broken for finding in entry.findings]
        raise Refused((*proposal.errors, *broken), proposal)
    made = row.event
    wanted = Event(0, made.uuid, kinds.RECORDED, proposal.body, made.device, made.seat, made.at)
    return add_event(session, match, wanted, {name: seal_text(text) for name, text in proposal.texts.items()})


def _find(session: Session, item: Mapping[str, Any]) -> str | None:
    uuid = str(item["events"][0].get("uuid")).lower()
    query = select(MatchRow.public_id).join(EventRow, EventRow.match_id == MatchRow.id)
    return session.execute(query.where(EventRow.uuid == uuid)).scalars().first()


def _load(session: Session, public_id: str) -> Match:
    match = statements.load(session, public_id, lock=True)
    assert match is not None, "who asks has looked whether it is there"
    return match


def _past() -> Past:
    return Past("", None, True, False, None, statements.now(), trusted=True)


def _note(
    session: Session,
    match: Match,
    item: Mapping[str, Any],
    address: str,
    seq: int,
    theirs: str | None = None,
) -> None:
    known = origins.find_along(session, match.id)
    if known is not None and known.address and known.public_id == item["id"]:
        # A link that allows less, opened later, takes nothing away; of two alike the former may be withdrawn.
        address = max(address, known.address, key=_rank)
    origins.note(session, match.id, str(item["id"]), seq, address=address, theirs=theirs)


def _rank(address: str) -> int:
    """How much a link allows."""
    return CAPABILITIES.index(KINDS[address.rpartition("/")[2][0]])
