"""Parts of a game that scoring a match does not need are imported at their first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any


class Questions(Mapping[str, Any]):
    """The questions of a game by their slugs, in the order of the desk: one file of its folder ``disputes`` each.

    ``Questions("<slug>", "score", …)`` has the ``QUESTION`` of ``scorekeeper.games.<slug>.disputes.score``, and so on.
    """

    __slots__ = ("_files", "_found", "_game")

    def __init__(self, game: str, *files: str) -> None:
        self._game, self._files = game, files
        self._found: Mapping[str, Any] | None = None

    def _mapping(self) -> Mapping[str, Any]:
        if self._found is None:
            folder = f"scorekeeper.games.{self._game}.disputes"
            questions = [import_module(f"{folder}.{file}").QUESTION for file in self._files]
            self._found = {question.slug: question for question in questions}
        return self._found

    def __getitem__(self, key: str) -> Any:
        return self._mapping()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._mapping())

    def __len__(self) -> int:
        return len(self._mapping())
