"""What pages ask of the read model. Every answer costs the same however many matches a league has.

``league`` is a league's inner number. A **scope** is a season's key, or ``""`` for all time. Long lists come in pages:
a page's ``next`` is the cursor to ask for the following one with (``after``), None at the end. Units are
player keys, or pairs joined by ``+`` (:func:`counting.members_of`); names are the caller's affair (``people.named``).
"""

from __future__ import annotations

from scorekeeper.store.leagues.reading_changes import changes_since, revisions
from scorekeeper.store.leagues.reading_matches import (
    match_effect,
    matches,
    of_night,
    records,
    result,
    waiting,
)
from scorekeeper.store.leagues.reading_players import (
    COMPANY,
    head_to_head,
    league_sums,
    pair_sums,
    player,
    rating_history,
    ratings,
    statistics,
)
from scorekeeper.store.leagues.reading_tables import (
    row_matches,
    rules_of,
    standing_of,
    standings,
    standings_on,
    state,
)
from scorekeeper.store.leagues.reading_values import (
    EVERY,
    PAGE,
    Changes,
    Effect,
    Filter,
    Given,
    HeadToHead,
    Level,
    Listed,
    Opponent,
    Page,
    Placed,
    Played,
    PlayerPage,
    Rated,
    Revision,
    State,
    Yearbook,
)
from scorekeeper.store.leagues.reading_years import yearbook

__all__ = [
    "COMPANY", "EVERY", "PAGE", "Changes", "Effect", "Filter", "Given", "HeadToHead", "Level", "Listed", "Opponent",
    "Page", "Placed", "Played", "PlayerPage", "Rated", "Revision", "State", "Yearbook",
    "changes_since", "head_to_head", "league_sums", "match_effect", "matches", "of_night", "pair_sums", "player",
    "rating_history", "ratings", "records", "result", "revisions", "row_matches", "rules_of", "standing_of",
    "standings", "standings_on", "state", "statistics", "waiting", "yearbook",
]  # fmt: skip
