"""Putting a backup back: checked from end to end first, written in one transaction, compared before it counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.core.text import T
from scorekeeper.store import migrate, server_key, settings
from scorekeeper.store.backup import dump
from scorekeeper.store.backup.dump import BackupError, End, Head, NewerError, Row, Sum
from scorekeeper.store.backup.make import REVISIONS, backup, columns_of, reason_of, rows_of, tables_of
from scorekeeper.store.backup.shelf import key_of
from scorekeeper.store.engine import session_factory
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.apply import apply_record
from scorekeeper.store.forgetting.models import ForgottenRow
from scorekeeper.store.forgetting.record import Forgotten
from scorekeeper.store.match import ledger
from scorekeeper.store.match.models import MatchRow

MAX_BYTES_AT_ONCE = 1_000_000
MAX_ROWS_AT_ONCE = 500

SQLITE = b"SQLite format 3\0"
"""How a database file begins."""


def restore(
    url: str, path: Path, *, replace: bool = False, on_trial: bool = False
) -> tuple[Head, dict[str, End]]:
    """Put an archive or a snapshot into the database; how it begins and what each table has.

    A snapshot is made an archive first, so that it comes back on either database. The database has to be empty unless
    its rows may be replaced. An archive of an older schema is put into that schema and brought up to this program's.
    ``on_trial``: nothing is noted outside the database.
    BackupError, and not a row is changed, when the archive is not good.
    """
    with _as_archive(path) as archive:
        return _restore(url, archive, path, replace=replace, on_trial=on_trial)


@contextmanager
def _as_archive(path: Path) -> Iterator[Path]:
    """The archive itself; of a snapshot one for the time being, with the key that lies beside it."""
    if not _is_database(path):
        yield path
        return
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        archive = Path(folder, "snapshot.backup")
        try:
            backup(path, archive, key_of(path))
        except (BackupError, sqlite3.Error) as error:
            raise dump.make_damage_error(path) from error
        yield archive


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as opened:
            return opened.read(len(SQLITE)) == SQLITE
    except OSError:
        return False  # read as an archive it says why


def _restore(
    url: str, archive: Path, path: Path, *, replace: bool, on_trial: bool
) -> tuple[Head, dict[str, End]]:
    head, wanted = dump.check(archive)
    if head.schema not in migrate.list_revisions():
        raise NewerError(
            T(
                "“{name}” was made by a newer Scorekeeper ({program}). Install that one, then restore it.",
                name=str(path),
                program=head.program[:40],
            )
        )
    try:
        with migrate.exclusive(url) as connection:
            forgotten = _forgotten_here(connection)
            _make_room(connection, replace)
            migrate.bring_to(connection, head.schema)
            tables = load(connection, archive)
            _compare(connection, tables, wanted)
            migrate.bring_to(connection, migrate.head())
            if head.key is not None:
                settings.write(connection, server_key.NAME, server_key.fingerprint(head.key))
            forget_again(connection, forgotten, in_file=not on_trial)
    except SQLAlchemyError as error:
        raise BackupError(
            T("The database does not take the backup, and is as it was: {reason}", reason=reason_of(error))
        ) from error
    return head, wanted


def _forgotten_here(connection: Connection) -> set[Forgotten]:
    """The persons that the replaced database knows to be forgotten; the backup may be older."""
    if not inspect(connection).has_table(ForgottenRow.__tablename__):
        return set()
    with Session(connection) as session:
        return record.read_rows(session)


def forget_again(connection: Connection, forgotten: Iterable[Forgotten], *, in_file: bool = True) -> None:
    """Erase all that the backup holds of persons who were forgotten since, before its rows count."""
    with Session(connection) as session:
        apply_record(session, record.read(session).union(forgotten), in_file=in_file)
        session.flush()
        session.commit()


def _make_room(connection: Connection, replace: bool) -> None:
    """Empty the database, down to its tables. BackupError if that would lose rows, unless ``replace``."""
    found = tables_of(connection)
    if found and migrate.revision(connection) is None:
        raise BackupError(T("The database holds tables that are not Scorekeeper’s. Give it one of its own."))
    rows = 0 if replace else sum(_count(connection, table) for table in found)
    if rows:
        raise BackupError(
            T("The database holds something already. Stop the server and add --replace to give that up.")
        )
    if inspect(connection).get_table_names():
        known = MetaData()
        known.reflect(connection)
        known.drop_all(connection)


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def load(connection: Connection, path: Path) -> list[Table]:
    """Put an archive's rows into the empty tables of its schema; those tables."""
    tables = tables_of(connection)
    there = {table.name: table for table in tables}
    with _references_wait(connection):
        for name, rows in _tables(path):
            table = there.get(name)
            if table is None:
                raise BackupError(
                    T("The backup has a table that its version does not know: {name}.", name=name)
                )
            for batch in _batches(rows):
                connection.execute(insert(table), batch)
            _number_on(connection, table)
    return tables


def _tables(path: Path) -> Iterator[tuple[str, Iterator[tuple[dict[str, Any], int]]]]:
    """Each table of the archive with its rows, which have to be taken before the next table."""
    parts = dump.read(path)
    for part in parts:
        if isinstance(part, dump.Table):
            yield part.name, _read_rows(parts, tuple(part.columns))


def _read_rows(parts: Iterator[dump.Part], columns: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], int]]:
    for part in parts:
        if not isinstance(part, Row):
            return
        yield dict(zip(columns, part.values, strict=True)), part.size


def _batches(rows: Iterator[tuple[dict[str, Any], int]]) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    weight = 0
    for row, size in rows:
        batch.append(row)
        weight += size
        if weight > MAX_BYTES_AT_ONCE or len(batch) >= MAX_ROWS_AT_ONCE:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch


class _references_wait:  # noqa: N801 - used as a function
    """Rows may refer to rows that come later; at the end all of them have to be there."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.postgresql = connection.dialect.name == "postgresql"

    def __enter__(self) -> None:
        if self.postgresql:
            self._alter("DEFERRABLE INITIALLY DEFERRED")
            self.connection.execute(text("SET CONSTRAINTS ALL DEFERRED"))

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is not None:
            return
        if self.postgresql:
            self.connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
            self._alter("NOT DEFERRABLE")
        elif self.connection.execute(text("PRAGMA foreign_key_check")).first() is not None:
            raise BackupError(T("The backup is not whole: rows refer to others that are missing."))

    def _alter(self, how: str) -> None:
        quote = self.connection.dialect.identifier_preparer.quote
        found = inspect(self.connection)
        for name in found.get_table_names():
            for key in found.get_foreign_keys(name):
                statement = f"ALTER TABLE {quote(name)} ALTER CONSTRAINT {quote(str(key['name']))} {how}"
                self.connection.execute(text(statement))


def _number_on(connection: Connection, table: Table) -> None:
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


def _compare(connection: Connection, tables: list[Table], wanted: dict[str, End]) -> None:
    """What is in the database now, read back row by row, against what the archive says."""
    for table in tables:
        found = Sum()
        kinds = tuple(columns_of(table).values())
        for row in rows_of(connection, table):
            found.add(dump.encode(kinds, row))
        if table.name in wanted and wanted[table.name] != found.end():
            raise BackupError(
                T(
                    "What was written cannot be read back ({name}); the database is as it was.",
                    name=table.name,
                )
            )
    missing = set(wanted) - {table.name for table in tables} - {REVISIONS}
    assert not missing, "every table of the archive was loaded"


class Tried(NamedTuple):
    """What a backup came to when it was put back somewhere else: how it begins, its tables, matches that fail."""

    head: Head
    tables: dict[str, End]
    failing: list[str]


def try_restore(path: Path) -> Tried:
    """Put an archive or a snapshot into a database of its own, score every match, and take all that away again."""
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        url = f"sqlite:///{folder}/tried.db"
        head, tables = restore(url, path, on_trial=True)
        sessions = session_factory(url)
        try:
            with sessions() as session:
                failing = list(_find_failing(session))
        finally:
            sessions.kw["bind"].dispose()
    return Tried(head, tables, failing)


def _find_failing(session: Session) -> Iterator[str]:
    for public_id in session.execute(select(MatchRow.public_id).order_by(MatchRow.id)).scalars().all():
        try:
            match = ledger.load(session, public_id)
            if match is None or not isinstance(match.sheet(), Sheet):
                yield public_id
        except Exception:  # a damaged match: the others are looked at all the same
            yield public_id
        session.rollback()
