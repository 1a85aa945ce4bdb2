"""How databases are opened, alike for the web and for everything else. Knows nothing of Flask."""

from __future__ import annotations

import os
import sqlite3
import time
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.instance import InstanceError
from scorekeeper.store.leagues.matches.connect import connect_leagues
from scorekeeper.store.presence import guard_engine
from scorekeeper.store.private_files import database_file, make_private
from scorekeeper.store.transactions import WRITE
from scorekeeper.store.turns import in_turn, take_turns

SYNCHRONOUS_VARIABLE = "SCOREKEEPER_SQLITE_SYNCHRONOUS"
SYNCHRONOUS_VALUES = ("FULL", "EXTRA", "NORMAL")
ALONE_VARIABLE = "SCOREKEEPER_SQLITE_ALONE"
BUSY_MILLISECONDS = 15_000
UNHEARD = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
"""When a PostgreSQL whose machine is gone without a word counts as gone: the system would wait a quarter of an hour,
and every page with it. What the database's address says goes before."""
ONLY_READS = "25006"
"""What PostgreSQL says to a writer once another machine has taken its place."""

connect_leagues()  # a match that is written here may count in a league


def make_engine(url: str, *, foreign_keys: bool = True, **options: Any) -> Engine:
    """An engine on which writers wait for one another and an acknowledged commit survives a power cut."""
    return tune_engine(create_engine(url, **defaults(url), **options), foreign_keys=foreign_keys)


def defaults(url: str) -> dict[str, Any]:
    """Engine options: errors quote no names, and a PostgreSQL that was restarted is noticed before it is used."""
    options: dict[str, Any] = {"hide_parameters": True}
    if make_url(url).get_backend_name() == "sqlite":
        return options
    return {**options, "pool_pre_ping": True, "connect_args": unheard(url)}


def unheard(url: str) -> dict[str, int]:
    """What a connection to PostgreSQL is told of :data:`UNHEARD`."""
    return {name: value for name, value in UNHEARD.items() if name not in make_url(url).query}


def tune_engine(engine: Engine, *, foreign_keys: bool = True, patience: int = BUSY_MILLISECONDS) -> Engine:
    """Hang the settings of a SQLite database on an engine; other databases need none.

    ``patience`` is how long a writer waits for another, in milliseconds.
    """
    if engine.dialect.name == "sqlite":
        make_private(engine)
        mode, alone = synchronous(), bool(os.environ.get(ALONE_VARIABLE))

        def on_connect(connection: sqlite3.Connection, record: object) -> None:
            connection.isolation_level = None  # SQLAlchemy says BEGIN, not the driver
            connection.execute(f"PRAGMA busy_timeout={patience}")
            _take_alone(connection) if alone else _write_ahead(connection)
            connection.execute("PRAGMA secure_delete=ON")  # what is erased is not left in the file
            connection.execute(f"PRAGMA synchronous={mode}")
            connection.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")

        event.listen(engine, "connect", on_connect)
        event.listen(engine, "begin", _on_begin)
        file = database_file(str(engine.url))
        if file is not None and not alone:
            take_turns(engine, file, patience / 1000)
    else:
        event.listen(engine, "handle_error", _leave_reader)
    return engine


def _leave_reader(context: ExceptionContext) -> None:
    """Close the connections to a machine that only reads by now; the next ones lead to the one in its place."""
    if getattr(context.original_exception, "sqlstate", "") == ONLY_READS:
        context.is_disconnect = True


def synchronous() -> str:
    """How hard SQLite makes sure of a commit: FULL, unless SCOREKEEPER_SQLITE_SYNCHRONOUS says otherwise.

    NORMAL is faster on slow disks; a power cut may then take the last commits back, though never damage the rest.
    InstanceError where it says what there is not.
    """
    mode = os.environ.get(SYNCHRONOUS_VARIABLE, "").strip().upper() or SYNCHRONOUS_VALUES[0]
    if mode not in SYNCHRONOUS_VALUES:
        raise InstanceError(f"{SYNCHRONOUS_VARIABLE} is {mode}; it can be {', '.join(SYNCHRONOUS_VALUES)}.")
    return mode


def _write_ahead(connection: sqlite3.Connection, patience: float = 10.0) -> None:
    """The first process to come changes the file; SQLite does not let the others wait for that, so we do."""
    until = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def _take_alone(connection: sqlite3.Connection) -> None:
    """One connection has the file for itself, and a journal that is rolled back: a browser shares no memory and no
    locks between files, which a log written ahead would need.
    """
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA journal_mode=TRUNCATE")
    connection.execute("PRAGMA temp_store=MEMORY")


def _on_begin(connection: Connection) -> None:
    if not connection.get_execution_options().get(WRITE):
        connection.exec_driver_sql("BEGIN")
        return
    with in_turn(connection):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def session_factory(url: str) -> sessionmaker[Session]:
    """Sessions on a database of their own engine, outside Flask; the database has to be there."""
    engine = make_engine(url)
    guard_engine(engine)
    return sessionmaker(engine)
