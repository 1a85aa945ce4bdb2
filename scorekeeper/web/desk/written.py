"""What a ruling puts into the match: an entry of its own, the deal in progress, or a deal written otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request, url_for

from scorekeeper.core.findings import Report
from scorekeeper.core.fold import DEAL_ALSO
from scorekeeper.core.text import Text
from scorekeeper.core.writings import Writing
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import Match, Row
from scorekeeper.web.desk.ruling_links import Card
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.match.words import deal_numbers, table_of
from scorekeeper.web.site.languages import say

DEAL = "deal"


def find_address(match: Match, card: Card, code: str) -> str:
    """Where the ruling is written into the match; empty where it says nothing that is not written already."""
    entry = entry_of(card)
    if entry is None:
        return ""
    if entry["kind"] != DEAL:
        return url_for("match.record_ruling", code=code)
    row = asked_row(match)
    if row is not None:
        written = corrected_entry(card, row)
        differs = written != row.entry and _read(match, written) != _read(match, row.entry)
        return url_for("match.record_ruling", code=code, entry=row.seq) if differs else ""
    if not _is_in_progress(match) or _read(match, entry) is None:
        return ""
    return url_for("match.record_ruling", code=code, deal=number_in(request.args.get(DEAL)))


def entry_of(card: Card) -> dict[str, Any] | None:
    """The entry that a ruling comes to, its sentences in the reader's language; None where it comes to none."""
    writing = _writing_of(card)
    if writing is None:
        return None
    told = {name: say(value) if isinstance(value, Text) else value for name, value in writing.entry.items()}
    return {name: value for name, value in told.items() if value is not None or writing.entry["kind"] == DEAL}


def corrected_entry(card: Card, row: Row) -> dict[str, Any]:
    """The deal of a row as the ruling has it: who dealt and the note stay, and perhaps what the ruling does not say."""
    writing, entry = _writing_of(card), entry_of(card)
    if writing is None or entry is None:
        return dict(row.entry)
    return {
        **{name: value for name, value in row.entry.items() if writing.keeps or name in DEAL_ALSO},
        **entry,
    }


def asked_row(match: Match) -> Row | None:
    """The deal that the question was opened from; None where it was another entry, or none."""
    seq = number_in(request.args.get("entry"))
    found = next((row for row in match.rows() if row.seq == seq), None)
    is_deal = found is not None and found.event.kind == kinds.RECORDED and found.entry["kind"] == DEAL
    return found if is_deal else None


def _is_in_progress(match: Match) -> bool:
    """Whether the deal that was asked about is still the next one."""
    return "entry" not in request.args and number_in(request.args.get(DEAL)) == len(deal_numbers(match)) + 1


def _writing_of(card: Card) -> Writing | None:
    if card.answered is None:
        return None
    return card.answered.question.writes(card.question, card.answered.ruling.result)


def _read(match: Match, entry: Mapping[str, Any]) -> Any:
    """The deal of an entry as the game reads it; None where a part of it is missing or cannot be."""
    report = Report()
    read = GAMES[match.game].read(entry, "", report, table_of(match))
    return None if report.errors else read
