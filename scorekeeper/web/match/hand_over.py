"""What a phone that has the program itself says to a server, and hears of it: how far a match is, and what is missing;
and why a record of a match is not taken in, in words.

The window of the program asks (phone/along.js), from the same origin and with this browser's own cookies.
"""

from __future__ import annotations

from typing import Any

from flask import Response, g, jsonify, request
from flask_wtf.csrf import generate_csrf

from scorekeeper.core.documents import MAX_BYTES
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T, Text
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.record.handover import ImportedRecord, take_log, take_record
from scorekeeper.store.match.record.incoming import CannotFollow, Diverged
from scorekeeper.store.match.refusals import Refused
from scorekeeper.web.entry.event_form import account
from scorekeeper.web.match.links import SCORE, WATCH, address
from scorekeeper.web.match.links import pages as match_pages
from scorekeeper.web.match.proof import say_most
from scorekeeper.web.match.words import EVENT_WORDS, name_of, summarize_event
from scorekeeper.web.request.limits import opens_a_match
from scorekeeper.web.request.security import takes_files
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import ANYBODY, POST, Pages

pages = Pages("hand_over", "/hand-over")


def room(**_values: Any) -> tuple[int, str]:
    """The bytes that a record may come to."""
    return MAX_BYTES, say_most()


@pages.add("", may=ANYBODY)
def greet() -> Response:
    """That a Scorekeeper is here which takes matches, and what a form has to send."""
    return _answer(token=generate_csrf())


@pages.add("", POST, may=ANYBODY)
@takes_files(room)
@opens_a_match
def take() -> Any:
    """Keep a match with its whole past, or what is missing of one that this phone may write; say where it is."""
    try:
        imported = take_record(session(), request.get_data().splitlines(), device(), account())
    except Refused as refused:
        return _answer(problems=say_refused(refused)), 422
    remember(session(), device(), imported.match.public_id, imported.may)
    g.opened_match = imported.is_new
    return _answer(**_taken_document(imported), address=address(imported.match, imported.may))


@match_pages.add("/log", may=WATCH, name="log")
def tell_log(match: Match, capability: str) -> Response:
    """How far the match is, with the code of its last event, and what this link may do with it."""
    return _answer(token=generate_csrf(), seq=match.seq, code=match.code, may=capability)


@match_pages.add("/log", POST, may=SCORE, name="add_to_log")
@takes_files(room)
def add_to_log(match: Match, capability: str) -> Any:
    """Add what the record of this match has more. 409 where both have more: then nothing is changed."""
    try:
        imported = take_log(
            session(), match.public_id, request.get_data().splitlines(), capability, account()
        )
    except Diverged as diverged:
        return _answer(parted=diverged.common, problems=say_refused(diverged)), 409
    except Refused as refused:
        return _answer(problems=say_refused(refused)), 422
    return _answer(**_taken_document(imported))


def _taken_document(imported: ImportedRecord) -> dict[str, Any]:
    return {"seq": imported.match.seq, "added": imported.added}


def _answer(**fields: Any) -> Response:
    response = jsonify(fields)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def explain(refused: Refused) -> list[Finding]:
    """The findings of a refusal, with the event in words that each is about."""
    if isinstance(refused, Diverged):
        return [Finding("", "parted", _say_divergence(refused))]
    if not isinstance(refused, CannotFollow):
        return list(refused.findings)
    after = refused.after
    subject = T("Event {number}", number=refused.seq)
    if after is not None:
        subject = T("Event {number} ({what})", number=refused.seq, what=_event_words(after, after.events[-1]))
    elif refused.kind in EVENT_WORDS:
        subject = T("Event {number} ({what})", number=refused.seq, what=EVENT_WORDS[refused.kind])
    return [
        finding._replace(text=T("{what}: {name}", what=subject, name=finding.text))
        for finding in refused.findings
    ]


def say_refused(refused: Refused) -> list[str]:
    """The same as sentences."""
    return [say(finding.text) for finding in explain(refused)]


def _say_divergence(diverged: Diverged) -> Text:
    here = _event_words(diverged.here, diverged.here.events[-1])
    there = diverged.there
    elsewhere = "?" if there is None else _event_words(there, there.events[-1])
    if here == elsewhere:
        parting = T(
            "Event {number}, “{here}”, was entered in both places.", number=diverged.common + 1, here=here
        )
    else:
        parting = T(
            "Event {number} is “{here}” here and “{there}” in what came.",
            number=diverged.common + 1,
            here=here,
            there=elsewhere,
        )
    return T(
        "This match is here already and went on in another way. {how} Nothing was changed: compare the two, and write "
        "what is missing by hand.",
        how=parting,
    )


def _event_words(match: Match, event: Event) -> str:
    """An event: the deal that was entered, or what was done and to what."""
    then = match.when_done(event)
    row = then.row_of(event)
    if event.kind == kinds.RECORDED and row is not None:
        return name_of(row, then, short=True)
    summary = summarize_event(then, event, row, short=True)
    entry = name_of(row, then, short=True) if row is not None and summary.entry else summary.entry
    return say(T("{what}: {name}", what=summary.what, name=entry)) if entry else summary.what
