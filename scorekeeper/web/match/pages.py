"""The pages of a match, and which link opens which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint

from scorekeeper.web.entry import entries
from scorekeeper.web.entry import pages as entry
from scorekeeper.web.match import (
    about,
    charter,
    explain,
    mending,
    pictures,
    printing,
    series,
)
from scorekeeper.web.match import (
    sheet as match_sheet,
)
from scorekeeper.web.match.links import (
    OWNER,
    SCORE,
    WATCH,
    opened,
)

PAGES: tuple[tuple[str, str, str, Callable[..., Any], tuple[str, ...]], ...] = (
    ("/export.json", "export", WATCH, match_sheet.export, ("GET",)),
    ("/row/<int:seq>", "row", WATCH, explain.explain, ("GET",)),
    ("/record/<kind>", "record", SCORE, entries.record, ("GET", "POST")),
    ("/row/<int:seq>/correct", "correct", SCORE, entries.correct, ("GET", "POST")),
    ("/row/<int:seq>/strike", "strike", SCORE, entries.strike, ("GET", "POST")),
    ("/stop", "stop", SCORE, entries.stop, ("GET", "POST")),
    ("/undo", "undo", SCORE, mending.undo, ("GET", "POST")),
    ("/redo", "redo", SCORE, mending.redo, ("GET", "POST")),
    ("/names", "names", SCORE, mending.names, ("GET", "POST")),
    ("/seats", "seats", SCORE, mending.seats, ("GET", "POST")),
    ("/dealer", "dealer", SCORE, mending.dealer, ("GET", "POST")),
    ("/rules", "rules", SCORE, charter.rules, ("GET", "POST")),
    ("/rematch", "rematch", SCORE, mending.rematch, ("POST",)),
    ("/bin", "bin", OWNER, mending.throw_away, ("GET", "POST")),
)
"""Address, name, the least that a link has to allow, view, methods."""


def add_to(match: Blueprint) -> None:
    """Hang these pages on a match. The sheet looks at the link by itself, so that asking again stays cheap."""
    match.add_url_rule("", "sheet", match_sheet.sheet)
    for rule, name, needed, view, methods in PAGES:
        match.add_url_rule(rule, name, opened(needed)(view), methods=list(methods))
    for pages in (entry, about, pictures, printing, series):
        pages.add_to(match)
