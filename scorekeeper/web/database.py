"""The session of this request, as the ledger takes it."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorekeeper.store.db import db


def session() -> Session:
    """One session a request; Flask-SQLAlchemy closes it when the answer is out."""
    return db.session()
