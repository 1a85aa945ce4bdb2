"""What the sheet of a match says of its league, and at an evening of its table: who is called, who asks to write."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID, uuid4, uuid5

from flask import abort, flash, g, redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.scoring.sheet import OPEN
from scorekeeper.core.text import T, Text
from scorekeeper.league.evening.state import LET, MATCHES, NUMBERS
from scorekeeper.league.results import WAITING
from scorekeeper.store.leagues.evening.guests import answer_ask, call_referee
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.figures.inputs import PROPOSED
from scorekeeper.store.leagues.log.access import MAY, SCORE, League, Who, leagues_of_account
from scorekeeper.store.leagues.log.nights import find_night
from scorekeeper.store.leagues.log.refusals import NotThere, Refused, UuidTaken
from scorekeeper.store.leagues.log.texts import read_texts
from scorekeeper.store.leagues.matches import follow_rematch, listing
from scorekeeper.store.leagues.matches.confirmation import find_asked, is_at_table
from scorekeeper.store.leagues.matches.listing import Assignment
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import Match
from scorekeeper.web.accounts.browser_session import current
from scorekeeper.web.leagues.evening.tonight import find_next_places
from scorekeeper.web.leagues.matches.shown import ShownCorrection, correction_of
from scorekeeper.web.leagues.words import STATES
from scorekeeper.web.match import holding, links
from scorekeeper.web.match.at_table import table_of
from scorekeeper.web.match.links import pages, show_page
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import BOTH, POST

MENDING = frozenset({kinds.CORRECTED, kinds.STRUCK, kinds.UNDONE, kinds.SETTINGS})
"""What can open a match that was over."""
PLAY_ON = T(
    "A correction opened this match again. Play it to its end or stop it; until the new result is confirmed, "
    "the league counts the old one."
)


class LeagueLine(NamedTuple):
    """How the match stands in its league, if it is in one, and a button with where it leads. A match of an evening that
    is run leads to the ``next`` seat of who holds this phone; a phone of its table may ``stay`` there.
    """

    state: Text | None
    button: str
    address: str
    main: bool
    next: str | None = None
    stay: str | None = None


def find_placed(match: Match) -> Assignment | None:
    """The league that a match belongs to and its row there, looked up once a request; None for a match of none."""
    if "placed" not in g:
        g.placed = listing.find_assignment(session(), match.public_id)
    placed: Assignment | None = g.placed
    return placed


def league_line(match: Match, capability: str) -> LeagueLine | None:
    """The line below the winner, looked up once a request; None where no one is asked, and while the match is open,
    but for one that a correction has opened again.
    """
    if "league_line" not in g:
        sheet = match.scored.sheet
        over = sheet is not None and sheet.status != OPEN
        find = _line if over else _tell_reopened
        g.league_line = None if sheet is None or match.binned else find(match, capability)
    line: LeagueLine | None = g.league_line
    return line


def name_league(match: Match, capability: str) -> str:
    """The league of the match, looked up once a request, for those who keep its score; nothing where it has none."""
    if not links.allows(capability, links.SCORE):
        return ""
    placed = find_placed(match)
    return placed.league.name if placed is not None else ""


def _tell_reopened(match: Match, capability: str) -> LeagueLine | None:
    """Of a match that is open: the line of one that a correction has opened again, or before its first deal of a
    rematch that does not count yet; nothing else is looked up.
    """
    if not match.rows():
        return _of_offered(match, capability)
    mended = any(event.kind in MENDING for event in match.events)
    placed = find_placed(match) if mended else None
    correction = None if placed is None else correction_of(placed.match, match)
    if correction is None:
        return None
    line = _of_correction(correction)
    return line if correction.declined else line._replace(state=PLAY_ON)


def _of_correction(correction: ShownCorrection) -> LeagueLine:
    return LeagueLine(correction_words(correction), _("In the league"), url_for("match.league"), False)


def correction_words(correction: ShownCorrection) -> Text:
    """How a correction of a confirmed match stands."""
    if correction.declined:
        return T("a correction was declined")
    return T("opened again by a correction") if correction.reopens else STATES[PROPOSED]


def find_offer(match: Match, capability: str) -> League | None:
    """The league that a rematch waits to come into, for those who keep its score."""
    return follow_rematch.find_offer(session(), match) if links.allows(capability, links.SCORE) else None


def offered_words(league: League) -> Text:
    """That a rematch does not count yet, and what has to be done."""
    return T("This rematch does not count in {league} yet: an organiser takes it in.", league=league.name)


def _of_offered(match: Match, capability: str) -> LeagueLine | None:
    league = find_offer(match, capability)
    return league and LeagueLine(offered_words(league), _("League"), url_for("match.league"), False)


def _line(match: Match, capability: str) -> LeagueLine | None:
    placed = find_placed(match)
    address = url_for("match.league")
    if placed is None and (offered := _of_offered(match, capability)) is not None:
        return offered
    places = find_next_places(match, holding.seat_of_device(match))
    stay = places.table if places is not None and is_at_table(session(), match, device()) else None
    if placed is None and places is not None:
        return LeagueLine(None, "", "", False, places.seat, stay)
    if placed is None:
        sign_in = current() if links.allows(capability, links.OWNER) else None
        if sign_in is None or not leagues_for(sign_in.account.id):
            return None
        return LeagueLine(None, _("Into a league"), address, False)
    line = _of_placed(placed, match, capability)
    return line if places is None else line._replace(next=places.seat, stay=stay)


def _of_placed(placed: Assignment, match: Match, capability: str) -> LeagueLine:
    state, address = placed.match.confirmation, url_for("match.league")
    correction = correction_of(placed.match, match)
    if correction is not None:
        return _of_correction(correction)
    if state == WAITING and find_asked(session(), placed.league, placed.match, match) is None:
        return LeagueLine(None, _("In the league"), address, False)
    if state == WAITING and links.allows(capability, links.SCORE):
        return LeagueLine(None, _("Confirm the result"), address, True)
    return LeagueLine(STATES[state], _("In the league"), address, False)


def leagues_for(account: int) -> list[League]:
    """The leagues into which an account may bring matches."""
    return [league for league, role in leagues_of_account(session(), account) if SCORE in MAY[role]]


class EveningLine(NamedTuple):
    """The table and the round of a match, what is said to all tables (nothing mostly), whether this table calls the
    referee, and the phones that ask to write as the player who holds this one: their questions.
    """

    table: int
    round: int
    announcement: str
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
    line: EveningLine | None = g.evening_line
    return line


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
    announcement = next(iter(read_texts(session(), placed.league.id, numbers).values()), None)
    seat = holding.seat_of_device(match)
    asks = tuple(
        ask
        for ask, details in evening.asks.items()
        if details["match"] == match.public_id and details["seat"] == seat and LET not in details
    )
    name = table_of(match).names[seat] if asks and seat is not None else ""
    return EveningLine(
        table, len(evening.rounds), announcement or "", match.public_id in evening.calls, asks, name
    )


@pages.add("/let", POST, may=links.SCORE, name="let")
def let_phone(match: Match, capability: str) -> Any:
    """Let a phone that asks write as the player who holds this one, or not."""
    form = request.form
    ask = form.get("ask", "")[:36]
    with suppress(NotThere, Refused, UuidTaken, ValueError):
        answer_ask(
            session(),
            match.public_id,
            Who(None, device()),
            uuid=str(uuid5(UUID(ask), "answer")),
            ask=ask,
            let=form.get("let") == "1",
        )
    return redirect(url_for("match.sheet"), 303)


@pages.add("/call", BOTH, may=links.SCORE, name="call")
def call_for_referee(match: Match, capability: str) -> Any:
    """Call the referee to this table of an evening; a match of no evening has none to call."""
    line = evening_line(match, capability)
    if request.method == "POST" and line is not None:
        try:
            call_referee(session(), match.public_id, Who(None, device()), uuid=request.form.get("uuid", ""))
        except (NotThere, Refused, UuidTaken):
            abort(404)
        flash(_("The referee is called."))
        return redirect(url_for("match.sheet"), 303)
    return show_page("matches/call.html", match, capability, line=line, uuid=str(uuid4()))
