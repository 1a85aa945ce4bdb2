"""People change seats during a match: where a person sits now who sat elsewhere before."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.store.match import kinds
from scorekeeper.store.match.events import Event, in_effect
from scorekeeper.store.match.match import Match


def writers_seat(match: Match, event: Event) -> int | None:
    """Where the person sits now who wrote an event; None when it is not known who did."""
    return seat_now(match, event.seat, event.seq - 1)


def seat_now(match: Match, seat: int | None, seq: int) -> int | None:
    """Where the person sits now who had this seat once so many events were written."""
    if seat is None or seat < 0:
        return None
    if seat >= len(match.players):  # who joined during the match keeps the seat
        return seat if match.has_changes else None
    if not any(event.kind == kinds.SEATED for event in match.events):
        return seat
    return match.players.index(_seating(match.events[: max(seq, 1)])[seat])


def _seating(events: Sequence[Event]) -> Sequence[int]:
    """Who sat where after these events, by the players' ids."""
    seatings = (event for event in reversed(in_effect(events)) if event.kind in (kinds.OPENED, kinds.SEATED))
    players: Sequence[int] = next(seatings).body["players"]
    return players


def person_in_seat(match: Match, seat: int | None, seq: int) -> int | None:
    """The person who had this seat once so many events were written, by the inner number."""
    if seat is None or not 0 <= seat < len(match.players):
        return None
    return _seating(match.events[: max(seq, 1)])[seat]
