"""After a rebuild: the rows in which the new model differs from the one that it replaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.readmodel.inputs import unpack
from scorekeeper.store.leagues.readmodel.models import CHECKPOINT, DERIVED

AT_ONCE = 1000


class Disagreement(NamedTuple):
    """A row that the models do not share: its table, its key, and what either has (None: nothing)."""

    table: str
    key: tuple[Any, ...]
    one: Any
    other: Any


def disagreements(session: Session, one: int, other: int) -> Iterator[Disagreement]:
    """Every row in which two models differ, table by table in the order of their keys."""
    for table in DERIVED:
        if (
            table is CHECKPOINT
        ):  # where these lie depends on when they were written; the rest says what they say
            continue
        left, right = _rows(session, table, one), _rows(session, table, other)
        mine, theirs = next(left, None), next(right, None)
        while mine is not None or theirs is not None:
            ahead = theirs is None or (mine is not None and mine[0] < theirs[0])
            behind = mine is None or (theirs is not None and theirs[0] < mine[0])
            if mine is not None and ahead:
                yield Disagreement(table.name, mine[0], mine[1], None)
            elif theirs is not None and behind:
                yield Disagreement(table.name, theirs[0], None, theirs[1])
            elif mine is not None and theirs is not None and mine[1] != theirs[1]:
                yield Disagreement(table.name, mine[0], mine[1], theirs[1])
            mine = mine if behind else next(left, None)
            theirs = theirs if ahead else next(right, None)


Row = tuple[tuple[Any, ...], dict[str, Any]]


def _rows(session: Session, table: Any, model: int) -> Iterator[Row]:
    keys = [column for column in table.primary_key if column.name != "model_id"]
    query = select(table).where(table.c.model_id == model).order_by(*keys)
    for row in session.execute(query).yield_per(AT_ONCE):
        values = dict(row._mapping)
        values.pop("model_id")
        yield (
            tuple(values.pop(column.name) for column in keys),
            {name: unpack(value) if isinstance(value, bytes) else value for name, value in values.items()},
        )
