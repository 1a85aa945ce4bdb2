"""The rows of the sheet: what each entry was, what it wrote, and whether it was changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.scores import AFTER_END, Entry
from scorekeeper.core.scoring.sentence import entry_drawing
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.web.drawing.abbreviations import (
    abbreviate,
    names_in_line,
    names_in_row,
    names_on_felt,
    short_sides,
)
from scorekeeper.web.match.at_table import table_at, table_of
from scorekeeper.web.match.current import made_of
from scorekeeper.web.match.holding import writer_of
from scorekeeper.web.match.words import (
    EVENT_WORDS,
    deal_numbers,
    entry_line,
    more_of,
    row_facts,
    say_when,
    scores_of,
)
from scorekeeper.web.site.languages import bind_dashes, language, say
from scorekeeper.web.site.prose import write_total

MANY_ROWS, SHORT_NAME = 300, 16
"""Of a match with more entries the sheet shows the last so many, and rows call people by so many letters: its page
would come to megabytes. No evening has so many deals.
"""


class SheetMark(NamedTuple):
    """What was out of the ordinary, as short as a sign; with a side, what that side got for it is in its score."""

    words: str
    side: int | None = None


class DrawnLine(NamedTuple):
    """A row as it is drawn: the card of the contract and its colour, who played, figures, marks, what people wrote."""

    sign: str
    red: bool
    by: str
    figures: str
    marks: list[SheetMark]
    notes: list[str]


class ShownRow(NamedTuple):
    """A row of the sheet. ``number`` counts the deals; the other kinds of entries have none.

    ``points`` are what each side wrote and its total; nothing of a side that joined later.
    """

    seq: int
    number: int | None
    words: str
    line: DrawnLine
    changed: bool
    more: list[str]
    outcome: str = ""
    points: Sequence[tuple[str, int | None]] = ()
    findings: tuple[Finding, ...] = ()
    after_end: bool = False
    dealer: str = ""


class LastChange(NamedTuple):
    """The last change of an entry: what was done, who did it and when, and what the entry was before."""

    what: str
    who: str
    when: str
    was: str


def table_in_rows(match: Match, place: int | None) -> Table:
    """Those who played then, as the rows call them."""
    table = table_at(match, place)
    if len(match.rows()) <= MANY_ROWS:
        return table
    return table._replace(names=tuple(abbreviate(table.names, SHORT_NAME)))


def rows_of(match: Match) -> list[ShownRow]:
    """The rows in the reader's language, made once for a match that several people look at."""
    made: dict[str, list[ShownRow]] = made_of(match, "rows")
    spoken = language()
    if spoken not in made:
        game, counted = GAMES[match.game], deal_numbers(match)
        sides = len(table_of(match).seating.sides)
        made[spoken] = [
            _show_row(row, entry, game, table_in_rows(match, row.place), counted, sides)
            for row, entry in zip_longest(match.rows(), match.scored.rows)
        ]
    return made[spoken]


def list_legend(table: Table, rows: list[ShownRow], *, charted: bool) -> list[tuple[str, str]]:
    """The shortened names that stand above the totals, in these rows or beside their chart, and the whole ones."""
    said = " ".join(row.line.by for row in rows)
    alone = len(table.seating.sides) == len(table.names)
    drawn = short_sides(table) if alone and charted else table.names
    ways = zip(
        table.names, names_on_felt(table), drawn, names_in_row(table), names_in_line(table), strict=True
    )
    return [
        (short, name)
        for name, *shown, in_row, in_line in ways
        for short in dict.fromkeys((*shown, in_row, in_line))
        if short != name and (short in shown or short in said.replace(name, ""))
    ]


RED = frozenset("♥♦")


def draw_line(row: EntryRow, entry: Entry | None, game: Any, table: Any) -> DrawnLine:
    """An entry as it is drawn, its players called as ``table`` calls them."""
    drawn = entry_drawing(row.entry, game, table)
    sign = say(drawn.sign) if drawn.sign is not None else ""
    by, figures = (say(text) if text is not None else "" for text in (drawn.by, drawn.figures))
    # No room for words on a card: their first letters, as the keys of the entry page have them.
    card = "".join(word[0] for word in sign.split()).upper() if len(sign) > 1 else sign
    marks = [_mark(game, entry), *(say(mark) for mark in drawn.marks)]
    scored = list(_scored_marks(game, entry)) if entry is not None else []
    if not by and not scored:
        by = entry_line(row.entry, game, table, short=True)
    notes = [text for name in ("reason", "note") if (text := row.entry.get(name))]
    return DrawnLine(
        card,
        sign in RED,
        bind_dashes(by),
        bind_dashes(figures),
        [*(SheetMark(mark) for mark in marks if mark), *scored],
        notes,
    )


def say_drawn(row: EntryRow, match: Match) -> str:
    """A deal in a box: who played and what was counted; the sign of what won at once; else what the sides wrote."""
    game, entry = GAMES[match.game], match.scored.rows[row.place or 0]
    if entry is not None and (sign := game.marks.get(entry.outcome or "")):
        return f"{sign} {scores_of(match, row)}"
    drawn = draw_line(row, entry, game, table_at(match, row.place))
    return " ".join(part for part in (drawn.by, drawn.sign, drawn.figures) if part) or scores_of(match, row)


def _scored_marks(game: Any, entry: Entry) -> Iterator[SheetMark]:
    """The signs of what the sides got points for; several lines of one sign are added up."""
    points: Counter[tuple[int, str]] = Counter()
    for line in entry.lines:
        if line.code in game.marks:
            sign = game.marks[line.code].format_map({**line.text.params, "points": "{points}"})
            points[line.side, sign] += line.points
    for (side, sign), sum_ in points.items():
        yield SheetMark(sign.format(points=sum_), side)


def _mark(game: Any, entry: Entry | None) -> str:
    """What came of a deal where that is worth a mark, with the figures that the game puts beside it."""
    if entry is None or entry.outcome in game.outcomes_usual or entry.outcome in game.marks:
        return ""
    outcome = more_of(game, entry)
    figures = [str(mark.figure) for mark in game.row_marks(entry) if mark.figure is not None]
    return " ".join((outcome, *figures)) if outcome else ""


def _show_row(
    row: EntryRow, entry: Entry | None, game: Any, table: Any, counted: dict[int, int], sides: int
) -> ShownRow:
    called = names_in_row(table) if row.entry.get("kind") == "deal" else names_in_line(table)
    drawn = table._replace(names=tuple(called))
    words = bind_dashes(entry_line(row.entry, game, table, short=True))
    line = draw_line(row, entry, game, drawn)
    shown = ShownRow(row.seq, counted.get(row.seq), words, line, bool(row.history), line.notes)
    if entry is None:
        return shown
    return shown._replace(
        more=[*row_facts(game, entry), *line.notes],
        outcome=more_of(game, entry),
        points=_show_points(entry, sides),
        findings=tuple(finding for finding in entry.findings if finding.code != AFTER_END),
        after_end=entry.outcome == AFTER_END,
        dealer=table.names[table.seating.seat_of(entry.dealer)] if entry.dealer is not None else "",
    )


def _show_points(entry: Entry, sides: int) -> list[tuple[str, int | None]]:
    points: list[tuple[str, int | None]] = [*zip(list_written(entry), entry.totals, strict=True)]
    return [*points, *[("", None)] * (sides - len(points))]


def list_written(entry: Entry) -> list[str]:
    """What each side wrote: a dash for one that had left, and for all after the end."""
    left = entry.playing.seating.left if entry.playing is not None else ()
    after_end = entry.outcome == AFTER_END
    return [write_signed(score, after_end or side in left) for side, score in enumerate(entry.scores)]


def write_signed(score: int, after_end: bool = False) -> str:
    """What an entry wrote, as it stands on paper."""
    if after_end:
        return "–"
    return f"+{score}" if score > 0 else write_total(score)


def changes_of(match: Match) -> dict[int, LastChange]:
    """The last change of every entry that was changed, also of those struck out, as this reader is told of it."""
    game, changes = GAMES[match.game], {}
    for row in (*match.rows(), *match.list_struck()):
        if row.history:
            last_change = row.history[-1]
            was = _words_before(last_change.entry, row.entry, game, table_at(match, row.place))
            what = say(EVENT_WORDS[last_change.event.kind])
            changes[row.seq] = LastChange(
                what, writer_of(match, last_change.event), say_when(last_change.event.at), was
            )
    return changes


def _words_before(before: Any, now: Any, game: Any, table: Any) -> str:
    """What an entry was before a change, as short as tells the two apart; nothing where they say the same."""
    for short in (True, False):
        was = entry_line(before, game, table, short=short)
        if was != entry_line(now, game, table, short=short):
            return bind_dashes(was)
    return ""
