"""How the totals grew, as a curve in the picture of a match."""

from __future__ import annotations

from scorekeeper.store.match.match import Match
from scorekeeper.web.drawing.charts import BOTTOM, LEFT, RIGHT, TOP
from scorekeeper.web.drawing.posters import DASHES, MARGIN, ROOM, Curves, Stroke
from scorekeeper.web.match.sheet.sheet import chart_of

SCALE, MIN_HEIGHT = 2.4, 70
"""How much larger than on the page it is drawn, and from which height on it is worth drawing."""


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
