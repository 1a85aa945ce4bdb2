"""The tables of a league's figures, which ``derive`` writes and ``reading`` reads; they can be thrown away.

A **model** is one derivation of a league. Pages read the current one; a new one is built beside it and takes its place
whole. A **scope** is a season's key, ``""`` for all time, or a year: a part of all time. A **position** puts matches in
order: night, moment, the order in which they came in, match. Fractions are whole numbers of :data:`PARTS`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.leagues.log.models import KEY_LENGTH, OF_LEAGUE
from scorekeeper.store.match.models import Base, Key, table_of

PARTS = 720_720
"""Divisible by every number up to 16: a point shared by as many stays a whole number of parts."""


def _plain(length: int) -> String:
    """Text that is ordered as Python orders it, in every locale of the database."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


KEY, UNIT, WHO, POSITION = _plain(KEY_LENGTH), _plain(700), _plain(90), _plain(90)
"""A player or match, a whole side of so many as there may be, two players, a place in the order of matches."""
MODEL_ID = "league_model.id"
SLIM = {"sqlite_with_rowid": False}
"""Rows that are little more than their key are kept in it, once."""


class LeagueModelRow(Base):
    """One derivation of a league. ``current`` is the one that pages show, ``retired`` one that is cleared away.

    ``edition`` is the derivation of the program that made it, ``rules`` are the documents by scope that it was made by,
    and ``version`` counts what has become visible (an ETag). ``cursor`` is the last row of ``league_match`` that a new
    one has taken in, ``done`` of ``total`` matches. Ratings are right before ``recompute_from``, all where it is null;
    ``moved`` has what players were rated before. ``names`` tells of which names those were found that may be one.
    """

    __tablename__ = "league_model"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE), index=True)
    current: Mapped[bool] = mapped_column(Boolean)
    retired: Mapped[bool] = mapped_column(Boolean)
    edition: Mapped[int] = mapped_column(Integer)
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    version: Mapped[int] = mapped_column(Integer, default=0)
    cursor: Mapped[int | None] = mapped_column(BigInteger)
    recompute_from: Mapped[str | None] = mapped_column(POSITION)
    moved: Mapped[dict[str, Any]] = mapped_column(JSON)
    done: Mapped[int] = mapped_column(Integer, default=0)
    total: Mapped[int] = mapped_column(Integer, default=0)
    names: Mapped[str] = mapped_column(String(60), default="")
    changed_at: Mapped[datetime]


class LeagueLeaseRow(Base):
    """The process that derives a league just now, and until when. Two never do at once."""

    __tablename__ = "league_lease"

    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE), primary_key=True)
    holder: Mapped[str] = mapped_column(String(36))
    until: Mapped[datetime]


class LeagueTakenRow(Base):
    """A match as it was taken in. ``counted`` says whether it counts, ``facts`` all that lists, standings and ratings
    need: the players of today by seat, merges followed, and the result without its deals (nothing while it is open).

    ``observed`` is what its deals give to statistics and records, compressed: it has to be taken off again.
    """

    __tablename__ = "league_taken"
    __table_args__ = (
        Index("ix_league_taken_order", "model_id", "position"),
        Index("ix_league_taken_season", "model_id", "season", "position"),
        Index("ix_league_taken_game", "model_id", "game", "position"),
        Index("ix_league_taken_state", "model_id", "state", "position"),
        Index("ix_league_taken_series", "model_id", "series"),
    )

    model_id: Mapped[int] = mapped_column(ForeignKey(MODEL_ID), primary_key=True)
    match: Mapped[str] = mapped_column(KEY, primary_key=True)
    position: Mapped[str] = mapped_column(POSITION)
    season: Mapped[str] = mapped_column(KEY)
    game: Mapped[str] = mapped_column(KEY)
    night: Mapped[str] = mapped_column(String(10))
    series: Mapped[str | None] = mapped_column(KEY)
    state: Mapped[str] = mapped_column(String(10))
    counted: Mapped[bool] = mapped_column(Boolean)
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    observed: Mapped[bytes | None] = mapped_column(LargeBinary)


class LeagueShareRow(Base):
    """What one match (or a series or evening, as ``source`` says) gives to a unit in a scope; ``points`` and ``wins``
    in parts. ``matches`` is how many it is: one, but for an evening.

    ``number`` tells shares of one match apart: who was merged may have sat there twice.
    """

    __tablename__ = "league_share"
    __table_args__ = SLIM

    model_id: Mapped[int] = mapped_column(ForeignKey(MODEL_ID), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    unit: Mapped[str] = mapped_column(UNIT, primary_key=True)
    night: Mapped[str] = mapped_column(_plain(10), primary_key=True)
    position: Mapped[str] = mapped_column(POSITION, primary_key=True)
    number: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    matches: Mapped[int] = mapped_column(SmallInteger, server_default="1")
    points: Mapped[int] = mapped_column(BigInteger)
    wins: Mapped[int] = mapped_column(BigInteger)
    written: Mapped[int] = mapped_column(BigInteger)
    difference: Mapped[int] = mapped_column(BigInteger)
    source: Mapped[str] = mapped_column(_plain(KEY_LENGTH + 1))


class LeagueEveningRow(Base):
    """What an evening that counts as a whole gives in a scope: the document of its shares. It stands where its last
    match does.
    """

    __tablename__ = "league_evening"

    model_id: Mapped[int] = mapped_column(ForeignKey(MODEL_ID), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    source: Mapped[str] = mapped_column(_plain(KEY_LENGTH + 1), primary_key=True)
    position: Mapped[str] = mapped_column(POSITION)
    shares: Mapped[list[Any]] = mapped_column(JSON)


class LeagueMeetingRow(Base):
    """Two units in one match of a scope, the one whose name comes first as ``unit``: how often they met in it, and what
    that one won of that, in parts; the other won the rest.
    """

    __tablename__ = "league_meeting"
    __table_args__ = SLIM

    model_id: Mapped[int] = mapped_column(ForeignKey(MODEL_ID), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    unit: Mapped[str] = mapped_column(UNIT, primary_key=True)
    rival: Mapped[str] = mapped_column(UNIT, primary_key=True)
    position: Mapped[str] = mapped_column(POSITION, primary_key=True)
    met: Mapped[int] = mapped_column(SmallInteger)
    won: Mapped[int] = mapped_column(BigInteger)


class LeaguePlayedRow(Base):
    """One player's seat in one match, in the ``pool`` of its game and in that of all games (``""``): how it came out
    for them (``kind``), and their rating after it (null where none is worked out yet). A match that does not count has
    a row in the pool of all games, with an empty ``kind``.

    ``expected`` is the chance in percent that their side would come first, ``matches`` how many there were up to it.
    """

    __tablename__ = "league_played"
    __table_args__ = SLIM

    model_id: Mapped[int] = mapped_column(ForeignKey(MODEL_ID), primary_key=True)
    player: Mapped[str] = mapped_column(KEY, primary_key=True)
    pool: Mapped[str] = mapped_column(KEY, primary_key=True)
    position: Mapped[str] = mapped_column(POSITION, primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    match: Mapped[str] = mapped_column(KEY)
    kind: Mapped[str] = mapped_column(String(8))
    mu: Mapped[float | None] = mapped_column(Float)
    sigma: Mapped[float | None] = mapped_column(Float)
    matches: Mapped[int | None] = mapped_column(Integer)
    shown: Mapped[int | None] = mapped_column(Integer)
    expected: Mapped[int | None] = mapped_column(SmallInteger)


class LeagueSumRow(Base):
    """A sum of observations of one measure in a season and a game: all time, and all games, are sums of these."""

    __tablename__ = "league_sum"
    __table_args__ = SLIM

    model_id: Mapped[int] = mapped_column(ForeignKey(MODEL_ID), primary_key=True)
    about: Mapped[str] = mapped_column(_plain(8), primary_key=True)
    measure: Mapped[str] = mapped_column(_plain(60), primary_key=True)
    who: Mapped[str] = mapped_column(WHO, primary_key=True)
    season: Mapped[str] = mapped_column(KEY, primary_key=True)
    game: Mapped[str] = mapped_column(KEY, primary_key=True)
    got: Mapped[int] = mapped_column(BigInteger)
    out_of: Mapped[int] = mapped_column(BigInteger)


class LeagueRecordRow(Base):
    """What may be a record; the greatest of a kind has the least ``low``."""

    __tablename__ = "league_record"
    __table_args__ = SLIM

    model_id: Mapped[int] = mapped_column(ForeignKey(MODEL_ID), primary_key=True)
    game: Mapped[str] = mapped_column(KEY, primary_key=True)
    kind: Mapped[str] = mapped_column(_plain(20), primary_key=True)
    low: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    match: Mapped[str] = mapped_column(KEY, primary_key=True)
    unit: Mapped[str] = mapped_column(UNIT, primary_key=True)
    value: Mapped[int] = mapped_column(BigInteger)
    season: Mapped[str] = mapped_column(KEY)
    night: Mapped[str] = mapped_column(_plain(10))


class LeagueAlikeRow(Base):
    """Two players whose names are so near that they may be one; the nearest have the greatest number."""

    __tablename__ = "league_alike"

    model_id: Mapped[int] = mapped_column(ForeignKey(MODEL_ID), primary_key=True)
    one: Mapped[str] = mapped_column(KEY, primary_key=True)
    other: Mapped[str] = mapped_column(KEY, primary_key=True)
    near: Mapped[int] = mapped_column(SmallInteger)


class LeagueRevisionRow(Base):
    """A match that gives something else than before.

    ``before`` and ``after`` are its documents of shares by scope. ``ratings`` holds the final ratings that moved
    because of it. The rows are kept, since nothing else tells when the change was noticed.

    ``kind`` is ``added``, ``removed`` or ``corrected``; ``late`` says that other matches had been played since.
    """

    __tablename__ = "league_revision"
    __table_args__ = (
        Index("ix_league_revision_at", "league_id", "at"),
        Index("ix_league_revision_match", "league_id", "match"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE))
    at: Mapped[datetime]
    match: Mapped[str] = mapped_column(KEY)
    kind: Mapped[str] = mapped_column(String(10))
    late: Mapped[bool] = mapped_column(Boolean)
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    after: Mapped[dict[str, Any]] = mapped_column(JSON)
    ratings: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


TAKEN = table_of(LeagueTakenRow)
LISTED = tuple(column for column in TAKEN.c if column.name != "observed")
"""A match without what only its correction needs."""
SHARE = table_of(LeagueShareRow)
EVENING = table_of(LeagueEveningRow)
MEETING = table_of(LeagueMeetingRow)
PLAYED = table_of(LeaguePlayedRow)
SUM = table_of(LeagueSumRow)
RECORD = table_of(LeagueRecordRow)
ALIKE = table_of(LeagueAlikeRow)
MODEL = table_of(LeagueModelRow)
LEASE = table_of(LeagueLeaseRow)
REVISION = table_of(LeagueRevisionRow)
DERIVED: tuple[Any, ...] = (TAKEN, SHARE, EVENING, MEETING, PLAYED, SUM, RECORD, ALIKE)
"""The tables in which each row belongs to one model."""
