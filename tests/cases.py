"""A test that is tried with a table: what stands in the columns, and a row a line."""

from typing import Any

import pytest


def cases(names: str, *rows: Any, **how: Any) -> pytest.MarkDecorator:
    """``pytest.mark.parametrize`` of these rows: ``@cases("points, written", ([56, 106], [6, 10]), …)``."""
    return pytest.mark.parametrize(names, rows, **how)


def case(about: str, *values: Any) -> Any:
    """A row whose id is a sentence of its own."""
    return pytest.param(*values, id=about)
