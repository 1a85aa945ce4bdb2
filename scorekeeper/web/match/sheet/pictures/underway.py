"""The picture of a match that goes on: the strip of felt with the totals, and the last deals, a line each."""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import gettext as _

from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.drawing.abbreviations import abbreviate
from scorekeeper.web.drawing.lettering import cut, width
from scorekeeper.web.drawing.posters import (
    END,
    FELT_SIDES,
    FELT_SOFT,
    HAIR,
    INK,
    MARGIN,
    ON_FELT,
    ROOM,
    SIDES,
    SIZE,
    SOFT,
    Box,
    ColouredWords,
    Poster,
    Word,
    fit,
    lay_card,
    write,
)
from scorekeeper.web.match.sheet.chart import draw_curve, played_to
from scorekeeper.web.match.sheet.rows import ShownRow, rows_of
from scorekeeper.web.match.sheet.sheet import date_of, leaders, mark_left, progress
from scorekeeper.web.match.words import standing_words
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.prose import write_total

PAIR, GAP = 2, 12
"""Two sides stand face to face, more in columns; so much is left between columns."""
BOTTOM = 1010
"""What is below belongs to the foot."""
LETTERS, MAX_HEIGHT, MIN_HEIGHT = (16, 14, 11, 9, 8, 7, 6, 5, 4), 34, 23
"""How many letters of a name are left above a column (the first that fits), and how high they are."""
WIDE_GAP = "\u2002"


def draw_sheet(match: Match, sheet: Sheet) -> Poster:
    """The strip and as many of the last rows as there is room for."""
    poster = Poster(0, [], [], [])
    felt = _draw_strip(poster, match, sheet)
    rows, top = rows_of(match), felt + 6
    high = 86 if len(sheet.totals) == PAIR else 126
    shown = rows[-int((BOTTOM - top) // high) :]
    for row in shown:
        _draw_row(poster, row, top, high, len(sheet.totals))
        top += high
    if not shown:
        poster.words.append(write(SIZE / 2, 740, 40, _("Nothing is recorded yet."), SOFT, "middle"))
    return poster._replace(felt=felt, curves=draw_curve(match, top + 24, BOTTOM - 10, SIDES))


def _draw_strip(poster: Poster, match: Match, sheet: Sheet) -> float:
    """The totals on felt; how far down it goes."""
    game, words = GAMES[match.game], poster.words
    target, day = played_to(match), date_of(match)
    title = [ColouredWords(say(game.name), ON_FELT, True)]
    title += [ColouredWords(WIDE_GAP + _("to %(target)s", target=target), FELT_SOFT)] if target else []
    words.append(Word(MARGIN, 96, 42, tuple(title)))
    words.append(write(END, 96, 32, day, FELT_SOFT, "end"))
    facts = " · ".join(
        f"{label}: {wording}" for label, wording in standing_words(game, sheet.facts, sheet.table.options)
    )
    if facts:
        fitted = fit(facts, ROOM, 30, MIN_HEIGHT)
        words.append(write(MARGIN, 146, fitted.size, fitted.words, FELT_SOFT))
    y = _draw_pair(words, sheet) if len(sheet.totals) == PAIR else _draw_columns(words, sheet)
    for side, part in enumerate(progress(sheet, target)):
        poster.boxes.append(Box(MARGIN, y, ROOM, 7, 3, "#fff", 0.13))
        poster.boxes.append(Box(MARGIN, y, ROOM * part / 100, 7, 3, FELT_SIDES[side % 8]))
        y += 12
    return y + 22


def _draw_pair(words: list[Word], sheet: Sheet) -> float:
    """Two sides: their players one below the other, and the totals to be read from far away."""
    ahead, half = leaders(sheet), ROOM / 2 - GAP
    for side, seats in enumerate(sheet.table.seating.sides):
        x, anchor = (MARGIN, "start") if side == 0 else (END, "end")
        for line, seat in enumerate(seats):
            name = fit(sheet.table.names[seat], half, 38, 27)
            words.append(write(x, 212 + 46 * line, name.size, name.words, ON_FELT, anchor))
        total = fit(write_total(sheet.totals[side]), half, 180, 90)
        y = 212 + 46 * (len(seats) - 1) + 156
        words.append(write(x, y, total.size, total.words, FELT_SIDES[side], anchor, bold=side in ahead))
    return y + 26


def _edges(sides: int) -> list[float]:
    wide = ROOM / sides
    return [MARGIN + wide * (side + 1) for side in range(sides)]


def _fitting(names: list[str], room: float) -> float:
    """How high the letters of names may be so that each fits into the room."""
    return round(room / max(width(name) for name in names), 1)


def _draw_columns(words: list[Word], sheet: Sheet) -> float:
    sides = len(sheet.totals)
    room, ahead = ROOM / sides - GAP, leaders(sheet)
    whole = [sheet.table.side_name(side) for side in range(sides)]
    tried = [mark_left(abbreviate(whole, most), sheet) for most in LETTERS]
    short = next((names for names in tried if _fitting(names, room) >= MIN_HEIGHT), tried[-1])
    letters = min(MAX_HEIGHT, _fitting(short, room))
    size = min(60, *(room / width(write_total(total)) for total in sheet.totals))
    for side, x in enumerate(_edges(sides)):
        bold = side in ahead
        words.append(write(x, 214, letters, short[side], ON_FELT, "end", bold=bold))
        total = write_total(sheet.totals[side])
        words.append(write(x, 280, size, total, FELT_SIDES[side % 8], "end", bold=bold))
    return 306


def _draw_row(poster: Poster, row: ShownRow, top: float, high: float, sides: int) -> None:
    """A deal in a line; with three sides and more its figures stand below, under their totals."""
    words, pair = poster.words, sides == PAIR
    poster.boxes.append(Box(MARGIN, top + high - 2, ROOM, 2, 0, HAIR))
    edges = [END - 150, END] if pair else _edges(sides)
    words.append(write(MARGIN, top + 53 if pair else top + 40, 26, str(row.number or ""), SOFT))
    x = MARGIN + 48.0
    if row.line.sign:
        lay_card(poster, x, top + (12 if pair else 4), row.line.sign, row.line.red)
        x += 66
    _tell(words, row, x, top, (END - 290 if pair else END) - x, pair)
    for side, (points, total) in enumerate(row.points):
        if total is None:  # this side joined later
            continue
        y = top + (46 if pair else 82)
        colour = SOFT if points in ("0", "–") else SIDES[side % 8]
        size = 40 if pair else min(36, (ROOM / sides - GAP) / width(points))
        words.append(write(edges[side], y, size, points, colour, "end", bold=colour != SOFT))
        words.append(write(edges[side], y + 31, 24, write_total(total), SOFT, "end"))


def _tell(words: list[Word], row: ShownRow, x: float, top: float, room: float, pair: bool) -> None:
    """Who played, what was counted, and what marks the deal: beside the name, or below where the figures stand."""
    by = cut(row.line.by or row.words, room / 32)
    spans = [ColouredWords(by, INK, True)]
    figures = WIDE_GAP + row.line.figures if row.line.figures else ""
    left = room - width(by) * 32 - width(figures) * 27
    if figures and left >= 0:
        spans.append(ColouredWords(figures, SOFT, False, 27))
    marks = list(_mark_spans(row, left if not pair else room))
    if not pair and marks and left > 150:
        spans += [ColouredWords(WIDE_GAP, SOFT, False, 25), *marks]
        marks = []
    words.append(Word(x, top + (40 if marks or not pair else 54), 32, tuple(spans)))
    if marks and pair:
        words.append(Word(x, top + 74, 25, tuple(marks)))


def _mark_spans(row: ShownRow, room: float) -> Iterator[ColouredWords]:
    """The marks of a deal as far as there is room, each in the colour of its side."""
    between = ""
    for mark in row.line.marks:
        text = between + mark.words
        room -= width(text) * 25
        if room < 0:
            return
        yield ColouredWords(text, SOFT if mark.side is None else SIDES[mark.side % 8], False, 25)
        between = " · "
