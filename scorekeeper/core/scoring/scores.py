"""What a deal is worth: lines that lead from the facts to the scores, each with its article."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.ending import Because
from scorekeeper.core.text import NOTHING, Text

RAW = "raw"
WRITTEN = "written"
AFTER_END = "after_end"
PASSED_OUT = "passed_out"
"""The outcome of a deal that was not played, in games with a bidding."""
DECIDED = "decided"
"""The outcome of a deal whose points the table wrote itself."""
NOT_COUNTED = "not_counted"
"""The code of the line of a deal whose points were not counted."""
PLACE = re.compile(r"\{\w+\}")


class Line(NamedTuple):
    """One step of a score: so many points for this side, for this reason, by these articles.

    A side's ``raw`` lines add up to the raw points of the deal, its ``written`` lines to its score.
    A ``shared`` line is no side's own: it says why none writes anything for something, and brings no points.
    """

    side: int
    points: int
    code: str
    text: Text
    cites: tuple[str, ...]
    unit: str = WRITTEN
    shared: bool = False

    @property
    def explains(self) -> bool:
        """Whether the sentence says more than figures: ``100 / 10 = 10`` does not."""
        return _has_words(self.text)


def _has_words(text: Text) -> bool:
    if any(letter.isalpha() for letter in PLACE.sub("", text.msgid)):
        return True
    return any(_has_words(part) for part in text.params.values() if isinstance(part, Text))


class DealScore(NamedTuple):
    """A deal scored: one score a side, the lines that explain them, and what the next deal inherits.

    ``raw`` is given only by games that count before they write. ``carry`` is the game's own
    frozen value: hanging points, the round, the last taker. ``winners`` ends the match at once, ``because`` says why.
    ``facts`` are those that the row shows, if they differ from the facts after the deal.
    """

    scores: tuple[int, ...]
    lines: tuple[Line, ...]
    outcome: str
    carry: Any
    raw: tuple[int, ...] | None = None
    winners: tuple[int, ...] = ()
    facts: Mapping[str, Any] | None = None
    because: Because | None = None


class Entry(NamedTuple):
    """One row of the sheet. ``facts`` are the game's own fields (``pending``, ``round``), ``players`` the names by
    seat from here on, where the row changes them. ``playing`` are those who played when the entry was written."""

    kind: str
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]
    dealer: int | None = None
    outcome: str | None = None
    raw: tuple[int, ...] | None = None
    facts: Mapping[str, Any] = NOTHING
    players: tuple[str, ...] | None = None
    playing: Table | None = None

    def side_name(self, side: int, table: Table) -> str:
        """A side by those who played this entry; as ``table`` calls it where it was not there yet."""
        playing = self.playing
        if playing is None or side not in playing.seating.numbers:
            return table.side_name(side)
        return playing.side_name(playing.seating.seat_of(side))
