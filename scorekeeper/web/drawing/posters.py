"""What a picture is drawn of: words, boxes, little cards, curves, each with its place. No browser lays them out.

The colours are those of ``tokens.css`` by day: a picture that is sent carries them with it.
"""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.web.drawing.lettering import Fitted, cut, fit_letters, width, wrap

SIZE, MARGIN = 1080, 80
ROOM, END = SIZE - 2 * MARGIN, SIZE - MARGIN
"""From margin to margin, and where the right margin begins."""
FOOT = 1054
"""Where the last line stands."""
PAPER, CARD, INK, SOFT, HAIR, RED = "#f6f3ea", "#fffdf7", "#1b1d1a", "#5d625b", "#e2ddcf", "#c3182b"
FELT, FELT_DEEP, FELT_LIGHT = "#0f4d38", "#0a3a2a", "#145540"
ON_FELT, FELT_SOFT, GOLD = "#f4f1e6", "#a9cbbb", "#ffe6a3"
SIDES = ("#1f5fa8", "#b04a12", "#0f6b4a", "#8a1c5c", "#6b5d00", "#00707e", "#6b3fa0", "#5b5b5b")
FELT_SIDES = ("#a9d0ff", "#ffc09a", "#a6e3c0", "#ffb3dc", "#ece28a", "#8fe3ee", "#d3bdff", "#dcdcdc")
DASHES = ("", "9 5", "2 4", "12 4 2 4", "5 3", "14 6", "3 3", "8 3 2 3 2 3")
SUITS = {
    "♥": "M12 21C5 15.5 2 12 2 8a5.2 5.2 0 0 1 10-2 5.2 5.2 0 0 1 10 2c0 4-3 7.5-10 13z",
    "♦": "M12 2l8 10-8 10-8-10z",
    "♠": "M12 2c3 5 9 8.5 9 13a4.5 4.5 0 0 1-8 2.7l1.5 4.3h-5l1.5-4.3A4.5 4.5 0 0 1 3 15c0-4.5 6-8 9-13z",
    "♣": "M12 2a4.7 4.7 0 0 1 4 7.3 4.7 4.7 0 1 1-2.800 8l1.3 4.7h-5l1.3-4.7a4.7 4.7 0 1 1-2.800-8A4.7 4.7 0 0 1 12 2z",
}
"""Suits are drawn: some phones have no such letters, others have pictures in their place."""
LETTERS_ON_CARD = 26


class ColouredWords(NamedTuple):
    """Words that go on in another colour."""

    words: str
    fill: str
    bold: bool = False
    size: float | None = None


class Word(NamedTuple):
    """A line of words; ``anchor`` says whether ``x`` is its beginning, its middle or its end."""

    x: float
    y: float
    size: float
    spans: tuple[ColouredWords, ...]
    anchor: str = "start"


class Box(NamedTuple):
    """A rectangle; where it lets something through, ``opacity`` is less than one."""

    x: float
    y: float
    width: float
    height: float
    round: float
    fill: str
    opacity: float = 1
    line: str = ""


class Sign(NamedTuple):
    """The sign on a little card, as a path or, where it is letters, as words."""

    x: float
    y: float
    path: str
    red: bool


class Stroke(NamedTuple):
    """A curve in the measure of its chart."""

    points: str
    colour: str
    dash: str


class Curves(NamedTuple):
    """The curves of a chart, and how they are brought to their place; ``goal`` is the height that ends the match."""

    x: float
    y: float
    scale: float
    left: float
    right: float
    goal: float | None
    strokes: tuple[Stroke, ...]


class Poster(NamedTuple):
    """A picture: felt down to ``felt`` (all of it at the end of a match), and what lies on felt and paper."""

    felt: float
    boxes: list[Box]
    words: list[Word]
    signs: list[Sign]
    curves: Curves | None = None
    cup: bool = False


def write(
    x: float, y: float, size: float, words: str, fill: str, anchor: str = "start", *, bold: bool = False
) -> Word:
    """A line in one colour."""
    return Word(x, y, size, (ColouredWords(words, fill, bold),), anchor)


def fit(words: str, room: float, most: float, least: float) -> Fitted:
    """Words in letters as large as the room allows; where even the smallest do not fit, their beginning."""
    return fit_letters(lambda _most: words, (len(words),), room, most, least)


def break_lines(words: str, room: float, size: float, most: int) -> list[str]:
    """Words in so many lines at most; what is left over is cut."""
    lines = wrap(words, room / size)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), room / size)]


def lay_card(poster: Poster, x: float, y: float, sign: str, red: bool) -> None:
    """A little card: the contract of a deal."""
    poster.boxes.append(Box(x, y, 50, 62, 10, CARD, 1, HAIR))
    if sign in SUITS:
        poster.signs.append(Sign(x + 9, y + 15, SUITS[sign], red))
        return
    size = min(LETTERS_ON_CARD, 42 / max(width(sign), 1))
    poster.words.append(write(x + 25, y + 31 + size * 0.36, size, sign, INK, "middle", bold=True))
