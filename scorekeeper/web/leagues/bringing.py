"""Bringing results into a league: archives, BG Stats, old notebooks as a table or line by line."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, request
from flask_babel import gettext as _

from scorekeeper.core.fields import Choice, Line
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.spreadsheets import BOM, csv_text
from scorekeeper.store.leagues import access as doors
from scorekeeper.store.leagues import coming_in, matches, people, seasons, sources
from scorekeeper.store.leagues import nights as night_store
from scorekeeper.store.leagues.access import Access
from scorekeeper.store.leagues.coming_in import Upload
from scorekeeper.store.leagues.refusals import Refused
from scorekeeper.web.database import session
from scorekeeper.web.languages import say
from scorekeeper.web.leagues.guard import Form, opened, page, to, tried
from scorekeeper.web.leagues.playing import keys_of
from scorekeeper.web.leagues.shown import updating

LARGEST_FILE = 64 * 1024 * 1024
STEP_SECONDS = 1.5
"""How long one look at a running import works on it."""
KINDS = {
    sources.ARCHIVE: T("An archive of a league"),
    sources.BG_STATS: T("An export of BG Stats"),
    sources.PAPER: T("A table of old results (CSV)"),
}
KIND = Choice(name="kind", label=T("What is it?"), choices=KINDS)
SIDES = 8


@opened(doors.ORGANISE)
def imports(access: Access) -> Any:
    """Hand something in; and everything that was handed in before."""
    request.max_content_length = LARGEST_FILE
    request.max_form_memory_size = LARGEST_FILE
    form = Form(KIND, kind=sources.ARCHIVE)
    if request.method == "POST":
        key = tried(form, lambda: _received(access, form))
        if key is not None:
            return redirect(to("upload", access, key=key), 303)
    values = {"tab": "more", "uploads": coming_in.uploads(session(), access), "kinds": KINDS}
    return page("imports", values, form)


def _received(access: Access, form: Form) -> str:
    file = request.files.get("file")
    body = file.read(LARGEST_FILE + 1) if file is not None else b""
    if not body:
        form.place([Finding("file", "missing", T("Choose a file."))])
        raise Refused(())
    return coming_in.receive(session(), access, uuid=form.uuid, kind=form.text("kind"), body=body)


@opened(doors.ORGANISE)
def template(access: Access) -> Any:
    """The empty table for old results."""
    example: list[str | int | None] = ["2026-11-17", "Belot", "Vera & Ivan", 151, "Georgi & Ana", 98]
    text = BOM + csv_text(sources.PAPER_HEADER, [example])
    answer = Response(text.encode(), mimetype="text/csv")
    answer.headers["Content-Disposition"] = 'attachment; filename="results.csv"'
    return answer


def _of(access: Access, key: str) -> Upload:
    found = coming_in.upload(session(), access, key)
    if found is None:
        abort(404)
    return found


@opened(doors.ORGANISE)
def upload(access: Access, key: str) -> Any:
    """Who is who, what will come in, and how far it is."""
    found = _of(access, key)
    form = Form()
    if request.method == "POST":
        work = {"names": _choose, "go": _go, "undo": _undo, "forget": _forget}.get(request.form.get("do", ""))
        if work is None:
            abort(404)
        return work(access, found, form)
    if found.state == coming_in.RUNNING:
        found = coming_in.step(session(), access, key, STEP_SECONDS)
    values = {
        "tab": "more",
        "upload": found,
        "kinds": KINDS,
        "everybody": people.players(session(), access.league.id, limit=2000),
        "said": [_sentence(one) for one in found.problems],
        "updating": updating(access),
        "refresh": found.state == coming_in.RUNNING,
    }
    return page("upload", values, form)


def _sentence(problem: dict[str, Any]) -> str:
    text = say(Text(problem["text"], problem["params"]))
    return f"{problem['path']}: {text}" if problem["path"] else text


def _choose(access: Access, found: Upload, form: Form) -> Any:
    chosen = {one["id"]: request.form.get(f"is-{index}", "") for index, one in enumerate(found.people)}
    tried(form, lambda: coming_in.choose(session(), access, found.key, chosen))
    return redirect(to("upload", access, key=found.key), 303)


def _go(access: Access, found: Upload, form: Form) -> Any:
    _chosen = {one["id"]: request.form.get(f"is-{index}", "") for index, one in enumerate(found.people)}
    if found.state == coming_in.NAMES:
        tried(form, lambda: coming_in.choose(session(), access, found.key, _chosen))
    tried(form, lambda: coming_in.begin(session(), access, found.key))
    return redirect(to("upload", access, key=found.key), 303)


def _undo(access: Access, found: Upload, form: Form) -> Any:
    if tried(form, lambda: coming_in.undo(session(), access, uuid=form.uuid, key=found.key)) is not None:
        flash(_("It is all out again; its matches are in the bin."))
    return redirect(to("upload", access, key=found.key), 303)


def _forget(access: Access, found: Upload, form: Form) -> Any:
    if coming_in.throw_away(session(), access, found.key):
        flash(_("Forgotten: nothing of it came in."))
    return redirect(to("imports", access), 303)


# --- old notebooks, line by line ------------------------------------------------------------------

NIGHT = Line(name="night", label=T("Night"), hint=T("like 2026-11-24"), most=10)
GAME = Choice(name="game", label=T("Game"), choices={slug: game.name for slug, game in GAMES.items()})


@opened(doors.SCORE)
def paper(access: Access) -> Any:
    """One old result after the other: the night and the game stay, the rest is cleared."""
    before = request.args
    usual = before.get("night", "")[:10] or night_store.tonight(access.league)
    form = Form(NIGHT, GAME, night=usual, game=before.get("game") if before.get("game") in GAMES else "belot")
    typed = request.form if request.method == "POST" else {}
    rows = [(typed.get(f"side-{n}", ""), typed.get(f"total-{n}", "")) for n in range(1, SIDES + 1)]
    if request.method == "POST":
        written = tried(form, lambda: _written(access, form, rows))
        if written is not None:
            flash(_("Written down. The next one?"))
            return redirect(to("paper", access, night=form.text("night"), game=form.text("game")), 303)
    everybody = people.players(session(), access.league.id, limit=2000)
    shown = rows if any(side for side, _total in rows[4:]) else rows[:4]
    return page("paper", {"tab": "matches", "everybody": everybody, "rows": shown}, form)


def _written(access: Access, form: Form, rows: list[tuple[str, str]]) -> Any:
    """The result that was typed, read as a line of a table would be."""
    header = ("date", "game", *(name for n in range(1, SIDES + 1) for name in (f"side{n}", f"total{n}")))
    line = [form.text("night"), form.text("game"), *(cell[:200] for row in rows for cell in row)]
    found = sources.read(sources.PAPER, csv_text(header, [line]).encode())
    errors = [one for one in found.findings if one.severity == "error"]
    if errors:
        raise Refused(tuple(one._replace(path=_input(one.path)) for one in errors))
    result = next(item for item in found.items if item["kind"] == "result")
    names = {item["id"]: item["name"] for item in found.items if item["kind"] == "player"}
    return matches.record_result(
        session(),
        access,
        uuid=form.uuid,
        game=result["game"],
        players=keys_of(session(), access.league.id, [names[one] for one in result["players"]]),
        names=[names[one] for one in result["players"]],
        sides=result["sides"],
        winners=result["winners"],
        totals=result.get("totals", ()),
        night=result["date"],
        season=_season(access, result["date"]),
    )


def _input(path: str) -> str:
    """The input that a finding about the line is about."""
    name = path.partition(".")[2]
    return {"date": "night", "game": "game"}.get(name, "")


def _season(access: Access, night: str) -> str | None:
    found = seasons.present(session(), access.league, night)
    return found.key if found else None


def add_to(pages: Blueprint) -> None:
    """These pages' addresses."""
    both = ["GET", "POST"]
    pages.add_url_rule("/<public_id>/imports", view_func=imports, methods=both)
    pages.add_url_rule("/<public_id>/imports/results.csv", "template", template)
    pages.add_url_rule("/<public_id>/imports/<key>", view_func=upload, methods=both)
    pages.add_url_rule("/<public_id>/paper", view_func=paper, methods=both)
