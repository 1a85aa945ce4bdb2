"""The tables of a league's figures, which ``derive`` writes and ``reading`` reads; they can be thrown away.

A **model** is one derivation of a league. Pages read the current one; a new one is built beside it and takes its place
whole. A **scope** is a season's key, ``""`` for all time, or a year: a part of all time. A **position** puts matches in
order: night, moment, the order in which they came in, match. Fractions are whole numbers of :data:`PARTS`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
)

from scorekeeper.store.leagues.log.models import KEY_LENGTH, OF_LEAGUE
from scorekeeper.store.match.models import Base, Key, Moment

PARTS = 720_720
"""Divisible by every number up to 16: a point shared by as many stays a whole number of parts."""


def _plain(length: int) -> String:
    """Text that is ordered as Python orders it, in every locale of the database."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


KEY, UNIT, WHO, POSITION = _plain(KEY_LENGTH), _plain(700), _plain(90), _plain(90)
"""A player or match, a whole side of so many as there may be, two players, a place in the order of matches."""
NIGHT, SOURCE = _plain(10), _plain(KEY_LENGTH + 1)
"""A date, and what gives a share: a match, or a series or evening with its mark."""


def _columns(types: Mapping[str, Any], maybe: Collection[str] = ()) -> Iterator[Column[Any]]:
    """What rows say beside their keys; ``maybe`` says which of it may be unknown."""
    return (Column(name, type_, nullable=name in maybe) for name, type_ in types.items())


def _derived(
    name: str,
    keys: Mapping[str, Any],
    types: Mapping[str, Any],
    *indexes: Index,
    maybe: Collection[str] = (),
    slim: bool = True,
) -> Table:
    """A table in which each row belongs to one model: its keys come first. Rows that are little more than their key are
    ``slim``: SQLite keeps them in it, once.
    """
    return Table(
        name,
        Base.metadata,
        Column("model_id", ForeignKey("league_model.id"), primary_key=True),
        *(Column(key, type_, primary_key=True) for key, type_ in keys.items()),
        *_columns(types, maybe),
        *indexes,
        sqlite_with_rowid=not slim,
    )


MODEL = Table(
    "league_model",
    Base.metadata,
    Column("id", Key, primary_key=True),
    Column("league_id", ForeignKey(OF_LEAGUE), nullable=False, index=True),
    *_columns(
        {"current": Boolean, "retired": Boolean, "edition": Integer, "rules": JSON, "version": Integer}
        | {"cursor": BigInteger, "recompute_from": POSITION, "moved": JSON, "done": Integer, "total": Integer}
        | {"names": String(60), "changed_at": Moment},
        maybe=("cursor", "recompute_from"),
    ),
)
"""One derivation of a league. ``current`` is the one that pages show, ``retired`` one that is cleared away.

``edition`` is the derivation of the program that made it, ``rules`` are the documents by scope that it was made by, and
``version`` counts what has become visible (an ETag). ``cursor`` is the last row of ``league_match`` that a new one has
taken in, ``done`` of ``total`` matches. Ratings are right before ``recompute_from``, all where it is null; ``moved``
has what players were rated before. ``names`` tells of which names those were found that may be one.
"""

LEASE = Table(
    "league_lease",
    Base.metadata,
    Column("league_id", ForeignKey(OF_LEAGUE), primary_key=True),
    *_columns({"holder": String(36), "until": Moment}),
)
"""The process that derives a league just now, and until when. Two never do at once."""

TAKEN = _derived(
    "league_taken",
    {"match": KEY},
    {
        "position": POSITION,
        "season": KEY,
        "game": KEY,
        "night": String(10),
        "series": KEY,
        "state": String(10),
    }
    | {"counted": Boolean, "facts": JSON, "observed": LargeBinary},
    Index("ix_league_taken_order", "model_id", "position"),
    Index("ix_league_taken_season", "model_id", "season", "position"),
    Index("ix_league_taken_game", "model_id", "game", "position"),
    Index("ix_league_taken_state", "model_id", "state", "position"),
    Index("ix_league_taken_series", "model_id", "series"),
    maybe=("series", "observed"),
    slim=False,
)
"""A match as it was taken in. ``counted`` says whether it counts, ``facts`` all that lists, standings and ratings need:
the players of today by seat, merges followed, and the result without its deals (nothing while it is open).

``observed`` is what its deals give to statistics and records, compressed: it has to be taken off again.
"""
LISTED = tuple(column for column in TAKEN.c if column.name != "observed")
"""A match without what only its correction needs."""

_AMOUNTS = {"points": BigInteger, "wins": BigInteger, "written": BigInteger, "difference": BigInteger}
SHARE = _derived(
    "league_share",
    {"scope": KEY, "unit": UNIT, "night": NIGHT, "position": POSITION, "number": SmallInteger},
    {"matches": SmallInteger, **_AMOUNTS, "source": SOURCE},
)
"""What one match (or a series or evening, as ``source`` says) gives to a unit in a scope; ``points`` and ``wins`` in
parts. ``matches`` is how many it is: one, but for an evening.

``number`` tells shares of one match apart: who was merged may have sat there twice.
"""

EVENING = _derived(
    "league_evening", {"scope": KEY, "source": SOURCE}, {"position": POSITION, "shares": JSON}, slim=False
)
"""What an evening that counts as a whole gives in a scope: the document of its shares. It stands where its last match
does.
"""

MEETING = _derived(
    "league_meeting",
    {"scope": KEY, "unit": UNIT, "rival": UNIT, "position": POSITION},
    {"met": SmallInteger, "won": BigInteger},
)
"""Two units in one match of a scope, the one whose name comes first as ``unit``: how often they met in it, and what
that one won of that, in parts; the other won the rest.
"""

_RATING = {"mu": Float, "sigma": Float, "matches": Integer, "shown": Integer, "expected": SmallInteger}
UNRATED = (None,) * len(_RATING)
PLAYED = _derived(
    "league_played",
    {"player": KEY, "pool": KEY, "position": POSITION, "seat": SmallInteger},
    {"match": KEY, "kind": String(8), **_RATING},
    maybe=_RATING,
)
"""One player's seat in one match, in the ``pool`` of its game and in that of all games (``""``): how it came out for
them (``kind``), and their rating after it (null where none is worked out yet). A match that does not count has a row in
the pool of all games, with an empty ``kind``.

``expected`` is the chance in percent that their side would come first, ``matches`` how many there were up to it.
"""

SUM = _derived(
    "league_sum",
    {"about": _plain(8), "measure": _plain(60), "who": WHO, "season": KEY, "game": KEY},
    {"got": BigInteger, "out_of": BigInteger},
)
"""A sum of observations of one measure in a season and a game: all time, and all games, are sums of these."""

RECORD = _derived(
    "league_record",
    {"game": KEY, "kind": _plain(20), "low": BigInteger, "match": KEY, "unit": UNIT},
    {"value": BigInteger, "season": KEY, "night": NIGHT},
)
"""What may be a record; the greatest of a kind has the least ``low``."""

ALIKE = _derived("league_alike", {"one": KEY, "other": KEY}, {"near": SmallInteger}, slim=False)
"""Two players whose names are so near that they may be one; the nearest have the greatest number."""

REVISION = Table(
    "league_revision",
    Base.metadata,
    Column("id", Key, primary_key=True),
    Column("league_id", ForeignKey(OF_LEAGUE), nullable=False),
    *_columns(
        {"at": Moment, "match": KEY, "kind": String(10), "late": Boolean, "before": JSON, "after": JSON}
    ),
    Column("ratings", JSON(none_as_null=True)),
    Index("ix_league_revision_at", "league_id", "at"),
    Index("ix_league_revision_match", "league_id", "match"),
)
"""A match that gives something else than before.

``before`` and ``after`` are its documents of shares by scope. ``ratings`` holds the final ratings that moved because of
it. The rows are kept, since nothing else tells when the change was noticed.

``kind`` is ``added``, ``removed`` or ``corrected``; ``late`` says that other matches had been played since.
"""

DERIVED: tuple[Any, ...] = (TAKEN, SHARE, EVENING, MEETING, PLAYED, SUM, RECORD, ALIKE)
"""The tables in which each row belongs to one model."""
