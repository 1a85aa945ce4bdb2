"""How much is tried: everything in `make soak`, at other times a part where several dimensions multiply.

A test that tries more, or something larger, in the soak is marked ``soak``, or stands in tests/trust.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
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
