"""The tables of the read model, which the steps write and ``reading`` reads; they can be thrown away.

A **model** is one derivation of a league. Pages read the current one; a new one is built beside it and takes its place
whole, so that half-built standings are never shown. A **scope** is a season's key, or ``""`` for all time; a year has a
scope of its own. An ``ord`` puts matches in order: night, moment, match. Fractions are whole numbers of :data:`PARTS`.
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
    Text,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.leagues.log.models import KEY_LENGTH, OF_LEAGUE
from scorekeeper.store.match.models import Base, Key, table_of

PARTS = 720_720
"""Divisible by every number up to 16: a point shared by as many stays a whole number of parts."""


def _plain(length: int) -> String:
    """Text that is ordered as Python orders it, in every locale of the database."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


KEY, UNIT, WHO, ORD = _plain(KEY_LENGTH), _plain(700), _plain(90), _plain(90)
"""A player or match, a whole side of so many as there may be, two players, a place in the order of matches."""

RANKED = text("about IN ('player', 'pair')")
"""The subjects that lists of statistics have."""
SLIM = {"sqlite_with_rowid": False}
"""Rows that are little more than their key are kept in it, once."""


class LeagueModelRow(Base):
    """One derivation of a league. ``current`` is the one that pages show; another may be under construction.

    ``edition`` is the derivation of the program that made it, ``rules`` a digest of the rules it was made by, and
    ``version`` counts what has become visible (an ETag). ``cursor`` is the last row of ``league_match`` that a model
    under construction has taken in. ``through`` is the ``ord`` up to which what depends on the order was derived,
    ``redo`` the one from which it has to be derived again, ``ranks`` are the scopes whose standings have to be ranked
    again; ``phase``, ``done`` and ``total`` say how far it is. ``names`` tells of which names those were found that may
    be one (:class:`LeagueAlikeRow`).
    """

    __tablename__ = "league_model"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE), index=True)
    current: Mapped[bool] = mapped_column(Boolean)
    edition: Mapped[int] = mapped_column(Integer)
    rules: Mapped[str] = mapped_column(String(64))
    version: Mapped[int] = mapped_column(Integer, default=0)
    cursor: Mapped[int | None] = mapped_column(BigInteger)
    through: Mapped[str] = mapped_column(ORD, default="")
    redo: Mapped[str | None] = mapped_column(ORD)
    ranks: Mapped[list[str]] = mapped_column(JSON)
    phase: Mapped[str] = mapped_column(String(10), default="")
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
    """A match as it was taken in: what has to be taken off again when it changes.

    ``counted`` says whether it counts; ``why_not`` why it does not. ``players`` are those of today, by seat, merges
    followed. ``facts`` is what lists show and ratings need, ``body`` the compressed result (null while it is open).
    """

    __tablename__ = "league_taken"
    __table_args__ = (
        Index("ix_league_taken_order", "model_id", "ord"),
        Index("ix_league_taken_season", "model_id", "season", "ord"),
        Index("ix_league_taken_game", "model_id", "game", "ord"),
        Index("ix_league_taken_season_game", "model_id", "season", "game", "ord"),
        Index("ix_league_taken_state", "model_id", "state", "ord"),
        Index("ix_league_taken_series", "model_id", "series"),
    )

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    match: Mapped[str] = mapped_column(KEY, primary_key=True)
    ord: Mapped[str] = mapped_column(ORD)
    season: Mapped[str] = mapped_column(KEY)
    game: Mapped[str] = mapped_column(KEY)
    night: Mapped[str] = mapped_column(String(10))
    series: Mapped[str | None] = mapped_column(KEY)
    state: Mapped[str] = mapped_column(String(10))
    counted: Mapped[bool] = mapped_column(Boolean)
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    body: Mapped[bytes | None] = mapped_column(LargeBinary)


class LeaguePlayedRow(Base):
    """One player's place in one match: how it came out for them (``kind``, empty where it does not count), and the
    ratings that people saw after it, overall and in the game.
    """

    __tablename__ = "league_played"
    __table_args__ = (Index("ix_league_played_match", "model_id", "match"),)

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    player: Mapped[str] = mapped_column(KEY, primary_key=True)
    ord: Mapped[str] = mapped_column(ORD, primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    match: Mapped[str] = mapped_column(KEY)
    season: Mapped[str] = mapped_column(KEY)
    game: Mapped[str] = mapped_column(KEY)
    kind: Mapped[str] = mapped_column(String(8))
    shown: Mapped[int | None] = mapped_column(Integer)
    shown_game: Mapped[int | None] = mapped_column(Integer)


class LeagueGivenRow(Base):
    """What one match (or one series, as ``source`` says) gave to everybody in one scope: share documents."""

    __tablename__ = "league_given"
    __table_args__ = (Index("ix_league_given_order", "model_id", "scope", "ord"),)

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    source: Mapped[str] = mapped_column(_plain(KEY_LENGTH + 1), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    ord: Mapped[str] = mapped_column(ORD)
    shares: Mapped[list[Any]] = mapped_column(JSON)


class LeagueShareRow(Base):
    """Which matches stand behind a row of the standings: the way from a unit to its shares."""

    __tablename__ = "league_share"
    __table_args__ = SLIM

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    unit: Mapped[str] = mapped_column(UNIT, primary_key=True)
    ord: Mapped[str] = mapped_column(ORD, primary_key=True)
    source: Mapped[str] = mapped_column(_plain(KEY_LENGTH + 1))


class LeagueTallyRow(Base):
    """What a unit has in a scope; by night where only the best nights count. ``points`` and ``wins`` are in parts.

    ``best`` is what its nights come to up to this one (:class:`~.best_nights.NightsSoFar`): from there
    the standings of any night are made, and nothing is added up. It is null where every match counts.
    """

    __tablename__ = "league_tally"
    __table_args__ = SLIM

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    unit: Mapped[str] = mapped_column(UNIT, primary_key=True)
    night: Mapped[str] = mapped_column(_plain(10), primary_key=True)
    matches: Mapped[int] = mapped_column(Integer)
    points: Mapped[int] = mapped_column(BigInteger)
    wins: Mapped[int] = mapped_column(BigInteger)
    written: Mapped[int] = mapped_column(BigInteger)
    difference: Mapped[int] = mapped_column(BigInteger)
    best: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))


class LeagueMeetingRow(Base):
    """How often two units met in a scope, and what the one of them won of that, in parts; the other won the rest.

    Two are kept once, the one whose name comes first as ``unit``. ``met`` has the same two numbers after each night
    (:func:`~.meetings.write_nights`), so that the standings of any of them can be ranked; ``first`` is
    the first of them.
    """

    __tablename__ = "league_meeting"
    __table_args__ = SLIM

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    unit: Mapped[str] = mapped_column(UNIT, primary_key=True)
    rival: Mapped[str] = mapped_column(UNIT, primary_key=True)
    matches: Mapped[int] = mapped_column(Integer)
    won: Mapped[int] = mapped_column(BigInteger)
    first: Mapped[str] = mapped_column(_plain(10))
    met: Mapped[str] = mapped_column(Text)


class LeagueStandingRow(Base):
    """A row of the standings: its position from 1 on, its rank (null below the line), and the rest as a document."""

    __tablename__ = "league_standing"
    __table_args__ = (Index("ix_league_standing_position", "model_id", "scope", "position"),)

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    unit: Mapped[str] = mapped_column(UNIT, primary_key=True)
    position: Mapped[int] = mapped_column(Integer)
    rank: Mapped[int | None] = mapped_column(Integer)
    value: Mapped[str] = mapped_column(String(40))
    row: Mapped[list[Any]] = mapped_column(JSON)


class LeagueSumRow(Base):
    """A sum of observations. ``game`` is empty for all games together.

    ``level`` is what lists are ordered by: ``got`` where the measure only counts (``plain``), else the mean, and among
    equals how often. ``few`` puts a row below the line: it is a mean of less than the scope's ``least_matches``.
    """

    __tablename__ = "league_sum"
    __table_args__ = (
        Index(
            "ix_league_sum_table",
            "model_id",
            "measure",
            "about",
            "scope",
            "game",
            "few",
            "level",
            "who",
            sqlite_where=RANKED,
            postgresql_where=RANKED,
        ),
        SLIM,
    )

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    about: Mapped[str] = mapped_column(_plain(8), primary_key=True)
    who: Mapped[str] = mapped_column(WHO, primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    game: Mapped[str] = mapped_column(KEY, primary_key=True)
    measure: Mapped[str] = mapped_column(_plain(60), primary_key=True)
    got: Mapped[int] = mapped_column(BigInteger)
    out_of: Mapped[int] = mapped_column(BigInteger)
    plain: Mapped[bool] = mapped_column(Boolean)
    few: Mapped[bool] = mapped_column(Boolean)
    level: Mapped[float] = mapped_column(Float)


class LeagueEffectRow(Base):
    """What one match changed in the ratings: compressed move documents."""

    __tablename__ = "league_effect"

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    match: Mapped[str] = mapped_column(KEY, primary_key=True)
    moves: Mapped[bytes] = mapped_column(LargeBinary)


class LeagueRatingRow(Base):
    """A player's rating now, in one pool (a game, or ``""``): ``[mu, sigma, matches, night]``, and what people see."""

    __tablename__ = "league_rating"
    __table_args__ = (Index("ix_league_rating_shown", "model_id", "pool", "shown"),)

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    player: Mapped[str] = mapped_column(KEY, primary_key=True)
    pool: Mapped[str] = mapped_column(KEY, primary_key=True)
    shown: Mapped[int] = mapped_column(Integer)
    rating: Mapped[list[Any]] = mapped_column(JSON)


class LeagueFormRow(Base):
    """A player's form now, in one game or (``""``) all of them."""

    __tablename__ = "league_form"

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    player: Mapped[str] = mapped_column(KEY, primary_key=True)
    game: Mapped[str] = mapped_column(KEY, primary_key=True)
    form: Mapped[list[Any]] = mapped_column(JSON)


class LeagueRecordRow(Base):
    """The greatest of one kind in one game and scope, greatest first."""

    __tablename__ = "league_record"

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    game: Mapped[str] = mapped_column(KEY, primary_key=True)
    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    kept: Mapped[list[Any]] = mapped_column(JSON)


class LeagueYearRow(Base):
    """A calendar year of a player: how many matches, and the overall rating that people saw before and after it."""

    __tablename__ = "league_year"
    __table_args__ = (
        Index("ix_league_year_rise", "model_id", "year", "rise"),
        Index("ix_league_year_matches", "model_id", "year", "matches"),
    )

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    player: Mapped[str] = mapped_column(KEY, primary_key=True)
    year: Mapped[str] = mapped_column(_plain(4), primary_key=True)
    matches: Mapped[int] = mapped_column(Integer)
    before: Mapped[int] = mapped_column(Integer)
    after: Mapped[int] = mapped_column(Integer)
    rise: Mapped[int] = mapped_column(Integer)


class LeagueAlikeRow(Base):
    """Two players whose names are so near that they may be one; the nearest have the greatest number."""

    __tablename__ = "league_alike"

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    one: Mapped[str] = mapped_column(KEY, primary_key=True)
    other: Mapped[str] = mapped_column(KEY, primary_key=True)
    near: Mapped[int] = mapped_column(SmallInteger)


class LeagueCheckpointRow(Base):
    """Everything as it stood after one match, compressed: from here what comes later is derived again.

    ``kind`` is ``order`` (ratings, forms, records) or ``table`` (the tallies of one scope).
    """

    __tablename__ = "league_checkpoint"

    model_id: Mapped[int] = mapped_column(ForeignKey("league_model.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(5), primary_key=True)
    scope: Mapped[str] = mapped_column(KEY, primary_key=True)
    ord: Mapped[str] = mapped_column(ORD, primary_key=True)
    document: Mapped[bytes] = mapped_column(LargeBinary)


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
PLAYED = table_of(LeaguePlayedRow)
GIVEN = table_of(LeagueGivenRow)
SHARE = table_of(LeagueShareRow)
TALLY = table_of(LeagueTallyRow)
MEETING = table_of(LeagueMeetingRow)
STANDING = table_of(LeagueStandingRow)
SUM = table_of(LeagueSumRow)
EFFECT = table_of(LeagueEffectRow)
RATING = table_of(LeagueRatingRow)
FORM = table_of(LeagueFormRow)
RECORD = table_of(LeagueRecordRow)
YEAR = table_of(LeagueYearRow)
ALIKE = table_of(LeagueAlikeRow)
CHECKPOINT = table_of(LeagueCheckpointRow)
MODEL = table_of(LeagueModelRow)
LEASE = table_of(LeagueLeaseRow)
REVISION = table_of(LeagueRevisionRow)
DERIVED: tuple[Any, ...] = (
    *(TAKEN, PLAYED, GIVEN, SHARE, TALLY, MEETING, STANDING, SUM),
    *(EFFECT, RATING, FORM, RECORD, YEAR, ALIKE, CHECKPOINT),
)
"""The tables in which each row belongs to one model."""
