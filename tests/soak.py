"""How much is tried: everything in `make soak`, at other times a part where several dimensions multiply.

A test that tries more, or something larger, in the soak is marked ``soak``, or stands in tests/trust, or in soak.txt.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

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

LIST = Path(__file__).with_name("soak.txt")


def read_left() -> dict[str, int]:
    """Tests that are left to the soak by their names, each with how many of its rows there are to one that is tried.

    A test of which no row is tried has 0.
    """
    lines = [line.split() for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    return {name: 0 if turns == "none" else int(turns) for name, turns in lines}


def list_left(names: Sequence[str], left: Mapping[str, int]) -> set[str]:
    """Which of these tests are left to the soak: their names are as pytest gives them, with their rows.

    Tests beside one another in the list try rows in turn: the first of one, the second of the next.
    """
    places = {name: place for place, name in enumerate(left)}
    rows: dict[str, list[str]] = {}
    for name in names:
        test = name.partition("[")[0]
        if test in left:
            rows.setdefault(test, []).append(name)
    tried = {
        name
        for test, several in rows.items()
        if left[test]
        for name in in_rows(several, left[test], places[test])
    }
    return {name for several in rows.values() for name in several if name not in tried}


def in_rows(rows: Sequence[str], turns: int, place: int) -> Sequence[str]:
    """One of every so many rows, beginning with the one whose turn it is at that place; at least one."""
    return rows[place % min(turns, len(rows)) :: turns]
