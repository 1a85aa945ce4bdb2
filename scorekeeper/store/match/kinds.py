"""The kinds of events of a match, the values that their bodies use, and the free text that may come with each."""

from __future__ import annotations

from collections.abc import Mapping

OPENED, RECORDED, CORRECTED, STRUCK, UNDONE = "opened", "recorded", "corrected", "struck", "undone"
RENAMED, SEATED, SETTINGS, DESCRIBED = "renamed", "seated", "settings", "described"
CLOSED, BINNED, RESTORED = "closed", "binned", "restored"
ACCEPTED = "accepted"
RULING, PROTESTED, RESOLVED = "ruling", "protested", "resolved"

SCORING = frozenset(
    {RECORDED, CORRECTED, STRUCK, UNDONE, SEATED, SETTINGS, CLOSED, RESOLVED, BINNED, RESTORED}
)
"""The events of a match that may change its score, or whether it is to be seen."""

OWNERS = frozenset({BINNED, RESTORED})
"""What only the owner's link may do, and undo."""

NEVER_DEALT, VOID = "never_dealt", "void"
STRIKES = (NEVER_DEALT, VOID)

STANDS, OTHER = "stands", "other"
KEEPS = (STANDS, OTHER)
"""Which version of a disputed entry counts once the dispute is decided."""

JOIN = "join"
NEW_NAMES = ("name", JOIN)
"""What an entry calls a person who sits down or joins during the match."""

ENTRY_TEXTS = ("note", "reason", *NEW_NAMES)
"""The free text of an entry document: it is taken out of the event and put back into the match document."""

WHY = "why"
"""Why an entry or a rule was changed. It never enters the match document."""

REASON = "reason"
NAME = "name"
TEXTS: Mapping[str, tuple[str, ...]] = {
    RECORDED: ENTRY_TEXTS,
    CORRECTED: (*ENTRY_TEXTS, WHY),
    STRUCK: ("reason",),
    UNDONE: (WHY,),
    RENAMED: (NAME,),
    SETTINGS: (WHY, REASON),
    DESCRIBED: ("place", "note"),
    CLOSED: ("reason", "note"),
    PROTESTED: (*ENTRY_TEXTS, WHY),
    RESOLVED: (WHY,),
}
"""The free text that may come with an event of each kind. A name goes to the table of names."""
