"""Findings: what is wrong (an error) or odd (a suspect) in a document, where, and what would be right."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from scorekeeper.core.text import N, Text

ERROR = "error"
SUSPECT = "suspect"
MORE = "more"
MAX_ERRORS = 2_000
"""The most errors that are reported of one document: as many as a match has entries."""


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
    """Collects every finding of one document; reading goes on after each.

    It keeps the first ``most`` errors and as many suspects; it counts the others in ``more_errors`` and
    ``more_suspects``.
    """

    __slots__ = ("errors", "more_errors", "more_suspects", "most", "suspects")

    def __init__(self, most: float = inf) -> None:
        self.most = most
        self.errors: list[Finding] = []
        self.suspects: list[Finding] = []
        self.more_errors = self.more_suspects = 0

    @property
    def error_count(self) -> int:
        """How many errors there are, with those that are only counted."""
        return len(self.errors) + self.more_errors

    def error(self, path: str, code: str, text: Text, *cites: str) -> None:
        """Note something impossible."""
        if len(self.errors) < self.most:
            self.errors.append(Finding(path, code, text, cites))
        else:
            self.more_errors += 1

    def shorten(self) -> None:
        """Keep the first :data:`MAX_ERRORS` errors; one more finding counts the others."""
        if len(self.errors) > MAX_ERRORS:
            last = self.errors[MAX_ERRORS]
            counted = last.text.params["n"] - 1 if last.code == MORE else 0
            more = count_more(len(self.errors) - MAX_ERRORS + counted)
            self.errors[MAX_ERRORS:] = [Finding("", MORE, more)]

    def suspect(self, path: str, code: str, text: Text, *cites: str) -> None:
        """Note something possible but unlikely."""
        if len(self.suspects) < self.most:
            self.suspects.append(Finding(path, code, text, cites, SUSPECT))
        else:
            self.more_suspects += 1

    def list_all(self) -> list[Finding]:
        """What is wrong, then what is odd; how many there are beyond those that are kept."""
        more_errors = [Finding("", MORE, count_more(self.more_errors))] if self.more_errors else []
        more_suspects = [Finding("", MORE, count_more(self.more_suspects), severity=SUSPECT)]
        return [*self.errors, *more_errors, *self.suspects, *(more_suspects if self.more_suspects else ())]


def count_more(count: int) -> Text:
    """The sentence that stands for findings beyond those that are listed: ``3 more``."""
    return N("{n} more", "{n} more", n=count)
