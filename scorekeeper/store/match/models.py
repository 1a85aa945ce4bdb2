"""The tables. Facts are in ``event``, which is only ever added to; people's words lie beside it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.dialects.sqlite import DATETIME
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Key = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only in a column of type INTEGER, which is as wide."""


class _SqliteText(DATETIME):
    """The text that SQLAlchemy writes too, but in a tenth of its time: a record has thousands of moments."""

    def bind_processor(self, dialect: Dialect) -> Callable[[datetime | None], str | None]:
        def write(value: datetime | None) -> str | None:
            return None if value is None else value.replace(tzinfo=None).isoformat(" ", "microseconds")

        return write


class Moment(TypeDecorator[datetime]):
    """A time in UTC, which SQLite forgets to say."""

    impl = DateTime(timezone=True).with_variant(_SqliteText(), "sqlite")  # type: ignore[no-untyped-call]
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """Constraints are named by a rule, so that migrations can find them on both databases."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Moment(), dict[str, Any]: JSON()}  # noqa: RUF012 - SQLAlchemy's way


def table_of(row: type[Base]) -> Table:
    """The table behind a class.

    A statement on its columns gives the same rows as one on the class's attributes, without SQLAlchemy's ORM, which
    takes longer than SQLite does; what every recorded deal waits for is written this way.
    """
    return Base.metadata.tables[row.__tablename__]


class MatchRow(Base):
    """One sitting. ``seq`` is that of its last event; ``summary`` is what lists show of it as of ``seq``.

    ``pulse`` counts every change of what pages show, drafts and erased names included (:mod:`store.feed`).

    The summary holds no names and can be emptied at any time; one is never kept of a match in which people came or
    went. The generations count how often links were revoked.
    ``series`` is the ``id`` of the first of the matches that are one another's rematches; there ``best_of`` says of how
    many the series is the best (null: it is open). It moves no score. ``begun`` says why and when the chain of hashes
    began later than the match (null: it did not).
    """

    __tablename__ = "match"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    public_id: Mapped[str] = mapped_column(String(12), unique=True)
    game: Mapped[str] = mapped_column(String(20))
    seq: Mapped[int] = mapped_column(Integer)
    pulse: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    generation_owner: Mapped[int] = mapped_column(Integer, default=1)
    generation_score: Mapped[int] = mapped_column(Integer, default=1)
    generation_watch: Mapped[int] = mapped_column(Integer, default=1)
    series: Mapped[int | None] = mapped_column(ForeignKey("match.id"), index=True)
    best_of: Mapped[int | None] = mapped_column(SmallInteger)
    device_id: Mapped[str | None] = mapped_column(String(43))
    opened_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    binned_at: Mapped[datetime | None]
    summary: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    begun: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class EventRow(Base):
    """One thing that happened to a match. Rows are added and never changed.

    ``device_id`` is not a foreign key: a device may be forgotten, what was written with it stays. ``content`` and
    ``chain`` are hashes (:mod:`scorekeeper.store.match.record.chain`). ``at`` is the time that was said; where the
    event was written elsewhere, ``received`` is when it came here (null: it was written here).
    """

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("match_id", "seq"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"))
    seq: Mapped[int] = mapped_column(Integer)
    uuid: Mapped[str] = mapped_column(String(36), unique=True)
    kind: Mapped[str] = mapped_column(String(20))
    body: Mapped[dict[str, Any]]
    device_id: Mapped[str | None] = mapped_column(String(43))
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    at: Mapped[datetime]
    received: Mapped[datetime | None]
    content: Mapped[str | None] = mapped_column(String(64))
    chain: Mapped[str | None] = mapped_column(String(64))


class PlayerRow(Base):
    """A person, known by a number."""

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(Key, primary_key=True)


class PlayerNameRow(Base):
    """A name a person goes or went by; null once it is erased. Events name these rows, never the names.

    ``salt`` is erased with the name, and the table sees to it; ``seal`` stays, so that the chain can be checked.
    """

    __tablename__ = "player_name"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    name: Mapped[str | None] = mapped_column(String(60))
    at: Mapped[datetime]
    salt: Mapped[str | None] = mapped_column(String(32))
    seal: Mapped[str | None] = mapped_column(String(64))


class FreeTextRow(Base):
    """A note, a place or a reason; null once it is erased. ``salt`` and ``seal`` are as those of a name."""

    __tablename__ = "free_text"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    text: Mapped[str | None] = mapped_column(Text)
    salt: Mapped[str | None] = mapped_column(String(32))
    seal: Mapped[str | None] = mapped_column(String(64))


class DeviceRow(Base):
    """A browser, known by a digest of its cookie."""

    __tablename__ = "device"

    id: Mapped[str] = mapped_column(String(43), primary_key=True)
    label: Mapped[str | None] = mapped_column(String(60))
    last_seen: Mapped[datetime]


class DeviceMatchRow(Base):
    """A match that a device has opened, with the best capability it came with."""

    __tablename__ = "device_match"
    __table_args__ = (Index("ix_device_match_device_id_at", "device_id", "at"),)

    device_id: Mapped[str] = mapped_column(ForeignKey("device.id", ondelete="CASCADE"), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True, index=True)
    capability: Mapped[str] = mapped_column(String(5))
    at: Mapped[datetime]


class RuleSetRow(Base):
    """House rules that a phone keeps under a name of its own."""

    __tablename__ = "rule_set"

    device_id: Mapped[str] = mapped_column(ForeignKey("device.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(20), primary_key=True)
    name: Mapped[str] = mapped_column(String(60), primary_key=True)
    rules: Mapped[dict[str, Any]]
    at: Mapped[datetime]


class HolderRow(Base):
    """Who held a device at a match, for events after ``seq``: a seat, or a scorer's name (null once it is erased).

    Neither means that the question was skipped. Rows are added when the phone changes hands; ``since`` is when.
    """

    __tablename__ = "holder"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    device_id: Mapped[str] = mapped_column(String(43))
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    name: Mapped[str | None] = mapped_column(String(60))
    seq: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    since: Mapped[datetime]


class OriginRow(Base):
    """Another place that keeps the same match, where it is called ``public_id``, and the last event that both have.

    On a phone alone ``address`` is the link there that lets it go on with the match, and ``theirs`` the record of that
    place where the two went on in different ways. A server has neither: it only remembers who brought the match.
    """

    __tablename__ = "origin"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    public_id: Mapped[str] = mapped_column(String(12), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime]
    address: Mapped[str | None] = mapped_column(String(200))
    theirs: Mapped[str | None] = mapped_column(Text)


class OfferRow(Base):
    """A change of house rules that waits for the seats which had agreed to those before. At most one a match.

    It becomes an event with this ``uuid`` once they all have ``confirmed``; then, or when it is withdrawn, it goes.
    """

    __tablename__ = "offer"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    uuid: Mapped[str] = mapped_column(String(36))
    rules: Mapped[dict[str, Any]]
    why: Mapped[str | None] = mapped_column(Text)
    device_id: Mapped[str | None] = mapped_column(String(43))
    confirmed: Mapped[list[int]] = mapped_column(JSON)
    at: Mapped[datetime]


class KeptRulingRow(Base):
    """A ruling that is too long to stand in its own address, without a name. ``id`` is a digest of ``packed``."""

    __tablename__ = "kept_ruling"

    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    packed: Mapped[list[Any]] = mapped_column(JSON)
    at: Mapped[datetime]


class DraftPartRow(Base):
    """A part of the deal in progress. ``value`` is a list: of the one value, or empty when it was emptied again.

    ``draft`` is the UUID that the deal's event will have; rows of a recorded draft say who entered what of it.
    """

    __tablename__ = "draft_part"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    draft: Mapped[str] = mapped_column(String(36), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
    value: Mapped[list[Any]] = mapped_column(JSON)
    device_id: Mapped[str | None] = mapped_column(String(43))
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    at: Mapped[datetime]


class EmptiedRow(Base):
    """A match that was emptied out of the bin: what is left so that its ids stay taken and its links can be answered.

    ``begun`` is what the match said of its chain, which its first hash follows from.
    """

    __tablename__ = "emptied"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    public_id: Mapped[str] = mapped_column(String(12), unique=True)
    generation_owner: Mapped[int] = mapped_column(Integer)
    generation_score: Mapped[int] = mapped_column(Integer)
    generation_watch: Mapped[int] = mapped_column(Integer)
    opened_at: Mapped[datetime]
    emptied_at: Mapped[datetime]
    begun: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class EmptiedEventRow(Base):
    """An event of an emptied match: its UUID, its time and its hashes, and nothing of what it said."""

    __tablename__ = "emptied_event"
    __table_args__ = (UniqueConstraint("emptied_id", "seq"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    emptied_id: Mapped[int] = mapped_column(ForeignKey("emptied.id"))
    seq: Mapped[int] = mapped_column(Integer)
    uuid: Mapped[str] = mapped_column(String(36), unique=True)
    at: Mapped[datetime]
    content: Mapped[str | None] = mapped_column(String(64))
    chain: Mapped[str | None] = mapped_column(String(64))
