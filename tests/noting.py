"""The situation of a failure: what had been asked, or what had happened, when an assertion in a helper failed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def noting(situation: Callable[[], str]) -> Iterator[None]:
    """Add what ``situation`` returns to an assertion that fails inside; pytest prints it below the comparison."""
    try:
        yield
    except AssertionError as failure:
        failure.add_note(situation())
        raise
