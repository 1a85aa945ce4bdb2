"""What the sheet of a match that is over says of leagues: that one waits for its result, or that it may go into one."""

from __future__ import annotations

from typing import NamedTuple

from flask import g, url_for
from flask_babel import gettext as _

from scorekeeper.core.sheet import OPEN
from scorekeeper.core.text import T, Text
from scorekeeper.league.results import WAITING
from scorekeeper.store.journal import Journal
from scorekeeper.store.leagues import access as doors
from scorekeeper.store.leagues import matches as store
from scorekeeper.store.leagues.confirmation import asked
from scorekeeper.web.accounts_session import current
from scorekeeper.web.database import session
from scorekeeper.web.leagues.shown import correction_of
from scorekeeper.web.leagues.words import STATES
from scorekeeper.web.links import OWNER, SCORE, allows


class LeagueLine(NamedTuple):
    """How the match stands in its league, if it is in one, and a button with where it leads."""

    state: Text | None
    button: str
    address: str
    main: bool


def league_line(journal: Journal, capability: str) -> LeagueLine | None:
    """The line below the winner, looked up once a request; None while the match is open, and where nobody is asked."""
    if "league_line" not in g:
        sheet = journal.scored.sheet
        over = sheet is not None and sheet.status != OPEN and not journal.binned
        g.league_line = _line(journal, capability) if over else None
    found: LeagueLine | None = g.league_line
    return found


def _line(journal: Journal, capability: str) -> LeagueLine | None:
    placed = store.of_match(session(), journal.public_id)
    address = url_for("match.league")
    if placed is None:
        found = current() if allows(capability, OWNER) else None
        if found is None or not leagues_for(found.account.id):
            return None
        return LeagueLine(None, _("Into a league"), address, False)
    state = placed.match.confirmation
    correction = correction_of(placed.match, journal)
    if correction is not None:
        waits = T("a correction was declined") if correction.declined else T("a correction waits")
        return LeagueLine(waits, _("In the league"), address, False)
    if state == WAITING and asked(session(), placed.league, placed.match, journal) is None:
        return LeagueLine(None, _("In the league"), address, False)
    if state == WAITING and allows(capability, SCORE):
        return LeagueLine(None, _("Confirm the result"), address, True)
    return LeagueLine(STATES[state], _("In the league"), address, False)


def leagues_for(account: int) -> list[doors.League]:
    """The leagues into which an account may bring matches."""
    return [league for league, role in doors.of_account(session(), account) if doors.SCORE in doors.MAY[role]]
