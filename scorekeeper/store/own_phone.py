"""What the program on a phone alone keeps for itself: a row of its database, so that a copy of it holds that too."""

from __future__ import annotations

import json
from typing import NamedTuple

from scorekeeper.store.instance import KEY_BYTES

NAME = "phone"
"""Under which name the row stands among the settings."""


class Kept(NamedTuple):
    """The key of the phone's links and forms, and its reader's cookies."""

    key: bytes
    cookies: dict[str, str]

    def write(self) -> str:
        """As it stands in the database."""
        return json.dumps({"key": self.key.hex(), "cookies": self.cookies}, ensure_ascii=False)


def read(text: str) -> Kept:
    """What a row says; ValueError where that is no key with its cookies."""
    content = json.loads(text)
    if not isinstance(content, dict) or not isinstance(content.get("cookies"), dict):
        raise ValueError("no cookies")
    key = bytes.fromhex(str(content.get("key")))
    if len(key) != KEY_BYTES:
        raise ValueError("no key")
    return Kept(key, {str(name): str(value) for name, value in content["cookies"].items()})
