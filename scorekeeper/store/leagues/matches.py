"""The matches of a league, under one name: read by :mod:`match_rows`, brought in by :mod:`adopting`, and what may be
written in them by :mod:`recording`.
"""

from __future__ import annotations

from scorekeeper.store.leagues.adopting import (
    adopt,
    may_adopt,
    move,
    record_result,
    start,
    suggested,
    take_out,
)
from scorekeeper.store.leagues.following import follow
from scorekeeper.store.leagues.match_rows import (
    LeagueMatch,
    Placed,
    about_of,
    counting_journal,
    keys_by_seat,
    listed,
    match,
    of_match,
    of_player,
    scored_at,
    version_of,
)
from scorekeeper.store.leagues.recording import may_record, may_write

__all__ = [
    "LeagueMatch", "Placed", "about_of", "adopt", "counting_journal", "follow", "keys_by_seat", "listed", "match",
    "may_adopt", "may_record", "may_write", "move", "of_match", "of_player", "record_result", "scored_at", "start",
    "suggested", "take_out", "version_of",
]  # fmt: skip
