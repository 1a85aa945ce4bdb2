"""Migrates the database to the current schema.

``python -m scorekeeper.store.migrate "why"`` writes the next migration from what the models have become.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, inspect, text

from scorekeeper.store.all_models import METADATA
from scorekeeper.store.engine import make_engine
from scorekeeper.store.transactions import WRITE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from alembic.config import Config  # here, because a database is seldom migrated

FOLDER = Path(__file__).parent / "migrations"
FIRST, FORMER = "0100", "0018"
"""The schema of 1.0, and the last one before, from which the first migration takes a database over."""
LOCK = 5_061_982_271
"""Two processes that start at once migrate one after the other; on PostgreSQL by this advisory lock."""


class MigrationError(Exception):
    """The database cannot be used by this program; the message says why."""


def upgrade(database_url: str, first: Callable[[str, str], None] | None = None) -> None:
    """Migrate the database to the current schema, in one transaction: all of it or nothing.

    ``first`` hears from which schema to which, before a database that holds something is changed.
    """
    with exclusive(database_url) as connection:
        schema, scripts = revision(connection), list_revisions()
        if schema is not None and not is_known(schema):
            raise MigrationError(
                f"The database is {compare_age(schema)} than this program: it is at “{schema}”, the program knows "
                f"“{FORMER}” to “{scripts[0]}”. {WHICH[compare_age(schema)]}; nothing was changed."
            )
        if first is not None and schema not in (None, scripts[0]):
            first(str(schema), scripts[0])
        bring_to(connection, scripts[0])


WHICH = {
    "newer": "Install the newer Scorekeeper again",
    "older": "Start the last Scorekeeper before 1.0 once, which brings it to that, then this one",
}


def is_known(schema: str) -> bool:
    """Whether this program takes over what stands at a revision."""
    return schema == FORMER or schema in list_revisions()


def compare_age(schema: str) -> str:
    """``older`` or ``newer``, of a revision that is not known."""
    return "older" if schema < FORMER else "newer"


def current(database_url: str) -> str | None:
    """The revision that a database is at; None when it is empty."""
    with reading(database_url) as connection:
        return revision(connection)


@contextmanager
def reading(database_url: str) -> Iterator[Connection]:
    """A connection to a database of any schema."""
    with _engine(database_url) as engine, engine.connect() as connection:
        yield connection


def head() -> str:
    """The revision that this program needs."""
    return list_revisions()[0]


@contextmanager
def exclusive(database_url: str) -> Iterator[Connection]:
    """A transaction that may change the schema, one process at a time; it counts when it is left without an error."""
    with (
        _engine(database_url) as engine,
        engine.connect().execution_options(**{WRITE: True}) as connection,
        connection.begin(),
    ):
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        yield connection


def bring_to(connection: Connection, wanted: str) -> None:
    """Run the migrations that lead to a revision, in the transaction of this connection."""
    schema = revision(connection)
    if schema != wanted:
        from alembic import command  # here, because a database is seldom migrated

        if schema == FORMER:
            connection.execute(text("DELETE FROM alembic_version"))
        command.upgrade(_config(connection), wanted)


@contextmanager
def _engine(url: str) -> Iterator[Engine]:
    """Without foreign keys, because SQLite changes a table by dropping and renaming."""
    engine = make_engine(url, foreign_keys=False)
    try:
        yield engine
    finally:
        engine.dispose()


def revision(connection: Connection) -> str | None:
    """The revision that the database is at; None when it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


@lru_cache(maxsize=1)
def list_revisions() -> tuple[str, ...]:
    """Every revision this program knows, newest first: what their files are called begins with the number."""
    names = (file.name for file in (FOLDER / "versions").glob("[0-9]*.py"))
    return tuple(sorted((name.partition("_")[0] for name in names), reverse=True))


def _config(connection: Connection) -> Config:
    from alembic.config import Config  # here, because a database is seldom migrated

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def differences(database_url: str) -> list[Any]:
    """What the models and a migrated database disagree on, in Alembic's words."""
    from alembic.autogenerate import compare_metadata  # here, because a database is seldom migrated
    from alembic.migration import MigrationContext  # here, because a database is seldom migrated

    with reading(database_url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, METADATA))


def write_next(why: str) -> None:
    """Write the migration that leads from the newest one to the models. Read it before you commit it."""
    from tempfile import TemporaryDirectory  # here, because a database is seldom migrated

    from alembic import command  # here, because a database is seldom migrated

    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/scratch.db"
        upgrade(url)
        number = int(head()) + 1
        with exclusive(url) as connection:
            command.revision(_config(connection), why, autogenerate=True, rev_id=f"{number:04}")


if __name__ == "__main__":
    write_next(" ".join(sys.argv[1:]))
