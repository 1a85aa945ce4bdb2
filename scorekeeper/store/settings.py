"""What the database knows of the server itself: a name and a value each."""

from __future__ import annotations

from sqlalchemy import Connection, String, Text, delete, insert, inspect, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from scorekeeper.store.match.models import Base, table_of


class SettingRow(Base):
    """One thing that is known: ``key`` is the fingerprint of the server's key."""

    __tablename__ = "setting"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


SETTING = table_of(SettingRow)


def read(connection: Connection | Session, name: str) -> str | None:
    """What is kept under a name; the table has to be there."""
    return connection.execute(select(SETTING.c.value).where(SETTING.c.name == name)).scalar()


def read_if_there(connection: Connection, name: str) -> str | None:
    """The same in a database that may be empty or of an older schema."""
    return read(connection, name) if inspect(connection).has_table(SETTING.name) else None


def write(connection: Connection | Session, name: str, value: str) -> None:
    """Keep a value in place of the one before."""
    connection.execute(delete(SETTING).where(SETTING.c.name == name))
    connection.execute(insert(SETTING).values(name=name, value=value))
