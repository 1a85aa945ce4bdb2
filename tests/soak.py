"""How much is tried: everything in `make soak`, at other times a part where several dimensions multiply.

A test that tries more, or something larger, in the soak is marked ``soak``, or stands in tests/trust; one that is tried
nowhere else, or but in some of its rows, is marked ``left_to_soak``.
"""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest

SOAK = os.environ.get("SCOREKEEPER_SOAK") == "1"
Tried = TypeVar("Tried")


def in_soak(everything: Tried, otherwise: Tried) -> Tried:
    """Everything in the soak, and a part of it at other times."""
    return everything if SOAK else otherwise


DATABASES = in_soak(("sqlite", "postgresql"), ("sqlite",))
"""For a test that starts servers: what they do with PostgreSQL is tried in the soak, what is stored there always."""


def in_turn(things: Sequence[Tried], number: int, turns: int) -> Sequence[Tried]:
    """Everything in the soak; at other times what falls to this one of so many turns, which together are everything."""
    return in_soak(things, things[number % turns :: turns])


def examples(count: int) -> int:
    """How many examples hypothesis draws: so many in the soak, a quarter of them at other times, others each time."""
    return in_soak(count, max(15, count // 4))


def on_both(rules: Sequence[Tried], on_postgresql: Sequence[Tried]) -> list[tuple[str, Tried]]:
    """Databases and rules: every rule on SQLite, and on PostgreSQL those that are named, or every one in the soak."""
    wanted = {"sqlite": rules, "postgresql": in_soak(rules, on_postgresql)}
    return [(database, one) for database, tried in wanted.items() for one in tried]


# --- whole tests, and rows of tests ---------------------------------------------------------------

LEFT = "left_to_soak"
"""The mark of a test that only the soak tries; with ``but_one_in=3`` one row of three is tried at other times too."""


def in_rows(rows: Sequence[Tried], turns: int, place: int) -> Sequence[Tried]:
    """One of every so many rows, beginning with the one whose turn it is at that place; at least one."""
    return rows[place % min(turns, len(rows)) :: turns]


def list_left(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Which of these tests, each with its row, are left to the soak by their mark.

    Tests of a file that stand beside one another try rows in turn: the first of one, the second of the next.
    """
    rows: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker(LEFT):
            rows.setdefault((item.path, item.nodeid.partition("[")[0]), []).append(item)
    left, places = list[pytest.Item](), Counter[Path]()
    for (path, _name), several in rows.items():
        mark = several[0].get_closest_marker(LEFT)
        turns = mark.kwargs.get("but_one_in", 0) if mark else 0
        tried = in_rows(several, turns, places[path]) if turns else ()
        left += [item for item in several if item not in tried]
        places[path] += 1
    return left
