"""How the totals grew: the chart of a sheet, and the curve in a picture of a match."""

from __future__ import annotations

from flask_babel import gettext as _

from scorekeeper.core.scoring.scores import AFTER_END
from scorekeeper.store.match.match import Match
from scorekeeper.web.drawing.abbreviations import short_sides
from scorekeeper.web.drawing.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, LineChart, line_chart
from scorekeeper.web.drawing.posters import DASHES, MARGIN, ROOM, Curves, Stroke

MIN_DRAWN = 2
"""A chart of fewer entries says nothing."""
SCALE, MIN_HEIGHT = 2.4, 70
"""How much larger than on the page it is drawn, and from which height on it is worth drawing."""


def played_to(match: Match) -> int | None:
    """How many points end the match, where a number of points does."""
    sheet = match.scored.sheet
    return getattr(sheet.rules.options, "target", None) if sheet is not None else None


def chart_of(match: Match, size: tuple[int, int] = (WIDTH, HEIGHT)) -> LineChart | None:
    """The totals after each entry; None where there is too little to draw."""
    sheet = match.scored.sheet
    if sheet is None:
        return None
    drawn = [entry for entry in sheet.entries if entry.kind != "end" and entry.outcome != AFTER_END]
    if len(drawn) < MIN_DRAWN:
        return None
    sides = range(len(sheet.totals))
    names = [sheet.table.side_name(side) for side in sides]
    values = [
        [0, *(entry.totals[side] if side < len(entry.totals) else 0 for entry in drawn)] for side in sides
    ]
    columns = [str(number) for number in range(len(drawn) + 1)]
    return line_chart(_("Totals"), names, short_sides(sheet.table), columns, values, played_to(match), size)


def draw_curve(match: Match, top: float, bottom: float, colours: tuple[str, ...]) -> Curves | None:
    """As wide as the picture, between two heights; none where there is no room or too little to tell."""
    if bottom - top < MIN_HEIGHT:
        return None
    # The chart of the page has its numbers below and its labels on the right; here is none of either.
    size = round(ROOM / SCALE) + LEFT + RIGHT, round((bottom - top) / SCALE) + TOP + BOTTOM
    chart = chart_of(match, size)
    if chart is None:
        return None
    strokes = tuple(
        Stroke(curve.points, colours[curve.kind % 8], DASHES[curve.kind % 8]) for curve in chart.curves
    )
    x, y = MARGIN - LEFT * SCALE, top - TOP * SCALE
    return Curves(round(x, 1), round(y, 1), SCALE, chart.left, chart.right, chart.goal, strokes)
