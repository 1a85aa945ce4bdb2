"""The pages of leagues: standings, players, nights, matches, and what organisers do."""

from __future__ import annotations

from scorekeeper.web.leagues import index, seasons, settings
from scorekeeper.web.leagues.evening import (
    board,
    draw,
    ending,
    following,
    here,
    planning,
    rounds,
    running,
    sending,
    substitute,
    tonight,
)
from scorekeeper.web.leagues.exchange import api, api_figures, embed, export, imports
from scorekeeper.web.leagues.figures import cross_table, standings, statistics
from scorekeeper.web.leagues.matches import listing, nights, playing, rematches, results, taking
from scorekeeper.web.leagues.people import members, players

LEAGUE_PAGES = (
    index,
    standings,
    export,
    embed,
    imports,
    playing,
    results,
    listing,
    taking,
    rematches,
    players,
    nights,
    running,
    planning,
    here,
    draw,
    rounds,
    board,
    substitute,
    ending,
    sending,
    following,
    tonight,
    statistics,
    cross_table,
    seasons,
    settings,
    members,
    api,
    api_figures,
)
