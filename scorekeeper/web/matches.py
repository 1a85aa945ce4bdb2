"""The pages of a match, and which link opens which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint

from scorekeeper.web import (
    charter,
    entry,
    match_about,
    match_entries,
    match_explain,
    match_mending,
    match_sheet,
    pictures,
    printing,
    series,
)
from scorekeeper.web.links import OWNER, SCORE, WATCH, opened

PAGES: tuple[tuple[str, str, str, Callable[..., Any], tuple[str, ...]], ...] = (
    ("/export.json", "export", WATCH, match_sheet.export, ("GET",)),
    ("/row/<int:seq>", "row", WATCH, match_explain.explain, ("GET",)),
    ("/record/<kind>", "record", SCORE, match_entries.record, ("GET", "POST")),
    ("/row/<int:seq>/correct", "correct", SCORE, match_entries.correct, ("GET", "POST")),
    ("/row/<int:seq>/strike", "strike", SCORE, match_entries.strike, ("GET", "POST")),
    ("/stop", "stop", SCORE, match_entries.stop, ("GET", "POST")),
    ("/undo", "undo", SCORE, match_mending.undo, ("GET", "POST")),
    ("/redo", "redo", SCORE, match_mending.redo, ("GET", "POST")),
    ("/names", "names", SCORE, match_mending.names, ("GET", "POST")),
    ("/seats", "seats", SCORE, match_mending.seats, ("GET", "POST")),
    ("/dealer", "dealer", SCORE, match_mending.dealer, ("GET", "POST")),
    ("/rules", "rules", SCORE, charter.rules, ("GET", "POST")),
    ("/rematch", "rematch", SCORE, match_mending.rematch, ("POST",)),
    ("/bin", "bin", OWNER, match_mending.throw_away, ("GET", "POST")),
)
"""Address, name, the least that a link has to allow, view, methods."""


def add_to(match: Blueprint) -> None:
    """Hang these pages on a match. The sheet looks at the link by itself, so that asking again stays cheap."""
    match.add_url_rule("", "sheet", match_sheet.sheet)
    for rule, name, needed, view, methods in PAGES:
        match.add_url_rule(rule, name, opened(needed)(view), methods=list(methods))
    for pages in (entry, match_about, pictures, printing, series):
        pages.add_to(match)
