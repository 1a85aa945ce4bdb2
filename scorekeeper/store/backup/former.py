"""The form of backups before 1.0: packed lines of JSON, which become a database file of today.

{"archive": "scorekeeper-backup/1", "program": …, "schema": "0018", "made_at": …, "key": …}
{"table": "match", "columns": {"id": "plain", "opened_at": "time", …}}
[1, "2026-11-20T18:00:00.000000", …]                                     one row a line
{"rows": 1, "sum": "…"}
{"sha256": "…"}                                                          of all that stands before
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, text

from scorekeeper.store import migrate
from scorekeeper.store.backup.copying import tables_of
from scorekeeper.store.backup.errors import make_damage_error, make_older_error
from scorekeeper.store.instance import KEY_BYTES

BEGINS = b"\x1f\x8b"
FORMAT = "scorekeeper-backup/1"
MAX_LINE = 64 * 1024 * 1024
_READERS: dict[str, Callable[[Any], Any]] = {
    "time": lambda value: datetime.fromisoformat(value).replace(tzinfo=UTC),
    "date": date.fromisoformat,
    "bytes": base64.b64decode,
    "plain": lambda value: value,
    "json": lambda value: value,
}


def read(path: Path, database: Path) -> tuple[str, str, str, bytes | None]:
    """Write what the backup holds into a new database file; its program, schema, moment and key.

    BackupError, ValueError, OSError or EOFError where it is not good.
    """
    with gzip.open(path, "rb") as opened:
        lines = _check_lines(path, opened)
        head = next(lines)
        key = None if head["key"] is None else base64.b64decode(head["key"], validate=True)
        if head["archive"] != FORMAT or (key is not None and len(key) != KEY_BYTES):
            raise make_damage_error(path)
        if head["schema"] != migrate.FORMER:
            raise make_older_error(path, str(head["schema"]))
        with migrate.exclusive(f"sqlite:///{database}") as connection:
            migrate.bring_to(connection, migrate.FIRST)
            _load(connection, lines)
    return str(head["program"]), migrate.FORMER, str(head["made_at"]), key


def _check_lines(path: Path, opened: Any) -> Iterator[Any]:
    """What each line says but the last, which has to be the digest of all before it."""
    digest = sha256()
    while True:
        line = opened.readline(MAX_LINE)
        if not line.endswith(b"\n"):
            raise make_damage_error(path)
        content = json.loads(line)
        if isinstance(content, dict) and "sha256" in content:
            if content["sha256"] != digest.hexdigest() or opened.read(1):
                raise make_damage_error(path)
            return
        digest.update(line)
        yield content


def _load(connection: Connection, lines: Iterator[Any]) -> None:
    """Put the rows into the tables that are still there; a league's figures are derived again."""
    there = {table.name: table for table in tables_of(connection)}
    table: Any = None
    columns: dict[str, str] = {}
    for line in lines:
        if isinstance(line, list) and table is not None:
            connection.execute(insert(table), _read_row(columns, line))
        elif "table" in line:
            columns = line["columns"]
            table = None if _is_derived(line["table"], columns) else there[line["table"]]
    connection.execute(text("UPDATE league SET derived_seq = 0"))


def _is_derived(table: str, columns: dict[str, str]) -> bool:
    return "model_id" in columns or table in ("league_model", "league_lease")


def _read_row(columns: dict[str, str], values: Sequence[Any]) -> dict[str, Any]:
    return {
        name: None if value is None else _READERS[kind](value)
        for (name, kind), value in zip(columns.items(), values, strict=True)
    }


def is_backup(path: Path) -> bool:
    """Whether a file begins as a backup of this form does."""
    with gzip.open(path, "rb") as opened:
        return opened.readline(64 * 1024).startswith(b'{"archive":"' + FORMAT.encode())
