"""What `make test` leaves to the soak."""

import ast
from pathlib import Path

import pytest

from tests import soak

TOP = Path(__file__).parent.parent

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


def read_marks(test: ast.FunctionDef) -> list[ast.expr]:
    """The mark that leaves a test to the soak, and what it says."""
    return [one for one in test.decorator_list if soak.LEFT in ast.unparse(one)]


def test_of_every_file_something_is_tried() -> None:
    """A file whose tests would all be left to the soak is tried by nothing."""
    for path in sorted((TOP / "tests").rglob("test_*.py")):
        if soak.LEFT not in (source := path.read_text()) or path == Path(__file__):
            continue
        tests = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
        tests = [one for one in tests if one.name.startswith("test_")]
        tried = [one for one in tests if not any(isinstance(mark, ast.Attribute) for mark in read_marks(one))]
        file = str(path.relative_to(TOP))
        assert tried or file in BY_OTHERS, file


@pytest.mark.parametrize(
    ("turns", "place", "tried"),
    [(2, 0, "ace"), (2, 1, "bd"), (3, 0, "ad"), (3, 1, "be"), (9, 0, "a"), (9, 7, "c")],
)
def test_one_of_so_many_rows_is_tried_and_at_the_next_place_another(
    turns: int, place: int, tried: str
) -> None:
    assert "".join(soak.in_rows("abcde", turns, place)) == tried


MARKED = """
import pytest

@pytest.mark.left_to_soak
def test_left(): ...

@pytest.mark.parametrize("row", "abcd")
@pytest.mark.left_to_soak(but_one_in=2)
def test_tried_in_part(row): ...

@pytest.mark.parametrize("row", "abcd")
def test_tried(row): ...
"""


def test_a_mark_leaves_a_test_to_the_soak_whole_or_but_for_some_rows(pytester: pytest.Pytester) -> None:
    left = [item.name for item in soak.list_left(pytester.getitems(MARKED))]
    assert left == ["test_left", "test_tried_in_part[a]", "test_tried_in_part[c]"]
