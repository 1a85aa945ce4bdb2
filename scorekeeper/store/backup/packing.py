"""The file that a backup is: a zip of one SQLite database, and of what tells whose it is and whether it is whole.

    scorekeeper.db    the database, of one moment
    head.json         {"archive": "scorekeeper-backup/2", "program": …, "schema": "0100", "made_at": …,
                       "key": …, "sha256": …}                             of the database file

Packing and unpacking hold a piece of it in memory at a time.
"""

from __future__ import annotations

import base64
import json
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from scorekeeper.core.text import T
from scorekeeper.store import migrate
from scorekeeper.store.backup import former
from scorekeeper.store.backup.errors import (
    BackupError,
    Stopped,
    make_damage_error,
    make_newer_error,
    make_older_error,
)
from scorekeeper.store.instance import KEY_BYTES

FORMAT = "scorekeeper-backup/2"
FAMILY = "scorekeeper-backup/"
DATABASE, HEAD = "scorekeeper.db", "head.json"
SQLITE = b"SQLite format 3\0"
"""How a database file begins."""
CHUNK = 1 << 20
MAX_HEAD = 10_000
MAX_GROWTH = 300
"""A database has at most so many times the bytes of its backup: no small file fills a disk."""
MAX_ANYWAY = 50_000_000
"""So much it may have in any case."""


class Head(NamedTuple):
    """Whose a backup is. ``schema`` is the revision of the database, ``key`` the server's, where it is kept."""

    program: str
    schema: str
    made_at: str
    key: bytes | None


def pack(database: Path, target: BinaryIO, head: Head, stopped: Callable[[], bool] = lambda: False) -> None:
    """Write the backup of a database file to an open file, which stays open. Stopped where ``stopped`` says so."""
    digest = sha256()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        with database.open("rb") as opened, packed.open(_entry(DATABASE), "w", force_zip64=True) as written:
            while part := opened.read(CHUNK):
                if stopped():
                    raise Stopped
                digest.update(part)
                written.write(part)
        key = None if head.key is None else base64.b64encode(head.key).decode()
        fields = {"archive": FORMAT, **head._asdict(), "key": key, "sha256": digest.hexdigest()}
        packed.writestr(_entry(HEAD), json.dumps(fields))


def _entry(name: str) -> zipfile.ZipInfo:
    """A part of the archive that says nothing of the clock or of who made it."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
    return entry


@contextmanager
def unpacked(path: Path) -> Iterator[tuple[Head, Path]]:
    """What a backup says of itself, and its database in a file for the time being.

    A database file and a backup of the form before count too. BackupError where it is none, is newer, damaged or cut
    short, or where its database holds what a program never writes.
    """
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        database = Path(folder, DATABASE)
        try:
            head = _unpack(path, database)
            _check_database(path, database)
        except BackupError:
            raise
        except (OSError, MemoryError) as error:
            raise _make_reading_error(path, error) from error
        except _DAMAGE as error:
            raise make_damage_error(path) from error
        yield head, database


_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    sqlite3.Error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
)
"""What the libraries raise over a file that is not what was packed."""


def _make_reading_error(path: Path, error: Exception) -> BackupError:
    reason = getattr(error, "strerror", None) or str(error)
    return BackupError(T("“{name}” cannot be read: {reason}.", name=str(path), reason=reason))


def _unpack(path: Path, database: Path) -> Head:
    with path.open("rb") as opened:
        begins = opened.read(len(SQLITE))
    if begins == SQLITE:
        return _copy_file(path, database)
    if begins.startswith(former.BEGINS):
        return Head(*former.read(path, database))
    with zipfile.ZipFile(path) as packed, database.open("wb") as written:
        head, wanted = _read_head(path, packed)
        if packed.getinfo(DATABASE).file_size > max(MAX_ANYWAY, MAX_GROWTH * path.stat().st_size):
            raise make_damage_error(path)
        _read_database(path, packed, wanted, written.write)
    return head


def _read_database(
    path: Path, packed: zipfile.ZipFile, wanted: str, write: Callable[[bytes], object] = lambda part: None
) -> None:
    digest = sha256()
    with packed.open(DATABASE) as opened:
        while part := opened.read(CHUNK):
            digest.update(part)
            write(part)
    if digest.hexdigest() != wanted:
        raise make_damage_error(path)


def _copy_file(path: Path, database: Path) -> Head:
    """A database file as it lies there, with what is still in its log."""
    with closing(open_read_only(path)) as old, closing(sqlite3.connect(database)) as new:
        old.backup(new)
    made_at = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="seconds")
    return Head("", read_schema(database), made_at, None)


def _read_head(path: Path, packed: zipfile.ZipFile) -> tuple[Head, str]:
    with packed.open(HEAD) as opened:
        fields = json.loads(opened.read(MAX_HEAD))
    name = str(fields["archive"])
    if name.startswith(FAMILY) and name != FORMAT:
        raise make_newer_error(path, str(fields.get("program")))
    if name != FORMAT:
        raise make_damage_error(path)
    key = None if fields["key"] is None else base64.b64decode(fields["key"], validate=True)
    if key is not None and len(key) != KEY_BYTES:
        raise make_damage_error(path)
    head = Head(str(fields["program"]), str(fields["schema"]), str(fields["made_at"]), key)
    _check_schema(path, head.schema, head.program)
    return head, str(fields["sha256"])


def _check_schema(path: Path, schema: str, program: str) -> None:
    if not migrate.is_known(schema):
        is_older = migrate.compare_age(schema) == "older"
        raise make_older_error(path, schema) if is_older else make_newer_error(path, program)


def _check_database(path: Path, database: Path) -> None:
    """Nothing in it is trusted: tables and what orders them are all that a program writes, and every page is whole."""
    with closing(open_read_only(database)) as opened:
        for kind, name, sql in opened.execute("SELECT type, name, sql FROM sqlite_master"):
            if kind not in ("table", "index") or str(sql).upper().startswith("CREATE VIRTUAL"):
                raise BackupError(
                    T("The backup holds what no Scorekeeper writes: {name}.", name=str(name)[:60])
                )
        if opened.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise make_damage_error(path)
    _check_schema(path, read_schema(database), "?")


def read_schema(database: Path) -> str:
    """The revision of a database file. KeyError or sqlite3.Error where it is none of ours."""
    with closing(open_read_only(database)) as opened:
        row = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    if row is None:
        raise KeyError("alembic_version")
    return str(row[0])


def open_read_only(file: Path) -> sqlite3.Connection:
    """A database file that is only read and not trusted; one with a log beside it is read with it."""
    log = file.with_name(f"{file.name}-wal")
    how = "mode=ro" if log.exists() else "mode=ro&immutable=1"
    opened = sqlite3.connect(f"file:{quote(str(file))}?{how}", uri=True)
    opened.execute("PRAGMA trusted_schema=OFF")
    opened.execute("PRAGMA cell_size_check=ON")
    return opened


@contextmanager
def reading(database: Path) -> Iterator[Connection]:
    """A connection to a database file, which is not even given a log."""
    engine = create_engine(
        "sqlite://", creator=lambda: open_read_only(database), poolclass=NullPool, hide_parameters=True
    )
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def check_packed(path: Path) -> None:
    """Read a backup from end to end. BackupError where its database is not what was packed."""
    try:
        with zipfile.ZipFile(path) as packed:
            _, wanted = _read_head(path, packed)
            _read_database(path, packed, wanted)
    except _DAMAGE as error:
        raise make_damage_error(path) from error


def is_backup(path: Path) -> bool:
    """Whether a file begins as a backup of any version does."""
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed, packed.open(HEAD) as opened:
                return str(json.loads(opened.read(MAX_HEAD))["archive"]).startswith(FAMILY)
        return former.is_backup(path)
    except (OSError, *_DAMAGE):
        return False
