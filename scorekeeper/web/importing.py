"""Taking in a match document: a file or pasted text, read like any other, every problem told at once."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask_babel import gettext as _

from scorekeeper.core.findings import Finding
from scorekeeper.core.game import Game
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store import ledger
from scorekeeper.web.database import session
from scorekeeper.web.devices import device
from scorekeeper.web.links import OWNER, address
from scorekeeper.web.security import typed

pages = Blueprint("importing", __name__, url_prefix="/import")

LONGEST = 2_000_000
MOST_SHOWN = 100


@pages.get("")
def form() -> str:
    """Where a document can be pasted or chosen."""
    values = typed()
    text = values.get("document", "") if values else ""
    return _page(text, [], None)


@pages.post("")
def take() -> Any:
    """Keep the match of the document, or list what is wrong with it."""
    text = _given()
    document, problem = parsed(text)
    if problem is not None:
        return _page(text, [problem], None), 422
    try:
        journal = ledger.import_document(session(), document, device())
    except ledger.Refused as refused:
        return _page(text, list(refused.findings), _game_of(document)), 422
    ledger.remember(session(), device(), journal.public_id, OWNER)
    return redirect(address(journal, OWNER), 303)


def _given() -> str:
    """The chosen file; without one, the pasted text."""
    file = request.files.get("file")
    if file is not None and file.filename:
        return file.read(LONGEST + 1).decode("utf-8-sig", errors="replace")
    return request.form.get("document", "")


def parsed(text: str) -> tuple[Any, Finding | None]:
    """The JSON value a text says, or what is wrong with it in words."""
    if not text.strip():
        return None, Finding("", "missing", T("Choose a file, or paste the document."))
    if len(text) > LONGEST:
        return None, Finding("", "too_long", T("This is too long for a match document."))
    try:
        return json.loads(text, parse_constant=_refuse), None
    except json.JSONDecodeError as error:
        said = T("This is not a match document: line {line}, character {column} cannot be read.",
                 line=error.lineno, column=error.colno)  # fmt: skip
        return None, Finding("", "not_json", said)
    except (ValueError, RecursionError):
        return None, Finding(
            "", "not_json", T("This is not a match document: it holds something that JSON does not know.")
        )


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _game_of(document: Any) -> Game | None:
    slug = document.get("game") if isinstance(document, dict) else None
    return GAMES[slug] if isinstance(slug, str) and slug in GAMES else None


def _page(text: str, findings: list[Finding], game: Game | None) -> str:
    shown, left = findings[:MOST_SHOWN], max(len(findings) - MOST_SHOWN, 0)
    title = _("Import a match")
    return render_template("import.html", title=title, text=text, findings=shown, left=left, game=game)
