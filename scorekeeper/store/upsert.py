"""Inserts that say what becomes of a row that is there already: each database has its own form of them."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session


def insert_into(session: Session, table: Any) -> Any:
    """An insert in the dialect of the session's database, with ``on_conflict_do_update`` and ``…_do_nothing``."""
    return insert_in(session.get_bind().dialect.name, table)


def insert_in(dialect: str, table: Any) -> Any:
    """The same by the dialect's name."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # here, because few have it: it takes a tenth of a second

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite  # here, beside the other

    return sqlite.insert(table)
