"""Parts of a game that scoring a match does not need are imported at their first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any


class Later(Mapping[str, Any]):
    """A mapping in another module, imported at its first use.

    ``Later("scorekeeper.games.<slug>.disputes", "QUESTIONS")`` is the mapping ``QUESTIONS`` of that module.
    """

    __slots__ = ("_found", "_module", "_name")

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name
        self._found: Mapping[str, Any] | None = None

    def _mapping(self) -> Mapping[str, Any]:
        if self._found is None:
            self._found = getattr(import_module(self._module), self._name)
        return self._found

    def __getitem__(self, key: str) -> Any:
        return self._mapping()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._mapping())

    def __len__(self) -> int:
        return len(self._mapping())
