"""A match document scored entry by entry, errors and all, and what a change of it moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import Game
from scorekeeper.core.match import MAX_ENTRIES, read_match
from scorekeeper.core.scoring.fold import Fold
from scorekeeper.core.scoring.scores import AFTER_END, Entry
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES

END, DEALER, CONTRACT, COUNTS, WINNERS = "end", "dealer", "contract", "counts", "winners"


class Scored(NamedTuple):
    """What a document is worth. ``sheet`` is None when there are errors.

    ``rows`` has one row for each entry of the document, None where an entry could not be scored;
    ``ended`` is the index of the entry after which the match was over.
    """

    sheet: Sheet | None
    errors: tuple[Finding, ...]
    rows: tuple[Entry | None, ...]
    ended: int | None


class Scoring(NamedTuple):
    """A document scored, and the fold as it stands after it, from which one more entry can go on."""

    scored: Scored
    fold: Fold | None


class MovedThing(NamedTuple):
    """Something that a change moves besides the entry it is about.

    ``what``: ``end`` (the index of the entry that ends the match), ``winners``, and for one entry ``dealer``,
    ``contract`` (what a round asks for) or ``counts`` (whether it is before the end). ``entry`` is its index in the
    document after the change, ``seq`` its lasting name; both None for what is the whole match's.
    """

    entry: int | None
    seq: int | None
    what: str
    before: Any
    after: Any


def score_entries(document: dict[str, Any]) -> Scored:
    """Score a document, with a row for each entry."""
    return score_whole(document).scored


def score_whole(document: dict[str, Any]) -> Scoring:
    """The same, with the fold."""
    report = Report()
    match = read_match(document, GAMES, report)
    if match is None:
        return Scoring(Scored(None, tuple(report.errors), (), None), None)
    fold = Fold(match, report)
    rows: list[Entry | None] = []
    ended = None
    for index, entry in enumerate(match.entries):
        rows.append(_add_to(fold, entry, index))
        if ended is None and fold.finished:
            ended = index
    sheet = None if report.errors else fold.sheet()
    return Scoring(Scored(sheet, tuple(report.errors), tuple(rows), ended), fold)


def score_one_more(before: Scoring, entry: dict[str, Any]) -> Scoring | None:
    """What one more entry at the end makes of it; None where the whole has to be scored anew."""
    scored = before.scored
    if before.fold is None or scored.sheet is None or len(scored.rows) >= MAX_ENTRIES:
        return None
    fold = before.fold.split()
    index, report = len(scored.rows), fold.report
    row = _add_to(fold, entry, index)
    ended = index if scored.ended is None and fold.finished else scored.ended
    sheet = None if report.errors else fold.sheet()
    return Scoring(Scored(sheet, tuple(report.errors), (*scored.rows, row), ended), fold)


def _add_to(fold: Fold, entry: Any, index: int) -> Entry | None:
    """The row that an entry makes, None if it could not be scored."""
    rows_before = len(fold.rows)
    fold.add(index, entry)
    return fold.rows[-1] if len(fold.rows) > rows_before else None


def moves(
    before: Scored,
    after: Scored,
    old: Sequence[int],
    new: Sequence[int],
    about: int | None,
    sat: Sequence[int],
    sit: Sequence[int],
) -> tuple[MovedThing, ...]:
    """What differs between two scorings besides the entry that the change is about.

    ``old`` and ``new`` are the entries' lasting names in document order, ``sat`` and ``sit`` the people by seat: a win
    that goes to another person moves, though the side is the same. A document with errors moves nothing.
    """
    if before.sheet is None or after.sheet is None:
        return ()
    places = {seq: index for index, seq in enumerate(old)}
    moved = []
    for index, seq in enumerate(new):
        row, was = after.rows[index], before.rows[places[seq]] if seq in places else None
        if row is not None and was is not None and seq != about:
            moved += _entry_moves(index, seq, was, row, after.sheet.game)
    ends = [None if end is None else names[end] for end, names in ((before.ended, old), (after.ended, new))]
    if ends[0] != ends[1]:
        moved.append(MovedThing(None, None, END, before.ended, after.ended))
    if _find_winners(before.sheet, sat) != _find_winners(after.sheet, sit):
        moved.append(MovedThing(None, None, WINNERS, before.sheet.winners, after.sheet.winners))
    return tuple(moved)


def _find_winners(sheet: Sheet, people: Sequence[int]) -> set[int]:
    """Everybody on a side that has won; of those who joined during the match the seat, as a negative number."""
    seats = (seat for side in sheet.winners for seat in sheet.table.seating.sides[side])
    return {people[seat] if seat < len(people) else -seat for seat in seats}


def _entry_moves(index: int, seq: int, was: Entry, row: Entry, game: Game) -> list[MovedThing]:
    pairs = (
        (DEALER, was.dealer, row.dealer),
        (CONTRACT, game.round_of(was.facts), game.round_of(row.facts)),
        (COUNTS, was.outcome != AFTER_END, row.outcome != AFTER_END),
    )
    return [MovedThing(index, seq, what, old, new) for what, old, new in pairs if old != new]
