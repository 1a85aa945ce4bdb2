"""The sheet: the scored match, and its JSON document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding
from scorekeeper.core.game import Game
from scorekeeper.core.options import Rules
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.ending import Because, DealLimit
from scorekeeper.core.scoring.scores import AFTER_END, PASSED_OUT, Entry, Line
from scorekeeper.core.scoring.start import PaperStart
from scorekeeper.core.text import Catalogue, render

FORMAT = "scorekeeper-sheet/1"
OPEN, FINISHED = "open", "finished"


class Sheet(NamedTuple):
    """A match scored. ``facts`` are the game's own fields (``pending``, ``round``); ``because`` is why it is over or
    goes on, ``ended`` the index of the entry that ended it, ``won_outright`` whether that deal wins without a
    higher total. ``start`` is how it was begun on paper.

    ``table`` is everyone who ever sat there, each by the last name of the seat; ``playing`` are those who play still,
    numbered without gaps, and ``carry`` is what the next deal inherits.
    """

    game: Game
    rules: Rules
    table: Table
    entries: tuple[Entry, ...]
    totals: tuple[int, ...]
    status: str
    winners: tuple[int, ...]
    ranking: tuple[int, ...]
    next_dealer: int | None
    facts: Mapping[str, Any]
    because: Because
    playing: Table
    carry: Any
    ended: int | None = None
    won_outright: bool = False
    start: PaperStart | None = None

    @property
    def left(self) -> tuple[int, ...]:
        """The sides that play no more."""
        return self.playing.seating.left

    @property
    def totals_playing(self) -> tuple[int, ...]:
        """The totals of those who play still."""
        return tuple(total for side, total in enumerate(self.totals) if side not in self.left)

    @property
    def played(self) -> int:
        """How many deals were played; passed-out and void ones are none."""
        return sum(
            entry.kind == "deal" and entry.outcome not in (PASSED_OUT, AFTER_END) for entry in self.entries
        )

    @property
    def limit(self) -> DealLimit:
        """After how many of them the match is over, if its rules say so."""
        return self.game.deal_limit(self.rules.options)


def sheet_document(sheet: Sheet, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """The sheet as JSON, its sentences in the catalogue's language (English without one)."""
    return {
        "format": FORMAT,
        "game": sheet.game.slug,
        "rules": sheet.rules.document(),
        "sides": [
            {"name": sheet.table.side_name(side), "seats": list(seats)}
            for side, seats in enumerate(sheet.table.seating.sides)
        ],
        **({} if sheet.start is None else {"start": sheet.start.document()}),
        "entries": [_entry(entry, catalogue) for entry in sheet.entries],
        "totals": list(sheet.totals),
        **sheet.facts,
        "status": sheet.status,
        "winners": list(sheet.winners),
        "ranking": list(sheet.ranking),
        "next_dealer": sheet.next_dealer,
        "ending": {
            "code": sheet.because.code,
            "text": render(sheet.because.text, catalogue),
            "cites": list(sheet.because.cites),
            "entry": sheet.ended,
        },
    }


def _entry(entry: Entry, catalogue: Catalogue | None) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": entry.kind}
    if entry.dealer is not None:
        document["dealer"] = entry.dealer
    if entry.outcome is not None:
        document["outcome"] = entry.outcome
    if entry.raw is not None:
        document["raw"] = list(entry.raw)
    document["scores"] = list(entry.scores)
    document["totals"] = list(entry.totals)
    if entry.players is not None:
        document["players"] = list(entry.players)
    document.update(entry.facts)
    document["lines"] = [_line(line, catalogue) for line in entry.lines]
    document["findings"] = [finding_document(finding, catalogue) for finding in entry.findings]
    return document


def _line(line: Line, catalogue: Catalogue | None) -> dict[str, Any]:
    side, points, code, text, cites, unit, _shared = line
    return {
        "side": side,
        "points": points,
        "unit": unit,
        "code": code,
        "text": render(text, catalogue),
        "cites": list(cites),
    }


def finding_document(finding: Finding, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """A suspect finding as a sheet carries it."""
    return {"severity": finding.severity, **error_document(finding, catalogue)}


def error_document(finding: Finding, catalogue: Catalogue | None) -> dict[str, Any]:
    """One entry of an errors document: path, code, message, cites."""
    return {
        "path": finding.path,
        "code": finding.code,
        "message": render(finding.text, catalogue),
        "cites": list(finding.cites),
    }


def errors_document(findings: list[Finding], catalogue: Catalogue | None = None) -> dict[str, Any]:
    """Every problem of a document that could not be scored."""
    return {"errors": [error_document(finding, catalogue) for finding in findings]}
