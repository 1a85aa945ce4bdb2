"""Passwords: only what argon2 makes of them is kept, with the parameters that OWASP advises."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from scorekeeper.core.match import name_key
from scorekeeper.core.text import N, T, Text

if TYPE_CHECKING:
    from argon2 import PasswordHasher  # here, because few requests make a password

MIN_LENGTH, MAX_LENGTH = 10, 200
MEMORY_KIB, PASSES, LANES = 19 * 1024, 2, 1
MIN_CHARACTERS = 4
"""How many different characters a password has at least: aaaaaaaaaa is guessed first."""


def problem(password: str, name: str) -> Text | None:
    """What is wrong with a new password; None when nothing is."""
    plain = _plain(password)
    if len(plain) < MIN_LENGTH:
        return N("At least {n} character, please.", "At least {n} characters, please.", n=MIN_LENGTH)
    if len(plain) > MAX_LENGTH:
        return N("At most {n} character here.", "At most {n} characters here.", n=MAX_LENGTH)
    if name_key(plain) == name_key(name) or len(set(plain)) < MIN_CHARACTERS:
        return T("That is the first one that is guessed. A few words in a row are good.")
    return None


def hash_password(password: str) -> str:
    """What is stored of a password."""
    return _hasher().hash(_plain(password))


def fits(stored: str | None, password: str) -> bool:
    """Whether it is the password. Without one the answer takes as long: it does not betray that there is none."""
    # here, because few requests check a password
    from argon2.exceptions import InvalidHashError, VerificationError

    decoy = _decoy_hash()
    try:
        _hasher().verify(stored or decoy, _plain(password)[:MAX_LENGTH])
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def is_outdated(stored: str) -> bool:
    """Whether a password was hashed with other parameters than today's."""
    return _hasher().check_needs_rehash(stored)


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher  # here, because few requests make a password

    return PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)


@cache
def _decoy_hash() -> str:
    """A hash that costs as much to check as a real one."""
    return _hasher().hash("a password of no account")


def _plain(password: str) -> str:
    """Two keyboards compose é in two ways; it is one password. Half pairs cannot be encoded."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace").decode()
