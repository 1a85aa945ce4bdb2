"""Bringing results into a league: archives, BG Stats, old notebooks as a table or line by line."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, flash, redirect, request
from flask_babel import gettext as _

from scorekeeper.core.fields import Choice, Line
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.spreadsheets import BOM, csv_text
from scorekeeper.store.leagues import access as doors
from scorekeeper.store.leagues import coming_in, matches, people, restoring, seasons, sources
from scorekeeper.store.leagues import nights as night_store
from scorekeeper.store.leagues.access import Access
from scorekeeper.store.leagues.coming_in import Upload
from scorekeeper.store.leagues.people import Player
from scorekeeper.store.leagues.refusals import Refused
from scorekeeper.web.database import session
from scorekeeper.web.languages import say
from scorekeeper.web.leagues.guard import Form, opened, page, saved, to, tried
from scorekeeper.web.leagues.playing import SUGGESTED, keys_of
from scorekeeper.web.leagues.shown import game_name, offered, updating
from scorekeeper.web.leagues.words import Names, night_words

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
NAMES_AT_ONCE = 50
"""Of how many names a page asks who they are; all others stay who they were taken for."""


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
    uploads = coming_in.uploads(session(), access)
    values = {"tab": "more", "uploads": uploads, "most": coming_in.MOST_TOLD, "kinds": KINDS}
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
        work = {"names": _choose, "go": _go, "undo": _undo, "forget": _forget}.get(
            request.form.get("do", "names")
        )
        if work is None:
            abort(404)
        return work(access, found, form)
    if found.state == coming_in.RUNNING:
        found = coming_in.step(session(), access, key, STEP_SECONDS)
    values = {
        "tab": "more",
        "upload": found,
        "kinds": KINDS,
        **(_who_is_who(access, found) if found.state == coming_in.NAMES else {}),
        "most": coming_in.MOST_PROBLEMS,
        "said": [_sentence(one) for one in found.problems],
        "updating": updating(access),
        "preview": _preview(found) if found.state == coming_in.NAMES else [],
        "refresh": found.state == coming_in.RUNNING,
    }
    return page("upload", values, form)


def _who_is_who(access: Access, found: Upload) -> dict[str, Any]:
    """A page of the names, and whom each may be: those of such a name, and those whom a list of this league offers."""
    skip = max(0, request.args.get("skip", 0, type=int))
    asked = found.people[skip : skip + NAMES_AT_ONCE]
    near = {one["id"]: [one["is"], *one.get("near", ())] for one in asked}
    known = people.known(session(), access.league.id, {key for keys in near.values() for key in keys})
    listed = offered(access)
    others = listed.players if listed.search or not listed.many else []
    return {
        "asked": list(enumerate(asked, skip)),
        "asked_from": skip,
        "may_be": {id: _each_once(near[id], known, others) for id in near},
        "offered": listed,
        "before": skip - NAMES_AT_ONCE if skip else None,
        "after": skip + NAMES_AT_ONCE if skip + NAMES_AT_ONCE < len(found.people) else None,
    }


def _each_once(keys: list[str], known: dict[str, Player], others: list[Player]) -> list[Player]:
    first = {key: known[key] for key in keys if key in known}
    return [*first.values(), *(one for one in others if one.key not in first)]


class Previewed(NamedTuple):
    """A match that will come in: the night, the game, and its sides with their totals."""

    night: str
    game: Text | str
    sides: tuple[str, ...]


def _preview(found: Upload) -> list[Previewed]:
    names = {one["id"]: one["name"] or _("without a name") for one in found.people}
    return [_previewed(one, names) for one in coming_in.first(session(), found)]


def _previewed(item: dict[str, Any], names: dict[str, str]) -> Previewed:
    people_ = [names.get(str(one), str(one)) for one in item["players"]]
    night = _day(str(item.get("night") or item.get("date") or ""))
    if item["kind"] == "match":
        return Previewed(night, game_name(item["document"]["game"]), tuple(people_))
    totals = item.get("totals") or [""] * len(item["sides"])
    told = (
        f"{' & '.join(people_[seat] for seat in seats)} {total}".strip()
        for seats, total in zip(item["sides"], totals, strict=False)
    )
    return Previewed(night, game_name(item["game"]), tuple(told))


def _day(written: str) -> str:
    """A date as the reader writes dates; what is none stands as it was written."""
    try:
        return night_words(written)
    except ValueError:
        return written


def _sentence(problem: dict[str, Any]) -> str:
    text = say(Text(problem["text"], problem["params"]))
    return f"{problem['path']}: {text}" if problem["path"] else text


def _said_of(found: Upload) -> dict[str, str]:
    """Who is who, by the names that this page asked about."""
    said = {one["id"]: request.form.get(f"is-{index}") for index, one in enumerate(found.people)}
    return {id: key for id, key in said.items() if key is not None}


def _choose(access: Access, found: Upload, form: Form) -> Any:
    """Keep who is who, and show the names that the pressed button leads to, or the same ones."""
    tried(form, lambda: coming_in.choose(session(), access, found.key, _said_of(found)))
    skip = request.form.get("to", request.args.get("skip", 0, type=int), type=int)
    return redirect(to("upload", access, key=found.key, skip=skip or None, q=request.args.get("q")), 303)


def _go(access: Access, found: Upload, form: Form) -> Any:
    if found.state == coming_in.NAMES:
        tried(form, lambda: coming_in.choose(session(), access, found.key, _said_of(found)))
    tried(form, lambda: coming_in.begin(session(), access, found.key))
    return redirect(to("upload", access, key=found.key), 303)


def _undo(access: Access, found: Upload, form: Form) -> Any:
    saved(
        form,
        lambda: coming_in.undo(session(), access, uuid=form.uuid, key=found.key),
        _("It is all out again; its matches are in the bin."),
    )
    return redirect(to("upload", access, key=found.key), 303)


def _forget(access: Access, found: Upload, form: Form) -> Any:
    if coming_in.throw_away(session(), access, found.key):
        flash(_("Forgotten: nothing of it came in."))
    return redirect(to("imports", access), 303)


# --- a result that was taken out ------------------------------------------------------------------


@opened(doors.ORGANISE)
def again(access: Access, key: str) -> Any:
    """A result that was taken out of the league: no match has a page for it, so it can be taken in again here."""
    found = restoring.taken_out(session(), access.league.id, key)
    if found is None:
        if matches.match(session(), access.league.id, key) is not None:
            return redirect(to("match", access, key=key), 303)
        abort(404)
    form = Form(seen=found.touched)
    if request.method == "POST":
        work = partial(restoring.restore_result, session(), access, **form.change, key=key)
        if saved(form, work, _("The match is in the league.")):
            return redirect(to("match", access, key=key), 303)
    names = Names(access.league.id, found.players)
    item = {**(found.result or {}), "kind": "result", "players": found.players, "date": found.night}
    values = {"tab": "matches", "result": _previewed(item, {one: names[one] for one in found.players})}
    return page("again", values, form)


# --- old notebooks, line by line ------------------------------------------------------------------

NIGHT = Line(name="night", label=T("Night"), most=10)
GAME = Choice(name="game", label=T("Game"), choices={slug: game.name for slug, game in GAMES.items()})


class SideLine(NamedTuple):
    """One side as it was typed: its players, its total, whether it is ticked as the winner; and what is wrong."""

    number: int
    players: str
    total: str
    won: bool
    wrong: tuple[Finding, ...] = ()


@opened(doors.SCORE)
def paper(access: Access) -> Any:
    """One old result after the other: the night and the game stay, the rest is cleared."""
    before = request.args
    usual = before.get("night", "")[:10] or night_store.tonight(access.league)
    form = Form(NIGHT, GAME, night=usual, game=before.get("game") if before.get("game") in GAMES else "belot")
    rows = _typed_sides()
    if request.method == "POST":
        written = tried(
            form, lambda: _written(access, form, [row for row in rows if row.players or row.total])
        )
        if written is not None:
            flash(_("Written down. The next one?"))
            return redirect(to("paper", access, night=form.text("night"), game=form.text("game")), 303)
    everybody = people.players(session(), access.league.id, limit=SUGGESTED)
    placed = [row._replace(wrong=_wrong_with(form, row.number)) for row in rows]
    return page("paper", {"tab": "matches", "everybody": everybody, "rows": placed}, form)


def _typed_sides() -> list[SideLine]:
    given, ticked = request.form, set(request.form.getlist("won"))
    return [
        SideLine(n, given.get(f"side-{n}", "")[:200], given.get(f"total-{n}", "")[:20], str(n) in ticked)
        for n in range(1, SIDES + 1)
    ]


def _wrong_with(form: Form, number: int) -> tuple[Finding, ...]:
    """What is wrong with one side, to be said where it stands."""
    paths = (f"side-{number}", f"total-{number}")
    return tuple(one.finding for one in form.problems if one.finding.path in paths)


def _written(access: Access, form: Form, rows: list[SideLine]) -> Any:
    """The result that was typed, read as a line of a table would be."""
    header = (
        "date",
        "game",
        *(name for n, _row in enumerate(rows, 1) for name in (f"side{n}", f"total{n}")),
        "winner",
    )
    won = [index for index, row in enumerate(rows) if row.won]
    cells = [cell for row in rows for cell in (row.players, row.total)]
    line = [form.text("night"), form.text("game"), *cells, str(won[0] + 1) if won else ""]
    padded = header if len(rows) > 1 else (*header, *(f"side{n}" for n in range(len(rows) + 1, 3)))
    found = sources.read(sources.PAPER, csv_text(padded, [line]).encode())
    errors = [one for one in found.findings if one.severity == "error"]
    if errors:
        raise Refused(tuple(one._replace(path=_input(one, rows)) for one in errors))
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
        winners=won or result["winners"],
        totals=result.get("totals", ()),
        night=result["date"],
        season=_season(access, result["date"]),
    )


def _input(finding: Finding, rows: list[SideLine]) -> str:
    """The input that a finding about the line is about."""
    numbers = [row.number for row in rows]
    first = numbers[0] if numbers else 1
    bad = next((row.number for row in rows if row.total and not row.total.lstrip("-−").isdecimal()), first)
    places = {
        "date": "night",
        "game": "game",
        "side2": f"side-{numbers[1] if len(numbers) > 1 else 2}",
        "total1": f"total-{bad}",
        "winner": f"total-{next((row.number for row in rows if not row.total), first)}",
    }
    return places.get(finding.path.partition(".")[2], f"side-{first}")


def _season(access: Access, night: str) -> str | None:
    found = seasons.present(session(), access.league, night)
    return found.key if found else None


def add_to(pages: Blueprint) -> None:
    """These pages' addresses."""
    both = ["GET", "POST"]
    pages.add_url_rule("/<public_id>/imports", view_func=imports, methods=both)
    pages.add_url_rule("/<public_id>/imports/results.csv", "template", template)
    pages.add_url_rule("/<public_id>/imports/<key>", view_func=upload, methods=both)
    pages.add_url_rule("/<public_id>/matches/<key>/again", view_func=again, methods=both)
    pages.add_url_rule("/<public_id>/paper", view_func=paper, methods=both)
