"""Making a backup while the server runs: one moment of the database, streamed into one verified file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import (
    JSON,
    Connection,
    Date,
    DateTime,
    Engine,
    LargeBinary,
    MetaData,
    Table,
    create_engine,
    select,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from scorekeeper.core.text import T
from scorekeeper.store import migrate
from scorekeeper.store.backup import dump
from scorekeeper.store.backup.dump import BackupError, End, Head, Writer
from scorekeeper.store.backup.shelf import open_snapshot, sync_folder
from scorekeeper.store.engine import make_engine

REVISIONS = "alembic_version"
AT_ONCE = 200
"""Rows that wait in memory."""


def backup(source: str | Path, path: Path, key: bytes | None) -> dict[str, End]:
    """Write the database (its address, or a snapshot) and the server's key if given to ``path``; what each table has.

    It is written beside, synced, read back and only then given its name, so that a good archive is never replaced by
    a bad one. The file is for its owner alone (mode 600).
    """
    if path.exists() and not dump.is_archive(path):
        raise BackupError(
            T("“{name}” is there already and is no backup. Choose another name.", name=str(path))
        )
    try:
        with _in_place(path) as (target, beside):
            written = _write(source, target, key)
            target.flush()
            os.fsync(target.fileno())
            if dump.check(beside)[1] != written:
                raise BackupError(T("What was written to “{name}” cannot be read back.", name=str(path)))
    except SQLAlchemyError as error:
        raise BackupError(T("The database cannot be read: {reason}", reason=reason_of(error))) from error
    except OSError as error:
        raise BackupError(
            T("“{name}” cannot be written: {reason}.", name=str(path), reason=error.strerror or str(error))
        ) from error
    return written


def reason_of(error: SQLAlchemyError) -> str:
    """What the database itself says, in one line."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]


@contextmanager
def _in_place(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A file beside ``path``, which takes its name once all went well and is gone otherwise."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 600
    try:
        with os.fdopen(handle, "wb") as target:
            yield target, Path(name)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    sync_folder(path.parent)


def _write(source: str | Path, target: BinaryIO, key: bytes | None) -> dict[str, End]:
    with one_moment(source) as connection:
        schema = migrate.revision(connection)
        if schema is None:
            raise BackupError(T("There is nothing to back up: the database is empty."))
        at = (
            datetime.now(UTC)
            if isinstance(source, str)
            else datetime.fromtimestamp(source.stat().st_mtime, UTC)
        )
        made_at = at.isoformat(timespec="seconds")
        writer = Writer(target, Head(version("scorekeeper"), schema, made_at, key))
        written = {}
        for table in tables_of(connection):
            writer.table(table.name, columns_of(table))
            for row in rows_of(connection, table):
                writer.row(row)
            written[table.name] = writer.end_table()
        writer.finish()
    return written


@contextmanager
def one_moment(source: str | Path) -> Iterator[Connection]:
    """A connection that sees the database as it was when it began, however much is written meanwhile."""
    engine = make_engine(source) if isinstance(source, str) else _read_engine(source)
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection = connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            with connection.begin():
                yield connection
    finally:
        engine.dispose()


def _read_engine(snapshot: Path) -> Engine:
    """A database file that is read, and not even given a log."""
    return create_engine(
        "sqlite://", creator=lambda: open_snapshot(snapshot), poolclass=NullPool, hide_parameters=True
    )


def tables_of(connection: Connection) -> list[Table]:
    """Every table that the database has, as it says itself, those that others refer to first."""
    found = MetaData()
    found.reflect(connection)
    for column in (column for table in found.tables.values() for column in table.columns):
        if isinstance(column.type, JSON):
            column.type.none_as_null = bool(column.nullable)  # which of the two nulls it is, is not reflected
    return [table for table in found.sorted_tables if table.name != REVISIONS]


def columns_of(table: Table) -> dict[str, str]:
    """What each column holds, as the archive says it."""
    return {column.name: kind_of(column.type) for column in table.columns}


def kind_of(column_type: Any) -> str:
    """How an archive writes values of a type."""
    for known, kind in _KINDS:
        if isinstance(column_type, known):
            return kind
    return dump.PLAIN


_KINDS: tuple[tuple[type, str], ...] = (
    (DateTime, dump.TIME),
    (Date, dump.DATE),
    (LargeBinary, dump.BYTES),
    (JSON, dump.JSON),
)


def rows_of(connection: Connection, table: Table) -> Iterator[Any]:
    """Every row of a table in the order of its key, a few in memory at a time."""
    statement = select(table).order_by(*table.primary_key.columns)
    yield from connection.execute(statement, execution_options={"stream_results": True, "yield_per": AT_ONCE})
