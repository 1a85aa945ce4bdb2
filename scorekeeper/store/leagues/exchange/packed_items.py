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
    """A list of items that unpacks one at a time."""

    __slots__ = ("_packed",)

    def __init__(self, items: Iterable[Mapping[str, Any]]) -> None:
        self._packed = [pack(item) for item in items]

    @classmethod
    def of_packed(cls, packed: Iterable[bytes]) -> PackedItems:
        """The list of items that were packed before."""
        items = cls(())
        items._packed = list(packed)
        return items

    def iterate_packed(self) -> Iterator[bytes]:
        """Each item as it is kept."""
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(unpack, self._packed)
