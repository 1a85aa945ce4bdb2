"""A match that a phone takes along from a server, and what both wrote while they could not reach one another.

The server's record is the truth for both. What the phone has more is sent there; where both have more, people look at
the two, and the phone then takes the server's and writes after it what of its own is wanted.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from uuid import uuid4

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.match import name_key
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.store.match import kinds, seat_holders, statements
from scorekeeper.store.match.capabilities import CAPABILITIES, KINDS
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.league_hooks import league_hooks
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.store.match.models import DraftPartRow, EventRow, FreeTextRow, MatchRow
from scorekeeper.store.match.record import incoming, origins
from scorekeeper.store.match.record.bulk import lock_as_played, write_after
from scorekeeper.store.match.record.chain import rows_of
from scorekeeper.store.match.record.comparing import content_of, count_common
from scorekeeper.store.match.record.playback import Playback, play_on
from scorekeeper.store.match.record.transfer import prepare_arrival, write_arrival
from scorekeeper.store.match.refusals import Refused
from scorekeeper.store.match.seats import name_then
from scorekeeper.store.transactions import in_one_write, writing

Item = Mapping[str, Any]
SAME, AHEAD, DIVERGED = "same", "ahead", "parted"
"""How this phone stands to the server: as far, further, or each with something of its own."""
OTHER_END = Finding(
    "", "other_end", T("The server’s match is not the one that was shown. Look at both once more.")
)

OTHER_PLAYERS = Finding(
    "", "other_players", T("Others play on the server by now. Leave this out, and enter it there by hand.")
)


class SyncResult(NamedTuple):
    """The match as it is on this phone, how it stands to the server's, how many events are new, how many both have."""

    match: Match
    state: str
    added: int
    common: int


class Divergence(NamedTuple):
    """A match that went on in two ways after event ``common``: as it is here, and as it is at the server."""

    common: int
    mine: Match
    theirs: Match

    @property
    def refused(self) -> bool:
        """Whether the server has nothing more, and did not take what this phone has."""
        return self.theirs.seq == self.common

    @property
    def same_entries(self) -> list[EntryRow]:
        """What both had when they parted, as it stands here now."""
        return [row for row in self.mine.rows() if row.seq <= self.common]

    @property
    def my_entries(self) -> list[EntryRow]:
        """What only this phone has and could write after the server's: entries as they stand here now."""
        rows = (row for row in self.mine.rows() if row.seq > self.common and row.event.adds_last)
        return [row for row in rows if not _has(self.theirs, self.mine, row.event)]

    @property
    def their_entries(self) -> list[EntryRow]:
        """What only the server has."""
        return [row for row in self.theirs.rows() if row.seq > self.common]

    @property
    def my_others(self) -> list[Event]:
        """What this phone did besides: it changes what was there before, and has to be done once more by hand."""
        return self._list_others(self.mine, self.theirs, self.my_entries)

    @property
    def their_others(self) -> list[Event]:
        """What the server has besides its entries: a correction, something undone, another name."""
        return self._list_others(self.theirs, self.mine, self.their_entries)

    def _list_others(self, match: Match, other: Match, entries: Iterable[EntryRow]) -> list[Event]:
        shown = {row.seq for row in entries}
        beside = {event.seq for event in match.rulings} | {protest.seq for protest in match.protests}
        return [
            event
            for event in match.events[self.common :]
            if (event.seq in beside or match.entry_of(event) not in shown) and not _has(other, match, event)
        ]


def _has(match: Match, other: Match, event: Event) -> bool:
    """Whether a match has the event of another one too: the same UUID says the same."""
    twin = next((mine for mine in match.events if mine.uuid == event.uuid), None)
    return twin is not None and content_of(match, twin).is_same(content_of(other, event))


def download(session: Session, lines: Iterable[bytes], address: str, *, refused: bool = False) -> SyncResult:
    """Take the record of a server's match in, from the link ``address``; Refused where it is no record of one.

    ``refused`` says that the server does not take what this phone has more: then the two have diverged.
    """
    raw = list(lines)
    item = incoming.read_item(raw)
    if f"/m/{item['id']}/" not in address:
        raise Refused((incoming.ANOTHER,))
    return incoming.until_settled(lambda: _download(session, raw, address, refused))


def _read_without_forgotten(session: Session, lines: Sequence[bytes]) -> tuple[Item, str]:
    """A server's match without what it has of persons who are forgotten here, and its record as it is kept."""
    item = incoming.read_item(lines)
    gone = league_hooks().find_forgotten(session, item, None, ())
    if not gone:
        return item, b"\n".join(lines).decode()
    kept = league_hooks().drop_forgotten(item, gone)
    head = {**json.loads(lines[0]), "document": kept["document"]}
    kept_lines = [head, *({"kind": "event", **line} for line in kept["events"])]
    return kept, "\n".join(map(json.dumps, kept_lines))


def _download(session: Session, lines: Sequence[bytes], address: str, refused: bool) -> SyncResult:
    item, record = _read_without_forgotten(session, lines)
    public_id = _find(session, item)
    if public_id is None:
        return _take_new(session, item, address)
    match = _load(session, public_id)
    common, length = count_common(match, item, incoming.terms_now(trusted=True)), len(item["events"])
    if common < min(match.seq, length) or (refused and match.seq > length):
        with writing(session):
            _note(session, match, item, address, common, record)
        return SyncResult(match, DIVERGED, 0, common)
    kept = _count_alike(match, item) if match.seq <= length else match.seq
    played = play_on(match.until(kept), item, incoming.terms_now(trusted=True))
    with writing(session):
        after = _replace_after(session, match, kept, played)
        _note(session, after, item, address, length)
    return SyncResult(after, AHEAD if after.seq > length else SAME, length - common, length)


def _take_new(session: Session, item: Item, address: str) -> SyncResult:
    arrival = prepare_arrival(session, item, address, anew=True, trusted=True)
    if not arrival.whole:  # by its document alone it would be another match
        raise Refused((incoming.NOT_ONE,))

    def write() -> SyncResult:
        match, _people = write_arrival(session, arrival)
        _note(session, match, item, address, match.seq)
        return SyncResult(match, SAME, match.seq, match.seq)

    return in_one_write(session, write)


def _count_alike(match: Match, item: Item) -> int:
    """How many events have the server's hashes too. A deal that came there another way, and earlier, has others."""
    for event, line in zip(match.events, item["events"], strict=False):
        if event.chain != line.get("chain") and event.seq > 1:
            return event.seq - 1
    return match.seq


def look(session: Session, public_id: str) -> Divergence | None:
    """The two ways of a match; None where they have not diverged."""
    match = _load(session, public_id)
    origin = origins.find_along(session, match.id)
    return None if origin is None or origin.theirs is None else _compare(match, origin.theirs)[0]


def _compare(match: Match, record: str) -> tuple[Divergence, Playback]:
    """A match and what the server's record makes of it, played on from the last event that both have."""
    item, terms = incoming.read_item(record.encode().splitlines()), incoming.terms_now(trusted=True)
    common = count_common(match, item, terms)
    played = play_on(match.until(common), item, terms)
    return Divergence(common, match, played.match), played


def follow(session: Session, public_id: str, keep: Collection[int], shown: int) -> Match:
    """Put the server's events in the place of those that only this phone has; ``keep`` names entries to write after.

    ``shown`` is the number of the server's last event that was seen. Refused, and nothing is changed, where it is
    another one now, or where an entry cannot follow what the server has.
    """
    return incoming.until_settled(lambda: _follow(session, public_id, keep, shown))


def _follow(session: Session, public_id: str, keep: Collection[int], shown: int) -> Match:
    match = _load(session, public_id)
    origin = origins.find_along(session, match.id)
    if origin is None or origin.theirs is None:
        return match
    both, played = _compare(match, origin.theirs)
    if both.theirs.seq != shown:
        raise Refused((OTHER_END,))
    wanted = [row for row in both.my_entries if row.seq in keep]
    after, renamed = _play_after(played, wanted, match)
    mine = (event for event in match.events[both.common :] if event.seq not in keep)
    left_out = {event.uuid for event in mine if not _has(both.theirs, match, event)}
    with writing(session):
        written = _replace_after(session, match, both.common, after)
        seat_holders.keep_people(session, match, written, both.common)
        _move_drafts(session, match, left_out, {**renamed, match.drafts[0]: written.drafts[0]})
        origins.note(session, match.id, origin.public_id, both.theirs.seq, address=origin.address)
    return written


def _move_drafts(
    session: Session, match: Match, left_out: Collection[str], renamed: Mapping[str, str]
) -> None:
    """What was entered of a deal stays with it, also of the one in progress, and goes with one that is left out."""
    here = DraftPartRow.match_id == match.id
    session.execute(delete(DraftPartRow).where(here, DraftPartRow.draft.in_(left_out)))
    for old, new in renamed.items():
        session.execute(update(DraftPartRow).where(here, DraftPartRow.draft == old).values(draft=new))


def _play_after(played: Playback, rows: Iterable[EntryRow], mine: Match) -> tuple[Playback, dict[str, str]]:
    """The server's events with entries of this phone after them, and the new UUIDs of these.

    One keeps the UUID that it had, unless the server has another deal under it. Raises CannotFollow.
    """
    taken, renamed = {event.uuid for event in played.match.events}, dict[str, str]()
    whole = Playback(played.match, played.match.seq)
    for row in rows:
        event = row.event
        if _others_play(mine, row, whole.match):
            raise incoming.CannotFollow(row.seq, event.kind, (OTHER_PLAYERS,), mine.until(row.seq))
        uuid = event.uuid if event.uuid not in taken else renamed.setdefault(event.uuid, str(uuid4()))
        writer = name_then(mine, event.seat, event.seq - 1)
        seat = event.seat if writer == name_then(whole.match, event.seat, whole.match.seq) else None
        like = Event(0, uuid, kinds.RECORDED, {"entry": row.entry}, event.device, seat, event.at)
        whole.add(like, {})
    sealed = whole.seal(keep=False, begun=played.match.begun)
    return Playback(sealed.match, played.stored, played.words | sealed.words), renamed


def _others_play(mine: Match, row: EntryRow, theirs: Match) -> bool:
    """Whether an entry names seats of which one is another person's in a match, or is no one's any more."""
    scored, sheet = mine.scored.rows[row.place or 0], theirs.scored.sheet
    if row.entry["kind"] == "void" or kinds.JOIN in row.entry or scored is None or sheet is None:
        return False
    return _who_plays(mine, scored.playing or sheet.playing) != _who_plays(theirs, sheet.playing)


def _who_plays(match: Match, table: Table) -> list[tuple[int, int | str]]:
    """Those of a table, each with the seat: a person who began the match by number, since names change."""
    people = dict(zip(map(name_key, match.seat_names), match.players, strict=True))
    called = map(name_key, table.names)
    return [(table.seating.number_of(seat), people.get(name, name)) for seat, name in enumerate(called)]


def _replace_after(session: Session, match: Match, kept: int, played: Playback) -> Match:
    """The match with what was played in the place of what came after event ``kept``.

    Rows of a log are taken away only here, where a server keeps one. A name stays: another match may have begun with
    it since.
    """
    match = lock_as_played(session, match)
    if kept == match.seq and not played.events:
        return match
    gone = match.events[kept:]
    texts = [row for event in gone if event.kind != kinds.RENAMED for row in rows_of(event.kind, event.body)]
    session.execute(delete(EventRow).where(EventRow.match_id == match.id, EventRow.seq > kept))
    session.execute(delete(FreeTextRow).where(FreeTextRow.id.in_(texts)))
    if any(event.kind in kinds.SCORING for event in gone):
        league_hooks().mark_stale(session, [match.id])
    left = replace(match.until(kept), changed_at=match.events[kept - 1].at)
    return write_after(session, left, played)


def _find(session: Session, item: Item) -> str | None:
    query = select(MatchRow.public_id).join(EventRow, EventRow.match_id == MatchRow.id)
    return session.execute(query.where(EventRow.uuid == incoming.first_number(item))).scalars().first()


def _load(session: Session, public_id: str) -> Match:
    match = statements.load(session, public_id)
    assert match is not None, "who asks has looked whether it is there"
    return match


def _note(
    session: Session, match: Match, item: Item, address: str, seq: int, theirs: str | None = None
) -> None:
    origin = origins.find_along(session, match.id)
    if origin is not None and origin.address and origin.public_id == item["id"]:
        # A link that allows less, opened later, takes nothing away; of two alike the former may be withdrawn.
        address = max(address, origin.address, key=_rank)
    origins.note(session, match.id, str(item["id"]), seq, address=address, theirs=theirs)


def _rank(address: str) -> int:
    """How much a link allows."""
    return CAPABILITIES.index(KINDS[address.rpartition("/")[2][0]])
