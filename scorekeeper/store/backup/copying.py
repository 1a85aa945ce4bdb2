"""Rows from one database into another of the same schema, and whether both hold the same afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import JSON, Connection, MetaData, Table, func, insert, inspect, select, text

from scorekeeper.core.text import T
from scorekeeper.store.backup.errors import BackupError

REVISIONS = "alembic_version"
AT_ONCE = 200
"""Rows that wait in memory."""
MAX_BYTES_AT_ONCE = 1_000_000


def tables_of(connection: Connection) -> list[Table]:
    """Every table that the database has, as it says itself, those that others refer to first."""
    metadata = MetaData()
    metadata.reflect(connection)
    for column in (column for table in metadata.tables.values() for column in table.columns):
        if isinstance(column.type, JSON):
            column.type.none_as_null = bool(column.nullable)  # which of the two nulls it is, is not reflected
    return [table for table in metadata.sorted_tables if table.name != REVISIONS]


def rows_of(connection: Connection, table: Table) -> Iterator[Any]:
    """Every row of a table in the order of its key, a few in memory at a time."""
    statement = select(table).order_by(*table.primary_key.columns)
    yield from connection.execute(statement, execution_options={"stream_results": True, "yield_per": AT_ONCE})


def copy_rows(source: Connection, target: Connection) -> dict[str, int]:
    """Put every row into the empty tables of the target; how many each has. BackupError unless all are there."""
    targets, sources = (
        {table.name: table for table in tables_of(connection)} for connection in (target, source)
    )
    for name in sorted(targets.keys() | sources.keys()):
        if (
            name not in targets
            or name not in sources
            or set(targets[name].c.keys()) != set(sources[name].c.keys())
        ):
            raise BackupError(T("The backup’s tables are not those of its version: {name}.", name=name))
    counted = {}
    with _references_waiting(target):
        for name, table in targets.items():
            for batch in batches_of(rows_of(source, sources[name])):
                target.execute(insert(table), batch)
            number_on(target, table)
    for name, table in targets.items():
        counted[name], wanted = _sum_up(source, sources[name])
        if (counted[name], wanted) != _sum_up(target, table):
            raise BackupError(
                T("What was written cannot be read back ({name}); the database is as it was.", name=name)
            )
    return counted


def batches_of(rows: Iterator[Any]) -> Iterator[list[dict[str, Any]]]:
    """Rows as they are inserted elsewhere, so many at once as memory holds; moments in UTC."""
    batch: list[dict[str, Any]] = []
    weight = 0
    for row in rows:
        batch.append({name: _in_utc(value) for name, value in row._mapping.items()})
        weight += sum(len(value) for value in row if isinstance(value, (str, bytes)))
        if weight > MAX_BYTES_AT_ONCE or len(batch) >= AT_ONCE:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch


def _in_utc(value: Any) -> Any:
    if not isinstance(value, datetime):
        return value
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _sum_up(connection: Connection, table: Table) -> tuple[int, int]:
    """How many rows a table has, and what their digests add up to, in any order of rows and columns."""
    rows = total = 0
    for row in rows_of(connection, table):
        fields = sorted((name, repr(_in_utc(value))) for name, value in row._mapping.items())
        total += int.from_bytes(sha256(repr(fields).encode("utf-8", "surrogatepass")).digest(), "big")
        rows += 1
    return rows, total


@contextmanager
def _references_waiting(connection: Connection) -> Iterator[None]:
    """Rows may refer to rows that come later; at the end all of them have to be there."""
    if connection.dialect.name == "postgresql":
        _alter_keys(connection, "DEFERRABLE INITIALLY DEFERRED")
        connection.execute(text("SET CONSTRAINTS ALL DEFERRED"))
        yield
        connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
        _alter_keys(connection, "NOT DEFERRABLE")
        return
    yield
    if connection.execute(text("PRAGMA foreign_key_check")).first() is not None:
        raise BackupError(T("The backup is not whole: rows refer to others that are missing."))


def _alter_keys(connection: Connection, how: str) -> None:
    quote = connection.dialect.identifier_preparer.quote
    inspector = inspect(connection)
    for name in inspector.get_table_names():
        for key in inspector.get_foreign_keys(name):
            statement = f"ALTER TABLE {quote(name)} ALTER CONSTRAINT {quote(str(key['name']))} {how}"
            connection.execute(text(statement))


def number_on(connection: Connection, table: Table) -> None:
    """PostgreSQL goes on counting where the rows end; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    quote = connection.dialect.identifier_preparer.quote
    for column in table.primary_key.columns:
        counter = connection.execute(
            text("SELECT pg_get_serial_sequence(:table, :column)"),
            {"table": quote(table.name), "column": column.name},
        ).scalar()
        if counter is not None:
            last = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
            connection.execute(select(func.setval(counter, last, False)))
