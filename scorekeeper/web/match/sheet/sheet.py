"""The sheet: a column a side, a row an entry, what stands now and what comes next."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import wraps
from typing import Any, NamedTuple
from uuid import uuid4

from flask import Response, render_template, url_for
from flask import session as cookie
from flask_babel import gettext as _
from markupsafe import Markup
from sqlalchemy import and_, bindparam, select

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.outlook import outlook
from scorekeeper.core.scoring.sheet import Sheet, sheet_document
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.forgetting.emptying import find_departures
from scorekeeper.store.match import models
from scorekeeper.store.match.kinds import RECORDED
from scorekeeper.store.match.match import Match, Undo
from scorekeeper.store.match.series import version
from scorekeeper.web.accounts.browser_session import adopt_opened
from scorekeeper.web.drawing.abbreviations import names_on_felt
from scorekeeper.web.entry.in_progress import marks_of
from scorekeeper.web.match.at_table import next_seat, table_at, table_of
from scorekeeper.web.match.current import made_of
from scorekeeper.web.match.league_line import evening_line, league_line, name_league
from scorekeeper.web.match.links import OWNER, SCORE, WATCH, allows, enter_match, pages, show_page
from scorekeeper.web.match.series import score_of
from scorekeeper.web.match.sheet.chart import chart_of, played_to
from scorekeeper.web.match.sheet.drawer import drawer
from scorekeeper.web.match.sheet.ending import describe_ending, facts_of_end
from scorekeeper.web.match.sheet.explain import problems
from scorekeeper.web.match.sheet.rows import MANY_ROWS, LastChange, changes_of, list_legend, rows_of
from scorekeeper.web.match.words import about_deal, entry_line, first_to_play, say_totals, summarize_event
from scorekeeper.web.site.clock import local, zone_name
from scorekeeper.web.site.database import session, try_write
from scorekeeper.web.site.dates import day_words, departure_words
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.folders import program_version
from scorekeeper.web.site.languages import catalogue, language, say
from scorekeeper.web.site.pages import answer_under

_MATCH, _OPENED = models.table_of(models.MatchRow), models.table_of(models.DeviceMatchRow)
_BY_DEVICE = and_(_OPENED.c.match_id == _MATCH.c.id, _OPENED.c.device_id == bindparam("device"))
_AHEAD = (
    select(_MATCH.c.pulse, _OPENED.c.capability)
    .outerjoin(_OPENED, _BY_DEVICE)
    .where(_MATCH.c.public_id == bindparam("public_id"))
)


STACKED_FROM = 3
"""So many sides or more leave no room beside them: what an entry was then stands above its figures."""
MAX_DRAWN = 20
"""For so many languages and links the pieces of one match are kept."""


class ColumnHead(NamedTuple):
    """A name above a column: as it fits, in full, and what this player does next; whether this player has left."""

    short: str
    name: str
    deals: bool
    begins: bool
    left: bool = False


def remember_match(view: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a view its match as ``open_match`` does, and remembers that this phone and its account opened it.

    One statement asks for both, so that asking again stays cheap.
    """

    @wraps(view)
    def guard_view(public_id: str, link: str) -> Any:
        ahead = session().execute(_AHEAD, {"public_id": public_id, "device": device()}).first()
        match, capability = enter_match(public_id, link, WATCH, ahead.pulse if ahead is not None else None)
        if ahead is None or ahead.capability is None or not allows(ahead.capability, capability):
            try_write(lambda: remember(session(), device(), public_id, capability))
        adopt_opened(public_id, capability)
        return view(match=match, capability=capability)

    return guard_view


@pages.add("", may=WATCH, guard=remember_match)
def sheet(match: Match, capability: str) -> Any:
    """The sheet, or the word that it has not changed."""
    tag = etag(match, capability)
    return answer_under(tag, lambda: page(match, capability)) if tag else page(match, capability)


def etag(match: Match, capability: str) -> str:
    """What the page depends on: match, pulse, language, link, phone, the program. One with notices is not kept."""
    if "_flashes" in cookie:
        return ""
    parts = (
        match.public_id,
        match.seq,
        match.pulse,
        language(),
        capability,
        cookie.get("csrf_token", ""),
        device(),
        zone_name(),
        local(datetime.now().astimezone()).date(),
        version(session(), match),
        league_line(match, capability),
        name_league(match, capability),
        evening_line(match, capability),
    )
    return hashlib.sha256(f"{parts}{program_version()}".encode()).hexdigest()[:24]


def page(match: Match, capability: str) -> str:
    """The whole sheet."""
    table, sheet = table_of(match), match.scored.sheet
    changes, end, heads = changes_of(match), describe_ending(match), list_heads(table, match.scored.sheet)
    return show_page(
        "matches/sheet.html",
        match,
        capability,
        writing=allows(capability, SCORE) and not match.binned,
        sides=[table.side_name(side) for side in range(len(table.seating.sides))],
        drawn=_draw(match, changes),
        heads=heads,
        totals=sheet.totals if sheet is not None else (),
        leaders=leaders(sheet),
        progress=progress(sheet, played_to(match)),
        changes=changes,
        struck=[
            (row.seq, entry_line(row.entry, GAMES[match.game], table_at(match, row.place), short=True))
            for row in match.list_struck()
        ],
        standing=list_facts(match),
        played_to=played_to(match),
        about=about(match),
        outlook=outlook(sheet) if sheet is not None and sheet.entries else None,
        goes_on=goes_on(sheet),
        end=end,
        drawer=drawer(match, capability, ended=end is not None),
        end_facts=facts_of_end(match, end) if end is not None else [],
        end_chart=chart_of(match) if end is not None else None,
        league_line=league_line(match, capability),
        evening=evening_line(match, capability),
        marks=[] if end or match.binned else marks_of(match),
        series=score_of(match),
        problems=problems(match),
        departure=_say_departure(match),
        undo=_step_back(match, match.undoable(owner=capability == OWNER), UNDOES),
        redo=_step_back(match, match.redoable(owner=capability == OWNER), REDOES),
    )


def _say_departure(match: Match) -> str:
    """From which day a match in the bin may be emptied; nothing for one that lies in none."""
    departure = find_departures(session(), [match.public_id]).get(match.public_id) if match.binned else None
    return departure_words(departure) if departure is not None else ""


class Drawn(NamedTuple):
    """The large pieces of the page as HTML, drawn once for all who see the same."""

    table: Markup
    chart: Markup


def _draw(match: Match, changes: dict[int, LastChange]) -> Drawn:
    """Table and chart. They are the same for every reader of one language and link, unless changes are told."""
    kept: dict[Any, Drawn] = made_of(match, "drawn")
    rows = url_for("match.row", seq=0)[:-1]
    key = language(), rows, tuple(changes.items())
    if key not in kept:
        if len(kept) >= MAX_DRAWN:
            kept.clear()
        chart = chart_of(match)
        drawn = render_template("matches/sheet/chart.html", chart=chart) if chart is not None else ""
        kept[key] = Drawn(Markup(_table(match, changes, rows, charted=chart is not None)), Markup(drawn))
    return kept[key]


def _table(match: Match, changes: dict[int, LastChange], row_address: str, *, charted: bool) -> str:
    table, sheet = table_of(match), match.scored.sheet
    heads, rows = list_heads(table, sheet), rows_of(match)
    return render_template(
        "matches/sheet/table.html",
        heads=heads,
        legend=list_legend(table, rows[-MANY_ROWS:], charted=charted),
        stacked=len(heads) >= STACKED_FROM,
        columns=len(heads) + 1,
        row_address=row_address,
        match=match,
        rows=rows[-MANY_ROWS:],
        earlier=len(rows[:-MANY_ROWS]),
        changes=changes,
    )


def mark_left(names: Sequence[str], sheet: Sheet) -> list[str]:
    """The names of the seats, with a cross before those of players who have left, as above the totals."""
    return [f"× {name}" if seat in sheet.left else name for seat, name in enumerate(names)]


def leaders(sheet: Sheet | None) -> tuple[int, ...]:
    """The sides that are ahead; none while all are level."""
    if sheet is None:
        return ()
    best = sheet.game.best(sheet.totals, sheet.left)
    return best if len(best) < len(sheet.totals) - len(sheet.left) else ()


def goes_on(sheet: Sheet | None) -> Text | None:
    """Why a match goes on although a side has enough; None of any other."""
    return sheet.because.text if sheet is not None and sheet.because.hinders else None


def progress(sheet: Sheet | None, target: int | None) -> tuple[int, ...]:
    """How far each side is on its way to the end, in hundredths; empty where the match has no target."""
    if sheet is None or not target:
        return ()
    return tuple(max(0, min(100, 100 * total // target)) for total in sheet.totals)


@pages.add("/more", may=WATCH, name="more")
def more(match: Match, capability: str) -> str:
    """What the sheet keeps in its drawer, as a page for browsers without scripts."""
    return show_page(
        "matches/more.html",
        match,
        capability,
        drawer=drawer(match, capability, ended=describe_ending(match) is not None),
    )


def list_heads(table: Table, sheet: Sheet | None) -> list[list[ColumnHead]]:
    """Who stands above which column, and who deals and begins next."""
    short = names_on_felt(table)
    dealer = sheet.next_dealer if sheet is not None else None
    first_seat = None
    if sheet is not None and dealer is not None:
        playing = sheet.playing.seating
        first_seat = playing.number_of(playing.after(playing.seat_of(dealer)))
    left = sheet.left if sheet is not None else ()
    return [
        [
            ColumnHead(short[seat], table.names[seat], seat == dealer, seat == first_seat, seat in left)
            for seat in seats
        ]
        for seats in table.seating.sides
    ]


UNDOES = (T("Undo takes out deal {number}: {deal}"), T("Undo takes back: {what}"))
REDOES = (T("Undone: deal {number}: {deal}"), T("Undone: {what}"))
"""Of a deal that was recorded, and of anything else."""


class StepBack(NamedTuple):
    """An undo or a redo that the sheet offers: the event that it names, in words, and the form that asks for it."""

    target: int
    words: str
    seen: int
    uuid: str


def _step_back(match: Match, undo: Undo | None, sentences: tuple[Text, Text]) -> StepBack | None:
    """What would be undone or brought back; None where there is nothing."""
    if undo is None:
        return None
    sentence, shown = "", match.until(undo.shown)
    if undo.event.kind == RECORDED and undo.row is not None:
        sentence = about_deal(undo.row, shown, sentences[0])
    if not sentence:
        words = summarize_event(shown, undo.event, undo.row, short=True)
        change = f"{words.entry}, {words.what}" if words.entry else words.what
        sentence = say(sentences[1]._replace(params={"what": change}))
    return StepBack(undo.target, sentence, match.seq, str(uuid4()))


class StandingFact(NamedTuple):
    """One fact of how it stands; ``mark`` is the sign that the column's head carries too.

    One that is short stands ``beside`` the way to the end, where it takes no height.
    """

    label: str
    words: str
    mark: str = ""
    beside: bool = False


DEALS, BEGINS = "◆", "▸"


def list_facts(match: Match) -> list[StandingFact]:
    """Who deals and begins, by the names above the totals, what hangs, which contract is played, how many deals are."""
    sheet, game = match.scored.sheet, GAMES[match.game]
    if sheet is None or sheet.next_dealer is None:
        return []
    label, name = first_to_play(sheet.playing, next_seat(sheet) or 0, game)
    felt = dict(zip(sheet.playing.names, names_on_felt(sheet.playing), strict=True))
    dealer = sheet.table.names[sheet.next_dealer]
    facts = [
        StandingFact(_("Dealer"), felt.get(dealer, dealer), DEALS),
        StandingFact(label, felt.get(name, name), BEGINS),
    ]
    facts += [
        StandingFact(say(fact.label), say(fact.value), beside=fact.short)
        for fact in game.standing(sheet.facts, sheet.table.options)
    ]
    if sheet.limit.deals is not None:
        facts.append(StandingFact(_("Deals"), f"{sheet.played} / {sheet.limit.deals}", beside=True))
    return facts


def about(match: Match) -> list[str]:
    """Date, place and note of a match, as far as they were given."""
    return describe_with_date(match) if match.document().get("played") else _describe_place(match)


def describe_with_date(match: Match) -> list[str]:
    """The same for what leaves the match, where a date is never missing."""
    return [date_of(match), *_describe_place(match)]


def _describe_place(match: Match) -> list[str]:
    document = match.document()
    lines = [text for name in ("place", "note") if (text := document.get(name))]
    if match.start is not None:
        totals, reason = say_totals(match.start["totals"]), match.start["reason"]
        lines.append(say(T("Begun on paper with {totals}: {reason}", totals=totals, reason=reason)))
    return lines


def day_of(match: Match) -> date:
    """The day that people gave, or that on which the match was opened."""
    played = match.document().get("played")
    return date.fromisoformat(played) if played else local(match.opened_at).date()


def date_of(match: Match) -> str:
    """That day in words."""
    return day_words(day_of(match), "long")


@pages.add("/export.json", may=WATCH)
def export(match: Match, capability: str) -> Response:
    """The match document with its sheet, to be kept or read by another program."""
    text = json.dumps(export_document(match), ensure_ascii=False, separators=(",", ":"))
    return answer_file(match, text, "json")


def answer_file(match: Match, body: str, kind: str) -> Response:
    """A file of a match, named by game, day and match."""
    name = f"{match.game}-{match.opened_at.date().isoformat()}-{match.public_id}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"}
    return Response(body, mimetype=f"application/{kind}", headers=headers)


def export_document(match: Match) -> dict[str, Any]:
    """The match document with its sheet in the reader's language, and the code of its past."""
    document, sheet = match.document(), match.scored.sheet
    if match.code is not None:
        document["code"] = match.code
    if sheet is not None:
        document["sheet"] = sheet_document(sheet, catalogue())
    return document
