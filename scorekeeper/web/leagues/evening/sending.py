"""How an evening ended, to be sent to others: as a picture and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.league.evening.honours import STEPS
from scorekeeper.league.evening.standings import EveningRow
from scorekeeper.store.leagues.log.access import READ, Access
from scorekeeper.web.drawing.answering import answer_poster
from scorekeeper.web.drawing.lettering import width
from scorekeeper.web.drawing.posters import (
    END,
    FELT_SOFT,
    FOOT,
    GOLD,
    INK,
    MARGIN,
    ON_FELT,
    ROOM,
    SIZE,
    Box,
    Poster,
    fit,
    write,
)
from scorekeeper.web.leagues.evening.ending import EveningEnding, ShownStep, describe_ending
from scorekeeper.web.leagues.evening.running import EveningPage, find_running, number_words, show
from scorekeeper.web.leagues.guard import pages, to
from scorekeeper.web.leagues.words import night_words
from scorekeeper.web.site.languages import language

MIDDLE, GAP = SIZE / 2, 20
WIDE = (ROOM - 2 * GAP) / 3
"""How wide a step of the podium is."""
BLOCKS = {1: (MIDDLE, 170), 2: (MIDDLE - WIDE - GAP, 120), 3: (MIDDLE + WIDE + GAP, 85)}
"""The middle and the height of each step."""
GROUND, LINE = 570, 40
TOP, BOTTOM, COLUMN = 628, 920, 11
"""Where the further places stand, and how many one above the other in two columns."""


@pages.add("/<public_id>/nights/<date>/run/end/send", may=READ)
def evening_result(access: Access, date: str) -> Any:
    """The picture and the text, each to be sent, kept or copied."""
    running, ending = _find_ending(access, date)
    values = {
        "text": text_of(running, ending),
        "name": f"{running.evening.options.game}-{running.night.date}",
        "picture": to("evening_picture", access, date=date, v=running.night.touched, lang=language()),
        "size": SIZE,
    }
    return show(running, "send", values)


@pages.add("/<public_id>/nights/<date>/run/end/picture.svg", may=READ)
def evening_picture(access: Access, date: str) -> Any:
    """The picture. Its colours stand in it, so it needs neither style sheet nor script."""
    return answer_poster(draw_ending(*_find_ending(access, date)))


def _find_ending(access: Access, date: str) -> tuple[EveningPage, EveningEnding]:
    """The evening and what it came to; a missing page before a table is through."""
    running = find_running(access, date)
    ending = describe_ending(running)
    if not ending.podium:
        abort(404)
    return running, ending


def text_of(running: EveningPage, ending: EveningEnding) -> str:
    """How the evening ended, in lines that any chat can carry."""
    lines = [f"{running.access.league.name} · {night_words(running.night.date, 'full')}", ending.size]
    if not running.evening.closed:
        lines.append(_("The evening is not over yet."))
    heading = _("Points of the evening")
    lines += ["", f"{heading}:"]
    for row, decided in zip(ending.standings, ending.decided, strict=True):
        told = f"{row.place}. {running.names.unit(row.unit)} {number_words(row.points)}"
        lines.append(f"{told} ({decided})" if decided else told)
    return "\n".join([*lines, "", *ending.facts] if ending.facts else lines)


def draw_ending(running: EveningPage, ending: EveningEnding) -> Poster:
    """The podium, the further places, and what is worth telling, on felt."""
    poster = Poster(SIZE, [], [], [], cup=True)
    for y, size, words, fill in (
        (184, 38, running.access.league.name, ON_FELT),
        (224, 26, f"{night_words(running.night.date, 'full')} · {ending.size}", FELT_SOFT),
    ):
        fitted = fit(words, ROOM, size, 20)
        poster.words.append(write(MIDDLE, y, fitted.size, fitted.words, fill, "middle", bold=fill == ON_FELT))
    for step in ending.podium:
        _draw_step(poster, step)
    _draw_places(poster, running, [row for row in ending.standings if row.place > STEPS])
    for number, fact in enumerate(reversed(ending.facts)):
        fitted = fit(fact, ROOM, 25, 17)
        poster.words.append(write(MIDDLE, 1014 - 34 * number, fitted.size, fitted.words, GOLD, "middle"))
    poster.words.append(write(END, FOOT, 25, "Scorekeeper", FELT_SOFT, "end"))
    return poster


def _draw_step(poster: Poster, step: ShownStep) -> None:
    """A step with everybody who stands on it above."""
    middle, high = BLOCKS[step.place]
    first = step.place == 1
    top = GROUND - high
    poster.boxes.append(
        Box(middle - WIDE / 2, top, WIDE, high, 18, GOLD if first else "#fff", 1 if first else 0.12)
    )
    number = INK if first else ON_FELT
    poster.words.append(write(middle, top + high / 2 + 18, 54, str(step.place), number, "middle", bold=True))
    names = [(name, 32, GOLD if first else ON_FELT) for name in step.names]
    told = [*names, *((words, 24, FELT_SOFT) for words in (step.more, step.points) if words)]
    for above, (words, size, fill) in enumerate(reversed(told)):
        fitted = fit(words, WIDE, size, 17)
        y = top - 16 - LINE * above
        poster.words.append(write(middle, y, fitted.size, fitted.words, fill, "middle", bold=size == 32))


def _draw_places(poster: Poster, running: EveningPage, rows: Sequence[EveningRow]) -> None:
    """The places after the podium in two columns; where there are too many, how many more there are."""
    shown = rows if len(rows) <= 2 * COLUMN else rows[: 2 * COLUMN - 1]
    deep = max(1, -(-len(shown) // 2))
    high = min(44.0, (BOTTOM - TOP) / deep)
    size, wide = high * 0.78, (ROOM - 2 * GAP) / 2
    for at, row in enumerate(shown):
        x, y = MARGIN + at // deep * (wide + 2 * GAP), TOP + at % deep * high
        points = number_words(row.points)
        name = fit(running.names.unit(row.unit), wide - size * (3 + width(points)), size, 14)
        words = [
            write(x + 1.4 * size, y, size, str(row.place), FELT_SOFT, "end"),
            write(x + 2 * size, y, name.size, name.words, ON_FELT),
            write(x + wide, y, size, points, ON_FELT, "end", bold=True),
        ]
        poster.words.extend(words)
    more = len(rows) - len(shown)
    if more:
        told = ngettext("and %(num)s more", "and %(num)s more", more)
        poster.words.append(write(END, BOTTOM, size, told, FELT_SOFT, "end"))
