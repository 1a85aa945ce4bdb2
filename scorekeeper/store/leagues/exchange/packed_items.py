"""Items kept packed: an archive's matches with all their deals would take twenty times the room as objects."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def pack(item: Mapping[str, Any]) -> bytes:
    """One item, packed."""
    return zlib.compress(json.dumps(item).encode(), 1)


def unpack(packed: bytes) -> dict[str, Any]:
    """The item again."""
    item: dict[str, Any] = json.loads(zlib.decompress(packed))
    return item


class PackedItems:
    """A list of packed items that unpacks one at a time."""

    __slots__ = ("packed",)

    def __init__(self, packed: Iterable[bytes]) -> None:
        self.packed = list(packed)

    def __len__(self) -> int:
        return len(self.packed)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(unpack, self.packed)
