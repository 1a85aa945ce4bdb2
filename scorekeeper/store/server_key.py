"""Which key a database belongs to: links, cookies and forms of its matches are made with that one.

The fingerprint stands in the database, so that a machine with another key is noticed when it starts. It tells
nothing of the key.
"""

from __future__ import annotations

import hmac
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorekeeper.store import instance, migrate, settings

NAME = "key"
LENGTH = 16
"""Hexadecimal digits of a fingerprint."""


class WrongKeyError(Exception):
    """The database belongs to a server with another key; the message says how to go on."""


def fingerprint(key: bytes) -> str:
    """What tells keys apart, and does not lead back to one."""
    return hmac.digest(key, b"scorekeeper fingerprint", "sha256").hex()[:LENGTH]


def fits(connection: Connection | Session, key: bytes) -> bool:
    """Whether a database of this program's schema belongs to a server with this key, or to none yet."""
    return settings.read(connection, NAME) in (None, fingerprint(key))


def check_key(url: str) -> None:
    """WrongKeyError where the database belongs to another key than the one at its place, or there is none."""
    wanted, place = read_fingerprint(url), instance.key_place()
    if wanted is None:
        return
    if not place.exists():
        raise WrongKeyError(f"There is no key at {place}, and {_say(wanted, place)}")
    key_fingerprint = fingerprint(instance.secret_key())
    if key_fingerprint != wanted:
        raise WrongKeyError(
            f"The key at {place} has the fingerprint {key_fingerprint}, and {_say(wanted, place)}"
        )


def read_fingerprint(url: str) -> str | None:
    """Whose the database is; None where that is not known."""
    with migrate.reading(url) as connection:
        return settings.read_if_there(connection, NAME)


def _say(wanted: str, place: Path) -> str:
    return (
        f"the database belongs to a server whose key has {wanted}: links and forms of the one fail at the other. "
        f"Copy that server’s {instance.KEY_FILE} to {place}, or take it from a backup. With --new-key the "
        "database gets this machine’s key, and every link given out so far stops working."
    )


def claim_database(url: str, key: bytes, *, anew: bool = False) -> None:
    """Write down whose the database is, if that is not known yet; ``anew``: in place of what is known."""
    with migrate.exclusive(url) as connection:
        stored = settings.read(connection, NAME)
        if stored is not None and stored != fingerprint(key) and not anew:
            raise WrongKeyError(  # another machine came first
                f"The key at {instance.key_place()} has the fingerprint {fingerprint(key)}, and "
                + _say(stored, instance.key_place())
            )
        if stored != fingerprint(key):
            settings.write(connection, NAME, fingerprint(key))
