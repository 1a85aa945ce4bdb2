"""Taking a league along: its archive, spreadsheets, a calendar to subscribe to, and a frame for the club's own page."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, time, timedelta
from itertools import chain
from typing import Any, TypeVar

from flask import Response, abort, g, request, stream_with_context, url_for
from flask_babel import gettext as _
from sqlalchemy.orm import Session

from scorekeeper.league.files import spreadsheets as sheets
from scorekeeper.league.files.icalendar import CalendarNight, calendar, night_uid
from scorekeeper.league.nights import moment_of
from scorekeeper.league.rules import BY_RATING
from scorekeeper.store.leagues.exchange.export import export_archive, export_results
from scorekeeper.store.leagues.exchange.workbooks import XLSX, write_workbook
from scorekeeper.store.leagues.figures.reading import ranked_rows
from scorekeeper.store.leagues.log import nights, seasons
from scorekeeper.store.leagues.log.access import (
    CONFIRM,
    LINK,
    PUBLIC,
    READ,
    Access,
    League,
    Who,
    find_access,
    link_of,
)
from scorekeeper.store.leagues.log.nights import Night, list_nights, tonight
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.leagues.exchange.api import as_number
from scorekeeper.web.leagues.figures.standings import asked_date, scope_of, units_in
from scorekeeper.web.leagues.guard import page, pages
from scorekeeper.web.leagues.matches.shown import updating_state
from scorekeeper.web.leagues.words import Names, label
from scorekeeper.web.match.links import key
from scorekeeper.web.request.security import in_any_frame
from scorekeeper.web.site.alone import is_alone
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import language
from scorekeeper.web.site.pages import give

Read = TypeVar("Read")
SHEETS = {
    "wide": (sheets.WIDE, sheets.wide_rows),
    "tidy": (sheets.TIDY, sheets.tidy_rows),
    "deals": (sheets.DEALS, sheets.deal_rows),
}
"""The spreadsheets: a match a row, a player a row, a deal a row."""
NIGHT = "night"
"""The column of a spreadsheet that has dates."""
LASTS = timedelta(hours=4)
"""How long a night takes in a calendar."""


@pages.add("/<public_id>/export", may=READ)
def export(access: Access) -> Any:
    """Everything that can be taken along."""
    scope, all_seasons = scope_of(access, otherwise="")
    values = {
        "scope": scope,
        "seasons": all_seasons,
        "updating": updating_state(access),
        "calendar": _calendar_address(access.league),
        "frame": frame_text(access.league),
    }
    return page("export", values)


@pages.add("/<public_id>/archive", may=CONFIRM)
def archive(access: Access) -> Any:
    """The league as one file, for its members: from it the league can be made again, here or elsewhere."""
    lines = _read_later(
        lambda read_session: (line.encode() for line in export_archive(read_session, access.league))
    )
    packed = request.args.get("packed") is not None
    name = f"{access.league.public_id}.jsonl{'.gz' if packed else ''}"
    body = _pack_lines(lines) if packed else lines
    return _file(body, name, "application/gzip" if packed else "application/x-ndjson")


def _read_later(read: Callable[[Session], Iterator[Read]]) -> Iterator[Read]:
    """What is read while the answer goes out: in a session of that time, since the view's own is closed by then."""
    yield from read(session())


def _pack_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    for line in lines:
        if part := packer.compress(line):
            yield part
    yield packer.flush()


@pages.add("/<public_id>/sheets/<kind>.csv", may=READ)
def spreadsheet(access: Access, kind: str) -> Any:
    """Results as a spreadsheet of one of three kinds, of a season or of all time."""
    header, portions = _read_sheet(access, kind)
    return _file(_write_sheet(header, portions), f"{access.league.public_id}-{kind}.csv", "text/csv")


@pages.add("/<public_id>/sheets/<kind>.xlsx", may=READ)
def workbook(access: Access, kind: str) -> Any:
    """The same as a workbook."""
    header, portions = _read_sheet(access, kind)
    return _send_workbook(header, chain.from_iterable(portions), f"{access.league.public_id}-{kind}.xlsx")


def _read_sheet(access: Access, kind: str) -> tuple[Sequence[str], Iterator[Iterable[list[Any]]]]:
    """The header of a spreadsheet, and its rows match by match."""
    if kind not in SHEETS:
        abort(404)
    scope = request.args.get("season", "")
    if scope and seasons.find_season(session(), access.league.id, scope) is None:
        abort(404)
    names = {player.key: label(player) for player in roster.list_players(session(), access.league.id)}
    called = {season.key: season.name for season in seasons.list_seasons(session(), access.league.id)}
    results = _read_later(lambda read_session: export_results(read_session, access.league.id, scope or None))
    header, rows_of = SHEETS[kind]
    return header, (rows_of([result], names, called) for result in results)


def _write_sheet(header: Sequence[str], portions: Iterable[Iterable[list[Any]]]) -> Iterator[bytes]:
    """A spreadsheet as it goes out, some rows at a time."""
    yield (sheets.BOM + sheets.csv_text(header, ())).encode()
    for rows in portions:
        yield sheets.csv_text((), rows).removeprefix("\r\n").encode()


def _send_workbook(header: Sequence[str], rows: Iterable[list[Any]], name: str) -> Response:
    """A workbook as it goes out; its nights are dates."""
    night = header.index(NIGHT) if NIGHT in header else None
    if night is not None:
        rows = ([*row[:night], date.fromisoformat(row[night]), *row[night + 1 :]] for row in rows)
    return _file(write_workbook(header, rows), name, XLSX)


STANDINGS = ("rank", "player", "won", "played", "difference", "moved", "latest", "points")
AT_ONCE = 50
"""So many rows of the standings are read at once."""


@pages.add("/<public_id>/standings.csv", may=READ)
def standings_sheet(access: Access) -> Any:
    """The standings as their page shows them, all rows: of a season, now or after a night."""
    body = _write_sheet(STANDINGS, ([row] for row in _read_standings(access)))
    return _file(body, f"{access.league.public_id}-standings.csv", "text/csv")


@pages.add("/<public_id>/standings.xlsx", may=READ)
def standings_workbook(access: Access) -> Any:
    """The same as a workbook."""
    return _send_workbook(STANDINGS, _read_standings(access), f"{access.league.public_id}-standings.xlsx")


def _read_standings(access: Access) -> Iterator[list[Any]]:
    scope, _every = scope_of(access)
    on = asked_date("on")
    return _read_later(lambda read_session: _list_rows(read_session, access.league.id, scope, on))


def _list_rows(read_session: Session, league: int, scope: str, on: str | None) -> Iterator[list[Any]]:
    """Each row with its numbers unrounded; a share of matches is one of 1."""
    after = 0
    while True:
        listed = ranked_rows.list_standings(read_session, league, scope, night=on, after=after, limit=AT_ONCE)
        names = Names(league, units_in(placed.row for placed in listed.items))
        trends = ranked_rows.trends_of(read_session, league, scope, listed.items, on)
        for placed in listed.items:
            row, trend = placed.row, trends.get(placed.row.unit)
            yield [
                row.rank,
                names.unit(row.unit),
                as_number(row.counting.wins),
                row.counting.matches,
                row.counting.difference,
                trend.rose if trend else None,
                " ".join(trend.form) if trend else "",
                as_number(row.value),
            ]
        if listed.next is None:
            return
        after = int(listed.next)


def _file(body: Iterator[bytes], name: str, kind: str) -> Response:
    answer = Response(stream_with_context(body), mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@pages.add("/<public_id>/nights.ics", may=READ, name="calendar")
def calendar_file(access: Access) -> Any:
    """The nights of the league for calendars: a subscriber sees every change."""
    return _calendar(access.league)


@pages.add("/<public_id>/link/<token>/nights.ics", may=LINK)
def calendar_by_link(league: League, token: str) -> Any:
    """The same for programs that keep no cookie: the league's link stands in the address."""
    return _calendar(league)


def _calendar(league: League) -> Response:
    listed = nights.list_nights(session(), league.id)
    text = calendar(league.name, (_in_calendar(league, night) for night in listed))
    answer = Response(text, mimetype="text/calendar")
    answer.headers["Content-Disposition"] = f'inline; filename="{league.public_id}.ics"'
    return answer


def _calendar_address(league: League) -> str | None:
    """Where calendars find the nights; None for a private league, which opens only to accounts."""
    if is_alone():
        return None
    if league.access == LINK:
        token = link_of(key(), league)
        return url_for("leagues.calendar_by_link", public_id=league.public_id, token=token, _external=True)
    return url_for("leagues.calendar", _external=True) if league.access == PUBLIC else None


def _in_calendar(league: League, night: Night) -> CalendarNight:
    starts = None
    if night.starts:
        rules = league.options
        clock = time.fromisoformat(night.starts)
        starts = moment_of(date.fromisoformat(night.date), clock, rules.zone, rules.day_ends)
    return CalendarNight(
        uid=night_uid(league.public_id, night.key),
        night=date.fromisoformat(night.date),
        summary=_("Cards: %(league)s", league=league.name),
        changed=league.changed_at,
        sequence=night.touched,
        place=night.place or "",
        starts=starts,
        ends=starts + LASTS if starts else None,
        cancelled=night.cancelled,
    )


ROWS = 10
"""So many rows stand in the frame; a link leads to all of them."""
FRAME = 300, 600
"""How wide and how high the frame in the text to paste is, in pixels."""


def _open_to_everybody(public_id: str) -> Access | None:
    """The access that everybody has to a public league."""
    access = find_access(session(), public_id, Who(None, None))
    if access is None or access.league.access != PUBLIC:
        return None
    g.league = access
    return access


@pages.add("/<public_id>/embed", may=PUBLIC, guard=give("access", _open_to_everybody))
def embed(access: Access) -> Any:
    """The first rows of the standings and the next evening; no form, no script, no cookie."""
    scope, all_seasons = scope_of(access)
    listed = ranked_rows.list_standings(session(), access.league.id, scope, limit=ROWS)
    rules = ranked_rows.rules_of(session(), access.league.id, scope)
    values = {
        "placed": listed.items,
        "more": listed.next is not None,
        "names": Names(access.league.id, units_in(placed.row for placed in listed.items)),
        "rules": rules,
        "by_rating": rules.counting == BY_RATING,
        "season": next((season for season in all_seasons if season.key == scope), None),
        "scope": scope,
        "coming": _find_next(access.league),
    }
    return in_any_frame(page("embed", values))


def _find_next(league: League) -> Night | None:
    """The next evening that was planned, also this one."""
    planned = list_nights(session(), league.id, since=tonight(league))
    return next((night for night in reversed(planned) if night.planned and not night.cancelled), None)


def frame_text(league: League) -> str | None:
    """What a club writes into its own page; None where there is nothing to embed."""
    if league.access != PUBLIC or is_alone():
        return None
    address = url_for("leagues.embed", public_id=league.public_id, lang=language(), _external=True)
    wide, high = FRAME
    return (
        f'<iframe src="{address}" title="Scorekeeper" width="{wide}" height="{high}" '
        'style="border:0" loading="lazy"></iframe>'
    )
