"""The pages of leagues: standings, players, nights, matches, and what organisers do."""

from __future__ import annotations

from scorekeeper.web.leagues import (
    api,
    export,
    imports,
    index,
    matches,
    members,
    nights,
    players,
    playing,
    results,
    seasons,
    settings,
    standings,
    statistics,
)

LEAGUE_PAGES = (
    index,
    standings,
    export,
    imports,
    playing,
    results,
    matches,
    players,
    nights,
    statistics,
    seasons,
    settings,
    members,
    api,
)
