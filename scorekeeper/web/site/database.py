"""The session of this request, as the ledger takes it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from scorekeeper.store.db import db
from scorekeeper.store.trouble import trouble

Written = TypeVar("Written")
log = logging.getLogger("scorekeeper.web.database")


def session() -> Session:
    """One session a request; Flask-SQLAlchemy closes it when the answer is out."""
    return db.session()


def try_write(write: Callable[[], Written]) -> Written | None:
    """Do a small write that the page does not hang on; None where the database is busy or full just now."""
    try:
        return write()
    except DBAPIError as error:
        if trouble(error) is None:
            raise
        log.warning("left undone: %s", error)
        session().rollback()
        return None
