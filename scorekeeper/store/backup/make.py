"""Making a backup while the server runs: one moment of the database in one file, which is read back."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.core.text import T
from scorekeeper.store import migrate
from scorekeeper.store.backup.copying import copy_rows
from scorekeeper.store.backup.errors import BackupError, Stopped
from scorekeeper.store.backup.packing import Head, check_packed, is_backup, open_read_only, pack, read_schema
from scorekeeper.store.backup.shelf import file_of, sync_folder
from scorekeeper.store.engine import make_engine

BETWEEN = 10_000
"""So many steps of SQLite lie between two looks whether the copy is to stop: some milliseconds."""

UNWRITTEN = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC")
"""What SQLite says where the copy has no room."""


def backup(
    url: str, path: Path, key: bytes | None, stopped: Callable[[], bool] = lambda: False
) -> dict[str, int]:
    """Write the database and the server's key, if given, to ``path``; how many rows each table has.

    It is written beside, synced, read back and only then given its name, so that a good backup is never replaced by
    a bad one. The file is for its owner alone (mode 600). Stopped, and nothing is written, where ``stopped`` says so
    meanwhile.
    """
    if path.exists() and not is_backup(path):
        raise BackupError(
            T("“{name}” is there already and is no backup. Choose another name.", name=str(path))
        )
    try:
        with _beside(path, ".db") as database, _beside(path, ".part") as packed:
            _copy(url, database, stopped)
            counted = _count_rows(path, database)
            with packed.open("wb") as target:
                now = datetime.now(UTC).isoformat(timespec="seconds")
                head = Head(version("scorekeeper"), read_schema(database), now, key)
                pack(database, target, head, stopped)
                target.flush()
                os.fsync(target.fileno())
            check_packed(packed)
            os.replace(packed, path)
        sync_folder(path.parent)
    except SQLAlchemyError as error:
        raise BackupError(T("The database cannot be read: {reason}", reason=reason_of(error))) from error
    except sqlite3.Error as error:
        if error.sqlite_errorname == "SQLITE_INTERRUPT":
            raise Stopped from error
        if error.sqlite_errorname in UNWRITTEN:
            raise _make_writing_error(path, str(error)) from error
        raise BackupError(T("The database cannot be read: {reason}", reason=str(error))) from error
    except OSError as error:
        raise _make_writing_error(path, error.strerror or str(error)) from error
    return counted


def _make_writing_error(path: Path, reason: str) -> BackupError:
    return BackupError(T("“{name}” cannot be written: {reason}.", name=str(path), reason=reason))


def reason_of(error: SQLAlchemyError) -> str:
    """What the database itself says, in one line."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]


@contextmanager
def _beside(path: Path, suffix: str) -> Iterator[Path]:
    """An empty file beside ``path`` for its owner alone, which is gone afterwards unless it was given another name."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=suffix)  # mode 600
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _copy(url: str, database: Path, stopped: Callable[[], bool]) -> None:
    """One moment of the database as a file, without what was erased in it. Writers do not wait for it."""
    file = file_of(url)
    if file is None:
        _copy_from_server(url, database)
        return
    with closing(open_live(file)) as opened:
        if opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone() is None:
            raise BackupError(T("There is nothing to back up: the database is empty."))
        opened.set_progress_handler(stopped, BETWEEN)
        opened.execute("VACUUM INTO ?", (str(database),))


def open_live(file: Path) -> sqlite3.Connection:
    """The live database, never made anew."""
    return sqlite3.connect(f"file:{quote(str(file))}?mode=rw", uri=True, timeout=15, isolation_level=None)


def _copy_from_server(url: str, database: Path) -> None:
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            one_moment = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            source = connection.execution_options(**one_moment)
            with source.begin(), migrate.exclusive(f"sqlite:///{database}") as target:
                migrate.bring_to(target, _find_schema(migrate.revision(source)))
                copy_rows(source, target)
    finally:
        engine.dispose()


def _find_schema(schema: str | None) -> str:
    if schema is None:
        raise BackupError(T("There is nothing to back up: the database is empty."))
    if schema not in migrate.list_revisions():
        raise BackupError(
            T(
                "The database is of another Scorekeeper ({schema}). Back it up with that one, or start this one once.",
                schema=schema,
            )
        )
    return schema


def _count_rows(path: Path, database: Path) -> dict[str, int]:
    """How many rows each table of the copy has, once every page of it was looked at."""
    with closing(open_read_only(database)) as opened:
        if opened.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise BackupError(
                T(
                    "The disk or the database is damaged: the copy is not whole, and “{name}” was not written.",
                    name=str(path),
                )
            )
        names = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        count = 'SELECT count(*) FROM "{}"'.format
        return {
            name: opened.execute(count(name)).fetchone()[0] for (name,) in names if name != "alembic_version"
        }
