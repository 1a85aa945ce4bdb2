"""What the commands of the server's keeper share: the database that is there, what a server answers, sentences."""

from __future__ import annotations

import http.client
import os
import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.cli.files import StoppedError
from scorekeeper.core.text import Catalogue, T, Text, render
from scorekeeper.host.metrics_access import TOKEN_VARIABLE
from scorekeeper.server import running
from scorekeeper.store import instance, migrate
from scorekeeper.store.backup import shelf
from scorekeeper.store.backup.make import reason_of
from scorekeeper.store.engine import session_factory, synchronous
from scorekeeper.store.private_files import give_to_owner

PATIENCE = 10.0


def leaves_to_owner(run: Callable[[Any, Catalogue | None], int]) -> Callable[[Any, Catalogue | None], int]:
    """A command that may be run as root where the server is another user's: what it made is that user's in the end."""

    @wraps(run)
    def run_command(options: Any, words: Catalogue | None) -> int:
        try:
            return run(options, words)
        finally:
            give_to_owner(instance.directory(), instance.snapshots_folder())

    return run_command


def print_sentences(sentences: Iterable[Text], words: Catalogue | None) -> None:
    """Print each sentence as soon as what it tells is done."""
    for sentence in sentences:
        print(render(sentence, words))


def find_database() -> str:
    """The address of the server's database; StoppedError where the environment says of it what cannot be."""
    try:
        synchronous()  # refused here already, and not where the database is opened
        return instance.database_url()
    except instance.InstanceError as error:
        raise stopped_by(error) from error


@contextmanager
def open_sessions() -> Iterator[sessionmaker[Session]]:
    """Sessions on the server's database; StoppedError where `check_fits` raises it."""
    url = find_database()
    check_fits(url)
    sessions = session_factory(url)
    try:
        yield sessions
    finally:
        sessions.kw["bind"].dispose()


def check_fits(url: str) -> None:
    """StoppedError for a database that does not answer, or has another schema than this program's."""
    try:
        check_there(url)
        schema = migrate.current(url)
    except SQLAlchemyError as error:
        raise StoppedError(T("The database cannot be read: {reason}", reason=reason_of(error))) from error
    if schema != migrate.head():
        raise StoppedError(T("The database is of another version; start the server of this program once."))


def check_there(url: str) -> None:
    """StoppedError for a database file that is not there: looking into it would make an empty one."""
    made = make_url(url)
    if made.get_backend_name() == "sqlite" and not Path(made.database or "").is_file():
        raise StoppedError(T("There is no database at {place}.", place=made.database or ""))


def snapshots_folder(url: str) -> Path | None:
    """Where the running server keeps snapshots of its database, or one would; None where none are made."""
    server = running.find()
    return Path(server.snapshots) if server and server.snapshots else shelf.folder_of(url)


def stopped_by(error: Exception) -> StoppedError:
    """An error of the store as one of the command line, with its sentence."""
    text = getattr(error, "text", None)
    return StoppedError(text if isinstance(text, Text) else Text(str(error)))


def ask(url: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
    """The status and the text of one request on a connection of its own; OSError when there is no answer.

    Nothing is followed. The token of the counters goes along where there is one.
    """
    parts = urlsplit(url)
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection = http.client.HTTPSConnection(parts.netloc, timeout=PATIENCE, context=context)
    else:
        connection = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)
    token = os.environ.get(TOKEN_VARIABLE, "")
    token_header = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        connection.request("GET", parts.path or "/", headers={**token_header, **(headers or {})})
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")
    except http.client.HTTPException as error:
        raise OSError(str(error) or type(error).__name__) from error
    finally:
        connection.close()
