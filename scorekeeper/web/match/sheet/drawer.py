"""The drawer over the sheet: what is not done at every deal. It is drawn once for all pages that show the same."""

from __future__ import annotations

from functools import lru_cache

from flask import g, render_template, request
from flask_babel import ngettext
from markupsafe import Markup

from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record import origins
from scorekeeper.web.entry.rules_words import say_rules
from scorekeeper.web.match import people, series
from scorekeeper.web.match.at_table import comes_and_goes
from scorekeeper.web.match.league_line import evening_line, name_league
from scorekeeper.web.match.links import OWNER, SCORE, WATCH, allows
from scorekeeper.web.match.settings import charter
from scorekeeper.web.site.alone import is_alone
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import language
from scorekeeper.web.site.phone import offer

KEPT = 200
"""So many drawers are kept, each of some six kilobytes."""


def drawer(match: Match, capability: str, *, ended: bool) -> Markup:
    """The lines of the drawer for who may do so much at a match."""
    writing, alone = allows(capability, SCORE) and not match.binned, is_alone()
    return _draw(
        language=language(),
        root=request.script_root,
        public_id=match.public_id,
        link=g.match_address["link"],
        game=match.game,
        players=len(match.seat_names),
        code=match.code,
        shares=capability != WATCH,
        writing=writing,
        keeps=capability == OWNER and not match.binned,
        ended=ended,
        alone=alone,
        offered=offer() == "offered",
        calls=evening_line(match, capability) is not None,
        comes_and_goes=writing and comes_and_goes(match),
        server=_say_waiting(match) if alone else "",
        charter=charter.status(match),
        rules=say_rules(GAMES[match.game], match.rules, len(match.players), most=1) if writing else "",
        holder=people.this_phone(match) if writing else "",
        league=name_league(match, capability),
        tally=series.say_tally(match),
    )


def _say_waiting(match: Match) -> str:
    """What of a match on this phone is not on the server yet; nothing where all is, or where there is no server."""
    origin = origins.find_along(session(), match.id)
    waiting = match.seq - origin.seq if origin else 0
    return ngettext("%(num)s entry to be sent", "%(num)s entries to be sent", waiting) if waiting else ""


@lru_cache(maxsize=KEPT)
def _draw(**facts: str | int | None) -> Markup:
    """All that the lines follow from: two drawers with the same facts are the same HTML. Language, root and link are
    parts of every address in it.
    """
    return Markup(render_template("matches/drawer.html", facts=facts))
