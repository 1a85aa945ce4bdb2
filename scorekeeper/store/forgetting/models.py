"""The database table of the persons who are forgotten."""

from __future__ import annotations

from sqlalchemy import String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.match.models import Base, Key


class ForgottenRow(Base):
    """A person who is forgotten. The row holds ids and nothing else: no name, no time, no reason.

    ``kind`` is ``seat`` (``place`` is the match's id, ``who`` the seat at its opening), ``player`` (the league's id and
    the player's key) or ``account`` (the account's handle, in no place).
    """

    __tablename__ = "forgotten"
    __table_args__ = (UniqueConstraint("kind", "place", "who"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    place: Mapped[str] = mapped_column(String(12))
    who: Mapped[str] = mapped_column(String(43))
