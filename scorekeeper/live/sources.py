"""Where word of a change comes from: the database itself, so that any number of server processes may write to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.host.speech import say
from scorekeeper.store import readiness
from scorekeeper.store.accounts import attempts
from scorekeeper.store.engine import session_factory, unheard
from scorekeeper.store.leagues.evening.pulse import BETWEEN, EveningPulse, read_pulses
from scorekeeper.store.match import feed
from scorekeeper.store.presence import DatabaseGone

LOOK_EVERY = 0.15
"""Seconds between two looks at an SQLite file; one look costs some microseconds."""
RECONNECT = 1.0
AT_ONCE = 400
"""Matches asked for in one statement: databases limit a statement's parameters."""
Pulse = feed.MatchPulse | EveningPulse
ALL: frozenset[int] = frozenset()
"""Anything may have moved."""


class Source:
    """A database that is watched. ``changes`` yields the inner numbers of matches that moved, ``feed.LEAGUES`` among
    them where a league did, or ``ALL``. Everything else is asked in a thread: the streams go on meanwhile.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._sessions = session_factory(url)

    def states(self, names: Sequence[str]) -> dict[str, Pulse]:
        """How far these matches and evenings are."""
        pulses: dict[str, Pulse] = {}
        matches = [name for name in names if BETWEEN not in name]
        with self._sessions() as session:
            pulses |= read_pulses(session, [name for name in names if BETWEEN in name])
            for start in range(0, len(matches), AT_ONCE):
                pulses |= feed.states(session, matches[start : start + AT_ONCE])
        return pulses

    def find_obstacle(self, key: bytes) -> str | None:
        """Why the database cannot be served with this key."""
        with self._sessions() as session:
            return readiness.find_obstacle(session, key)

    def unknown_link(self, who: str) -> int:
        """Count a link that opens nothing; the seconds to wait when that was too often."""
        tried = (attempts.UNKNOWN_LINK, who)
        try:
            with self._sessions() as session:
                return attempts.wait(session, tried) or attempts.take(session, tried)
        except SQLAlchemyError:  # busy or full just now: the answer does not hang on it
            return 0

    def changes(self) -> AsyncIterator[frozenset[int]]:
        """Word of changes, for ever; what goes wrong with the database is waited out."""
        raise NotImplementedError

    def close(self) -> None:
        """Give the connections back."""
        self._sessions.kw["bind"].dispose()


class SqliteSource(Source):
    """SQLite counts the commits of others in ``PRAGMA data_version``."""

    async def changes(self) -> AsyncIterator[frozenset[int]]:
        engine = self._sessions.kw["bind"]
        while True:
            try:
                with engine.connect() as connection:
                    last = -1
                    while True:
                        version = _data_version(connection)
                        if version != last:
                            last = version
                            yield ALL
                        await asyncio.sleep(LOOK_EVERY)
            except (SQLAlchemyError, DatabaseGone) as error:
                _complain(error)
                await asyncio.sleep(RECONNECT)


def _data_version(connection: Connection) -> int:
    # Straight to the driver: inside a transaction of SQLAlchemy's the number would stand still.
    raw: Any = connection.connection.driver_connection
    raw.check()
    return int(raw.execute("PRAGMA data_version").fetchone()[0])


class PostgresSource(Source):
    """PostgreSQL tells its listeners, in the moment of the commit."""

    async def changes(self) -> AsyncIterator[frozenset[int]]:
        import psycopg  # here, because SQLite needs none

        address = make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)
        options: dict[str, Any] = {"autocommit": True, **unheard(self.url)}
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, **options) as connection:
                    await connection.execute(f"LISTEN {feed.CHANNEL}")
                    yield ALL  # what moved while no connection listened
                    async for word in connection.notifies():
                        yield frozenset({int(word.payload)})
            except (psycopg.Error, OSError) as error:
                _complain(error)
                await asyncio.sleep(RECONNECT)


def source_for(url: str) -> Source:
    """The way to watch this database."""
    backend = make_url(url).get_backend_name()
    return SqliteSource(url) if backend == "sqlite" else PostgresSource(url)


def _complain(error: Exception) -> None:
    reason = str(error).partition("\n")[0]
    say(f"live: the database does not answer ({reason}); trying again.")
