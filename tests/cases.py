"""A row of a table of cases: a sentence says what it is about, and its values follow."""

from typing import Any

import pytest


def case(about: str, *values: Any) -> Any:
    """The row of ``pytest.mark.parametrize`` with this sentence for its id."""
    return pytest.param(*values, id=about)
