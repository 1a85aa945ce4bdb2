"""One server alone serves an SQLite database, and none while a backup takes its place: a lock on a file beside it.

The system gives the lock back when the last process of a server has ended, however it ended. Several machines may serve
one PostgreSQL; no lock is taken there, nor where the system knows none (a phone alone).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.store.private_files import database_file

SUFFIX = "-served"
PATIENCE = 6.0
"""Seconds that a server waits for the last processes of one that was killed: they end what was asked of them."""


class ServedElsewhere(Exception):  # noqa: N818 - named by what was met
    """A server has this database already."""


@contextmanager
def serve_alone(url: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a database for one server, or for what takes a server's place; ServedElsewhere where another has it."""
    file = database_file(url)
    handle = None if file is None else _lock(file.with_name(file.name + SUFFIX), patience)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(path: Path, patience: float) -> int | None:
    """The descriptor that holds the lock, and that children inherit; None where there are no such locks."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock  # here, because a phone has none

        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except (ImportError, OSError):  # without the folder there is no database either, which says so itself
        return None
    until = time.monotonic() + patience
    while True:
        try:
            flock(handle, LOCK_EX | LOCK_NB)
            return handle
        except BlockingIOError as error:
            if time.monotonic() >= until:
                os.close(handle)
                raise ServedElsewhere from error
            time.sleep(0.1)
        except OSError:  # a folder in the network that knows no locks
            os.close(handle)
            return None
