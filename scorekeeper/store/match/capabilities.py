"""What a link allows, decided from the server's key alone: for pages and for event streams."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256

from scorekeeper.store.match.match import Generations

CAPABILITIES = WATCH, SCORE, OWNER = "watch", "score", "owner"
"""What a link may allow: each all that those before it do, and more."""
LETTERS = {OWNER: "o", SCORE: "s", WATCH: "w"}
KINDS = {letter: kind for kind, letter in LETTERS.items()}
TOKEN_BYTES = 18  # 144 bits


def token(key: bytes, public_id: str, kind: str, generation: int) -> str:
    """The unguessable part of a link: a MAC over match, kind and generation."""
    return sign(key, f"scorekeeper-link|{public_id}|{kind}|{generation}")


def sign(key: bytes, message: str) -> str:
    """What no one can guess who has not the key, for an address."""
    return urlsafe_b64encode(hmac.new(key, message.encode(), sha256).digest()[:TOKEN_BYTES]).decode()


def link_to(key: bytes, public_id: str, kind: str, generations: Generations) -> str:
    """The kind's letter and its token, as they stand in an address."""
    return LETTERS[kind] + token(key, public_id, kind, getattr(generations, kind))


def kind_of(key: bytes, public_id: str, link: str, generations: Generations) -> str | None:
    """What a link allows; None for a wrong or withdrawn one."""
    kind = KINDS.get(link[:1])
    if kind is None or not link.isascii():
        return None
    return kind if hmac.compare_digest(link, link_to(key, public_id, kind, generations)) else None
