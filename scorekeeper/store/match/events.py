"""An event of a match, and which events stand.

An event's body names seats, player ids, names' rows and texts' rows, never a person, a note or a reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from scorekeeper.store.match.kinds import RECORDED, UNDONE


class Event(NamedTuple):
    """One thing that happened to a match. ``uuid`` was made by the client: a retried request is the same event.

    ``content`` and ``chain`` are its hashes (:mod:`scorekeeper.store.match.record.chain`); a proposal has none. ``at``
    is when it was written; ``received`` is when it came here, if it was written elsewhere.
    """

    seq: int
    uuid: str
    kind: str
    body: Mapping[str, Any]
    device: str | None
    seat: int | None
    at: datetime
    content: str | None = None
    chain: str | None = None
    received: datetime | None = None

    @property
    def adds_last(self) -> bool:
        """Whether the event puts another entry at the end, and changes none of those before it."""
        return self.kind == RECORDED and "before" not in self.body


def in_effect(events: Sequence[Event]) -> list[Event]:
    """The events that stand, in order: an ``undone`` that stands takes its target away, be it an ``undone`` itself."""
    gone: set[int] = set()
    standing = []
    for event in reversed(events):
        if event.seq not in gone:
            standing.append(event)
            if event.kind == UNDONE:
                gone.add(event.body["target"])
    standing.reverse()
    return standing


def name_drafts(events: Sequence[Event]) -> Iterator[str]:
    """The UUIDs of a match's drafts that were not recorded, the current one first (:mod:`drafts`)."""
    used = {event.uuid for event in events}
    name = uuid5(UUID(events[0].uuid), "draft")
    while True:
        if str(name) not in used:
            yield str(name)
        name = uuid5(name, "next")
