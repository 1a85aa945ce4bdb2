"""Sharing a match: its links as text and as QR; withdrawing them; and all of it as QR codes, without network."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from typing import Any

from flask import Response, abort, flash, redirect, request
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.core import frames
from scorekeeper.store.match import ledger
from scorekeeper.store.match.capabilities import KINDS
from scorekeeper.store.match.feed import raise_generation
from scorekeeper.store.match.kinds import RESTORED
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.packing import pack
from scorekeeper.store.match.record.past import read_words, record_lines
from scorekeeper.web.accounts.browser_session import adopt_opened
from scorekeeper.web.drawing.answering import draw_square
from scorekeeper.web.entry.forms import identity
from scorekeeper.web.match.links import LETTERS, OWNER, SCORE, WATCH, address, allows, pages, show_page
from scorekeeper.web.site import recents
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import POST

SHOWN = (SCORE, WATCH, OWNER)
"""The order in which people want them: the table's, the onlookers', the owner's own."""
PICTURES = ("svg", "png")
VERSION, CORRECTION = 10, "m"
"""Fine enough for eight codes a match, coarse enough for one phone to read them off another's screen."""
MASK = 1
"""Letters in base32 are as even under any mask, and to look for the best takes four fifths of the time."""
QUIET = 4
"""Modules of white around a code."""


@pages.add("/share", may=SCORE)
@pages.add("/keep", may=OWNER, name="keep")  # older pages and notes know this address
def share(match: Match, capability: str) -> str:
    """The links that this phone may give on."""
    adopt_opened(match.public_id, capability)
    links = [(kind, LETTERS[kind], full_address(match, kind)) for kind in SHOWN if allows(capability, kind)]
    return show_page(
        "matches/share.html",
        match,
        capability,
        links=links,
        host=request.host,
        local=request.host.partition(":")[0] in ("127.0.0.1", "localhost"),
    )


@pages.add("/qr/<letter>.<kind>", may=WATCH)
def qr(match: Match, capability: str, letter: str, kind: str) -> Response:
    """A link as a picture that other phones can read. It allows no more than the link of this page."""
    shared = KINDS.get(letter)
    if shared is None or kind not in PICTURES or not allows(capability, shared):
        abort(404)
    if kind == "svg":
        return draw_square(full_address(match, shared), error="m")
    import segno  # here, because few pages show one

    picture = BytesIO()
    segno.make(full_address(match, shared), error="m").save(picture, kind="png", scale=12, border=4)
    headers = {"Cache-Control": "private, no-cache"}
    return Response(picture.getvalue(), mimetype="image/png", headers=headers)


@pages.add("/withdraw", POST, may=OWNER)
def withdraw(match: Match, capability: str) -> Any:
    """Make every link of one kind that was given out so far a dead one; streams opened by it end."""
    kind = KINDS.get(request.form.get("letter", ""))
    if kind is None:
        abort(400)
    raise_generation(session(), match.public_id, kind)
    flash(_("The old links are dead now; new ones stand here."))
    recents.forget_others(match.public_id, kind)
    fresh = ledger.load(session(), match.public_id)
    assert fresh is not None, "it was here a moment ago"
    return redirect(address(fresh, OWNER, "match.share"), 303)


@pages.add("/restore", POST, may=OWNER)
def restore(match: Match, capability: str) -> Any:
    """Take the match out of the bin. Taken out already is as good."""
    if match.binned:
        with suppress(ledger.Stale):  # another tap was quicker: nothing else is written to a match in the bin
            ledger.append(
                session(),
                match.public_id,
                seen=match.seq,
                uuid=identity(request.form),
                kind=RESTORED,
                body={},
                device=device(),
            )
    return redirect(address(match, capability), 303)


def full_address(match: Match, kind: str) -> str:
    """A link that can be sent: with the host that the reader used."""
    return address(match, kind, _external=True)


@pages.add("/codes", may=WATCH)
def codes(match: Match, capability: str) -> str:
    """The codes, one at a time with scripts, one below the other without."""
    lines = record_lines(match, read_words(session(), [match]), match.document())
    parts = frames.split(pack(lines))
    return show_page(
        "matches/codes.html",
        match,
        capability,
        codes=None if parts is None else [_draw(frame) for frame in parts],
        ring=frames.ring(len(parts or ())),
    )


def _draw(frame: str) -> Markup:
    """A frame as a drawing within the page: all of them are of one moment of the match."""
    import segno  # here, because few pages show one

    code = segno.make(frame, version=VERSION, error=CORRECTION, mask=MASK, boost_error=False)
    drawn = code.svg_inline(border=QUIET, light="#fff", svgclass=None, lineclass=None, omitsize=True)
    return Markup(drawn)
