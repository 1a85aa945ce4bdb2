"""A match document scored entry by entry, errors and all, and what a change of it moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.fold import Fold
from scorekeeper.core.match import read_match
from scorekeeper.core.scores import AFTER_END, Entry
from scorekeeper.core.sheet import Sheet
from scorekeeper.games import GAMES

END, DEALER, CONTRACT, COUNTS, WINNERS = "end", "dealer", "contract", "counts", "winners"
ROUND = "round"


class Scored(NamedTuple):
    """What a document is worth. ``sheet`` is None when there are errors.

    ``rows`` has one row for each entry of the document, None where an entry could not be scored;
    ``ended`` is the index of the entry after which the match was over.
    """

    sheet: Sheet | None
    errors: tuple[Finding, ...]
    rows: tuple[Entry | None, ...]
    ended: int | None


class Move(NamedTuple):
    """Something that a change moves besides the entry it is about.

    ``what``: ``end`` (the index of the entry that ends the match), ``winners``, and for one entry ``dealer``,
    ``contract`` (Kínaskák's round) or ``counts`` (whether it is before the end). ``entry`` is its index in the
    document after the change, ``seq`` its lasting name; both None for what is the whole match's.
    """

    entry: int | None
    seq: int | None
    what: str
    before: Any
    after: Any


def score_entries(document: dict[str, Any]) -> Scored:
    """Score a document and remember which row came of which entry."""
    report = Report()
    match = read_match(document, GAMES, report)
    if match is None:
        return Scored(None, tuple(report.errors), (), None)
    fold = Fold(match, report)
    rows: list[Entry | None] = []
    ended = None
    last = len(match.entries) - 1
    for index, entry in enumerate(match.entries):
        known = len(fold.rows)
        fold.add(entry, f"entries[{index}]", last=index == last)
        rows.append(fold.rows[-1] if len(fold.rows) > known else None)
        if ended is None and fold.finished:
            ended = index
    sheet = None if report.errors else fold.sheet()
    return Scored(sheet, tuple(report.errors), tuple(rows), ended)


def moves(
    before: Scored, after: Scored, old: Sequence[int], new: Sequence[int], about: int | None
) -> tuple[Move, ...]:
    """What differs between two scorings besides the entry that the change is about.

    ``old`` and ``new`` are the entries' lasting names in document order; a document with errors moves nothing.
    """
    if before.sheet is None or after.sheet is None:
        return ()
    places = {seq: index for index, seq in enumerate(old)}
    found = []
    for index, seq in enumerate(new):
        row, was = after.rows[index], before.rows[places[seq]] if seq in places else None
        if row is not None and was is not None and seq != about:
            found += _entry_moves(index, seq, was, row)
    ends = [None if end is None else names[end] for end, names in ((before.ended, old), (after.ended, new))]
    if ends[0] != ends[1]:
        found.append(Move(None, None, END, before.ended, after.ended))
    if before.sheet.winners != after.sheet.winners:
        found.append(Move(None, None, WINNERS, before.sheet.winners, after.sheet.winners))
    return tuple(found)


def _entry_moves(index: int, seq: int, was: Entry, row: Entry) -> list[Move]:
    pairs = (
        (DEALER, was.dealer, row.dealer),
        (CONTRACT, was.facts.get(ROUND), row.facts.get(ROUND)),
        (COUNTS, was.outcome != AFTER_END, row.outcome != AFTER_END),
    )
    return [Move(index, seq, what, old, new) for what, old, new in pairs if old != new]
