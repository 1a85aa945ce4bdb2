"""The database table of uploads: files handed in that are not wholly in their league yet."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Integer, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.accounts.models import OF_ACCOUNT
from scorekeeper.store.leagues.log.models import KEY_LENGTH, OF_LEAGUE
from scorekeeper.store.match.models import Base, Key


class LeagueUploadRow(Base):
    """An archive, another program's export or a paper's lines, read and checked, on the way into a league.

    ``items`` is what it brings, compressed JSON lines; ``done`` of ``total`` of them are in. ``plan`` says who of the
    league everybody is, and what was made. ``state`` is ``names`` (a person has to say who is who), ``running``,
    ``done`` or ``undone``.
    """

    __tablename__ = "league_upload"
    __table_args__ = (UniqueConstraint("league_id", "key"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE))
    key: Mapped[str] = mapped_column(String(KEY_LENGTH))
    kind: Mapped[str] = mapped_column(String(20))
    account_id: Mapped[int | None] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="SET NULL"), index=True)
    state: Mapped[str] = mapped_column(String(10))
    plan: Mapped[dict[str, Any]]
    problems: Mapped[list[Any]] = mapped_column(JSON)
    items: Mapped[bytes] = mapped_column(LargeBinary)
    done: Mapped[int] = mapped_column(Integer, default=0)
    total: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime]
