"""The pages of leagues: each module adds its own to one of the two blueprints when it is imported."""

# ruff: noqa: F401 - what a module is imported for are its pages

from __future__ import annotations

from scorekeeper.web.leagues import guard, index, seasons, settings
from scorekeeper.web.leagues.evening import (
    board,
    draw,
    ending,
    here,
    planning,
    rounds,
    running,
    sending,
    substitute,
    table_code,
    tonight,
)
from scorekeeper.web.leagues.exchange import api, api_figures, export, imports, upload_page
from scorekeeper.web.leagues.figures import standings, statistics
from scorekeeper.web.leagues.matches import listing, nights, playing, results, taking
from scorekeeper.web.leagues.people import members, players

LEAGUE_PAGES = (guard, api)
