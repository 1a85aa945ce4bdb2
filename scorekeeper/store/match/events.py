"""What can happen to a match: the kinds of events, and which of them stand.

An event's body names seats, player ids, names' rows and texts' rows, never a person, a note or a reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

OPENED, RECORDED, CORRECTED, STRUCK, UNDONE = "opened", "recorded", "corrected", "struck", "undone"
RENAMED, SEATED, SETTINGS, DESCRIBED = "renamed", "seated", "settings", "described"
CLOSED, BINNED, RESTORED = "closed", "binned", "restored"
ACCEPTED = "accepted"
RULING, PROTESTED, RESOLVED = "ruling", "protested", "resolved"
KINDS = (
    OPENED,
    RECORDED,
    CORRECTED,
    STRUCK,
    UNDONE,
    RENAMED,
    SEATED,
    SETTINGS,
    DESCRIBED,
    CLOSED,
    BINNED,
    RESTORED,
    ACCEPTED,
    RULING,
    PROTESTED,
    RESOLVED,
)

NEVER_DEALT, VOID = "never_dealt", "void"
STRIKES = (NEVER_DEALT, VOID)

STANDS, OTHER = "stands", "other"
KEEPS = (STANDS, OTHER)
"""Which version of a disputed entry counts once the dispute is decided."""

ENTRY_TEXTS = ("note", "reason")
"""The free text of an entry document: it is taken out of the event and put back into the match document."""

WHY = "why"
"""Why somebody changed something. It never enters the match document."""

NAME = "name"
TEXTS: Mapping[str, tuple[str, ...]] = {
    RECORDED: ENTRY_TEXTS,
    CORRECTED: (*ENTRY_TEXTS, WHY),
    STRUCK: ("reason",),
    UNDONE: (WHY,),
    RENAMED: (NAME,),
    SETTINGS: (WHY,),
    DESCRIBED: ("place", "note"),
    CLOSED: ("reason", "note"),
    PROTESTED: (*ENTRY_TEXTS, WHY),
    RESOLVED: (WHY,),
}
"""The free text that may come with an event of each kind. A name goes to the table of names."""


class Event(NamedTuple):
    """One thing that happened to a match. ``uuid`` was made by the client: a retried request is the same event."""

    seq: int
    uuid: str
    kind: str
    body: Mapping[str, Any]
    device: str | None
    seat: int | None
    at: datetime


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
