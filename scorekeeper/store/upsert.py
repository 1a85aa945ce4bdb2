"""Inserts that say what becomes of a row that is there already, and many at once: each database has its own form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy.orm import Session


def insert_into(session: Session, table: Any) -> Any:
    """An insert in the dialect of the session's database, with ``on_conflict_do_update`` and ``…_do_nothing``."""
    return insert_in(session.get_bind().dialect.name, table)


def insert_in(dialect: str, table: Any) -> Any:
    """The same by the dialect's name."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # here, because few have it: it takes a tenth of a second

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite  # here, beside the other

    return sqlite.insert(table)


def put_row(
    session: Session,
    table: Any,
    key: Mapping[str, Any],
    values: Mapping[str, Any],
    change: Mapping[str, Any] | None = None,
) -> None:
    """Write a row; where there is one of this key, it gets these values, or those of ``change``."""
    added = insert_into(session, table).values(**key, **values)
    session.execute(added.on_conflict_do_update(index_elements=list(key), set_=change or values))


# --- many rows at once --------------------------------------------------------------------------------
#
# The driver is handed rows as they are: SQLAlchemy takes three times as long over them as the database.

Row = tuple[Any, ...]
"""A row's values in the order of its table's columns: those of the key come first."""


def put_rows(session: Session, table: Any, rows: Sequence[Row], add: tuple[str, ...] = ()) -> None:
    """Write rows over those that have the same key; the numbers to ``add`` are added to theirs."""
    if rows:
        connection = session.connection()
        connection.exec_driver_sql(_put_sql(connection.dialect.name, table, add), rows)


def drop_rows(session: Session, table: Any, keys: Sequence[Row], only: str = "") -> None:
    """Delete the rows of these keys; with ``only``, where that is so."""
    if keys:
        connection = session.connection()
        connection.exec_driver_sql(_drop_sql(connection.dialect.name, table, only), keys)


@cache
def _put_sql(dialect: str, table: Any, add: tuple[str, ...]) -> str:
    names, mark = [f'"{column.name}"' for column in table.columns], _mark(dialect)
    keys, rest = names[: len(table.primary_key)], names[len(table.primary_key) :]
    after = {name: f"{table.name}.{name} + " if name.strip('"') in add else "" for name in rest}
    return (
        f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join(mark for _ in names)}) "
        f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET "
        + ", ".join(f"{name} = {start}excluded.{name}" for name, start in after.items())
    )


@cache
def _drop_sql(dialect: str, table: Any, only: str) -> str:
    keys = [f'"{column.name}" = {_mark(dialect)}' for column in table.primary_key]
    return f"DELETE FROM {table.name} WHERE {' AND '.join([*keys, *([only] if only else [])])}"


def _mark(dialect: str) -> str:
    return "%s" if dialect == "postgresql" else "?"
