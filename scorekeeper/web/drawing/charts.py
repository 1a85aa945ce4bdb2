"""Small charts as numbers: where lines go, how long bars are. ``templates/charts.html`` draws them, without a script.

A series is told apart by colour, by dashes, by a mark and by its label, and its chart comes with its table. A bar
stands in a table, under the name of its row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

WIDTH, HEIGHT = 320, 170
LEFT, RIGHT, TOP, BOTTOM = 30, 92, 8, 20
LABEL = 12
"""How far beside a line's end its label begins."""
LABEL_GAP = 13
STEPS = (1, 2, 5)
MAX_TICKS = 5
NEAR = 0.6
"""The part of the goal from which on it is drawn: before that it would only press the lines down."""
MAX_MARKED = 12
"""Columns below which every point of a line has a mark of its own."""


class Spot(NamedTuple):
    """A place in a chart."""

    x: float
    y: float


class Tick(NamedTuple):
    """A line across the chart, or a number under it, with its value."""

    at: float
    value: int


class Curve(NamedTuple):
    """One series: ``kind`` chooses colour, dashes and mark; ``label`` stands at ``label_y`` beside its end."""

    kind: int
    name: str
    label: str
    spots: tuple[Spot, ...]
    label_y: float
    values: tuple[int, ...]

    @property
    def points(self) -> str:
        """As SVG writes a polyline."""
        return " ".join(f"{spot.x:g},{spot.y:g}" for spot in self.spots)


class LineChart(NamedTuple):
    """Totals over deals. ``columns`` head its table, ``goal`` is the height of the target if it is in sight."""

    title: str
    columns: tuple[str, ...]
    curves: tuple[Curve, ...]
    ticks: tuple[Tick, ...]
    below: tuple[Tick, ...]
    goal: float | None
    marked: bool
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT

    @property
    def right(self) -> int:
        """Where the lines end."""
        return self.width - RIGHT

    @property
    def label_x(self) -> int:
        """Where the labels begin."""
        return self.right + LABEL

    def rows(self) -> list[tuple[str, list[int]]]:
        """The table: one row a point, one column a series."""
        return [
            (column, [curve.values[index] for curve in self.curves])
            for index, column in enumerate(self.columns)
        ]


def line_chart(
    title: str,
    names: Sequence[str],
    labels: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[int]],
    goal: int | None = None,
    size: tuple[int, int] = (WIDTH, HEIGHT),
    *,
    from_zero: bool = True,
) -> LineChart:
    """A chart of several series: ``values`` has one list a series, as long as ``columns``.

    ``from_zero`` shows the zero too; ratings, which stay far from it, leave it out.
    """
    width, height = size
    everything = [*([0] if from_zero else []), *(value for own in values for value in own)]
    low, high = min(everything), max(everything)
    near = goal is not None and high >= goal * NEAR
    if goal is not None and near:
        high = max(high, goal)
    step = _step(high - low)
    low, high = low // step * step, -(-high // step) * step
    high = high if high > low else low + step
    at = _scale(low, high, height - BOTTOM, TOP)
    across = _scale(0, max(1, len(columns) - 1), LEFT, width - RIGHT)
    spots = [tuple(Spot(across(index), at(value)) for index, value in enumerate(own)) for own in values]
    heights = spread_apart([own[-1].y for own in spots], LABEL_GAP, TOP + 4, height - BOTTOM + 4)
    series = zip(names, labels, spots, heights, map(tuple, values), strict=True)
    return LineChart(
        title,
        tuple(columns),
        tuple(Curve(kind, *curve) for kind, curve in enumerate(series)),
        tuple(Tick(at(value), value) for value in range(low, high + 1, step)),
        _number_columns(len(columns), across),
        at(goal) if goal is not None and near else None,
        len(columns) <= MAX_MARKED,
        width,
        height,
    )


def bar_lengths(values: Sequence[int | None], whole: int | None = None) -> list[float]:
    """How long the bars of what is zero or more are, in percent of the width that ``whole`` or else the most has.

    Empty where a value is unknown or below zero: then there are none.
    """
    known = [value for value in values if value is not None and value >= 0]
    if len(known) < len(values):
        return []
    most = whole or max([1, *known])
    return [round(value * 100 / most, 1) for value in known]


def spread_apart(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Heights as near as possible to the wanted ones, none closer than ``gap`` to another, all within the bounds."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [wanted[index] for index in order]
    for _ in range(2):
        placed[0] = max(placed[0], top)
        for before, after in pairwise(range(len(placed))):
            placed[after] = max(placed[after], placed[before] + gap)
        placed[-1] = min(placed[-1], bottom)
        for after, before in pairwise(reversed(range(len(placed)))):
            placed[before] = min(placed[before], placed[after] - gap)
    heights = [0.0] * len(wanted)
    for index, height in zip(order, placed, strict=True):
        heights[index] = round(height, 1)
    return heights


def _step(span: int) -> int:
    """A round distance between ticks, so that there are few."""
    size = 1
    while True:
        for factor in STEPS:
            if span <= factor * size * MAX_TICKS:
                return factor * size
        size *= 10


def _scale(low: int, high: int, first: float, last: float) -> Callable[[int], float]:
    span = (high - low) or 1

    def at(value: int) -> float:
        return round(first + (value - low) * (last - first) / span, 1)

    return at


def _number_columns(columns: int, across: Callable[[int], float]) -> tuple[Tick, ...]:
    step = max(1, _step(columns - 1))
    return tuple(Tick(across(index), index) for index in range(0, columns, step))
