"""The tests that take long of themselves, without a browser or a server: `make test` runs them, `make quick` does not.

`long.txt` names them: a file whose tests take more than `LIMIT` on average, and any other test that does. To renew the
list, on a machine that does nothing else:

    python -m pytest -p tests.long -n 2 -m "not chromium and not postgresql and not process"
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import mean

import pytest

LIST = Path(__file__).with_name("long.txt")
LIMIT = 0.08
"""Seconds. A quarter of the tests take longer, and nine tenths of the time."""

Taken = defaultdict[str, list[float]]


def read() -> frozenset[str]:
    """Names as pytest gives them: `tests/web/match/test_people.py`, `tests/web/site/test_app.py::test_the_factory…`."""
    return frozenset(LIST.read_text().split())


def is_long(name: str, listed: frozenset[str]) -> bool:
    """Whether a test stands in the list, itself or with its file; ``name`` may end with its parameters."""
    return not listed.isdisjoint({name.partition("::")[0], name.partition("[")[0]})


def list_long(taken: Mapping[str, float]) -> list[str]:
    """The lines of the list, in order; ``taken`` are seconds, each under the name of a test."""
    files, functions = Taken(list), Taken(list)
    for name, seconds in taken.items():
        files[name.partition("::")[0]].append(seconds)
        functions[name.partition("[")[0]].append(seconds)
    whole = {name for name, seconds in files.items() if mean(seconds) > LIMIT}
    others = {name for name, seconds in functions.items() if mean(seconds) > LIMIT}
    return sorted(whole | {name for name in others if name.partition("::")[0] not in whole})


# --- renewed by a run, which loads this module as a plugin ----------------------------------------

_taken: dict[str, float] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """What a test takes, with what is set up for it."""
    _taken[report.nodeid] = _taken.get(report.nodeid, 0.0) + report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes the list, in the process that hears of every test."""
    if _taken and not hasattr(session.config, "workerinput"):
        LIST.write_text("".join(f"{line}\n" for line in list_long(_taken)))
