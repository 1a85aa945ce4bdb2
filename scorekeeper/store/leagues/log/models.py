"""The tables of leagues: the log, and the state that it comes to. What people are called lies beside the log.

``touched`` is the ``seq`` of the last event about a row: a writer says which one they had seen.
``imported`` is the key of the import that a row came with, so that the whole import can be undone.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.accounts.models import OF_ACCOUNT
from scorekeeper.store.match.models import Base, Key

OF_LEAGUE = "league.id"
KEY_LENGTH = 40
Maybe = JSON(none_as_null=True)


class _Keyed:
    """A row of a league that events name by its key."""

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE))
    key: Mapped[str] = mapped_column(String(KEY_LENGTH))


class _Changing(_Keyed):
    """One that later events change."""

    imported: Mapped[str | None] = mapped_column(String(KEY_LENGTH))
    touched: Mapped[int] = mapped_column(Integer)
    made_at: Mapped[datetime]


class LeagueRow(Base):
    """A league. ``seq`` is that of its last event, ``rules_seq`` that of the last one that changed its rules.

    ``access`` is ``public``, ``link`` or ``private``; ``generation_link`` counts how often its link was withdrawn.
    ``derived_seq`` says up to which event the figures have come. ``house`` are the house rules of its tables, by game.
    """

    __tablename__ = "league"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    public_id: Mapped[str] = mapped_column(String(12), unique=True)
    name: Mapped[str] = mapped_column(String(60))
    about: Mapped[str | None] = mapped_column(Text)
    seq: Mapped[int] = mapped_column(Integer)
    rules: Mapped[dict[str, Any]]
    rules_seq: Mapped[int] = mapped_column(Integer, default=0)
    house: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    access: Mapped[str] = mapped_column(String(10), index=True)
    generation_link: Mapped[int] = mapped_column(Integer, default=1)
    derived_seq: Mapped[int] = mapped_column(Integer, default=0)
    made_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    binned_at: Mapped[datetime | None]


class LeagueEventRow(Base):
    """One thing that happened in a league. Rows are added and never changed, but for an account that is deleted.

    ``subject`` is the key of the match, player, season or night that it is about. The body names keys and numbers,
    never a person, a place or a reason.
    """

    __tablename__ = "league_event"
    __table_args__ = (
        UniqueConstraint("league_id", "seq"),
        Index("ix_league_event_league_id_subject", "league_id", "subject"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE))
    seq: Mapped[int] = mapped_column(Integer)
    uuid: Mapped[str] = mapped_column(String(36), unique=True)
    kind: Mapped[str] = mapped_column(String(20))
    subject: Mapped[str | None] = mapped_column(String(KEY_LENGTH))
    body: Mapped[dict[str, Any]]
    account_id: Mapped[int | None] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="SET NULL"), index=True)
    device_id: Mapped[str | None] = mapped_column(String(43))
    at: Mapped[datetime]


class LeaguePlayerRow(_Changing, Base):
    """A player of a league. ``name`` is null once it is gone for ever; ``number`` is what is shown then.

    ``merged_into`` is the key of the player that this one turned out to be; results keep the keys they were played
    under. ``account_id`` is whose account claimed the player. Who is ``away`` stands in no list for the next match.
    """

    __tablename__ = "league_player"
    __table_args__ = (
        UniqueConstraint("league_id", "key"),
        Index("ix_league_player_league_id_name_key", "league_id", "name_key"),
    )

    number: Mapped[int] = mapped_column(Integer)
    name: Mapped[str | None] = mapped_column(String(60))
    name_key: Mapped[str | None] = mapped_column(String(200))
    account_id: Mapped[int | None] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="SET NULL"), index=True)
    merged_into: Mapped[str | None] = mapped_column(String(KEY_LENGTH))
    guest: Mapped[bool] = mapped_column(Boolean, default=False)
    away: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())


class LeagueRoleRow(Base):
    """What an account may do in a league: ``owner``, ``organiser``, ``scorer`` or ``player``. Others visit."""

    __tablename__ = "league_role"

    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE), primary_key=True)
    account_id: Mapped[int] = mapped_column(
        ForeignKey(OF_ACCOUNT, ondelete="CASCADE"), primary_key=True, index=True
    )
    role: Mapped[str] = mapped_column(String(10))
    touched: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime]


class LeagueInvitationRow(Base):
    """A link that gives a role to the account that opens it, and with ``player`` also the player of that key.

    Its token lies here as a digest; ``uses_left`` is null where it is good any number of times.
    """

    __tablename__ = "league_invitation"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    digest: Mapped[str] = mapped_column(String(43), unique=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE), index=True)
    role: Mapped[str] = mapped_column(String(10))
    player: Mapped[str | None] = mapped_column(String(KEY_LENGTH))
    uses_left: Mapped[int | None] = mapped_column(Integer)
    made_by: Mapped[int | None] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="SET NULL"), index=True)
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


class LeagueDeviceRow(Base):
    """A phone that opened a league's link. ``generation`` is the link's: a withdrawn one opens nothing."""

    __tablename__ = "league_device"

    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE), primary_key=True)
    device_id: Mapped[str] = mapped_column(
        ForeignKey("device.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    generation: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime]


class LeagueSeasonRow(_Changing, Base):
    """A season. Dates are the league's nights (``2026-11-20``); ``rules`` is null where the league's are meant."""

    __tablename__ = "league_season"
    __table_args__ = (UniqueConstraint("league_id", "key"),)

    name: Mapped[str] = mapped_column(String(60))
    starts: Mapped[str | None] = mapped_column(String(10))
    ends: Mapped[str | None] = mapped_column(String(10))
    rules: Mapped[dict[str, Any] | None] = mapped_column(Maybe)
    rules_seq: Mapped[int] = mapped_column(Integer, default=0)


class LeagueNightRow(_Changing, Base):
    """A night: a date of the league, when it starts by the clock there (``19:30``), and the players who came.

    ``planned`` tells one that was announced from one that its first match made. ``evening`` is what was said of one
    that is run (:mod:`scorekeeper.league.evening.state`), ``plan_name`` what its plan is called.
    """

    __tablename__ = "league_night"
    __table_args__ = (UniqueConstraint("league_id", "key"), UniqueConstraint("league_id", "date"))

    date: Mapped[str] = mapped_column(String(10))
    season: Mapped[str | None] = mapped_column(String(KEY_LENGTH))
    place: Mapped[str | None] = mapped_column(String(120))
    starts: Mapped[str | None] = mapped_column(String(5))
    planned: Mapped[bool] = mapped_column(Boolean, default=False)
    cancelled: Mapped[bool] = mapped_column(Boolean, default=False)
    came: Mapped[list[str]] = mapped_column(JSON)
    evening: Mapped[dict[str, Any] | None] = mapped_column(Maybe)
    plan_name: Mapped[str | None] = mapped_column(String(60))


class LeagueMatchRow(_Changing, Base):
    """A match of a league, or a result without deals (``match_id`` is null then).

    ``players`` are keys in the order of ``people``, the match's own numbers for them: who changes seats stays who they
    are (null for a result without deals, whose ``players`` are by seat). ``night`` is the league's date.

    ``confirmed_seq`` is the version of the match that counts, once it is confirmed; what came later is a proposal.
    ``agreed`` lists who has confirmed what is waiting: ``{"side", "seat", "how", "version", "event"}``.
    A match that was taken out stays as a row with ``out``, so that what hung on it can be taken off. So is the row of a
    rematch that is offered to the league, which has the ``confirmation`` of its own (``effects.matches.OFFERED``).

    The derivation keeps: ``result`` (of the version that counts; null while it is open), ``status``, ``moment``,
    ``seen_seq`` (the match's ``seq`` that ``result`` was made of) and ``dirty`` (it has to be made again).
    """

    __tablename__ = "league_match"
    __table_args__ = (
        UniqueConstraint("league_id", "key"),
        Index("ix_league_match_league_id_night_key", "league_id", "night", "key"),
        Index("ix_league_match_league_id_season", "league_id", "season"),
        Index("ix_league_match_league_id_dirty", "league_id", "dirty"),
        Index("ix_league_match_league_id_confirmation", "league_id", "confirmation"),
        Index(
            "ix_league_match_out",
            "league_id",
            "touched",
            sqlite_where=text("out IS 1"),
            postgresql_where=text("out IS true"),
        ),
    )

    match_id: Mapped[int | None] = mapped_column(ForeignKey("match.id"), unique=True)
    season: Mapped[str | None] = mapped_column(String(KEY_LENGTH))
    night: Mapped[str] = mapped_column(String(10))
    moment: Mapped[datetime | None]
    players: Mapped[list[str]] = mapped_column(JSON)
    people: Mapped[list[int] | None] = mapped_column(Maybe)
    game: Mapped[str] = mapped_column(String(20))
    series: Mapped[str | None] = mapped_column(String(KEY_LENGTH))
    best_of: Mapped[int | None] = mapped_column(SmallInteger)
    confirmation: Mapped[str] = mapped_column(String(10))
    confirmed_seq: Mapped[int | None] = mapped_column(Integer)
    agreed: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    out: Mapped[bool] = mapped_column(Boolean, default=False)
    imported: Mapped[str | None] = mapped_column(String(KEY_LENGTH), index=True)
    status: Mapped[str | None] = mapped_column(String(10))
    result: Mapped[dict[str, Any] | None] = mapped_column(Maybe)
    seen_seq: Mapped[int] = mapped_column(Integer, default=0)
    dirty: Mapped[bool] = mapped_column(Boolean, default=True)


class LeagueSeatRow(Base):
    """The players of each match, by the key of that time: the way from a player to matches."""

    __tablename__ = "league_seat"
    __table_args__ = (Index("ix_league_seat_league_id_player", "league_id", "player"),)

    league_match_id: Mapped[int] = mapped_column(
        ForeignKey("league_match.id", ondelete="CASCADE"), primary_key=True
    )
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE))
    player: Mapped[str] = mapped_column(String(KEY_LENGTH))


class LeagueImportRow(_Keyed, Base):
    """Something that was taken in whole, and can be taken out whole: an archive, another program's export, paper."""

    __tablename__ = "league_import"
    __table_args__ = (UniqueConstraint("league_id", "key"),)

    kind: Mapped[str] = mapped_column(String(20))
    account_id: Mapped[int | None] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="SET NULL"), index=True)
    at: Mapped[datetime]
    undone_at: Mapped[datetime | None]


class LeagueTextRow(Base):
    """A reason that a person wrote; null once it is erased. Events name these rows, never the words."""

    __tablename__ = "league_text"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(OF_LEAGUE), index=True)
    text: Mapped[str | None] = mapped_column(Text)
