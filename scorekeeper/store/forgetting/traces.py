"""Where a name still stands: in rows of any table, and in the bytes of SQLite's files and of snapshots."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table
from sqlalchemy.orm import Session

from scorekeeper.store.backup import shelf
from scorekeeper.store.backup.make import one_moment, rows_of, tables_of
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.mentions import Mentions, fold
from scorekeeper.store.leagues.exchange.uploads import unpack_whole
from scorekeeper.store.private_files import BESIDE

CHUNK = 1 << 20
OF_PERSONS = {"player_name": "name", "league_player": "name", "account": "name"}
"""The columns that say what a person is called. In all others a name is a mention."""


class Trace(NamedTuple):
    """A row that holds the name. ``person``: it is what someone is called who is not forgotten."""

    table: str
    row: str
    column: str
    person: bool


def in_rows(session: Session, name: str) -> Iterator[Trace]:
    """Every row that holds the name, as a whole word in any spelling; packed rows are unpacked."""
    living = any(one.kind != record.MATCH for one in record.read(session))
    yield from _in_tables(session.connection(), Mentions([name]), living)


def _in_tables(connection: Connection, called: Mentions, living: bool) -> Iterator[Trace]:
    for table in tables_of(connection):
        for column, row in _found(connection, table, called):
            key = ", ".join(str(row._mapping[one]) for one in table.primary_key.columns)
            person = living and OF_PERSONS.get(table.name) == column
            yield Trace(table.name, key, column, person)


def in_snapshots(folder: Path, name: str, *, living: bool) -> Iterator[Path]:
    """The snapshots that hold the name: in a row that is not another person's, or else in their bytes.

    ``living`` says that there are others of this name; what holds their names is not looked at byte by byte.
    """
    for one in shelf.list_snapshots(folder):
        file = shelf.path_of(folder, one)
        with one_moment(file) as connection:
            stands = any(not trace.person for trace in _in_tables(connection, Mentions([name]), living))
        if stands or (not living and holds(file, name)):
            yield file


def _found(connection: Connection, table: Table, called: Mentions) -> Iterator[tuple[str, Any]]:
    for row in rows_of(connection, table):
        for column in table.columns:
            if called(_text_of(row._mapping[column])):
                yield column.name, row


def _text_of(value: Any) -> str | None:
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, bytes):
        said = _plain(unpack_whole(value).decode("utf-8", "replace"))
        return "\n".join(map(_plain, said.split("\n")))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else None


def _plain(text: str) -> str:
    """A text in JSON with its letters as they are read, not as numbers; any other as it is."""
    with suppress(ValueError, RecursionError):
        return json.dumps(json.loads(text), ensure_ascii=False)
    return text


def in_files(database: Path, name: str) -> list[Path]:
    """Which of SQLite's files hold the name in their bytes."""
    files = [database.with_name(database.name + more) for more in BESIDE]
    return [file for file in files if file.is_file() and holds(file, name)]


def holds(file: Path, name: str) -> bool:
    """Whether the name stands in a file, packed or not: as it is typed, in JSON, or in another case."""
    wanted = _spellings(name)
    longest = max(map(len, wanted))
    with gzip.open(file, "rb") if _is_packed(file) else file.open("rb") as opened:
        before = b""
        while part := opened.read(CHUNK):
            said = before + part
            if any(one in said for one in wanted):
                return True
            before = said[-longest:]
    return False


def _is_packed(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(2) == b"\x1f\x8b"


def _spellings(name: str) -> set[bytes]:
    said = {name, fold(name), name.upper(), name.title()}
    return {one.encode() for one in said} | {json.dumps(one)[1:-1].encode() for one in said}
