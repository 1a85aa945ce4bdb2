"""Where a name still stands: in rows of any table, and in the bytes of SQLite's files and of snapshots."""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table
from sqlalchemy.orm import Session

from scorekeeper.store.backup import shelf
from scorekeeper.store.backup.copying import rows_of, tables_of
from scorekeeper.store.backup.packing import reading, unpacked
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.erasing import spell_out
from scorekeeper.store.forgetting.record import Mentions, fold
from scorekeeper.store.match.kinds import NEW_NAMES, OPENED
from scorekeeper.store.private_files import BESIDE

CHUNK = 1 << 20
PLAYER_NAME = "player_name"
PLACES = {"match": "match_id", "league": "league_id", "account": "account_id", "league_model": "model_id"}
"""The tables whose rows are places where a person of a name plays, and the columns by which others belong to them."""


class Trace(NamedTuple):
    """A row that holds the name. ``person``: it belongs to someone of that name who is not forgotten."""

    table: str
    row: str
    column: str
    person: bool


class Namesakes(NamedTuple):
    """Those who have the name and are not forgotten: the rows that say it, and the places where they play."""

    names: frozenset[int] = frozenset()
    places: Mapping[str, frozenset[int]] = MappingProxyType({})

    def owns_row(self, table: Table, row: Any) -> bool:
        """Whether a name in this row is theirs, or is said where they play."""
        if table.name == PLAYER_NAME:
            return row.id in self.names
        belongs = {table.name: "id"} | PLACES
        return any(
            belongs[place] in table.columns and row._mapping[belongs[place]] in ids
            for place, ids in self.places.items()
        )


def in_rows(session: Session, name: str) -> Iterator[Trace]:
    """Every row that holds the name, as a whole word in any spelling; packed rows are unpacked."""
    yield from _in_tables(session.connection(), Mentions([name]), find_namesakes(session, name))


def find_namesakes(session: Session, name: str) -> Namesakes:
    """Those of a name who live here; as long as no one was forgotten, it may be the name of who is to be."""
    if all(forgotten.kind == record.MATCH for forgotten in record.read(session)):
        return Namesakes()
    called, connection = Mentions([name]), session.connection()
    tables = {table.name: table for table in tables_of(connection)}
    named = [row for row in rows_of(connection, tables[PLAYER_NAME]) if called(row.name)]
    people = {row.player_id for row in named}
    texts = {row.id for row in rows_of(connection, tables["free_text"]) if called(row.text)}
    events = rows_of(connection, tables["event"])
    leagues = {row.league_id for row in rows_of(connection, tables["league_player"]) if called(row.name)}
    models = (row for row in rows_of(connection, tables["league_model"]) if row.league_id in leagues)
    accounts = (row.id for row in rows_of(connection, tables["account"]) if called(row.name))
    places = {
        "match": frozenset(row.match_id for row in events if _sits_there(row, people, texts)),
        "league": frozenset(leagues),
        "league_model": frozenset(row.id for row in models),
        "account": frozenset(accounts),
    }
    return Namesakes(frozenset(row.id for row in named), places)


def _sits_there(event: Any, people: Collection[int], names: Collection[int]) -> bool:
    """Whether by this event one of these people plays, or a person sits down whose name is one of these texts."""
    if event.kind == OPENED:
        return any(player in people for player in event.body["players"])
    texts = event.body.get("texts", {})
    return any(texts.get(name) in names for name in NEW_NAMES)


def _in_tables(connection: Connection, called: Mentions, namesakes: Namesakes) -> Iterator[Trace]:
    for table in tables_of(connection):
        for row in rows_of(connection, table):
            for column in table.columns:
                if called(_text_of(row._mapping[column])):
                    key = ", ".join(str(row._mapping[primary]) for primary in table.primary_key.columns)
                    yield Trace(table.name, key, column.name, namesakes.owns_row(table, row))


def in_snapshots(folder: Path, name: str, namesakes: Namesakes) -> Iterator[Path]:
    """The snapshots that hold the name: in a row that is not a namesake's, or else in their bytes.

    Where there are others of this name, what holds their names is not looked at byte by byte.
    """
    for snapshot in shelf.list_snapshots(folder):
        file = shelf.path_of(folder, snapshot)
        with unpacked(file) as (_, database):
            with reading(database) as connection:
                stands = any(
                    not trace.person for trace in _in_tables(connection, Mentions([name]), namesakes)
                )
            if stands or (namesakes == Namesakes() and holds(database, name)):
                yield file


def _text_of(value: Any) -> str | None:
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, bytes):
        return spell_out(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else None


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
            window = before + part
            if any(spelling in window for spelling in wanted):
                return True
            before = window[-longest:]
    return False


def _is_packed(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(2) == b"\x1f\x8b"


def _spellings(name: str) -> set[bytes]:
    texts = {name, fold(name), name.upper(), name.title()}
    return {text.encode() for text in texts} | {json.dumps(text)[1:-1].encode() for text in texts}
