"""How texts are stored so that they can be erased without breaking the chain, and how an event gets its hashes."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper.store.match.events import Event
from scorekeeper.store.match.record.chain import (
    SALT_BYTES,
    chain_hash,
    content_hash,
    hashed_body,
    moment,
    seal,
)


class Sealed(NamedTuple):
    """A name or a text as its row holds it. Once it is erased the text and its salt are gone, the seal stays."""

    text: str | None
    salt: str | None
    seal: str | None


def seal_text(text: str, salt: str | None = None) -> Sealed:
    """A text under a salt of its own."""
    salt = secrets.token_hex(SALT_BYTES) if salt is None else salt
    return Sealed(text, salt, seal(text, salt))


def seals_of(rows: Mapping[str, int], sealed: Mapping[str, Sealed]) -> dict[int, str | None]:
    """The seals of an event's texts by the numbers of their rows."""
    return {row: sealed[name].seal for name, row in rows.items()}


def hash_event(
    event: Event, game: str, people: Sequence[int], seals: Mapping[int, str | None], before: str
) -> Event:
    """The event with its hashes. ``people`` are those of the opening, by seat; ``before`` is the chain up to here."""
    body = hashed_body(event.kind, event.body, game, people, seals)
    content = content_hash(event.uuid, event.kind, moment(event.at), event.seat, body)
    return event._replace(content=content, chain=chain_hash(before, event.seq, content))


def tell_beginning(by: str, at: datetime, events: int) -> dict[str, Any]:
    """Why and when a chain began after its match: so many events got their hashes then."""
    return {"by": by, "on": at.date().isoformat(), "events": events}
