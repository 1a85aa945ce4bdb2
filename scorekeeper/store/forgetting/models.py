"""The database table of the persons who are forgotten."""

from __future__ import annotations

from sqlalchemy import String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.match.models import Base, Key


class ForgottenRow(Base):
    """A person who is forgotten, or a match that was emptied. The row holds ids and no name, no reason.

    ``kind`` is ``seat`` (``place`` is the match's id, ``who`` the seat at its opening), ``player`` (the league's id and
    the player's key), ``opening`` (in no place; the UUID by which a match was opened, and the seat), ``account`` (the
    account's handle, in no place) or ``match`` (the match's id, and in ``who`` when it was emptied).
    """

    __tablename__ = "forgotten"
    __table_args__ = (UniqueConstraint("kind", "place", "who"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    place: Mapped[str] = mapped_column(String(12))
    who: Mapped[str] = mapped_column(String(43))
