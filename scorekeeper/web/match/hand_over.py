"""What a phone that has the program itself says to a server, and hears of it: how far a match is, and what is missing.

The window of the program asks (phone/along.js), from the same origin and with this browser's own cookies.
"""

from __future__ import annotations

from typing import Any

from flask import Response, g, jsonify, request
from flask_wtf.csrf import generate_csrf

from scorekeeper.core.documents import MAX_BYTES
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.handover import ImportedRecord, take_log, take_record
from scorekeeper.store.match.record.incoming import Diverged
from scorekeeper.store.match.refusals import Refused
from scorekeeper.web.entry.event_form import account
from scorekeeper.web.match.links import SCORE, WATCH, address
from scorekeeper.web.match.links import pages as match_pages
from scorekeeper.web.match.proof import say_most
from scorekeeper.web.match.record_words import say_refused
from scorekeeper.web.request.security import takes_files
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import ANYBODY, POST, Pages

pages = Pages("hand_over", "/hand-over")


def room(**_values: Any) -> int:
    """The bytes that a record may come to."""
    g.room_words = say_most()
    return MAX_BYTES


@pages.add("", may=ANYBODY)
def greet() -> Response:
    """That a Scorekeeper is here which takes matches, and what a form has to send."""
    return _answer(token=generate_csrf())


@pages.add("", POST, may=ANYBODY)
@takes_files(room)
def take() -> Any:
    """Keep a match with its whole past, or what is missing of one that this phone may write; say where it is."""
    try:
        taken = take_record(session(), request.get_data().splitlines(), device(), account())
    except Refused as refused:
        return _answer(problems=say_refused(refused)), 422
    remember(session(), device(), taken.match.public_id, taken.may)
    g.opened_match = taken.is_new
    return _answer(**_taken_document(taken), address=address(taken.match, taken.may))


@match_pages.add("/log", may=WATCH, name="log")
def tell_log(match: Match, capability: str) -> Response:
    """How far the match is, with the code of its last event, and what this link may do with it."""
    return _answer(token=generate_csrf(), seq=match.seq, code=match.code, may=capability)


@match_pages.add("/log", POST, may=SCORE, name="add_to_log")
@takes_files(room)
def add_to_log(match: Match, capability: str) -> Any:
    """Add what the record of this match has more. 409 where both have more: then nothing is changed."""
    try:
        taken = take_log(session(), match.public_id, request.get_data().splitlines(), capability, account())
    except Diverged as diverged:
        return _answer(parted=diverged.common, problems=say_refused(diverged)), 409
    except Refused as refused:
        return _answer(problems=say_refused(refused)), 422
    return _answer(**_taken_document(taken))


def _taken_document(taken: ImportedRecord) -> dict[str, Any]:
    return {"seq": taken.match.seq, "added": taken.added}


def _answer(**said: Any) -> Response:
    response = jsonify(said)
    response.headers["Cache-Control"] = "private, no-store"
    return response
