"""How texts are stored so that they can be erased without breaking the chain, and how an event gets its hashes."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.store.match.events import Event
from scorekeeper.store.match.record import chain


class Sealed(NamedTuple):
    """A name or a text as its row holds it. Once it is erased the text and its salt are gone, the seal stays."""

    text: str | None
    salt: str | None
    seal: str | None


def seal_text(text: str, salt: str | None = None) -> Sealed:
    """A text under a salt of its own."""
    salt = secrets.token_hex(chain.SALT_BYTES) if salt is None else salt
    return Sealed(text, salt, chain.seal(text, salt))


def hash_event(
    event: Event, game: str, people: Sequence[int], seals: Mapping[int, str | None], before: str
) -> Event:
    """The event with its hashes. ``people`` are those of the opening, by seat; ``before`` is the chain up to here."""
    body = chain.hashed_body(event.kind, event.body, game, people, seals)
    content = chain.content_hash(event.uuid, event.kind, chain.moment(event.at), event.seat, body)
    return event._replace(content=content, chain=chain.chain_hash(before, event.seq, content))
