"""The page where archives, exports of BG Stats and old notebooks are handed in, and the empty spreadsheet for these."""

from __future__ import annotations

from datetime import date
from typing import Any

from flask import Response, abort, request
from flask_babel import gettext as _

from scorekeeper.core.text import C, T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.files.columns import column_of, number_columns
from scorekeeper.league.files.csv_reading import CYRILLIC, DAY_FIRST, MONTH_FIRST, UTF8, UTF16, WESTERN
from scorekeeper.league.files.spreadsheets import BOM, csv_text
from scorekeeper.store.leagues.exchange import sources, uploads
from scorekeeper.store.leagues.exchange.table_layouts import HEADINGS, MAX_HEADINGS, MAX_SIDES, PAPER_HEADER
from scorekeeper.store.leagues.exchange.workbooks import XLSX, write_workbook
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.web.leagues.guard import FieldsForm, find_allowed, go_to, page, pages
from scorekeeper.web.request.errors import megabytes
from scorekeeper.web.request.security import AROUND, takes_files
from scorekeeper.web.site.alone import is_alone
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH

MAX_BYTES = {sources.ARCHIVE: 64_000_000, sources.BG_STATS: 32_000_000, sources.PAPER: 16_000_000}
"""What a file of each kind may come to."""
TOO_LARGE = {
    sources.ARCHIVE: T("An archive may have {size}; this one has more."),
    sources.BG_STATS: T("An export of BG Stats may have {size}; this one has more."),
    sources.PAPER: T("A table may have {size}; this one has more."),
}
KINDS = {
    sources.ARCHIVE: T("An archive of a league"),
    sources.BG_STATS: T("An export of BG Stats"),
    sources.PAPER: T("A table of old results (.xlsx, CSV)"),
}
FOUND_OUT = ""
WAYS: dict[str, tuple[Text, dict[str, Text]]] = {
    "separator": (
        T("Between two columns"),
        {";": T("semicolon ;"), ",": T("comma ,"), "\t": C("separator of a table", "tab")},
    ),
    "encoding": (
        T("Encoding"),
        {
            UTF8: T("UTF-8"),
            UTF16: T("UTF-16 (“Unicode text”)"),
            CYRILLIC: T("Windows-1251 (Cyrillic)"),
            WESTERN: T("Windows-1252 (Western European)"),
        },
    ),
    "dates": (T("Dates"), {DAY_FIRST: T("day first: 20.11.2026"), MONTH_FIRST: T("month first: 11/20/2026")}),
}
"""How a spreadsheet can be written: what is asked, and the answers."""


def _room(public_id: str) -> tuple[int, str]:
    """The bytes that an organiser may hand in; everybody else no more than any form takes."""
    if find_allowed(public_id, ORGANISE) is None:
        return 0, ""
    return max(MAX_BYTES.values()) + AROUND, " ".join(map(_most, KINDS))


def _most(kind: str) -> str:
    return _("%(what)s: at most %(size)s.", what=say(KINDS[kind]), size=megabytes(MAX_BYTES[kind]))


@pages.add("/<public_id>/imports", BOTH, may=ORGANISE)
@takes_files(_room)
def imports(access: Access) -> Any:
    """Hand something in; and everything that was handed in before."""
    form = FieldsForm()
    if request.method == "POST":
        with form.writing():
            return go_to("upload", access, key=_receive_file(access, form))
    handed_in = uploads.list_uploads(session(), access)
    values = {
        "uploads": handed_in,
        "most": uploads.MAX_TOLD,
        "kinds": KINDS,
        "sizes": [_most(kind) for kind in KINDS],
        "ways": WAYS,
        "way": asked_way(),
        "wrong": [problem.finding for problem in form.problems if problem.finding.path == "file"],
        "again": bool(request.files.get("file")),
        "pasted": request.form.get("pasted", ""),
        **_ask_columns(form),
    }
    return page("imports", values, form)


def _ask_columns(form: FieldsForm) -> dict[str, Any]:
    """The headings of a table that is not known, each with what it may mean; nothing for any other. What was said of
    them stays where something else is wrong.
    """
    asked = (problem.finding.text.params.get(HEADINGS) for problem in form.problems)
    sent = request.form.getlist("heading")[:MAX_HEADINGS]
    headings: list[str] = next((list(candidate) for candidate in asked if isinstance(candidate, list)), sent)
    chosen = _asked_columns()
    meanings = {"": _("is not needed"), "date": _("Date"), "game": _("Game")}
    points = _("Points")
    for number in range(1, min(MAX_SIDES, max(2, len(headings) // 2)) + 1):
        side = _("Side %(number)s", number=number)
        meanings |= {f"side{number}": side, f"total{number}": f"{points} · {side}"}
    columns = chosen.get("columns", [])
    if len(columns) != len(headings):
        columns = [column_of(heading) or "" for heading in number_columns(headings)]
    return {
        "headings": list(zip(headings, columns, strict=True)),
        "meanings": meanings | {"winner": _("Winner"), "season": _("Season")},
        "all_of": chosen.get("game", ""),
        "known_games": {slug: game.name for slug, game in GAMES.items()},
    }


def _asked_columns() -> dict[str, Any]:
    """What the form says of the columns of a table, and the game of lines that name none."""
    meanings = request.form.getlist("column")[:MAX_HEADINGS]
    columns = [meaning if column_of(meaning) == meaning else "" for meaning in meanings]
    game = request.form.get("all_of", "")
    return {**({"columns": columns} if columns else {}), **({"game": game} if game in GAMES else {})}


def _receive_file(access: Access, form: FieldsForm) -> str:
    """Read what was handed in, or pasted. Raises Refused where there is nothing, or too much."""
    file = request.files.get("file")
    body = file.read(max(MAX_BYTES.values()) + 1) if file is not None else b""
    body = body or request.form.get("pasted", "").strip("\r\n").encode()
    if not body:
        raise make_refusal("file", "missing", T("Choose a file."))
    kind = sources.kind_of(body)
    if len(body) > MAX_BYTES[kind]:
        text = TOO_LARGE[kind]._replace(params={"size": megabytes(MAX_BYTES[kind])})
        raise make_refusal("file", "too_large", text)
    return uploads.receive_upload(
        session(), access, uuid=form.uuid, kind=kind, body=body, choices=asked_way() | _asked_columns()
    )


def asked_way() -> dict[str, str]:
    """How a spreadsheet is to be read, as far as the form says."""
    answers = {name: request.form.get(name, FOUND_OUT) for name in WAYS}
    return {name: answer for name, answer in answers.items() if answer in WAYS[name][1]}


@pages.add("/<public_id>/imports/results.csv", may=ORGANISE)
def template(access: Access) -> Any:
    """The empty spreadsheet for old results, as text."""
    text = BOM + csv_text(PAPER_HEADER, [_make_example("2026-11-17")])
    return _hand_out(text.encode(), "text/csv", "results.csv")


@pages.add("/<public_id>/imports/results.xlsx", may=ORGANISE)
def template_workbook(access: Access) -> Any:
    """The same as a workbook, which every Excel opens: no program has to guess where a column ends."""
    if is_alone():
        abort(404)
    body = write_workbook(PAPER_HEADER, [_make_example(date(2026, 11, 17))])
    return _hand_out(b"".join(body), XLSX, "results.xlsx")


def _make_example(day: Any) -> list[Any]:
    game = str(next(iter(GAMES.values())).name)
    return [day, game, "Vera & Ivan", 151, "Georgi & Ana", 98]


def _hand_out(body: bytes, kind: str, name: str) -> Response:
    answer = Response(body, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
