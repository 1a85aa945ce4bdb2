"""The pages of leagues: tables, people, nights, matches, and what organisers do."""

from __future__ import annotations

from functools import cache

from flask import Blueprint

from scorekeeper.web.leagues import (
    bringing,
    guard,
    index,
    inout,
    matches,
    members,
    nights,
    people,
    playing,
    results,
    seasons,
    settings,
    statistics,
    table,
)
from scorekeeper.web.leagues.api import api


@cache
def pages() -> Blueprint:
    """All of them, gathered once however many applications there are."""
    for part in (
        index,
        table,
        inout,
        bringing,
        playing,
        results,
        matches,
        people,
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
