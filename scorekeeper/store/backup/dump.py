"""The archive that a backup is: lines of JSON, compressed, that say how many they are and what they add up to.

    {"archive": "scorekeeper-backup/1", "program": …, "schema": "0007", "made_at": …, "key": …}
    {"table": "match", "columns": {"id": "plain", "opened_at": "time", …}}
    [1, "2026-11-20T18:00:00.000000", …]                                     one row a line
    {"rows": 1, "sum": "…"}
    {"sha256": "…"}                                                          of all that stands before

Writing and reading keep one line in memory at a time.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from scorekeeper.core.text import T, Text
from scorekeeper.store.instance import KEY_BYTES

FORMAT = "scorekeeper-backup/1"
FAMILY = "scorekeeper-backup/"
MAX_LINE = 64 * 1024 * 1024
PLAIN, TIME, DATE, BYTES, JSON = "plain", "time", "date", "bytes", "json"
KINDS = (PLAIN, TIME, DATE, BYTES, JSON)
_MODULUS = 1 << 256


class BackupError(Exception):
    """A backup cannot be made, read or put back; the sentence says why, and nothing was changed."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class NewerError(BackupError):
    """A newer program made the archive."""


class Head(NamedTuple):
    """How an archive begins. ``schema`` is the revision of the database, ``key`` the server's, where it is kept."""

    program: str
    schema: str
    made_at: str
    key: bytes | None


class Table(NamedTuple):
    """A table begins: its name and what each column holds."""

    name: str
    columns: Mapping[str, str]


class Row(NamedTuple):
    """One row, in the order of the table's columns, and how many bytes its line has."""

    values: list[Any]
    size: int


class End(NamedTuple):
    """A table ends: how many rows it had and what their digests add up to, in any order."""

    rows: int
    sum: str


Part = Head | Table | Row | End


class Sum:
    """Rows and the sum of their digests: equal rows have an equal sum, in any order."""

    def __init__(self) -> None:
        self.rows, self.total = 0, 0

    def add(self, line: bytes) -> None:
        """Count a row by its line."""
        self.rows += 1
        self.total = (self.total + int.from_bytes(sha256(line).digest(), "big")) % _MODULUS

    def end(self) -> End:
        """What has come so far."""
        return End(self.rows, f"{self.total:064x}")


def encode(columns: Iterable[str], values: Sequence[Any]) -> bytes:
    """A row's line: times in UTC, bytes in base 64."""
    said = [_encode_value(kind, value) for kind, value in zip(columns, values, strict=True)]
    return _line(said)


def _line(said: Any) -> bytes:
    return json.dumps(said, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def _encode_value(kind: str, value: Any) -> Any:
    if value is None or kind in (PLAIN, JSON):
        return value
    if kind == TIME:
        moment = value if value.tzinfo is None else value.astimezone(UTC).replace(tzinfo=None)
        return moment.isoformat(timespec="microseconds")
    return value.isoformat() if kind == DATE else base64.b64encode(value).decode()


def decode(kind: str, value: Any) -> Any:
    """The value that a line says."""
    if value is None or kind in (PLAIN, JSON):
        return value
    if kind == TIME:
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return date.fromisoformat(value) if kind == DATE else base64.b64decode(value)


class Writer:
    """Writes an archive part by part to an open file."""

    def __init__(self, target: BinaryIO, head: Head) -> None:
        self._file = gzip.GzipFile(fileobj=target, mode="wb", compresslevel=6, mtime=0, filename="")
        self._digest, self._sum = sha256(), Sum()
        self._kinds: tuple[str, ...] = ()
        key = None if head.key is None else base64.b64encode(head.key).decode()
        self._write(_line({"archive": FORMAT, **head._asdict(), "key": key}))

    def _write(self, line: bytes) -> None:
        self._digest.update(line)
        self._file.write(line)

    def table(self, name: str, columns: Mapping[str, str]) -> None:
        """Begin a table."""
        self._kinds, self._sum = tuple(columns.values()), Sum()
        self._write(_line({"table": name, "columns": dict(columns)}))

    def row(self, values: Sequence[Any]) -> None:
        """Write one row of the table."""
        line = encode(self._kinds, values)
        self._sum.add(line)
        self._write(line)

    def end_table(self) -> End:
        """End the table."""
        end = self._sum.end()
        self._write(_line(end._asdict()))
        return end

    def finish(self) -> None:
        """Seal the archive. The open file stays open."""
        self._file.write(_line({"sha256": self._digest.hexdigest()}))
        self._file.close()


def read(path: Path) -> Iterator[Part]:
    """Every part of an archive, checked on the way; BackupError where it is none, is newer, damaged or cut short."""
    try:
        with gzip.open(path, "rb") as opened:
            yield from _Reading(path, opened).parts()
    except BackupError:
        raise
    except (gzip.BadGzipFile, zlib.error, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise make_damage_error(path) from error
    except OSError as error:
        raise BackupError(
            T("“{name}” cannot be read: {reason}.", name=str(path), reason=error.strerror or str(error))
        ) from error


def make_damage_error(path: Path) -> BackupError:
    """What is said of a file that is no good archive."""
    return BackupError(
        T("“{name}” is damaged or not complete, or it is no backup of Scorekeeper.", name=str(path))
    )


class _Reading:
    """The state of reading: the digest of what has come, the sum of the table's rows."""

    def __init__(self, path: Path, opened: Any) -> None:
        self.path, self._opened, self._digest = path, opened, sha256()

    def _next(self) -> Any:
        line = self._opened.readline(MAX_LINE)
        if not line.endswith(b"\n"):
            raise make_damage_error(self.path)
        self._before, self._raw = self._digest.hexdigest(), line
        self._digest.update(line)
        return json.loads(line)

    def parts(self) -> Iterator[Part]:
        yield self._head(self._next())
        said = self._next()
        while "sha256" not in said:
            yield self._table(said)
            yield from self._rows()
            said = self._next()
        if said["sha256"] != self._before or self._opened.read(1):
            raise make_damage_error(self.path)

    def _head(self, said: Any) -> Head:
        name = str(said["archive"])
        if name.startswith(FAMILY) and name != FORMAT:
            raise NewerError(
                T(
                    "“{name}” was made by a newer Scorekeeper ({program}). Install that one, then restore it.",
                    name=str(self.path),
                    program=str(said.get("program"))[:40],
                )
            )
        if name != FORMAT:
            raise make_damage_error(self.path)
        key = None if said["key"] is None else base64.b64decode(said["key"], validate=True)
        if key is not None and len(key) != KEY_BYTES:
            raise make_damage_error(self.path)
        return Head(str(said["program"]), str(said["schema"]), str(said["made_at"]), key)

    def _table(self, said: Any) -> Table:
        columns = {str(name): str(kind) for name, kind in said["columns"].items()}
        if not columns or set(columns.values()) - set(KINDS):
            raise make_damage_error(self.path)
        self._columns = tuple(columns.values())
        return Table(str(said["table"]), columns)

    def _rows(self) -> Iterator[Row | End]:
        counted = Sum()
        while isinstance(said := self._next(), list):
            counted.add(self._raw)
            values = [decode(kind, value) for kind, value in zip(self._columns, said, strict=True)]
            yield Row(values, len(self._raw))
        end = End(said["rows"], said["sum"])
        if end != counted.end():
            raise make_damage_error(self.path)
        yield end


def check(path: Path) -> tuple[Head, dict[str, End]]:
    """Read an archive from end to end: how it begins, and what each table has. BackupError when it is not good."""
    head: Head | None = None
    tables: dict[str, End] = {}
    name = ""
    for part in read(path):
        if isinstance(part, Head):
            head = part
        elif isinstance(part, Table):
            name = part.name
        elif isinstance(part, End):
            tables[name] = part
    assert head is not None, "read() yields a head or raises"
    return head, tables


def is_archive(path: Path) -> bool:
    """Whether a file begins as an archive of any version does."""
    try:
        with gzip.open(path, "rb") as opened:
            return opened.readline(64 * 1024).startswith(b'{"archive":"' + FAMILY.encode())
    except (OSError, zlib.error, EOFError):
        return False
