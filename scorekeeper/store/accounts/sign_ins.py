"""Browsers that are signed in, and links that sign one in. Both are known by digests of what chance made."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.accounts.accounts import ACCOUNT, Account, digest, same
from scorekeeper.store.accounts.models import AccountRow, SignInRow, TicketRow
from scorekeeper.store.match.models import table_of
from scorekeeper.store.transactions import writing

PASSKEY, PASSWORD, RECOVERY, PHONE, KEEPER = "passkey", "password", "recovery", "phone", "keeper"
UNUSED_FOR = timedelta(days=180)
"""A sign-in that was not used for so long has ended."""
SEEN_EVERY = timedelta(hours=1)
CONFIRMED_FOR = timedelta(minutes=15)
LINK_LASTS = {PHONE: timedelta(minutes=5), KEEPER: timedelta(hours=24)}
SPENT = "spent"


class SignIn(NamedTuple):
    """A browser that is signed in, and whose account it is."""

    id: int
    account: Account
    words: str
    how: str
    made_at: datetime
    seen_at: datetime
    confirmed_at: datetime | None

    @property
    def confirmed(self) -> bool:
        """Whether its person proved a moment ago who they are."""
        return self.confirmed_at is not None and self.confirmed_at > clock.now() - CONFIRMED_FOR


_SIGN_IN = tuple(table_of(SignInRow).c[name] for name in SignIn._fields if name != "account")


def begin(session: Session, account: int, *, how: str, words: str, instead_of: str | None = None) -> str:
    """Sign a browser in: its new cookie. The cookie that it had before (``instead_of``) is good for nothing then."""
    with writing(session):
        token, at = secrets.token_urlsafe(32), clock.now()
        if instead_of:
            session.execute(delete(SignInRow).where(SignInRow.digest == digest(instead_of)))
        unused = SignInRow.account_id == account, SignInRow.seen_at < at - UNUSED_FOR
        session.execute(delete(SignInRow).where(*unused))
        moments = {"made_at": at, "seen_at": at, "confirmed_at": None if how == PHONE else at}
        session.add(SignInRow(account_id=account, digest=digest(token), words=words[:60], how=how, **moments))
    return token


def find(session: Session, token: str) -> SignIn | None:
    """Who a cookie belongs to; None for one that is unknown, revoked or long unused."""
    wanted = digest(token)
    query = _of_accounts(SignInRow.digest).where(SignInRow.digest == wanted)
    row = session.execute(query).first()
    if row is None or not same(row.digest, wanted):
        return None
    made = _sign_in(row[:-1])
    return made if made.seen_at > clock.now() - UNUSED_FOR else None


def _of_accounts(*more: Any) -> Select[*tuple[Any, ...]]:
    return select(*_SIGN_IN, *ACCOUNT, *more).join(AccountRow, AccountRow.id == SignInRow.account_id)


def _sign_in(row: Sequence[Any]) -> SignIn:
    key, *own = row[: len(_SIGN_IN)]
    return SignIn(key, Account(*row[len(_SIGN_IN) :]), *own)


def mark_seen(session: Session, sign_in: SignIn) -> None:
    """Remember that it was used, to the hour."""
    if sign_in.seen_at < clock.now() - SEEN_EVERY:
        with writing(session):
            session.execute(update(SignInRow).where(SignInRow.id == sign_in.id).values(seen_at=clock.now()))


def confirm(session: Session, sign_in: SignIn) -> str:
    """Its person just proved again who they are; a new cookie, in place of the old."""
    token = secrets.token_urlsafe(32)
    change = update(SignInRow).where(SignInRow.id == sign_in.id)
    with writing(session):
        session.execute(change.values(confirmed_at=clock.now(), digest=digest(token)))
    return token


def of_account(session: Session, account: int) -> list[SignIn]:
    """Every browser that is signed in to an account, the last used first."""
    used = SignInRow.account_id == account, SignInRow.seen_at > clock.now() - UNUSED_FOR
    query = _of_accounts().where(*used).order_by(SignInRow.seen_at.desc(), SignInRow.id.desc())
    return [_sign_in(row) for row in session.execute(query)]


def end(session: Session, account: int, key: int) -> bool:
    """Sign a browser out; False when the account has none such."""
    ended = delete(SignInRow).where(SignInRow.id == key, SignInRow.account_id == account)
    with writing(session):
        return session.execute(ended.returning(SignInRow.id)).first() is not None


def end_all(session: Session, account: int, *, but: Iterable[int] = ()) -> int:
    """Sign out everywhere (but here), and make links that were given out good for nothing; how many it were."""
    ended = delete(SignInRow).where(SignInRow.account_id == account, SignInRow.id.not_in(list(but)))
    with writing(session):
        rows = session.execute(ended.returning(SignInRow.id)).all()
        session.execute(delete(TicketRow).where(TicketRow.account_id == account))
    return len(rows)


# --- links that sign in once ----------------------------------------------------------------------


def new_link(session: Session, account: int, kind: str) -> str:
    """The secret of a link that signs one browser in, once. Of a kind an account has one; the newest."""
    with writing(session):
        token, at = secrets.token_urlsafe(24), clock.now()
        session.execute(delete(TicketRow).where(TicketRow.account_id == account, TicketRow.kind == kind))
        session.execute(delete(TicketRow).where(TicketRow.expires_at < at))
        expires_at = at + LINK_LASTS[kind]
        session.add(TicketRow(digest=digest(token), kind=kind, account_id=account, expires_at=expires_at))
    return token


def link(session: Session, token: str) -> tuple[str, str] | None:
    """The name of the account that a link signs in to, and the link's kind; None when it is none, spent or too old."""
    wanted = digest(token)
    query = (
        select(TicketRow.digest, AccountRow.name, TicketRow.kind)
        .join(AccountRow, AccountRow.id == TicketRow.account_id)
        .where(TicketRow.digest == wanted, TicketRow.expires_at > clock.now())
    )
    row = session.execute(query).first()
    return (row[1], row[2]) if row is not None and same(row[0], wanted) else None


def spend_link(session: Session, token: str) -> tuple[int, str] | None:
    """The account that a link signs in to, and its kind. The link is good for nothing afterwards."""
    with writing(session):
        good = TicketRow.account_id.is_not(None), TicketRow.expires_at > clock.now()
        spent = delete(TicketRow).where(TicketRow.digest == digest(token), *good)
        row = session.execute(spent.returning(TicketRow.account_id, TicketRow.kind)).first()
    return None if row is None or row[0] is None else (row[0], row[1])


def spend_challenge(session: Session, challenge: str, lasts: timedelta) -> bool:
    """Whether this challenge is answered for the first time."""
    try:
        with writing(session):
            at = clock.now()
            session.execute(delete(TicketRow).where(TicketRow.expires_at < at))
            session.add(
                TicketRow(digest=digest(challenge), kind=SPENT, account_id=None, expires_at=at + lasts)
            )
    except IntegrityError:
        return False
    return True
