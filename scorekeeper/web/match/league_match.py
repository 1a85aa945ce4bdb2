"""A match and its league, from the table's side: taking it in, confirming it, contesting it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from flask import abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.scoring.sheet import OPEN, Sheet
from scorekeeper.core.text import Text
from scorekeeper.league.results import WAITING
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log.access import ORGANISE, find_access
from scorekeeper.store.leagues.log.event_kinds import CONFIRMED
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, Refused, UuidTaken
from scorekeeper.store.leagues.matches import confirm_match, confirmation, listing
from scorekeeper.store.leagues.matches.listing import Assignment
from scorekeeper.store.match.match import Match
from scorekeeper.web.accounts.browser_session import current
from scorekeeper.web.entry.event_form import small_form
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.guard import AT_ONCE, find_allowed, find_asker
from scorekeeper.web.leagues.matches.shown import ShownCorrection, correction_of, list_confirmations
from scorekeeper.web.leagues.words import STATES, Names, asked_words, said_words
from scorekeeper.web.match.league_line import (
    correction_words,
    evening_line,
    find_offer,
    leagues_for,
    offered_words,
)
from scorekeeper.web.match.links import OWNER, SCORE, WATCH, allows, pages, show_page
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import POST, require

MAX_REASON = 500
TWO = 2


@pages.add("/league", may=WATCH)
def league(match: Match, capability: str) -> str:
    """Which league a match counts in, and who has to confirm it; or into which it may be taken."""
    placed = listing.find_assignment(session(), match.public_id)
    form = small_form(match)
    return show_page(
        "matches/league.html",
        match,
        capability,
        form=form,
        signed_in=current(),
        **(_of_placed(placed, match, capability) if placed else _of_free(match, capability)),
    )


def _of_free(match: Match, capability: str) -> dict[str, Any]:
    """A match that is in no league: the leagues that its owner may bring it into."""
    sign_in = current()
    mine = leagues_for(sign_in.account.id) if sign_in and allows(capability, OWNER) else []
    offer = find_offer(match, capability)
    access = None if offer is None else find_allowed(offer.public_id, ORGANISE)
    return {
        "placed": None,
        "offered": "" if offer is None else offered_words(offer),
        "takes_in": access.league if access is not None else None,
        "leagues": mine,
        "may_own": allows(capability, OWNER),
        "public_id": match.public_id,
    }


class SideWord(NamedTuple):
    """A side on the page that confirms: its players, its total, whether it has agreed, and by which seat it speaks
    (``own``: this phone is held by who sits there, or else it is passed on).
    """

    side: int
    players: tuple[str, ...]
    total: int
    ahead: bool
    agreed: bool
    seat: int
    own: bool


def _name_seats(match: Match) -> Sequence[str]:
    """What those are called who sit there now: they are asked, also for who began the match and has left."""
    sheet = match.scored.sheet
    return match.seat_names if sheet is None else sheet.table.names


def _list_words(match: Match, asked: confirmation.AskedSides | None, mine: Collection[int]) -> list[SideWord]:
    """The keys of a match of two sides that both are asked about; none where an organiser confirms, or more play."""
    sheet = match.scored.sheet
    if asked is None or asked.by_organiser or sheet is None or len(sheet.totals) != TWO:
        return []
    words = []
    for side, seats in enumerate(sheet.table.seating.sides):
        seat = next((member for member in seats if member in mine), seats[0])
        names = tuple(_name_seats(match)[member] for member in seats)
        ahead = side in sheet.winners
        words.append(
            SideWord(side, names, sheet.totals[side], ahead, side in asked.agreed, seat, seat in mine)
        )
    return words


def _of_placed(placed: Assignment, match: Match, capability: str) -> dict[str, Any]:
    asked = confirmation.find_asked(session(), placed.league, placed.match, match)
    sheet = match.scored.sheet
    sides = sheet.table.seating.sides if sheet is not None else ()
    mine = confirmation.seats_of(session(), placed.league, placed.match, match, find_asker())
    waiting = [seat for side in asked.sides for seat in sides[side]] if asked and sides else []
    readable = find_access(session(), placed.league.public_id, find_asker()) is not None
    correction = correction_of(placed.match, match)
    names = Names(placed.league.id, placed.match.players)
    return {
        "placed": placed,
        "readable": readable,
        "state": _state(placed.match.confirmation, sheet, asked, correction),
        "said": [
            word
            for word in list_confirmations(placed.league.id, placed.match, match, names)
            if word["kind"] == CONFIRMED
        ],
        "said_words": said_words,
        "asked": asked,
        "asked_words": asked_words,
        "seat_names": _name_seats(match),
        "waiting_seats": sorted(waiting, key=lambda seat: seat not in mine),
        "mine": mine,
        "words": [] if correction is not None else _list_words(match, asked, mine),
        "evening": evening_line(match, capability),
        "writing": allows(capability, SCORE),
        "correction": correction,
        "score": [(sheet.table.side_name(side), total) for side, total in enumerate(sheet.totals)]
        if sheet
        else [],
    }


def _state(
    confirmation: str,
    sheet: Sheet | None,
    asked: confirmation.AskedSides | None,
    correction: ShownCorrection | None,
) -> Text | str:
    """What is said of a match; nothing of one that waits for no side's word."""
    if correction is not None and correction.reopens:
        return correction_words(correction)
    if sheet is not None and sheet.status == OPEN:
        return STATES[OPEN]
    return "" if confirmation == WAITING and asked is None else STATES[confirmation]


@pages.add("/league", POST, may=SCORE)
def league_word(match: Match, capability: str) -> Any:
    """One side's word: it is right, or it is not."""
    form = small_form(match)
    seat, how = number_in(request.form.get("seat")), request.form.get("how", "")
    version = require(number_in(request.form.get("version")))
    if seat is None or seat >= len(match.players) or how not in (confirmation.DEVICE, confirmation.PASSED):
        abort(404)
    remember(session(), device(), match.public_id, capability)
    answer: dict[str, Any] = {"uuid": form.uuid, "version": version, "seat": seat, "how": how}
    try:
        if request.form.get("word") == "no":
            reason = request.form.get("reason", "").strip()[:MAX_REASON]
            confirm_match.contest_match(session(), match.public_id, find_asker(), reason=reason, **answer)
            flash(_("It waits now, and the league sees that it does."))
        else:
            confirm_match.confirm_match(session(), match.public_id, find_asker(), **answer)
            flash(_("Thank you: noted for %(name)s.", name=_name_seats(match)[seat]))
        placed = listing.find_assignment(session(), match.public_id)
        if placed is not None:
            derive.step(session(), placed.league.id, AT_ONCE, small=True)
    except NotThere:
        abort(404)
    except Overtaken:
        flash(_("The score has changed since this page was opened. Look at it once more."))
    except UuidTaken:
        flash(_("This form had been sent already. Press the button once more if you mean something new."))
    except Refused as refusal:
        for finding in refusal.findings:
            flash(say(finding.text))
    return redirect(url_for("match.league"), 303)
