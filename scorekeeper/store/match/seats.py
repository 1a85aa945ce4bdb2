"""People change seats during a match, and sit down or join: who sat where, what they were called and wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from scorekeeper.core.match import name_key
from scorekeeper.core.scoring.players import JOIN, LEAVE, NAME, SEAT
from scorekeeper.store.match import kinds
from scorekeeper.store.match.events import Event, in_effect
from scorekeeper.store.match.match import Match


def writers_seat(match: Match, event: Event) -> int | None:
    """Where the person sits now who wrote an event; None when it is not known who did."""
    return seat_now(match, event.seat, event.seq - 1)


def seat_now(match: Match, seat: int | None, seq: int) -> int | None:
    """Where the person sits now who had this seat once so many events were written; None for one who sits there no
    more.
    """
    if seat is None or seat < 0:
        return None
    if match.has_changes:
        name = name_key(name_then(match, seat, seq) or "")
        left = {row.entry.get(LEAVE) for row in match.rows()}
        seats = [now for now, called in _name_seats(match, match.seq).items() if name_key(called) == name]
        return min(seats, key=left.__contains__, default=None)
    if seat >= len(match.players):
        return None
    if not any(event.kind == kinds.SEATED for event in match.events):
        return seat
    return match.players.index(_seating(match.events[: max(seq, 1)])[seat])


def name_then(match: Match, seat: int | None, seq: int) -> str | None:
    """What the person is called today who had this seat once so many events were written; None where there was no
    such seat.
    """
    return None if seat is None else _name_seats(match, seq).get(seat)


def sits_still(match: Match, seat: int) -> bool:
    """Whether the player who began at this seat sits there now."""
    sheet = match.scored.sheet
    left = () if sheet is None else sheet.left
    return seat not in left and name_then(match, seat, match.seq) == match.seat_names[seat]


def _name_seats(match: Match, seq: int) -> dict[int, str]:
    """Who sat where once so many events were written, by today's names; who sat down by an entry that was taken out
    since never did.
    """
    called = dict(zip(match.players, match.seat_names, strict=True))
    names = {seat: called[player] for seat, player in enumerate(_seating(match.events[: max(seq, 1)]))}
    new_seats = count(len(names))
    for row in match.rows() if match.has_changes else ():
        entry = row.entry
        if NAME in entry or JOIN in entry:
            seat = entry[SEAT] if NAME in entry else next(new_seats)
            if row.seq <= seq:
                names[seat] = entry[NAME if NAME in entry else JOIN]
    return names


def _seating(events: Sequence[Event]) -> Sequence[int]:
    """Who sat where after these events, by the players' ids."""
    seatings = (event for event in reversed(in_effect(events)) if event.kind in (kinds.OPENED, kinds.SEATED))
    players: Sequence[int] = next(seatings).body["players"]
    return players


def person_in_seat(match: Match, seat: int | None, seq: int) -> int | None:
    """The person who had this seat once so many events were written, by the inner number; None for one who did not
    begin the match.
    """
    if match.has_changes:
        name = name_then(match, seat, seq)
        return match.players[match.seat_names.index(name)] if name in match.seat_names else None
    if seat is None or not 0 <= seat < len(match.players):
        return None
    return _seating(match.events[: max(seq, 1)])[seat]


class SatDown(NamedTuple):
    """A person who sat down by the entry that the event ``seq`` recorded, struck out or undone or not.

    ``seat`` is the number in documents. ``names`` are the rows of free text that hold what the person was called,
    ``texts`` the rows of what was written from the seat until another person sat down there.
    """

    seq: int
    seat: int
    names: frozenset[int]
    texts: frozenset[int]

    def called_in(self, texts: Mapping[int, str | None]) -> list[str]:
        """The names that are not erased, the latest last."""
        names = (texts.get(row) for row in sorted(self.names))
        return [name for name in names if name]


def list_sat_down(events: Sequence[Event]) -> list[SatDown]:
    """Everybody who ever sat down during the match of these events, in the order in which it was recorded."""
    names = dict[int, set[int]]()
    entries = dict[int, Mapping[str, Any]]()
    for event in events:
        rows = {row for name, row in event.body.get("texts", {}).items() if name in kinds.NEW_NAMES}
        if rows:
            slot = event.body.get("target", event.seq)
            names.setdefault(slot, set()).update(rows)
            if event.kind != kinds.PROTESTED:
                entries[slot] = event.body["entry"]
    seats = _number_seats(events, {slot: entries.get(slot, {}) for slot in names})
    return [
        SatDown(seq, seats[seq], frozenset(rows), frozenset(_list_written(events, seats, seq)))
        for seq, rows in names.items()
    ]


def _number_seats(events: Sequence[Event], entries: Mapping[int, Mapping[str, Any]]) -> dict[int, int]:
    """The seat of each: it is named, or was the next one that was new when the entry was recorded."""
    joins = {seq for seq, entry in entries.items() if entry and SEAT not in entry}
    return {
        seq: entry[SEAT] if SEAT in entry else _count_seats(events[: seq - 1], joins)
        for seq, entry in entries.items()
    }


def _count_seats(events: Sequence[Event], joins: set[int]) -> int:
    """How many seats there were after these events; by those of ``joins`` a player joined."""
    standing = in_effect(events)
    struck = {
        event.body["target"]
        for event in standing
        if event.kind == kinds.STRUCK and event.body["as"] == kinds.NEVER_DEALT
    }
    return len(events[0].body["players"]) + len(joins.intersection(event.seq for event in standing) - struck)


def _list_written(events: Sequence[Event], seats: Mapping[int, int], seq: int) -> list[int]:
    """The rows of the texts that were written from a seat while this person sat there."""
    after = [later for later, seat in seats.items() if seat == seats[seq] and later > seq]
    until = min(after, default=len(events) + 1)
    written = (event for event in events if event.seat == seats[seq] and seq < event.seq < until)
    return [row for event in written for row in event.body.get("texts", {}).values()]
