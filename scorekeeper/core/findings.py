"""Findings: what is wrong (an error) or odd (a suspect) in a document, where, and what would be right."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.core.text import Text

ERROR = "error"
SUSPECT = "suspect"


class Finding(NamedTuple):
    """One thing found in a document.

    ``path`` is where (``entries[3].trick_points``), ``code`` a stable word for machines, ``text`` one
    sentence that says what would be right, ``cites`` the articles it rests on.
    """

    path: str
    code: str
    text: Text
    cites: tuple[str, ...] = ()
    severity: str = ERROR


class Report:
    """Collects every finding of one document; reading goes on after each."""

    __slots__ = ("errors", "suspects")

    def __init__(self) -> None:
        self.errors: list[Finding] = []
        self.suspects: list[Finding] = []

    def error(self, path: str, code: str, text: Text, *cites: str) -> None:
        """Note something impossible."""
        self.errors.append(Finding(path, code, text, cites))

    def suspect(self, path: str, code: str, text: Text, *cites: str) -> None:
        """Note something possible but unlikely."""
        self.suspects.append(Finding(path, code, text, cites, SUSPECT))
