"""Transactions that write: one writer at a time, all of it or nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import event
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, SessionTransaction

from scorekeeper.store.trouble import trouble
from scorekeeper.store.write_watch import write_watch

WRITE = "scorekeeper_write"
"""The option of a connection whose transaction may write."""
_BEGAN = "write_began"
Result = TypeVar("Result")


def begin_write(session: Session) -> None:
    """Begin a transaction that may write; on SQLite it waits here for its turn.

    What the session was reading before is ended: a SQLite reader cannot become a writer once another has written.
    """
    if session.in_transaction():
        session.commit()
    try:
        session.connection(execution_options={WRITE: True})
    except BaseException as error:
        _note_failure(error)
        raise
    session.info[_BEGAN] = time.monotonic()


@event.listens_for(Session, "after_transaction_end")
def _note_end(session: Session, transaction: SessionTransaction) -> None:
    """What a transaction held from its turn to its commit or its end, other writers had to wait for."""
    if transaction.parent is None:
        began = session.info.pop(_BEGAN, None)
        if began is not None:
            write_watch.note_held(time.monotonic() - began)


def _note_failure(error: BaseException) -> None:
    kind = trouble(error)
    if kind is not None:
        write_watch.note_failed(kind)


def in_one_write(session: Session, write: Callable[[], Result]) -> Result:
    """Write in one transaction and commit it, all of it or nothing.

    Two requests with one UUID at the same moment break a constraint: the slower one asks again and finds the event.
    """
    try:
        with writing(session):
            return write()
    except IntegrityError:
        with writing(session):
            return write()


@contextmanager
def writing(session: Session) -> Iterator[None]:
    """A transaction that writes, and is committed at the end, all of it or nothing."""
    try:
        begin_write(session)
        yield
        session.commit()
    except BaseException as error:
        _note_failure(error)
        session.rollback()
        raise
    write_watch.note_written()
