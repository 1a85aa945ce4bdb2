"""Accounts: who may sign in, by what, and which matches they took over. Scoring a match never needs one."""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.core.match import MAX_NAME, is_visible, name_key
from scorekeeper.core.reading import UNWRITABLE, is_writable
from scorekeeper.core.text import N, T, Text
from scorekeeper.store import clock
from scorekeeper.store.accounts import passwords
from scorekeeper.store.accounts.models import AccountRow, PasskeyRow, RecoveryCodeRow
from scorekeeper.store.match import statements
from scorekeeper.store.match.models import table_of
from scorekeeper.store.transactions import writing

CODES = 10
CODE_ALPHABET = statements.ALPHABET
CODE_LENGTH, CODE_GROUP = 16, 4
"""Sixteen of thirty letters are 78 bits: a fast digest is enough to keep them by."""
JOINERS = "\u200c\u200d"
"""Invisible, but some scripts cannot be written without them."""


NAME_TAKEN = T("Another account has this name. Add a letter, or sign in if it is yours.")


class NameTaken(Exception):  # noqa: N818 - named by what happened
    """Another account goes by this name."""


class Account(NamedTuple):
    """Who signed in."""

    id: int
    name: str
    handle: str
    has_password: bool
    codes_round: int
    made_at: datetime


class Passkey(NamedTuple):
    """A passkey as its owner sees it."""

    id: int
    account_id: int
    credential: str
    public_key: bytes
    sign_count: int
    host: str
    words: str
    made_at: datetime
    used_at: datetime | None


ACCOUNT = (
    AccountRow.id,
    AccountRow.name,
    AccountRow.handle,
    AccountRow.password.is_not(None).label("has_password"),
    AccountRow.codes_round,
    AccountRow.made_at,
)
"""What an :class:`Account` is read from."""
_PASSKEY = tuple(table_of(PasskeyRow).c[name] for name in Passkey._fields)


def digest(secret: str) -> str:
    """What is stored of a secret that chance made: enough to know it again, nothing to use."""
    return urlsafe_b64encode(sha256(secret.encode("utf-8", "replace")).digest()).decode().rstrip("=")


def same(first: str, second: str) -> bool:
    """Whether two digests are one, however long it takes to say no."""
    return hmac.compare_digest(first.encode(), second.encode())


def tidy(name: str) -> str:
    """A name as it is kept: composed characters, single spaces."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def name_problem(name: str) -> Text | None:
    """What is wrong with a name for a new account; None when nothing is."""
    if len(name) > MAX_NAME:
        return N("At most {n} character here.", "At most {n} characters here.", n=MAX_NAME)
    if not any(map(is_visible, name)):
        return T("An account needs a name.")
    hidden = any(
        unicodedata.category(letter) in ("Cf", "Co", "Cn") and letter not in JOINERS for letter in name
    )
    if hidden or not is_writable(name):
        return UNWRITABLE
    return None


def new_handle() -> str:
    """What passkeys call an account: nothing that tells who it is."""
    return secrets.token_urlsafe(32)


def by_id(session: Session, account: int) -> Account | None:
    """An account."""
    return _account(session, AccountRow.id == account)


def by_name(session: Session, name: str) -> Account | None:
    """The account that goes by a name, however it is spelled."""
    return _account(session, AccountRow.name_key == name_key(name)) if is_writable(name) else None


def _account(session: Session, condition: Any) -> Account | None:
    row = session.execute(select(*ACCOUNT).where(condition)).first()
    return None if row is None else Account(*row)


def make(session: Session, name: str, *, password: str | None = None, handle: str | None = None) -> Account:
    """A new account; NameTaken when there is one of that name."""
    kept = None if password is None else passwords.hash_password(password)
    handle = handle or new_handle()
    try:
        with writing(session):
            at = clock.now()
            row = AccountRow(name=name, name_key=name_key(name), handle=handle, password=kept, made_at=at)
            session.add(row)
            session.flush()
            return Account(row.id, name, handle, kept is not None, 0, at)
    except IntegrityError as error:
        raise NameTaken(name) from error


# --- passwords ------------------------------------------------------------------------------------


def by_password(session: Session, name: str, password: str) -> Account | None:
    """The account of a name and its password. It takes as long for a name that no account has."""
    account = by_name(session, name)
    query = select(AccountRow.password).where(AccountRow.id == (account.id if account else None))
    stored = session.execute(query).scalar()
    session.rollback()  # nothing is held while argon2 works
    if not passwords.fits(stored, password):
        return None
    if stored is not None and passwords.is_outdated(stored) and account is not None:
        set_password(session, account.id, password)
    return account


def set_password(session: Session, account: int, password: str | None) -> None:
    """Another password, or none."""
    kept = None if password is None else passwords.hash_password(password)
    with writing(session):
        session.execute(update(AccountRow).where(AccountRow.id == account).values(password=kept))


# --- recovery codes -------------------------------------------------------------------------------


def new_codes(session: Session, account: int, seen_round: int) -> list[str] | None:
    """New recovery codes in place of the old, shown this once; None when ``seen_round`` is not the latest any more."""
    turn = update(AccountRow).where(AccountRow.id == account, AccountRow.codes_round == seen_round)
    codes = [_new_code() for _ in range(CODES)]
    with writing(session):
        turned = session.execute(turn.values(codes_round=seen_round + 1).returning(AccountRow.id)).scalar()
        if turned is None:
            return None
        session.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.account_id == account))
        session.add_all(RecoveryCodeRow(account_id=account, digest=digest(_letters(code))) for code in codes)
    return codes


def _new_code() -> str:
    letters = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    return "-".join(letters[at : at + CODE_GROUP] for at in range(0, CODE_LENGTH, CODE_GROUP))


def _letters(code: str) -> str:
    return "".join(letter for letter in code.casefold() if letter in CODE_ALPHABET)


def codes_left(session: Session, account: int) -> int:
    """How many recovery codes are still good."""
    query = select(func.count()).where(RecoveryCodeRow.account_id == account)
    return int(session.execute(query).scalar_one())


def spend_code(session: Session, name: str, code: str) -> Account | None:
    """Who signs in by name and recovery code; the code is good once."""
    account, wanted = by_name(session, name), digest(_letters(code))
    of_account = RecoveryCodeRow.account_id == (account.id if account else None)
    query = select(RecoveryCodeRow.id, RecoveryCodeRow.digest).where(of_account)
    with writing(session):
        fitting = [row.id for row in session.execute(query).all() if same(row.digest, wanted)]
        spent = delete(RecoveryCodeRow).where(RecoveryCodeRow.id.in_(fitting)).returning(RecoveryCodeRow.id)
        good = bool(fitting) and session.execute(spent).first() is not None
    return account if good else None


# --- passkeys -------------------------------------------------------------------------------------


def passkeys(session: Session, account: int) -> list[Passkey]:
    """An account's passkeys, the first made first."""
    query = select(*_PASSKEY).where(PasskeyRow.account_id == account).order_by(PasskeyRow.id)
    return [Passkey(*row) for row in session.execute(query)]


def passkey(session: Session, credential: str) -> Passkey | None:
    """The passkey that a browser names."""
    row = session.execute(select(*_PASSKEY).where(PasskeyRow.credential == credential)).first()
    return None if row is None else Passkey(*row)


def add_passkey(session: Session, account: int, **values: Any) -> bool:
    """One more passkey; False when it is known already."""
    try:
        with writing(session):
            session.add(PasskeyRow(account_id=account, made_at=clock.now(), **values))
    except IntegrityError:
        return False
    return True


def mark_passkey_used(session: Session, key: int, sign_count: int) -> None:
    """Remember that a passkey was used, and how often in its own counting."""
    used = update(PasskeyRow).where(PasskeyRow.id == key)
    with writing(session):
        session.execute(used.values(sign_count=sign_count, used_at=clock.now()))


def remove_passkey(session: Session, account: int, key: int) -> bool:
    """Take a passkey away from its account; False when it has none such."""
    removed = delete(PasskeyRow).where(PasskeyRow.id == key, PasskeyRow.account_id == account)
    with writing(session):
        return session.execute(removed.returning(PasskeyRow.id)).first() is not None
