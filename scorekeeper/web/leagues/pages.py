"""The pages of leagues: tables, people, nights, matches, and what organisers do."""

from __future__ import annotations

from functools import cache

from flask import Blueprint

from scorekeeper.web.leagues import (
    export,
    guard,
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
from scorekeeper.web.leagues.api import api


@cache
def pages() -> Blueprint:
    """All of them, gathered once however many applications there are."""
    for part in (
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
    ):
        part.add_to(guard.pages)
    return guard.pages


def for_programs() -> Blueprint:
    """A league as JSON."""
    return api
