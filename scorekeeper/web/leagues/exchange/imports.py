"""The pages of imports: archives, exports of BG Stats, old notebooks as a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date
from typing import Any

from flask import Response, abort, flash, g, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.text import C, T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.files.columns import column_of, number_columns
from scorekeeper.league.files.csv_reading import CYRILLIC, DAY_FIRST, MONTH_FIRST, UTF8, UTF16, WESTERN
from scorekeeper.league.files.spreadsheets import BOM, csv_text
from scorekeeper.store.leagues.exchange import imports as importing
from scorekeeper.store.leagues.exchange import sources, uploads
from scorekeeper.store.leagues.exchange.bg_stats import AS_IT_IS, LEFT_OUT, WON
from scorekeeper.store.leagues.exchange.game_names import known_game
from scorekeeper.store.leagues.exchange.table_layouts import HEADINGS, MAX_HEADINGS, MAX_SIDES, PAPER_HEADER
from scorekeeper.store.leagues.exchange.uploads import NAMES, RUNNING, Upload
from scorekeeper.store.leagues.exchange.workbooks import make_workbook
from scorekeeper.store.leagues.log.access import ORGANISE, Access, find_access
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.leagues.people.roster import LeaguePlayer
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.guard import FieldsForm, find_asker, go_to, page, pages, tell_problems
from scorekeeper.web.leagues.matches.results import Previewed, preview_of
from scorekeeper.web.leagues.matches.shown import offer_players, updating_state
from scorekeeper.web.request.errors import megabytes
from scorekeeper.web.request.security import takes_files
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
AROUND = 1_000_000
"""Bytes that a form may have besides its file; a file that is only a little too large is refused at its field."""
STEP_SECONDS = 1.5
"""How long one look at a running import works on it."""
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
PLACES_TOLD = 5
"""So many places of one remark are named."""
PAIRS_TOLD = 6
"""Of so many groups it is asked who were partners; the others stand folded."""
NAMES_AT_ONCE = 50
"""So many names a page asks about; all others stay the players they were taken for."""


def _room(public_id: str) -> int:
    """The bytes that an organiser may hand in; everybody else no more than any form takes."""
    access = find_access(session(), public_id, find_asker())
    if access is None or not access.may(ORGANISE):
        return 0
    g.room_words = " ".join(_most(kind) for kind in KINDS)
    return max(MAX_BYTES.values()) + AROUND


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
        "way": _asked_way(),
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
        session(), access, uuid=form.uuid, kind=kind, body=body, choices=_asked_way() | _asked_columns()
    )


def _asked_way() -> dict[str, str]:
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
    body = make_workbook(PAPER_HEADER, [_make_example(date(2026, 11, 17))])
    return _hand_out(
        body, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "results.xlsx"
    )


def _make_example(day: Any) -> list[Any]:
    game = str(next(iter(GAMES.values())).name)
    return [day, game, "Vera & Ivan", 151, "Georgi & Ana", 98]


def _hand_out(body: bytes, kind: str, name: str) -> Response:
    answer = Response(body, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _get_upload(access: Access, key: str) -> Upload:
    upload = uploads.find_upload(session(), access, key)
    if upload is None:
        abort(404)
    return upload


@pages.add("/<public_id>/imports/<key>", BOTH, may=ORGANISE)
def upload(access: Access, key: str) -> Any:
    """Who is who, what will come in, and how far it is."""
    upload = _get_upload(access, key)
    form = FieldsForm()
    if request.method == "POST":
        act = {"names": _choose, "go": _go, "undo": _undo, "forget": _forget, "read": _read_again}.get(
            request.form.get("do", "names")
        )
        if act is None:
            abort(404)
        return act(access, upload, form)
    if upload.state == RUNNING:
        upload = importing.continue_import(session(), access, key, STEP_SECONDS)
    values = {
        "upload": upload,
        "kinds": KINDS,
        **_reading_ways(upload),
        **(_who_is_who(access, upload) if upload.state == NAMES else {}),
        "most": uploads.MAX_PROBLEMS,
        "said": _remarks(upload),
        "updating": updating_state(access),
        "preview": _preview(upload) if upload.state == NAMES else [],
        "refresh": upload.state == RUNNING,
    }
    return page("upload", values, form)


def _who_is_who(access: Access, upload: Upload) -> dict[str, Any]:
    """A page of the names, and the players each may be: those with a near name, and those that lists offer.

    Names that may be a player's are asked; those that surely are one's, and those of no player here, stand folded.
    """
    skip = number_in(request.args.get("skip")) or 0
    asked = upload.people[skip : skip + NAMES_AT_ONCE]
    unknown = [(number, person) for number, person in enumerate(asked, skip) if not person["is"]]
    near = {person["id"]: [person["is"], *person.get("near", ())] for person in asked}
    players = roster.find_players(
        session(), access.league.id, {key for keys in near.values() for key in keys}
    )
    listed = offer_players(access)
    offered = listed.players if listed.search or not listed.many else []
    return {
        "asked": [(number, person) for number, person in unknown if person.get("near")],
        "known": [(number, person) for number, person in enumerate(asked, skip) if person["is"]],
        "new": [(number, person) for number, person in unknown if not person.get("near")],
        "asked_from": skip,
        "may_be": {id: _each_once(near[id], players, offered) for id in near},
        "offered": listed,
        "before": skip - NAMES_AT_ONCE if skip else None,
        "after": skip + NAMES_AT_ONCE if skip + NAMES_AT_ONCE < len(upload.people) else None,
    }


def _each_once(
    keys: list[str], players: dict[str, LeaguePlayer], offered: list[LeaguePlayer]
) -> list[LeaguePlayer]:
    first = {key: players[key] for key in keys if key in players}
    return [*first.values(), *(player for player in offered if player.key not in first)]


def _preview(upload: Upload) -> list[Previewed]:
    names = {person["id"]: person["name"] or _("without a name") for person in upload.people}
    coming = (
        item
        for item in uploads.first_matches(session(), upload)
        if sources.number_of(item) not in upload.left_out
    )
    return [preview_of(item, names) for item in coming]


def _reading_ways(upload: Upload) -> dict[str, Any]:
    """How the file was read, and how else it may be."""
    how = upload.plan.get("found", {}) if upload.state == NAMES else {}
    return {
        "how": how,
        "ways": {name: way for name, way in WAYS.items() if name in how},
        "partners": list(enumerate(how.get("partners", []))),
        "pairs_told": PAIRS_TOLD,
        "won_together": WON,
        **_sort_games(how.get("games", [])),
        "known_games": {slug: game.name for slug, game in GAMES.items()},
        "left_out": LEFT_OUT,
        "as_it_is": AS_IT_IS,
    }


def _read_again(access: Access, upload: Upload, form: FieldsForm) -> Any:
    """Read the file in the way that was chosen; if it cannot be read so, it stays as it was read. Who was said to be
    who stays who they are.
    """
    how = _chosen_ways(upload)
    with form.writing():
        _store_choices(access, upload)
    read: Upload | None = None
    with form.writing():
        read = uploads.read_upload_again(session(), access, upload.key, how)
    if read is None:
        flash(_("The file cannot be read in this way."))
    tell_problems(form)
    return go_to("upload", access, key=upload.key)


def _chosen_ways(upload: Upload) -> dict[str, Any]:
    """How the file was read, with what was chosen otherwise on its page."""
    as_read = upload.plan.get("found", {})
    how = {name: value for name, value in {**as_read, **_asked_way()}.items() if name in as_read}
    if "games" in as_read:
        how["games"] = [
            {**game, "in": _read_choice(f"game-{number}", game["in"], (LEFT_OUT, AS_IT_IS, *GAMES))}
            for number, game in enumerate(as_read["games"])
        ]
    if "partners" in as_read:
        how["partners"] = []
        for number, group in enumerate(as_read["partners"]):
            answers = (LEFT_OUT, WON, *map(str, range(len(group["ways"]))))
            how["partners"].append({**group, "in": _read_choice(f"with-{number}", group["in"], answers)})
    return how


def _sort_games(games: list[dict[str, Any]]) -> dict[str, Any]:
    """The games with their places: those that are ours or come in, and the others, which stay out."""
    sorted_: dict[str, Any] = {"games": [], "others": []}
    for number, game in enumerate(games):
        ours = game["in"] != LEFT_OUT or known_game(game["name"])
        sorted_["games" if ours else "others"].append((number, game))
    return sorted_


def _read_choice(name: str, before: str, answers: Collection[str]) -> str:
    """What the form says, where that is one of the ``answers``; otherwise what was chosen ``before``."""
    answer = request.form.get(name, before)
    return answer if answer in answers else before


def _remarks(upload: Upload) -> list[tuple[str, int | None, str]]:
    """The remarks, each with a number and what it numbers where that can still be left out: at its first remark.

    What is said of several places, and can be left out at none of them, is said once.
    """
    remarks, seen = dict[str, tuple[str, int | None, str]](), set[int | None]()
    places: dict[str, list[str]] = {}
    for problem in upload.problems:
        number = problem.get("number") if upload.state == NAMES else None
        where, text = _place(problem["path"].partition(".")[0]), say(sources.read_problem(problem))
        whole = _place(problem["path"])
        if number is None and where:
            places.setdefault(text, []).append(whole)
            remarks.setdefault(text, (text, None, ""))
        else:
            sentence = f"{whole}: {text}" if whole else text
            remarks[f"{len(remarks)}"] = (sentence, None if number in seen else number, where)
        seen.add(number)
    return [
        (f"{_say_places(places[key])}: {remark[0]}" if key in places else remark[0], remark[1], remark[2])
        for key, remark in remarks.items()
    ]


def _say_places(places: list[str]) -> str:
    """Where something is, of many places the first few and how many more."""
    more = len(places) - PLACES_TOLD
    if more <= 0:
        return ", ".join(places)
    first = ", ".join(places[:PLACES_TOLD])
    return ngettext("%(first)s and %(num)s more", "%(first)s and %(num)s more", more, first=first)


def _place(path: str) -> str:
    """Where in a file something is: the line as the reader says it, the column as the file names it."""
    play = re.fullmatch(r"plays\[(\d+)\].*", path)
    if play is not None:
        return _("play %(number)s", number=int(play[1]) + 1)
    match = re.fullmatch(r"line (\d+)[. ]?(.*)", path)
    if match is None:
        return path
    line = _("line %(number)s", number=match[1])
    return f"{line}, {match[2]}" if match[2] else line


def _store_choices(access: Access, upload: Upload) -> None:
    """Keep who is who, by the names that this page asked about, and which lines or plays stay out."""
    answers = {person["id"]: request.form.get(f"is-{index}") for index, person in enumerate(upload.people)}
    chosen = {id: key for id, key in answers.items() if key is not None}
    lines = [int(line) for line in request.form.getlist("out") if number_in(line) is not None]
    importing.choose_players(session(), access, upload.key, chosen, lines)


def _choose(access: Access, upload: Upload, form: FieldsForm) -> Any:
    """Store who is who, and show the names that the pressed button leads to, or the same ones."""
    with form.writing():
        _store_choices(access, upload)
    skip = number_in(request.form.get("to", request.args.get("skip")))
    return go_to("upload", access, key=upload.key, skip=skip or None, q=request.args.get("q"))


def _go(access: Access, upload: Upload, form: FieldsForm) -> Any:
    """Let it go in as it was shown; what was chosen otherwise since is shown first."""
    if upload.state == NAMES and _chosen_ways(upload) != upload.plan.get("found", {}):
        return _read_again(access, upload, form)
    if upload.state == NAMES:
        with form.writing():
            _store_choices(access, upload)
    with form.writing():
        importing.begin_import(session(), access, upload.key)
    return go_to("upload", access, key=upload.key)


def _undo(access: Access, upload: Upload, form: FieldsForm) -> Any:
    with form.saving(_("It is all out again; its matches are in the bin.")):
        importing.undo_import(session(), access, uuid=form.uuid, key=upload.key)
    return go_to("upload", access, key=upload.key)


def _forget(access: Access, upload: Upload, form: FieldsForm) -> Any:
    if importing.discard_upload(session(), access, upload.key):
        flash(_("Forgotten: nothing of it came in."))
    return go_to("imports", access)
