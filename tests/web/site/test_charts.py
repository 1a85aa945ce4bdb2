"""Charts as numbers: labels never lie on one another, ticks are round, everything stays inside."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.drawing.charts import HEIGHT, LABEL_GAP, WIDTH, bar_lengths, line_chart, spread_apart
from scorekeeper.web.drawing.lettering import width, wrap
from tests.cases import cases

# values of the series, goal, ticks, whether the goal is drawn
TICKED = [
    ([[0, 10, 24], [0, 5, 6]], None, [0, 5, 10, 15, 20, 25], False),
    ([[0, 100, 140], [0, 5, 6]], 151, [0, 50, 100, 150, 200], True),
    ([[0, 10], [0, 5]], 151, [0, 2, 4, 6, 8, 10], False),
    ([[0, -12], [0, 12]], None, [-15, -10, -5, 0, 5, 10, 15], False),
    ([[0, 0], [0, 0]], None, [0, 1], False),
]


@pytest.mark.parametrize(("values", "goal", "ticks", "drawn"), TICKED)
def test_ticks_are_round_and_few(
    values: list[list[int]], goal: int | None, ticks: list[int], drawn: bool
) -> None:
    columns = [str(number) for number in range(len(values[0]))]
    chart = line_chart("Totals", ["Ana", "Boris"], ["Ana", "Boris"], columns, values, goal)
    assert [tick.value for tick in chart.ticks] == ticks
    assert (chart.goal is not None) is drawn


@pytest.mark.long
@given(st.lists(st.lists(st.integers(-5000, 5000), min_size=30, max_size=30), min_size=1, max_size=8))
def test_every_line_and_label_stays_inside(values: list[list[int]]) -> None:
    names = [f"P{number}" for number in range(len(values))]
    chart = line_chart("Totals", names, names, [str(number) for number in range(30)], values)
    for curve in chart.curves:
        assert not [spot for spot in curve.spots if not (0 <= spot.x <= WIDTH and 0 <= spot.y <= HEIGHT)]
        assert 0 <= curve.label_y <= HEIGHT
    heights = sorted(curve.label_y for curve in chart.curves)
    assert not [(high, low) for high, low in pairwise(heights) if low - high < LABEL_GAP - 0.2]
    assert chart.rows()[-1][1] == [own[-1] for own in values]


def test_labels_that_want_the_same_place_make_room() -> None:
    assert spread_apart([50, 50, 50], 10, 0, 100) == [50, 60, 70]
    assert spread_apart([95, 99, 100], 10, 0, 100) == [80, 90, 100]
    assert spread_apart([10, 80], 10, 0, 100) == [10, 80]


@cases(
    "values, whole, longest",
    ([4, 2, 0], None, [100.0, 50.0, 0.0]),
    ([3, 2], None, [100.0, 66.7]),
    ([75, 8], 100, [75.0, 8.0]),
    ([0, 0], None, [0.0, 0.0]),
    ([4, -2], None, []),
    ([4, None], None, []),
    ([], None, []),
)
def test_bars_are_as_long_as_what_they_stand_for(
    values: list[int | None], whole: int | None, longest: list[float]
) -> None:
    assert bar_lengths(values, whole) == longest


@cases(
    "words, lines",
    ("", [""]),
    ("aaa bbb", ["aaa bbb"]),
    ("aaa bbb ccc", ["aaa bbb", "ccc"]),
    ("aaa bbbbbbbbbbbb", ["aaa", "bbbbbbbb", "bbbb"]),
    ("bbbbbbbbbbbb aaa", ["bbbbbbbb", "bbbb aaa"]),
)
def test_words_go_on_in_the_next_line_and_only_a_word_too_wide_is_broken(
    words: str, lines: list[str]
) -> None:
    assert wrap(words, width("aaaaaaaa") + 0.01) == lines
