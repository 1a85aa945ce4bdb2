"""Whether a database can be served: what pages, streams and the keeper's commands ask alike."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorekeeper.store import migrate, server_key


def find_obstacle(session: Session, key: bytes) -> str | None:
    """Why a server of this program and with this key cannot serve the database; None if it can."""
    try:
        revision = session.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if revision != migrate.head():
            return "the database is of another version"
        if not server_key.fits(session, key):
            return "the database belongs to a server with another key"
    except SQLAlchemyError:
        return "the database does not answer"
    return None
