"""Parts of a game that scoring a match does not need are imported at their first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any


class Questions(Mapping[str, Any]):
    """The questions of a game by their slugs, in the order of the desk: one file of its folder ``disputes`` each.

    ``Questions("<slug>", "score", …)`` has the ``QUESTION`` of ``scorekeeper.games.<slug>.disputes.score``, and so on.
    """

    def __init__(self, game: str, *files: str) -> None:
        self._game, self._files = game, files

    @cached_property
    def _found(self) -> Mapping[str, Any]:
        folder = f"scorekeeper.games.{self._game}.disputes"
        questions = [import_module(f"{folder}.{file}").QUESTION for file in self._files]
        return {question.slug: question for question in questions}

    def __getitem__(self, key: str) -> Any:
        return self._found[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
