"""The tables of accounts. What proves an identity lies here as a digest or a public key, never as itself."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Float, ForeignKey, Integer, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.match.models import Base, Key

OF_ACCOUNT = "account.id"


class AccountRow(Base):
    """A person who signs in. ``name_key`` is what two spellings of the name share; ``handle`` is what passkeys call it.

    ``password`` is argon2's encoded hash, null without one. ``codes_round`` counts how often recovery codes were made.
    """

    __tablename__ = "account"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    name_key: Mapped[str] = mapped_column(String(200), unique=True)
    handle: Mapped[str] = mapped_column(String(43), unique=True)
    password: Mapped[str | None] = mapped_column(Text)
    codes_round: Mapped[int] = mapped_column(Integer, default=0)
    made_at: Mapped[datetime]


class PasskeyRow(Base):
    """The public half of a passkey, and at which host it was made: elsewhere browsers do not offer it."""

    __tablename__ = "passkey"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="CASCADE"), index=True)
    credential: Mapped[str] = mapped_column(String(1400), unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    host: Mapped[str] = mapped_column(String(255))
    words: Mapped[str] = mapped_column(String(60))
    made_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class RecoveryCodeRow(Base):
    """A code that signs in once; the row goes when it has."""

    __tablename__ = "recovery_code"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="CASCADE"), index=True)
    digest: Mapped[str] = mapped_column(String(43))


class SignInRow(Base):
    """A browser that is signed in, known by a digest of its cookie. Deleting the row signs it out.

    ``confirmed_at`` is when its person last proved who they are by more than a link from another phone.
    """

    __tablename__ = "sign_in"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="CASCADE"), index=True)
    digest: Mapped[str] = mapped_column(String(43), unique=True)
    words: Mapped[str] = mapped_column(String(60))
    how: Mapped[str] = mapped_column(String(10))
    made_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    confirmed_at: Mapped[datetime | None]


class TicketRow(Base):
    """Something that is good once and not for long: a sign-in link, or a challenge that was answered already."""

    __tablename__ = "ticket"

    digest: Mapped[str] = mapped_column(String(43), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    account_id: Mapped[int | None] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="CASCADE"), index=True)
    expires_at: Mapped[datetime]


class AccountMatchRow(Base):
    """A match whose owner's link an account opened. ``generation`` is the link's: a withdrawn one counts no more."""

    __tablename__ = "account_match"

    account_id: Mapped[int] = mapped_column(ForeignKey(OF_ACCOUNT, ondelete="CASCADE"), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True, index=True)
    generation: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime]


class AttemptRow(Base):
    """A bucket that leaks: how full it was at ``at`` (seconds of the epoch). ``who`` is a digest, never an address."""

    __tablename__ = "attempt"

    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    who: Mapped[str] = mapped_column(String(43), primary_key=True)
    level: Mapped[float] = mapped_column(Float)
    at: Mapped[float] = mapped_column(Float)
