"""How an evening ended, to be sent to others: as a picture and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.league.draw.document import PAIRS
from scorekeeper.league.evening.honours import STEPS
from scorekeeper.league.evening.standings import EveningRow
from scorekeeper.store.leagues.log.access import READ, Access
from scorekeeper.web.drawing.answering import answer_poster
from scorekeeper.web.drawing.lettering import Fitted, width
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
    break_lines,
    fit,
    write,
)
from scorekeeper.web.leagues.evening.ending import EveningEnding, ShownStep, describe_ending
from scorekeeper.web.leagues.evening.running import EveningPage, find_running, show
from scorekeeper.web.leagues.guard import pages, to
from scorekeeper.web.leagues.words import night_words, number_words
from scorekeeper.web.site.languages import language

MIDDLE, GAP = SIZE / 2, 20
WIDE = (ROOM - 2 * GAP) / 3
"""How wide a step of the podium is."""
BLOCKS = {1: (MIDDLE, 170), 2: (MIDDLE - WIDE - GAP, 120), 3: (MIDDLE + WIDE + GAP, 85)}
"""The middle and the height of each step."""
HEAD, GROUND, LINE = 250, 570, 34
"""Where the head ends and the steps stand, and how far the lines above them are apart."""
TOP, MIN_APART = 628, 24
"""Where the further places begin, and how far they are apart at least."""
FACT, LAST = 22, 1008
"""How large the facts are, and where the last line of them stands."""


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
        line = f"{row.place}. {running.names.unit(row.unit)} {number_words(row.points)}"
        lines.append(f"{line} ({decided})" if decided else line)
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
    _draw_podium(poster, ending.podium)
    bottom = _draw_facts(poster, ending.facts)
    _draw_places(poster, running, [row for row in ending.standings if row.place > STEPS], bottom)
    poster.words.append(write(END, FOOT, 25, "Scorekeeper", FELT_SOFT, "end"))
    return poster


def _list_lines(step: ShownStep, room: float) -> list[Fitted]:
    """What stands above a step, from the bottom upwards: the points, and everybody who stands on it."""
    lines = [fit(words, room, 24, 17) for words in (step.points, step.more) if words]
    for name in reversed(step.names):
        whole = fit(name, room, 32, 24)
        two = [fit(words, room, 24, 17) for words in reversed(break_lines(name, room, 24, 2))]
        lines += [whole] if whole.words == name else two
    return lines


def _draw_podium(poster: Poster, steps: Sequence[ShownStep]) -> None:
    """The steps, as high as the lines above them allow."""
    lines = {step.place: _list_lines(step, WIDE if len(steps) > 1 else ROOM) for step in steps}
    room = {place: GROUND - HEAD - LINE * len(lines[place]) for place in lines}
    part = min(1, *(room[place] / BLOCKS[place][1] for place in lines))
    for step in steps:
        middle, whole = BLOCKS[step.place]
        high, first = whole * part, step.place == 1
        top = GROUND - high
        fill, opacity = (GOLD, 1.0) if first else ("#fff", 0.12)
        poster.boxes.append(Box(middle - WIDE / 2, top, WIDE, high, 18, fill, opacity))
        size, ink = min(54, high * 0.7), INK if first else ON_FELT
        at = top + high / 2 + size / 3
        poster.words.append(write(middle, at, size, str(step.place), ink, "middle", bold=True))
        soft = 2 if step.more else 1
        for above, line in enumerate(lines[step.place]):
            colour = FELT_SOFT if above < soft else GOLD if first else ON_FELT
            y = top - 16 - LINE * above
            poster.words.append(write(middle, y, line.size, line.words, colour, "middle", bold=above >= soft))


def _draw_facts(poster: Poster, facts: Sequence[str]) -> float:
    """What is worth telling, above the foot; where it begins."""
    lines = [line for fact in facts for line in break_lines(fact, ROOM, FACT, 2)]
    for above, line in enumerate(reversed(lines)):
        poster.words.append(write(MIDDLE, LAST - LINE * above, FACT, line, GOLD, "middle"))
    return LAST - LINE * len(lines)


def _draw_places(poster: Poster, running: EveningPage, rows: Sequence[EveningRow], bottom: float) -> None:
    """The places after the podium, pairs in one column and players in two; of too many, how many more there are."""
    columns = 1 if running.evening.options.seats == PAIRS else 2
    most = columns * int((bottom - TOP) // MIN_APART)
    shown = rows if len(rows) <= most else rows[: most - 1]
    deep = max(1, -(-len(shown) // columns))
    high = min(44.0, (bottom - TOP) / deep)
    size, wide = high * 0.78, (ROOM - 2 * GAP * (columns - 1)) / columns
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
    if more := len(rows) - len(shown):
        line = ngettext("and %(num)s more", "and %(num)s more", more)
        y = TOP + (deep - 1 if columns > 1 else deep) * high
        poster.words.append(write(END, y, size, line, FELT_SOFT, "end"))
