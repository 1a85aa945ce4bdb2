"""How a match stands, to be sent to others: as a picture and as text."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.sheet import Sheet
from scorekeeper.games import GAMES
from scorekeeper.store.journal import Journal
from scorekeeper.web.abbreviations import abbreviated
from scorekeeper.web.charts import LineChart
from scorekeeper.web.clock import zone_name
from scorekeeper.web.languages import language, say
from scorekeeper.web.links import WATCH, opened
from scorekeeper.web.match_sheet import chart_of, date_of, dated, day_of, ending

SIZE = 1080
COLOURS = ("#14603c", "#b3450b", "#3b4fb8", "#8a1c5c", "#5d6b00", "#00707e", "#7a4a21", "#5b5b5b")
"""The chart's colours on white. A picture that is sent carries them with it."""
DASHES = ("", "9 5", "2 4", "12 4 2 4", "5 3", "14 6", "3 3", "8 3 2 3 2 3")
FIRST_ROW, MOST_ROOM, MOST_ROW, LAST = 400, 400, 84, 1040
MOST_NAME = 30
CHART_WIDTH, SCALE = 1000, 2.4
TEXT_WIDTH = 0.56
"""How wide a letter is on average, measured by its height."""


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
    chart_scale: float
    foot: str


def add_to(match: Blueprint) -> None:
    """Hang these pages on a match."""
    match.add_url_rule("/result", "result", opened(WATCH)(result))
    match.add_url_rule("/picture.svg", "picture", opened(WATCH)(picture))


def result(journal: Journal, capability: str) -> str:
    """The picture and the text, each to be sent, kept or copied."""
    return render_template(
        "matches/result.html",
        journal=journal,
        capability=capability,
        game=GAMES[journal.game],
        text=text_of(journal),
        name=f"{journal.game}-{day_of(journal).isoformat()}",
        picture=url_for("match.picture", v=journal.pulse, lang=language()),
        size=SIZE,
    )


def picture(journal: Journal, capability: str) -> Any:
    """The picture. Its colours stand in it, so it needs neither style sheet nor script."""
    drawn = render_template(
        "matches/picture.svg", picture=picture_of(journal), size=SIZE, colours=COLOURS, dashes=DASHES
    )
    response = Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "private, no-cache"})
    response.set_etag(hashlib.sha256(f"{drawn}{zone_name()}".encode()).hexdigest()[:24])
    return response.make_conditional(request)


def text_of(journal: Journal) -> str:
    """How the match stands, in a few lines that any chat can carry."""
    sheet, end = journal.scored.sheet, ending(journal)
    lines = [" · ".join([say(GAMES[journal.game].name), *dated(journal)])]
    if sheet is None:
        return lines[0]
    if end is not None:
        label = ngettext("Winner", "Winners", len(end.winners))
        lines.append(f"{label}: {', '.join(end.winners)}" if end.winners else _("Abandoned: nobody won"))
    lines += [f"{sheet.table.side_name(side)} {sheet.totals[side]}" for side in sheet.ranking]
    lines.append(_deals(sheet))
    if end is not None and end.decisive is not None:
        lines.append(f"{_('The deciding deal:')} {end.decisive[1]}")
    if end is None:
        lines.append(_("The match is not over yet."))
    return "\n".join(lines)


def picture_of(journal: Journal) -> Picture:
    """The picture's words and where they stand."""
    sheet, end = journal.scored.sheet, ending(journal)
    lines = _lines(sheet) if sheet is not None else []
    below = lines[-1].y + 40 if lines else FIRST_ROW
    chart = chart_of(journal, (round(CHART_WIDTH / SCALE), round((LAST - below) / SCALE)))
    winners = ", ".join(end.winners) if end is not None else ""
    return Picture(
        game=say(GAMES[journal.game].name),
        day=date_of(journal),
        label=ngettext("Winner", "Winners", len(end.winners)) if winners and end is not None else "",
        winners=winners or (_("Abandoned: nobody won") if end is not None else _("Not over yet")),
        winners_size=min(
            96.0, round(920 / (TEXT_WIDTH * max(8, len(winners or "Abandoned: nobody won"))), 1)
        ),
        lines=lines,
        chart=chart,
        chart_y=below,
        chart_scale=SCALE,
        foot=_deals(sheet) if sheet is not None else "",
    )


def _lines(sheet: Sheet) -> list[Line]:
    row = min(MOST_ROW, MOST_ROOM / len(sheet.totals))
    names = abbreviated([sheet.table.side_name(side) for side in range(len(sheet.totals))], MOST_NAME)
    return [
        Line(names[side], str(sheet.totals[side]), round(FIRST_ROW + place * row, 1), round(row * 0.62, 1),
             side in sheet.winners)
        for place, side in enumerate(sheet.ranking)
    ]  # fmt: skip


def _deals(sheet: Sheet) -> str:
    number = sum(entry.kind == "deal" for entry in sheet.entries)
    return ngettext("%(num)s deal", "%(num)s deals", number)
