"""What a ruling puts into the match: an entry of its own, the deal in progress, or a deal written otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import request, url_for

from scorekeeper.core.disputes.writings import Writing
from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.decided import DEAL_ALSO, read_deal
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.web.desk.ruling_links import RulingCard
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.match.at_table import as_document, table_at
from scorekeeper.web.match.words import deal_numbers, entry_line
from scorekeeper.web.site.languages import say

DEAL, NUMBER = "deal", "slip"
"""In the address: the deal that was played when the question was asked, and which of the ruling's entries is meant."""


class OfferedEntry(NamedTuple):
    """Where an entry that a ruling comes to is written, its line, why it may be this one, and words for its key.

    ``why`` is None without other entries, ``key`` where the usual words do.
    """

    address: str
    line: str
    why: Text | None
    key: Text | None


def find_offers(match: Match, card: RulingCard, code: str) -> list[OfferedEntry]:
    """What of the ruling can be written into the match: each entry that says something that is not written already."""
    offers, row = [], asked_row(match)
    for number, writing in enumerate(writings_of(card)):
        address_parts = _where(match, writing)
        if address_parts is not None:
            more: dict[str, Any] = {} if writing.why is None else {NUMBER: number}
            entry = entry_of(writing, match, None) if row is None else corrected_entry(writing, row, match)
            line = entry_line(entry, GAMES[match.game], table_at(match, row and row.place), short=True)
            address = url_for("match.record_ruling", code=code, **address_parts, **more)
            offers.append(OfferedEntry(address, line, writing.why, writing.key))
    return offers


def _where(match: Match, writing: Writing) -> dict[str, Any] | None:
    """Of which row or deal the entry is to be written, as an address says it; None where it says nothing new."""
    row = asked_row(match)
    entry = entry_of(writing, match, row)
    if entry["kind"] != DEAL:
        return {"entry": row.seq} if writing.replaces and row is not None else {}
    if row is not None:
        written = corrected_entry(writing, row, match)
        differs = written != row.entry and _read(match, written, row) != _read(match, row.entry, row)
        return {"entry": row.seq} if differs else None
    if not _is_in_progress(match) or not (writing.unfinished or _read(match, entry, None)):
        return None
    return {DEAL: number_in(request.args.get(DEAL))}


def find_asked(match: Match, card: RulingCard) -> Writing | None:
    """The entry that the address means; None where a page that is asked for has nothing to write."""
    number, writings = number_in(request.args.get(NUMBER, "0")), writings_of(card)
    writing = writings[number] if number is not None and number < len(writings) else None
    if writing is None or (writing.why is not None and NUMBER not in request.args):
        return None
    return writing if request.method == "POST" or _where(match, writing) is not None else None


def entry_of(writing: Writing, match: Match, row: EntryRow | None) -> dict[str, Any]:
    """The entry of the match that a ruling comes to, its sentences in the reader's language; in the place of a row, or
    a new one.
    """
    values = {name: say(value) if isinstance(value, Text) else value for name, value in writing.entry.items()}
    entry = {
        name: value for name, value in values.items() if value is not None or writing.entry["kind"] == DEAL
    }
    return as_document(match, entry, table_at(match, row and row.place))


def corrected_entry(writing: Writing, row: EntryRow, match: Match) -> dict[str, Any]:
    """The deal of a row as the ruling has it: who dealt and the note stay, and perhaps what the ruling does not say."""
    entry = entry_of(writing, match, row)
    fields = [field for form in GAMES[match.game].forms for field in form.fields]
    replaced = {name for field in fields if field.name in entry for name in field.instead_of}
    also = DEAL_ALSO if writing.entry["kind"] == DEAL else frozenset(("note",))
    stays = also.union(row.entry if writing.keeps else writing.also)
    return {**{name: value for name, value in row.entry.items() if name in stays - replaced}, **entry}


def asked_row(match: Match) -> EntryRow | None:
    """The deal that the question was opened from; None where it was another entry, or none."""
    seq = number_in(request.args.get("entry"))
    row = match.find_row(seq)
    is_deal = row is not None and row.event.kind == kinds.RECORDED and row.entry["kind"] == DEAL
    return row if is_deal else None


def _is_in_progress(match: Match) -> bool:
    """Whether the deal that was asked about is still the next one."""
    return "entry" not in request.args and number_in(request.args.get(DEAL)) == len(deal_numbers(match)) + 1


def writings_of(card: RulingCard) -> tuple[Writing, ...]:
    """Every entry that a ruling may come to."""
    if card.answered is None:
        return ()
    return card.answered.question.writes(card.question, card.answered.ruling.result)


def _read(match: Match, entry: Mapping[str, Any], row: EntryRow | None) -> Any:
    """The deal of an entry as the game reads it; None where a part of it is missing or cannot be."""
    report = Report()
    read = read_deal(GAMES[match.game], entry, "", report, table_at(match, row and row.place))
    return None if report.errors else read
