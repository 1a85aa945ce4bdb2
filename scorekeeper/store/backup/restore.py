"""Putting a backup back: checked from end to end first, written in one transaction, compared before it counts."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import Connection, MetaData, Table, func, inspect, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.core.text import T
from scorekeeper.store import migrate, server_key, settings
from scorekeeper.store.backup.copying import copy_rows, tables_of
from scorekeeper.store.backup.errors import BackupError, make_damage_error
from scorekeeper.store.backup.make import reason_of
from scorekeeper.store.backup.packing import Head, reading, unpacked
from scorekeeper.store.engine import session_factory
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.forget import apply_record
from scorekeeper.store.forgetting.record import Forgotten, ForgottenRow
from scorekeeper.store.match import ledger
from scorekeeper.store.match.models import MatchRow, table_of

LEAP = 1_000_000
"""A pulse that comes back is ahead of the kept one by at most so much, and never twice by as much."""


def restore(
    url: str, path: Path, *, replace: bool = False, on_trial: bool = False
) -> tuple[Head, dict[str, int]]:
    """Put a backup into the database; what it says of itself, and how many rows each table has.

    Its rows go into tables that are made anew, so that it comes back on either database. The database has to be empty
    unless its rows may be replaced. One of an older schema is brought up to this program's first.
    ``on_trial``: nothing is noted outside the database.
    BackupError, and not a row is changed, when the backup is not good.
    """
    with unpacked(path) as (head, database):
        try:
            migrate.upgrade(f"sqlite:///{database}")
            return head, _put_back(url, database, head.key, replace=replace, on_trial=on_trial)
        except SQLAlchemyError as error:
            raise BackupError(
                T(
                    "The database does not take the backup, and is as it was: {reason}",
                    reason=reason_of(error),
                )
            ) from error
        except (ValueError, TypeError) as error:  # no moment, no JSON
            raise make_damage_error(path) from error


def _put_back(
    url: str, database: Path, key: bytes | None, *, replace: bool, on_trial: bool
) -> dict[str, int]:
    with migrate.exclusive(url) as connection, reading(database) as source:
        forgotten = _forgotten_here(connection)
        _make_room(connection, replace)
        migrate.bring_to(connection, migrate.head())
        counted = copy_rows(source, connection)
        _leap(connection)
        if key is not None:
            settings.write(connection, server_key.NAME, server_key.fingerprint(key))
        forget_again(connection, forgotten, in_file=not on_trial)
    return counted


def _leap(connection: Connection) -> None:
    """Let every match go on at a pulse that no page had: those that follow would come again and mean something else.

    A phone that was away meanwhile would hear that nothing is new, and show deals that are gone.
    """
    connection.execute(update(table_of(MatchRow)).values(pulse=MatchRow.pulse + 1 + secrets.randbelow(LEAP)))


def _forgotten_here(connection: Connection) -> set[Forgotten]:
    """The persons that the replaced database knows to be forgotten; the backup may be older."""
    if not inspect(connection).has_table(ForgottenRow.__tablename__):
        return set()
    with Session(connection) as session:
        return record.read_rows(session)


def forget_again(connection: Connection, forgotten: Iterable[Forgotten], *, in_file: bool) -> None:
    """Erase all that the backup holds of persons who were forgotten since, before its rows count."""
    with Session(connection) as session:
        apply_record(session, record.read(session).union(forgotten), in_file=in_file)
        session.flush()
        session.commit()


def _make_room(connection: Connection, replace: bool) -> None:
    """Empty the database, down to its tables. BackupError if that would lose rows, unless ``replace``."""
    tables = tables_of(connection)
    if tables and migrate.revision(connection) is None:
        raise BackupError(T("The database holds tables that are not Scorekeeper’s. Give it one of its own."))
    rows = 0 if replace else sum(_count(connection, table) for table in tables)
    if rows:
        raise BackupError(
            T("The database holds something already. Stop the server and add --replace to give that up.")
        )
    if inspect(connection).get_table_names():
        metadata = MetaData()
        metadata.reflect(connection)
        metadata.drop_all(connection)


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


class Tried(NamedTuple):
    """What a backup came to when it was put back somewhere else: its head, its rows by table, matches that fail."""

    head: Head
    rows: dict[str, int]
    failing: list[str]


def try_restore(path: Path) -> Tried:
    """Put a backup into a database of its own, score every match, and take all that away again."""
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        url = f"sqlite:///{folder}/tried.db"
        head, rows = restore(url, path, on_trial=True)
        sessions = session_factory(url)
        try:
            with sessions() as session:
                failing = list(_find_failing(session))
        finally:
            sessions.kw["bind"].dispose()
    return Tried(head, rows, failing)


def _find_failing(session: Session) -> Iterator[str]:
    for public_id in session.execute(select(MatchRow.public_id).order_by(MatchRow.id)).scalars().all():
        try:
            match = ledger.load(session, public_id)
            if match is None or not isinstance(match.sheet(), Sheet):
                yield public_id
        except Exception:  # a damaged match: the others are looked at all the same
            yield public_id
        session.rollback()
