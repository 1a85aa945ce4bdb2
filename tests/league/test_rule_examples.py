"""The examples beside the ways of counting: a few matches, added up by hand."""

import pytest

from scorekeeper.league.rule_examples import NAMES, make_example
from scorekeeper.league.rules import PRESETS
from tests.cases import cases


@cases(
    "preset, rows",
    ("wins", {"a": 4, "v": 3, "b": 2, "g": 1}),
    ("pairs", {"av": 6, "bg": 4}),
    ("places", {"a": 8, "v": 6, "b": 3, "g": 1}),
    ("evenings", {"a": 10, "v": 7, "b": 5, "g": 3}),
)
def test_an_example_shows_what_is_counted(preset: str, rows: dict[str, int]) -> None:
    assert {"".join(row.players): row.value for row in make_example(preset).rows} == rows


@pytest.mark.parametrize("preset", PRESETS)
def test_no_two_rows_of_an_example_are_level(preset: str) -> None:
    example = make_example(preset)
    values = [row.value for row in example.rows]
    assert values == sorted(set(values), reverse=True)
    assert sorted(player for row in example.rows for player in row.players) == sorted(NAMES)
