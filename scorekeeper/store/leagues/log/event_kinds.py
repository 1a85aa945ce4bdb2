"""The kinds of events in a league's log; docs/league-store.md lists what the body of each holds.

Bodies name keys, accounts' numbers and texts' rows; never a name, a place or a reason.
"""

FOUNDED, DESCRIBED, BINNED, RESTORED = "founded", "described", "binned", "restored"
SEASON, GATHERED, NIGHT, EVENING, ROLE = "season", "gathered", "night", "evening", "role"
PLAYER, RENAMED, MERGED, UNMERGED = "player", "renamed", "merged", "unmerged"
HIDDEN, CLAIMED = "hidden", "claimed"
MATCH, RESULT, MATCH_MOVED, MATCH_OUT = "match", "result", "match_moved", "match_out"
OFFERED = "offered"
CONFIRMED, CONTESTED, DECLINED = "confirmed", "contested", "declined"
RESULT_BACK, RESULT_CORRECTED = "result_back", "result_corrected"
IMPORTED, IMPORT_UNDONE = "imported", "import_undone"
ARRIVALS = (MATCH, RESULT)
"""By these a match comes into the league: it takes its place after all that came in before."""
BEGINNINGS = (*ARRIVALS, RESULT_BACK, RESULT_CORRECTED)
"""By these a match begins anew: earlier confirmations are void."""
