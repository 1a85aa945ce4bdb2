"""The list of what `make test` leaves to the soak."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import soak

TOP = Path(__file__).parent.parent
ROWS = [f"a.py::t[{row}]" for row in "abcde"]


def test_every_line_names_a_test_that_is_there_and_a_number_of_rows() -> None:
    for name, turns in soak.read_left().items():
        file, _, test = name.partition("::")
        body = ast.parse((TOP / file).read_text()).body
        assert test in {one.name for one in body if isinstance(one, ast.FunctionDef)}, name
        assert turns != 1, f"{name}: one of one row is all of them"


def test_of_every_file_in_the_list_something_is_tried() -> None:
    """A file whose tests would all be left to the soak is tried by nothing."""
    files: dict[str, set[str]] = {}
    for name, turns in soak.read_left().items():
        file, _, test = name.partition("::")
        files.setdefault(file, set()).update({test} if turns == 0 else ())
    for file, left in files.items():
        body = ast.parse((TOP / file).read_text()).body
        tests = {
            one.name for one in body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
        }
        assert tests - left or file in BY_OTHERS, file


BY_OTHERS = {
    # tests/browser/test_codes.py reads codes from pixels, tests/core/test_frames.py takes them apart
    "tests/browser/phone/test_codes.py",
    # tests/web/match/along takes a match along and back, tests/browser/phone/test_program.py plays without network
    "tests/browser/phone/test_along.py",
    # tests/phone/test_routes.py walks through such an evening in the browser's Python
    "tests/browser/phone/test_evening.py",
    # tests/phone/test_keeping.py asks the program for the same files
    "tests/browser/phone/test_keeping.py",
    # tests/live/test_streams.py has fewer watchers, tests/browser/test_live.py a page that asks
    "tests/live/test_many.py",
    # tests/store/match/test_ledger.py has eight writers at one match, tests/web/match/test_races.py two forms
    "tests/trust/test_crowds.py",
    # tests/web/request/test_database_gone.py takes files away under the pages
    "tests/trust/test_gone.py",
    # tests/trust/test_crash.py kills, tests/trust/test_snapshots.py keeps and restores
    "tests/trust/test_evenings.py",
}


@pytest.mark.parametrize(
    ("turns", "place", "left"),
    [
        (0, 0, "abcde"),
        (2, 0, "bd"),
        (2, 1, "ace"),
        (3, 0, "bce"),
        (3, 1, "acd"),
        (9, 0, "bcde"),
        (9, 7, "abde"),
    ],
)
def test_a_test_is_left_to_the_soak_whole_or_but_for_one_of_so_many_rows(
    turns: int, place: int, left: str
) -> None:
    names = {**{f"b.py::before{number}": 0 for number in range(place)}, "a.py::t": turns}
    assert soak.list_left([*ROWS, "a.py::other[a]", "a.py::t_more"], names) == {
        f"a.py::t[{row}]" for row in left
    }
