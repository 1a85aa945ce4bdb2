"""How a match stands, to be sent to others: as a picture and as text."""

from __future__ import annotations

from typing import Any

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.drawing.answering import answer_poster
from scorekeeper.web.drawing.posters import END, FELT_SOFT, FOOT, MARGIN, ON_FELT, SIZE, SOFT, Poster, write
from scorekeeper.web.match.links import WATCH, pages, show_page
from scorekeeper.web.match.protests import protests_of
from scorekeeper.web.match.sheet.ending import describe_ending, list_side
from scorekeeper.web.match.sheet.pictures.end import draw_end
from scorekeeper.web.match.sheet.pictures.underway import draw_sheet
from scorekeeper.web.match.sheet.sheet import date_of, day_of, describe_with_date
from scorekeeper.web.site.languages import language, say, say_listed


@pages.add("/result", may=WATCH)
def result(match: Match, capability: str) -> str:
    """The picture and the text, each to be sent, kept or copied."""
    return show_page(
        "matches/result.html",
        match,
        capability,
        text=text_of(match),
        name=f"{match.game}-{day_of(match).isoformat()}",
        picture=url_for("match.picture", v=match.pulse, lang=language()),
        size=SIZE,
    )


@pages.add("/picture.svg", may=WATCH)
def picture(match: Match, capability: str) -> Any:
    """The picture. Its colours stand in it, so it needs neither style sheet nor script."""
    return answer_poster(draw(match))


def text_of(match: Match) -> str:
    """How the match stands, in a few lines that any chat can carry."""
    sheet, end = match.scored.sheet, describe_ending(match)
    lines = [" · ".join([say(GAMES[match.game].name), *describe_with_date(match)])]
    if sheet is None:
        return lines[0]
    if end is not None:
        won = ngettext(
            "Winner: %(names)s", "Winners: %(names)s", len(end.winners), names=say_listed(end.winners)
        )
        lines.append(won if end.winners else _("Abandoned: no winner"))
    gone = _("plays no more")
    lines += [
        f"{list_side(sheet, side)} {sheet.totals[side]}{f' ({gone})' if side in sheet.left else ''}"
        for side in sheet.ranking
    ]
    lines.append(_deals(sheet))
    if end is not None and end.decisive is not None:
        lines.append(end.decisive[1].replace("\u2060", ""))
    if end is None:
        lines.append(_("The match is not over yet."))
    if (disputed := protests_of(match)) is not None:
        lines.append(say(disputed.badge))
    if match.code is not None:
        lines.append(_("Code: %(code)s", code=match.code))
    return "\n".join(lines)


def draw(match: Match) -> Poster:
    """The picture: the card of the winners, or how the sheet stands."""
    sheet, end = match.scored.sheet, describe_ending(match)
    if sheet is None:
        words = [
            write(MARGIN, 96, 42, say(GAMES[match.game].name), ON_FELT, bold=True),
            write(END, 96, 32, date_of(match), FELT_SOFT, "end"),
        ]
        return Poster(160, [], words, [])
    drawn = draw_end(match, sheet, end) if end is not None else draw_sheet(match, sheet)
    soft = SOFT if end is None else FELT_SOFT
    drawn.words.append(write(END, FOOT, 25, f"{_deals(sheet)} · Scorekeeper", soft, "end"))
    if match.code is not None:
        drawn.words.append(write(MARGIN, FOOT, 21, match.code, soft))
    return drawn


def _deals(sheet: Sheet) -> str:
    number = sum(entry.kind == "deal" for entry in sheet.entries)
    return ngettext("%(num)s deal", "%(num)s deals", number)
