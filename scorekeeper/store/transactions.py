"""Transactions that write: one writer at a time, all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

WRITE = "scorekeeper_write"
"""The option of a connection whose transaction may write."""
Result = TypeVar("Result")


def begin_write(session: Session) -> None:
    """Begin a transaction that may write; on SQLite it waits here for its turn.

    What the session was reading before is ended: a SQLite reader cannot become a writer once another has written.
    """
    if session.in_transaction():
        session.commit()
    session.connection(execution_options={WRITE: True})


def in_one_write(session: Session, write: Callable[[], Result]) -> Result:
    """Write in one transaction and commit it, all of it or nothing.

    Two requests with one UUID at the same moment break a constraint: the slower one asks again and finds the event.
    """
    try:
        return _attempt(session, write)
    except IntegrityError:
        return _attempt(session, write)


def _attempt(session: Session, write: Callable[[], Result]) -> Result:
    try:
        begin_write(session)
        result = write()
        session.commit()
    except BaseException:
        session.rollback()
        raise
    return result
