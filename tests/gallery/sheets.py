"""Sheets of two to eight sides: the strip of totals and the lines of deals, as they stand on the page of a match."""

from typing import NamedTuple

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import C, T, Text
from scorekeeper.web.drawing.abbreviations import names_on_felt
from scorekeeper.web.match.sheet.rows import DrawnLine, LastChange, SheetMark, ShownRow
from scorekeeper.web.match.sheet.sheet import BEGINS, DEALS, STACKED_FROM, ColumnHead, StandingFact
from scorekeeper.web.site.languages import say
from tests.gallery.states import NAMES, show

TOTALS = (151, 94, 1208, -20, 0, 77, 345, 1010)
ROWS = (
    DrawnLine("♥", True, "Александър", "98\u2060–\u206064", [SheetMark("вкарана"), SheetMark("+20", 1)], []),
    DrawnLine(
        "♠",
        False,
        "Hrafnhildur Anna",
        "81\u2060–\u206081",
        [
            SheetMark("висяща 8"),
            SheetMark("контра"),
            SheetMark("капо"),
            SheetMark("+200", 0),
            SheetMark("+40", 1),
        ],
        [],
    ),
    DrawnLine("БК", False, "Georgi-Stefan", "130\u2060–\u20600", [], ["броено два пъти"]),
    DrawnLine("", False, "Maximiliane", "", [], []),
)
"""A suit and a mark, three marks, letters on the card and a note, and an entry that is no deal."""


class Strip(NamedTuple):
    """What the strip of totals is drawn with."""

    heads: list[list[ColumnHead]]
    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    standing: list[StandingFact]
    played_to: int | None
    progress: tuple[int, ...]


class Sheet(NamedTuple):
    """What the lines of deals are drawn with."""

    heads: list[list[ColumnHead]]
    rows: list[ShownRow]
    changes: dict[int, LastChange]
    marks: dict[int, list[Text]]
    whose: list[str]


def seat_players(sides: int, *, dealing: bool = True) -> list[list[ColumnHead]]:
    """The names above the columns: two pairs, or as many players as there are sides."""
    table = (show("belot", 4, {}) if sides == 2 else show("kinaskak", sides, {})).table
    short = names_on_felt(table)
    return [
        [
            ColumnHead(short[seat], table.names[seat], dealing and seat == 1, dealing and seat == 2)
            for seat in seats
        ]
        for seats in table.seating.sides
    ]


def draw_strip(sides: int, *, totals: tuple[int, ...] = TOTALS, over: bool = False) -> Strip:
    """The strip of a match with so many sides; a match that is over has no next dealer."""
    dealer, first = say(T("Dealer")), say(C("player", "Calls first"))
    facts = [
        StandingFact(dealer, NAMES[1], DEALS),
        StandingFact(first, NAMES[2], BEGINS),
        StandingFact(say(T("Hanging")), "8", beside=True),
    ]
    totals = totals[:sides]
    ahead = tuple(side for side, total in enumerate(totals) if total == max(totals) != min(totals))
    done = tuple(max(0, min(100, 100 * total // 1208)) for total in totals) if any(totals) else ()
    return Strip(seat_players(sides, dealing=not over), totals, ahead, [] if over else facts, 151, done)


def draw_sheet(sides: int) -> Sheet:
    """A line of every kind: with marks, with a note, changed, found odd, disputed, and written after the end."""
    rows = [_draw_row(number, line, sides) for number, line in enumerate((*ROWS, ROWS[0]), 1)]
    changes = {2: LastChange(say(T("corrected")), NAMES[0], "21:40", "Александър ♥ 62–100")}
    heads, marks = seat_players(sides), {1: [T("under protest"), T("ruling")]}
    whose = [" ".join(seat.short for seat in side) for side in heads] if sides >= STACKED_FROM else []
    return Sheet(heads, rows, changes, marks, whose)


def _draw_row(number: int, line: DrawnLine, sides: int) -> ShownRow:
    after_end = number > len(ROWS)
    points = ["–" if after_end else ("+16", "0", "−20", "+8")[(side + number) % 4] for side in range(sides)]
    odd = (Finding("", "odd", T("No total changes, and no other entry.")),) if number == 3 else ()
    return ShownRow(
        seq=number,
        number=number if line.sign else None,
        words=line.by,
        line=line,
        outcome="",
        points=list(zip(points, TOTALS[:sides], strict=True)),
        findings=odd,
        after_end=after_end,
        changed=number == 2,
        dealer="",
        more=line.notes,
    )
