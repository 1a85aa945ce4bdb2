"""How a match stands, to be sent to others: as a picture and as text."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from flask import Response, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.sheet import Sheet
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.drawing.abbreviations import abbreviate
from scorekeeper.web.drawing.charts import LineChart
from scorekeeper.web.drawing.lettering import (
    Fitted,
    cut,
    fit_letters,
    width,
)
from scorekeeper.web.match.links import WATCH, pages
from scorekeeper.web.match.sheet.ending import describe_ending
from scorekeeper.web.match.sheet.sheet import (
    chart_of,
    date_of,
    day_of,
    describe_with_date,
)
from scorekeeper.web.site.clock import zone_name
from scorekeeper.web.site.languages import language, say, say_listed

SIZE = 1080
COLOURS = ("#1f5fa8", "#b04a12", "#0f6b4a", "#8a1c5c", "#6b5d00", "#00707e", "#6b3fa0", "#5b5b5b")
"""The chart's colours on white. A picture that is sent carries them with it."""
DASHES = ("", "9 5", "2 4", "12 4 2 4", "5 3", "14 6", "3 3", "8 3 2 3 2 3")
FIRST_ROW, MAX_ROOM, MAX_ROW, LAST = 400, 400, 84, 1040
LENGTHS = (60, 30, 20, 14, 10, 7, 5)
"""How many letters are left of a player's name where the whole one does not fit."""
CHART_X, CHART_WIDTH, SCALE = 90, 930, 2.4
LABEL, LABEL_X = 9.5, 9
"""How high the letters beside the lines are at most, and how far from the lines, in the chart's own measure."""
MARGIN, ROOM, GAP = 80, 920, 30
"""Beside everything, from margin to margin, and between a name and its total."""
MAX_WINNERS, MIN_WINNERS = 84, 22
"""The heights of the winners' names."""


class Line(NamedTuple):
    """One side in the picture: its name, its total, where and how large."""

    name: str
    total: str
    y: float
    size: float
    won: bool


class Picture(NamedTuple):
    """What stands in the picture, in words that fit."""

    game: str
    day: str
    label: str
    winners: str
    winners_size: float
    lines: list[Line]
    chart: LineChart | None
    chart_y: float
    chart_x: int
    chart_scale: float
    label_size: float
    label_x: float
    foot: str
    code: str


@pages.add("/result", may=WATCH)
def result(match: Match, capability: str) -> str:
    """The picture and the text, each to be sent, kept or copied."""
    return render_template(
        "matches/result.html",
        match=match,
        capability=capability,
        game=GAMES[match.game],
        text=text_of(match),
        name=f"{match.game}-{day_of(match).isoformat()}",
        picture=url_for("match.picture", v=match.pulse, lang=language()),
        size=SIZE,
    )


@pages.add("/picture.svg", may=WATCH)
def picture(match: Match, capability: str) -> Any:
    """The picture. Its colours stand in it, so it needs neither style sheet nor script."""
    drawn = render_template(
        "matches/picture.svg", picture=picture_of(match), size=SIZE, colours=COLOURS, dashes=DASHES
    )
    response = Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "private, no-cache"})
    response.set_etag(hashlib.sha256(f"{drawn}{zone_name()}".encode()).hexdigest()[:24])
    return response.make_conditional(request)


def text_of(match: Match) -> str:
    """How the match stands, in a few lines that any chat can carry."""
    sheet, end = match.scored.sheet, describe_ending(match)
    lines = [" · ".join([say(GAMES[match.game].name), *describe_with_date(match)])]
    if sheet is None:
        return lines[0]
    if end is not None:
        won = ngettext(
            "Winner: %(names)s", "Winners: %(names)s", len(end.winners), names=say_listed(end.winners)
        )
        lines.append(won if end.winners else _("Abandoned: no winner"))
    lines += [f"{sheet.table.side_name(side)} {sheet.totals[side]}" for side in sheet.ranking]
    lines.append(_deals(sheet))
    if end is not None and end.decisive is not None:
        lines.append(end.decisive[1])
    if end is None:
        lines.append(_("The match is not over yet."))
    if match.code is not None:
        lines.append(_("Code: %(code)s", code=match.code))
    return "\n".join(lines)


def picture_of(match: Match) -> Picture:
    """The picture's words and where they stand."""
    sheet, end = match.scored.sheet, describe_ending(match)
    lines = _lines(sheet) if sheet is not None else []
    below = lines[-1].y + 40 if lines else FIRST_ROW
    chart = chart_of(match, (round(CHART_WIDTH / SCALE), round((LAST - below) / SCALE)))
    won = sheet is not None and end is not None and bool(end.winners)
    winners = _winners(sheet) if won and sheet is not None else _unwon(over=end is not None)
    return Picture(
        game=say(GAMES[match.game].name),
        day=date_of(match),
        label=ngettext("Winner", "Winners", len(end.winners)) if won and end is not None else "",
        winners=winners.words,
        winners_size=winners.size,
        lines=lines,
        chart=chart,
        chart_y=below,
        chart_x=CHART_X,
        chart_scale=SCALE,
        label_size=_label_size(chart) if chart is not None else LABEL,
        label_x=chart.right + LABEL_X if chart is not None else 0,
        foot=_deals(sheet) if sheet is not None else "",
        code=match.code or "",
    )


def _label_size(chart: LineChart) -> float:
    """How high the letters of the labels may be, so that none of them reaches over the margin."""
    room = (MARGIN + ROOM - CHART_X) / SCALE - chart.right - LABEL_X
    return round(min(LABEL, room / max(width(curve.label) for curve in chart.curves)), 1)


def _winners(sheet: Sheet) -> Fitted:
    """Everybody who won, in letters as large as their names allow."""

    def shorter(most: int) -> str:
        short, seating = abbreviate(sheet.table.names, most), sheet.table.seating
        return say_listed([short[seat] for side in sheet.winners for seat in seating.sides[side]])

    return fit_letters(shorter, LENGTHS, ROOM, MAX_WINNERS, MIN_WINNERS)


def _unwon(*, over: bool) -> Fitted:
    words = _("Abandoned: no winner") if over else _("Not over yet")
    return fit_letters(lambda _most: words, LENGTHS[:1], ROOM, MAX_WINNERS, MIN_WINNERS)


def _names(sheet: Sheet, most: int) -> list[str]:
    """The sides, each player's name in at most so many letters."""
    short = abbreviate(sheet.table.names, most)
    return [" & ".join(short[seat] for seat in seats) for seats in sheet.table.seating.sides]


def _lines(sheet: Sheet) -> list[Line]:
    row = min(MAX_ROW, MAX_ROOM / len(sheet.totals))
    size = round(row * 0.62, 1)
    rooms = [ROOM - GAP - width(str(total)) * size for total in sheet.totals]
    tried = [_names(sheet, most) for most in LENGTHS]
    names = next((names for names in tried if _all_fit(names, size, rooms)), tried[-1])
    return [
        Line(
            cut(names[side], rooms[side] / size),
            str(sheet.totals[side]),
            round(FIRST_ROW + place * row, 1),
            size,
            side in sheet.winners,
        )
        for place, side in enumerate(sheet.ranking)
    ]


def _all_fit(names: list[str], size: float, rooms: list[float]) -> bool:
    return all(width(name) * size <= room for name, room in zip(names, rooms, strict=True))


def _deals(sheet: Sheet) -> str:
    number = sum(entry.kind == "deal" for entry in sheet.entries)
    return ngettext("%(num)s deal", "%(num)s deals", number)
