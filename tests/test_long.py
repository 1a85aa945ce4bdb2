"""The list of the tests that `make quick` leaves out because they take long."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import long

TOP = Path(__file__).parent.parent
NAMES = frozenset({"tests/test_a.py", "tests/test_b.py::test_one"})


def test_every_line_names_a_file_or_a_test_that_is_there() -> None:
    for line in sorted(long.read()):
        file, _, test = line.partition("::")
        body = ast.parse((TOP / file).read_text()).body
        assert not test or test in {one.name for one in body if isinstance(one, ast.FunctionDef)}, line


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tests/test_a.py::test_one", True),
        ("tests/test_a.py::test_two[belot]", True),
        ("tests/test_b.py::test_one[belot-2]", True),
        ("tests/test_b.py::test_one_more", False),
        ("tests/test_c.py::test_one", False),
    ],
)
def test_a_test_is_long_by_its_own_name_or_by_its_file_s(name: str, expected: bool) -> None:
    assert long.is_long(name, NAMES) is expected


def test_a_file_is_listed_by_its_average_and_other_tests_by_their_own() -> None:
    taken = {
        "a.py::t[1]": 0.3,
        "a.py::t[2]": 0.02,
        "b.py::t[1]": 0.1,
        "b.py::t[2]": 0.1,
        "b.py::u": 0.01,
        "b.py::v": 0.02,
    }
    assert long.list_long(taken) == ["a.py", "b.py::t"]
