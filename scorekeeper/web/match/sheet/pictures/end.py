"""The picture of a match that is over: the card of its winners, on felt."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.scoring.outlook import find_decisive_entry
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.drawing.abbreviations import abbreviate
from scorekeeper.web.drawing.lettering import Fitted, cut, fit_letters, width
from scorekeeper.web.drawing.posters import (
    END,
    FELT_SIDES,
    FELT_SOFT,
    MARGIN,
    ON_FELT,
    ROOM,
    SIZE,
    Box,
    ColouredWords,
    Poster,
    Word,
    break_lines,
    fit,
    lay_card,
    write,
)
from scorekeeper.web.match.at_table import table_at
from scorekeeper.web.match.sheet.chart import draw_curve
from scorekeeper.web.match.sheet.ending import Ending, facts_of_end, list_side
from scorekeeper.web.match.sheet.rows import draw_line, say_drawn
from scorekeeper.web.match.sheet.sheet import date_of, mark_left
from scorekeeper.web.match.words import deal_numbers
from scorekeeper.web.site.languages import say, say_listed
from scorekeeper.web.site.prose import write_total

LENGTHS = (60, 30, 20, 14, 10, 7, 5)
"""How many letters are left of a player's name where the whole one does not fit."""
MIDDLE = SIZE / 2
MAX_WIDTH = 20
"""Words wider than so many of their letters leave no room for figures in a box."""
FACTS, GAP = 1004, 16
"""Where the facts end, and how far they stand apart."""


def draw_end(match: Match, sheet: Sheet, end: Ending) -> Poster:
    """Who won, the score, the curve, what is worth telling."""
    poster = Poster(SIZE, [], [], [], cup=bool(end.winners))
    words = poster.words
    head = f"{say(GAMES[match.game].name)} · {date_of(match)}"
    words.append(write(MIDDLE, 184, 30, head, FELT_SOFT, "middle"))
    names = _name_winners(sheet) if end.winners else fit(_("Abandoned: no winner"), ROOM, 72, 30)
    words.append(write(MIDDLE, 288, names.size, names.words, ON_FELT, "middle", bold=True))
    if end.winners:
        label = ngettext("Winner", "Winners", len(end.winners))
        words.append(write(MIDDLE, 222, 26, label, FELT_SOFT, "middle"))
    below = _draw_pair(words, sheet) if len(sheet.totals) == 2 else _draw_ranking(words, sheet)
    above = _draw_facts(poster, _list_facts(match, sheet, end))
    if end.payments:
        _draw_payments(words, sheet, end, below)
        return poster
    return poster._replace(curves=draw_curve(match, below + 14, above - 14, FELT_SIDES))


def _name_winners(sheet: Sheet) -> Fitted:
    """Everybody who won, in letters as large as their names allow."""

    def shorter(most: int) -> str:
        short, seating = abbreviate(sheet.table.names, most), sheet.table.seating
        return say_listed([short[seat] for side in sheet.winners for seat in seating.sides[side]])

    return fit_letters(shorter, LENGTHS, ROOM, 58, 24)


def _draw_pair(words: list[Word], sheet: Sheet) -> float:
    first, second = sheet.ranking
    figures = [write_total(sheet.totals[side]) for side in (first, second)]
    score = fit(" – ".join(figures), ROOM, 150, 60)
    spans = (
        ColouredWords(figures[0], FELT_SIDES[first], first in sheet.winners),
        ColouredWords(" – ", FELT_SOFT),
        ColouredWords(figures[1], FELT_SIDES[second], second in sheet.winners),
    )
    words.append(Word(MIDDLE, 434, score.size, spans, "middle"))
    for side, x, anchor in ((first, MARGIN, "start"), (second, END, "end")):
        name = fit_letters(partial(_name_side, sheet, side), LENGTHS, ROOM / 2 - GAP, 30, 23)
        words.append(write(x, 488, name.size, name.words, FELT_SIDES[side], anchor))
    return 500


def _draw_ranking(words: list[Word], sheet: Sheet) -> float:
    """The sides, the best first, each name whole where it fits."""
    row = min(58.0, 370 / len(sheet.totals))
    size = round(min(40, row * 0.74), 1)
    rooms = [ROOM - 30 - width(write_total(total)) * size for total in sheet.totals]
    tried = [_names(sheet, most) for most in LENGTHS]
    names = next((attempt for attempt in tried if _all_fit(attempt, size, rooms)), tried[-1])
    y = 304.0
    for side in sheet.ranking:
        y += row
        won = side in sheet.winners
        words.append(write(MARGIN, y, size, cut(names[side], rooms[side] / size), ON_FELT, bold=won))
        words.append(
            write(END, y, size, write_total(sheet.totals[side]), FELT_SIDES[side % 8], "end", bold=won)
        )
    return y + 10


def _names(sheet: Sheet, most: int) -> list[str]:
    short = abbreviate(sheet.table.names, most)
    short_names = mark_left(short, sheet)
    return [list_side(sheet, side, short_names) for side in range(len(sheet.table.seating.sides))]


def _all_fit(names: list[str], size: float, rooms: list[float]) -> bool:
    return all(width(name) * size <= room for name, room in zip(names, rooms, strict=True))


def _name_side(sheet: Sheet, side: int, most: int) -> str:
    return _names(sheet, most)[side]


class CardFact(NamedTuple):
    """A box of the card: what it is about, a deal's little card where it is about one, and its words."""

    label: str
    words: str
    sign: str = ""
    red: bool = False


def _list_facts(match: Match, sheet: Sheet, end: Ending) -> list[CardFact]:
    facts = []
    if end.decisive is not None:
        entry = say(T("Decided by: {entry}", entry=""))
        facts.append(_tell_row(match, find_decisive_entry(sheet), entry, end.decisive[1]))
    if end.last is not None and not end.stopped:
        facts.append(_tell_row(match, match.scored.ended, _("Over after:"), end.last[1]))
    return [*facts, *(CardFact(fact.label, fact.words) for fact in facts_of_end(match, end))]


def _tell_row(match: Match, place: int | None, label: str, otherwise: str) -> CardFact:
    """A deal as its row draws it, with the players' whole names; any other entry in words."""
    row = match.rows()[place] if place is not None else None
    number = deal_numbers(match).get(row.seq) if row is not None else None
    if row is None or number is None:
        return CardFact("", otherwise)
    line = draw_line(row, match.scored.rows[row.place or 0], GAMES[match.game], table_at(match, row.place))
    words = f"{line.by} {line.figures}".strip() or say_drawn(row, match)
    if width(words) > MAX_WIDTH and line.by:
        words = line.by
    deal = _("deal %(number)s", number=number)
    return CardFact(f"{label.strip()} {deal}", words, line.sign, line.red)


def _draw_facts(poster: Poster, facts: list[CardFact]) -> float:
    """What is worth telling, in boxes, two in a row; where they begin."""
    high, wide = 112, (ROOM - GAP) / 2
    top = FACTS - (len(facts) + 1) // 2 * (high + GAP) + GAP
    for number, fact in enumerate(facts):
        alone = number == len(facts) - 1 and number % 2 == 0
        x, y = MARGIN + number % 2 * (wide + GAP), top + number // 2 * (high + GAP)
        box = Box(x, y, ROOM if alone else wide, high, 20, "#000", 0.2)
        poster.boxes.append(box)
        _write_fact(poster, fact, box)
    return top


def _write_fact(poster: Poster, fact: CardFact, box: Box) -> None:
    x, room = box.x + 20, box.width - 40
    if fact.sign:
        lay_card(poster, x, box.y + 25, fact.sign, fact.red)
        x, room = x + 66, room - 66
    label = fit(fact.label, room, 23, 19)
    poster.words.append(write(x, box.y + 33, label.size, label.words, FELT_SOFT))
    lines = break_lines(fact.words, room, 28, 2)
    first = box.y + (78 if len(lines) == 1 else 66)
    for line, words in enumerate(lines):
        poster.words.append(write(x, first + 32 * line, 28, words, ON_FELT, bold=True))


def _draw_payments(words: list[Word], sheet: Sheet, end: Ending, below: float) -> None:
    for number, payment in enumerate(end.payments):
        giver, taker = (sheet.table.side_name(side) for side in (payment.giver, payment.taker))
        sentence = _("%(giver)s pays %(taker)s: %(chips)s", giver=giver, taker=taker, chips=payment.chips)
        line = fit(sentence, ROOM, 30, 23)
        words.append(write(MIDDLE, below + 42 + 38 * number, line.size, line.words, ON_FELT, "middle"))
