"""What a table of an evening has on its sheet: the organiser's word to all tables, and the call for the referee."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID, uuid4, uuid5

from flask import abort, flash, g, redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.league.evening.state import LET, MATCHES, NUMBERS
from scorekeeper.store.leagues.evening.guests import answer_ask, call_referee
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.nights import find_night
from scorekeeper.store.leagues.log.refusals import NotThere, Refused, UuidTaken
from scorekeeper.store.leagues.log.texts import read_texts
from scorekeeper.store.match.match import Match
from scorekeeper.web.match import holding, links
from scorekeeper.web.match.league_line import find_placed
from scorekeeper.web.match.links import SCORE, pages, show_page
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import BOTH, POST


class EveningLine(NamedTuple):
    """The table and the round of a match, what is said to all tables (nothing mostly), whether this table calls the
    referee, and the phones that ask to write as the player who holds this one: their questions.
    """

    table: int
    round: int
    said: str
    calls: bool
    asks: tuple[str, ...] = ()
    name: str = ""


def evening_line(match: Match, capability: str) -> EveningLine | None:
    """The line of a match that is played on an evening, looked up once a request, for those who keep its score; None
    for any other match.
    """
    if not links.allows(capability, links.SCORE):
        return None
    if "evening_line" not in g:
        g.evening_line = _find_line(match)
    found: EveningLine | None = g.evening_line
    return found


def _find_line(match: Match) -> EveningLine | None:
    placed = find_placed(match)
    night = find_night(session(), placed.league.id, placed.match.night) if placed is not None else None
    if placed is None or night is None:
        return None
    evening = find_run(session(), placed.league.id, night).evening
    if evening is None or evening.closed or not evening.rounds:
        return None
    played = evening.rounds[-1]
    if match.public_id not in played[MATCHES]:
        return None
    table = played[NUMBERS][played[MATCHES].index(match.public_id)]
    numbers = [evening.say] if evening.say is not None else []
    said = next(iter(read_texts(session(), placed.league.id, numbers).values()), None)
    seat = holding.seat_of_device(match)
    asks = tuple(
        ask
        for ask, one in evening.asks.items()
        if one["match"] == match.public_id and one["seat"] == seat and LET not in one
    )
    name = match.seat_names[seat] if asks and seat is not None else ""
    return EveningLine(table, len(evening.rounds), said or "", match.public_id in evening.calls, asks, name)


@pages.add("/let", POST, may=SCORE, name="let")
def let_phone(match: Match, capability: str) -> Any:
    """Let a phone that asks write as the player who holds this one, or not."""
    given = request.form
    ask = given.get("ask", "")[:36]
    with suppress(NotThere, Refused, UuidTaken, ValueError):
        answer_ask(
            session(),
            match.public_id,
            Who(None, device()),
            uuid=str(uuid5(UUID(ask), "answer")),
            ask=ask,
            let=given.get("let") == "1",
        )
    return redirect(url_for("match.sheet"), 303)


@pages.add("/call", BOTH, may=SCORE, name="call")
def call_for_referee(match: Match, capability: str) -> Any:
    """Call the referee to this table of an evening; a match of no evening has none to call."""
    found = evening_line(match, capability)
    if request.method == "POST" and found is not None:
        try:
            call_referee(session(), match.public_id, Who(None, device()), uuid=request.form.get("uuid", ""))
        except (NotThere, Refused, UuidTaken):
            abort(404)
        flash(_("The referee is called."))
        return redirect(url_for("match.sheet"), 303)
    return show_page("matches/call.html", match, capability, line=found, uuid=str(uuid4()))
