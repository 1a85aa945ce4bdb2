"""Keep this match: its links as text and as QR, to be photographed or sent; and withdrawing them."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request
from flask_babel import gettext as _

from scorekeeper.store import ledger
from scorekeeper.store.events import RESTORED
from scorekeeper.store.journal import Journal
from scorekeeper.web import recents
from scorekeeper.web.database import session
from scorekeeper.web.devices import device
from scorekeeper.web.forms import identity
from scorekeeper.web.links import CAPABILITIES, LETTERS, OWNER, address, allows, opened

KINDS = {letter: kind for kind, letter in LETTERS.items()}


def add_to(match: Blueprint) -> None:
    """Hang these pages on a match."""
    match.add_url_rule("/keep", "keep", opened(OWNER)(keep))
    match.add_url_rule("/qr/<letter>.svg", "qr", opened()(qr))
    match.add_url_rule("/restore", "restore", opened(OWNER)(restore), methods=["POST"])
    match.add_url_rule("/withdraw", "withdraw", opened(OWNER)(withdraw), methods=["POST"])


def keep(journal: Journal, capability: str) -> str:
    """The three links of a match, the owner's first."""
    links = [(kind, LETTERS[kind], full_address(journal, kind)) for kind in reversed(CAPABILITIES)]
    return render_template("keep.html", journal=journal, links=links)


def qr(journal: Journal, capability: str, letter: str) -> Response:
    """A link as a picture that other phones can read. Nobody is shown more than they may."""
    kind = KINDS.get(letter)
    if kind is None or not allows(capability, kind):
        abort(404)
    import segno  # here, because few pages show one

    picture = BytesIO()
    segno.make(full_address(journal, kind), error="m").save(
        picture, kind="svg", scale=4, border=4, xmldecl=False, light="#fff", svgclass=None, lineclass=None
    )
    return Response(
        picture.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "private, no-cache"}
    )


def withdraw(journal: Journal, capability: str) -> Any:
    """Make every link of one kind that was given out so far a dead one."""
    kind = KINDS.get(request.form.get("letter", ""))
    if kind is None:
        abort(400)
    ledger.raise_generation(session(), journal.public_id, kind)
    flash(_("The old links are dead now; new ones stand here."))
    recents.forget_others(journal.public_id, kind)
    fresh = ledger.load(session(), journal.public_id)
    assert fresh is not None, "it was here a moment ago"
    return redirect(address(fresh, OWNER, "match.keep"), 303)


def restore(journal: Journal, capability: str) -> Any:
    """Take the match out of the bin. Taken out already is as good."""
    if journal.binned:
        ledger.append(
            session(), journal.public_id, seen=journal.seq, uuid=identity(request.form), kind=RESTORED,
            body={}, device=device(),
        )  # fmt: skip
    return redirect(address(journal, capability), 303)


def full_address(journal: Journal, kind: str) -> str:
    """A link that can be sent: with the host that the reader used."""
    return address(journal, kind, _external=True)
