"""On a phone alone: matches that go on at a server too. The window sends and fetches (phone/along.js), this decides.

A match is taken along by the link that this browser has at the server, and may be written as far as that link goes.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from flask import Response, abort, flash, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_wtf.csrf import generate_csrf

from scorekeeper.core.findings import Finding
from scorekeeper.store import clock
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.match import ledger, statements
from scorekeeper.store.match.capabilities import KINDS
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.record import offline_copy, origins
from scorekeeper.store.match.record.chain import code_of
from scorekeeper.store.match.record.offline_copy import Divergence
from scorekeeper.store.match.record.origins import Along
from scorekeeper.store.match.refusals import Refused
from scorekeeper.store.transactions import in_one_write
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.match.hand_over import explain, room, say_refused
from scorekeeper.web.match.links import OWNER, address, link_to
from scorekeeper.web.match.words import EventSummary, summarize_event, title_of, totals_moved
from scorekeeper.web.request.security import takes_files
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.keeping import PHONE, require_phone
from scorekeeper.web.site.pages import POST, Pages, require

pages = Pages("along", "/along", guards={PHONE: require_phone})

_ID = rf"[{statements.ALPHABET}]{{{statements.PUBLIC_ID_LENGTH}}}"
LINK = re.compile(rf"(?:/[\w.~-]{{1,60}}){{0,4}}/m/{_ID}/([osw])[\w-]{{24}}", re.ASCII)
"""A match's link at the server of this origin, up to four folders deep; its letter says what it allows."""
LONG_AGO = timedelta(hours=12)
"""What no one has touched for so long is not asked for by itself."""


@pages.add("", may=PHONE)
def offer() -> str:
    """The key that takes a server's match along; ``from`` is its address there."""
    there = request.args.get("from", "")
    return render_template("matches/along/take.html", given=there if LINK.fullmatch(there) else "")


@pages.add("", POST, may=PHONE, name="download")
@takes_files(room)
def download() -> Any:
    """Take in the record of a server's match: what is new of it, or that the two have parted."""
    there = request.args.get("from", "")
    link = LINK.fullmatch(there)
    if link is None:
        abort(400)
    may = KINDS[link[1]]
    try:
        record, refused = request.get_data().splitlines(), "refused" in request.args
        synced = offline_copy.download(session(), record, there, refused=refused)
    except Refused as refused:
        return jsonify(problems=say_refused(refused)), 422
    remember(session(), device(), synced.match.public_id, may)
    return jsonify(
        state=synced.state,
        added=synced.added,
        here=_sheet_of(synced.match),
        seq=synced.common,
        last=synced.match.seq,
    )


@pages.add("/list.json", may=PHONE, name="list")
def list_along() -> Response:
    """The matches that the window sends and asks for, with what it needs to hand in what it hears."""
    return jsonify(
        token=generate_csrf(), matches=[_along_document(along) for along in origins.list_along(session())]
    )


def _along_document(along: Along) -> dict[str, Any]:
    link = link_to(along.public_id, _right_of(along.address), along.generations)
    return {
        "id": along.public_id,
        "here": url_for("match.sheet", public_id=along.public_id, link=link),
        "page": url_for("along.show", public_id=along.public_id),
        "there": along.address,
        "seq": along.seq,
        "last": along.last,
        "code": along.chain and code_of(along.last, along.chain),
        "parted": along.parted,
        "asleep": along.last == along.seq and along.changed_at < clock.now() - LONG_AGO,
    }


def _right_of(there: str) -> str:
    link = LINK.fullmatch(there)
    return KINDS[link[1]] if link else OWNER


@pages.add("/<public_id>", may=PHONE)
def show(public_id: str) -> str:
    """How the match on this phone stands to that at the server; where both went on, the two."""
    return _page(require(ledger.load(session(), public_id)), [])


@pages.add("/<public_id>", POST, may=PHONE)
def follow(public_id: str) -> Any:
    """Go on with the server’s, and write after it what of this phone's was ticked."""
    match = require(ledger.load(session(), public_id))
    numbers = [number for number in map(number_in, request.form.getlist("keep")) if number is not None]
    try:
        offline_copy.follow(session(), public_id, numbers, number_in(request.form.get("shown")) or 0)
    except Refused as refused:
        return _page(match, explain(refused), numbers), 422
    flash(_("This phone has the server’s match now."))
    return redirect(_sheet_of(match), 303)


@pages.add("/<public_id>/alone", POST, may=PHONE)
def go_alone(public_id: str) -> Any:
    """Forget the server: the match goes on here alone, and is not sent any more."""
    match = require(ledger.load(session(), public_id))
    in_one_write(session(), lambda: origins.let_go(session(), match.id))
    remember(session(), device(), public_id, OWNER)
    flash(_("From now on this match is only on this phone."))
    return redirect(address(match, OWNER), 303)


@pages.app_template_global()
def has_parted(match: Match) -> bool:
    """Whether a match of this phone and the server's have gone two ways, and wait for a person."""
    origin = origins.find_along(session(), match.id)
    return origin is not None and origin.theirs is not None


def _sheet_of(match: Match) -> str:
    origin = origins.find_along(session(), match.id)
    return address(match, _right_of(origin.address or "") if origin else OWNER)


def _page(match: Match, findings: list[Finding], ticked: Collection[int] | None = None) -> str:
    origin = origins.find_along(session(), match.id)
    divergence = offline_copy.look(session(), match.public_id) if origin else None
    return render_template(
        "matches/along/match.html",
        match=match,
        origin=origin,
        waiting=match.seq - origin.seq if origin else 0,
        both=divergence,
        findings=findings,
        sheet=_sheet_of(match),
        record=address(match, OWNER, "match.record_file"),
        server=_server(),
        **(_two_ways(divergence, ticked) if divergence else {}),
    )


def _server() -> str:
    """Where a server would take this match: beside the folder of the program, if it is the one that offers it."""
    return f"{request.script_root.rsplit('/', 2)[0]}/hand-over"


def _two_ways(divergence: Divergence, ticked: Collection[int] | None) -> dict[str, Any]:
    """The entries of both in words, with the totals of each; at first what the server has not is ticked."""
    theirs = [row.entry for row in divergence.their_entries]
    return {
        "until": next(
            (title_of(row, divergence.mine, short=True) for row in divergence.same_entries[::-1]), ""
        ),
        "mine": [
            (
                row.seq,
                title_of(row, divergence.mine),
                row.entry not in theirs if ticked is None else row.seq in ticked,
            )
            for row in divergence.my_entries
        ],
        "theirs": [title_of(row, divergence.theirs) for row in divergence.their_entries],
        "others": _summarize(divergence.mine, divergence.my_others),
        "their_others": _summarize(divergence.theirs, divergence.their_others),
        "totals": totals_moved(divergence.theirs, divergence.mine),
    }


def _summarize(match: Match, events: list[Event]) -> list[EventSummary]:
    """What was done besides entries, each with the entry that it is about as it was then."""
    then = [match.when_done(event) for event in events]
    return [
        summarize_event(past, event, past.row_of(event)) for past, event in zip(then, events, strict=True)
    ]
