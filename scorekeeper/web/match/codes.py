"""A match as QR codes that follow one another: another phone's camera takes it in without network."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from scorekeeper.core import frames
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.packing import pack
from scorekeeper.store.match.record.past import read_words, record_lines
from scorekeeper.web.match.links import WATCH, pages
from scorekeeper.web.site.database import session

VERSION, CORRECTION = 10, "m"
"""Fine enough for eight codes a match, coarse enough for one phone to read them off another's screen."""
MASK = 1
"""Letters in base32 are as even under any mask, and to look for the best takes four fifths of the time."""
QUIET = 4
"""Modules of white around a code."""


@pages.add("/codes", may=WATCH)
def codes(match: Match, capability: str) -> str:
    """The codes, one at a time with scripts, one below the other without."""
    lines = record_lines(match, read_words(session(), [match]), match.document())
    found = frames.split(pack(lines))
    return render_template(
        "matches/codes.html",
        match=match,
        capability=capability,
        game=GAMES[match.game],
        codes=None if found is None else [_draw(frame) for frame in found],
        ring=frames.ring(len(found or ())),
    )


def _draw(frame: str) -> Markup:
    """A frame as a drawing within the page: all of them are of one moment of the match."""
    import segno  # here, because few pages show one

    code = segno.make(frame, version=VERSION, error=CORRECTION, mask=MASK, boost_error=False)
    drawn = code.svg_inline(border=QUIET, light="#fff", svgclass=None, lineclass=None, omitsize=True)
    return Markup(drawn)
