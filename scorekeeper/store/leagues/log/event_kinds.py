"""The kinds of events in a league's log, and what the body of each holds.

Bodies name keys, accounts' numbers and texts' rows; never a name, a place or a reason.
"""

from __future__ import annotations

from collections.abc import Mapping

FOUNDED, DESCRIBED, BINNED, RESTORED = "founded", "described", "binned", "restored"
SEASON, GATHERED, NIGHT, EVENING, ROLE = "season", "gathered", "night", "evening", "role"
PLAYER, RENAMED, MERGED, UNMERGED, HIDDEN, CLAIMED = (
    "player",
    "renamed",
    "merged",
    "unmerged",
    "hidden",
    "claimed",
)
MATCH, RESULT, MATCH_MOVED, MATCH_OUT = "match", "result", "match_moved", "match_out"
OFFERED = "offered"
CONFIRMED, CONTESTED, DECLINED = "confirmed", "contested", "declined"
RESULT_BACK, RESULT_CORRECTED = "result_back", "result_corrected"
IMPORTED, IMPORT_UNDONE = "imported", "import_undone"
ARRIVALS = (MATCH, RESULT)
"""By these a match comes into the league: it takes its place after all that came in before."""
BEGINNINGS = (*ARRIVALS, RESULT_BACK, RESULT_CORRECTED)
"""By these a match begins anew: earlier confirmations are void."""

_OF_RESULT = (
    "players",
    "game",
    "sides",
    "winners",
    "totals",
    "status",
    "endless",
    "night",
    "moment",
    "season",
    "import",
    "series",
    "best_of",
)

FIELDS: Mapping[str, tuple[str, ...]] = {
    FOUNDED: ("rules", "access"),
    DESCRIBED: ("rules", "house", "access", "link", "told"),
    BINNED: (),
    RESTORED: (),
    SEASON: ("starts", "ends", "rules", "import"),
    GATHERED: ("first", "last", "others"),
    NIGHT: ("date", "season", "starts", "planned", "cancelled", "came", "gone", "import"),
    EVENING: ("plan", "here", "draft", "round", "table", "say", "call", "closed"),
    ROLE: ("account", "role"),
    PLAYER: ("guest", "away", "number", "import"),
    RENAMED: ("former",),
    MERGED: ("into", "import"),
    UNMERGED: (),
    HIDDEN: (),
    CLAIMED: ("account",),
    MATCH: ("match", "players", "people", "game", "night", "season", "import"),
    OFFERED: ("match", "players", "people", "game", "night", "season"),
    RESULT: _OF_RESULT,
    RESULT_BACK: _OF_RESULT,
    RESULT_CORRECTED: (
        "players",
        "game",
        "sides",
        "winners",
        "totals",
        "status",
        "endless",
        "night",
        "season",
    ),
    MATCH_MOVED: ("night", "season", "players", "again"),
    MATCH_OUT: (),
    CONFIRMED: ("version", "side", "seat", "how", "counts", "moment"),
    CONTESTED: ("version", "side", "seat", "how", "text", "moment"),
    DECLINED: ("version", "side", "seat", "how", "text", "moment"),
    IMPORTED: ("import", "kind"),
    IMPORT_UNDONE: ("import",),
}
"""What the body of each kind may hold. A field that is absent leaves what stood before."""
