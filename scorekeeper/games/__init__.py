"""The games that Scorekeeper knows. A fifth is one new folder and one line here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from scorekeeper.core.disputes.adjudication import adjudicate, ruling_document
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.sheet import errors_document, sheet_document
from scorekeeper.core.text import Catalogue


class Registry(Mapping[str, Game]):
    """Games by the names of their folders. It imports a game at its first use."""

    def __init__(self, *folders: str) -> None:
        self.folders = list(folders)

    def __getitem__(self, slug: str) -> Game:
        if slug not in self.folders:
            raise KeyError(slug)
        game: Game = import_module(f"scorekeeper.games.{slug}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self.folders)

    def __len__(self) -> int:
        return len(self.folders)

    def __contains__(self, slug: object) -> bool:
        return slug in self.folders


GAMES = Registry("belot", "kani", "escoba", "kinaskak")
"""Every game, in the order in which pages list them."""


def score(document: Any, catalogue: Catalogue | None = None) -> tuple[dict[str, Any], bool]:
    """The sheet document of a match document and True, or an errors document and False."""
    report = Report()
    sheet = score_match(document, GAMES, report)
    if sheet is None:
        return errors_document(report.errors, catalogue), False
    return sheet_document(sheet, catalogue), True


def rule(document: Any, catalogue: Catalogue | None = None) -> tuple[dict[str, Any], bool]:
    """The ruling document of a question document and True, or an errors document and False."""
    report = Report()
    answered = adjudicate(document, GAMES, report)
    if answered is None:
        return errors_document(report.errors, catalogue), False
    return ruling_document(answered, catalogue), True
