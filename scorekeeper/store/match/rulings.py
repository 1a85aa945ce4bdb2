"""Rulings that are too long for a QR code, kept under a short link. They hold no names."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.match.models import KeptRulingRow
from scorekeeper.store.transactions import in_one_write

KEY_LENGTH = 22
MAX_BYTES = 64_000
"""Bytes of the longest ruling that is kept, as JSON."""


class TooLong(Exception):  # noqa: N818 - named by what the caller did wrong
    """A ruling of more than :data:`MAX_BYTES` bytes is not kept."""


def key_of(packed: Sequence[Any]) -> str:
    """What a ruling is called: the same ruling always has the same short link."""
    digest = hashlib.sha256(canonical(packed)).digest()
    return base64.urlsafe_b64encode(digest).decode()[:KEY_LENGTH]


def canonical(packed: Any) -> bytes:
    """JSON with one way to write each value."""
    return json.dumps(packed, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def keep(session: Session, packed: Sequence[Any]) -> str:
    """Keep a ruling; its key. Kept already is as good."""
    if len(canonical(packed)) > MAX_BYTES:
        raise TooLong
    key = key_of(packed)

    def write() -> str:
        if find(session, key) is None:
            session.add(KeptRulingRow(id=key, packed=list(packed), at=clock.now()))
            session.flush()
        return key

    return in_one_write(session, write)


def find(session: Session, key: str) -> list[Any] | None:
    """The ruling of this key; None when there is none."""
    return session.execute(select(KeptRulingRow.packed).where(KeptRulingRow.id == key)).scalar()
