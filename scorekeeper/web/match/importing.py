"""Taking in a match document: a file or pasted text, read like any other, every problem told at once."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from uuid import uuid4

from flask import flash, redirect, render_template, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.documents import MAX_BYTES, parse
from scorekeeper.core.findings import Finding
from scorekeeper.core.frames import MARK, MAX_FRAMES, is_framed, join
from scorekeeper.core.game import Game
from scorekeeper.core.match import MAX_NAME
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store.accounts.devices import find_capability, remember
from scorekeeper.store.match import ledger
from scorekeeper.store.match.record.handover import take_record
from scorekeeper.store.match.record.incoming import Diverged, is_record, number_of_copy
from scorekeeper.store.match.record.packing import unpack
from scorekeeper.store.match.record.transfer import import_document
from scorekeeper.web.entry.event_form import account
from scorekeeper.web.match.hand_over import explain
from scorekeeper.web.match.links import OWNER, address
from scorekeeper.web.request.errors import megabytes
from scorekeeper.web.request.limits import opens_a_match
from scorekeeper.web.request.security import AROUND, read_typed, takes_files, uses_camera
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import ANYBODY, POST, Pages

pages = Pages("importing", "/import")

NOTHING_GIVEN = Finding("", "missing", T("Choose a file, or paste the document."))
MAX_SHOWN = 100
AROUND_A_MARK = 100
"""So many bytes of white space may stand before the first QR code's text."""


def _room() -> tuple[int, str]:
    """The bytes that a match document may come to, in a file or pasted, with what a form puts around it."""
    return MAX_BYTES + AROUND, _most()


def _most() -> str:
    return _("A match document has at most %(size)s.", size=megabytes(MAX_BYTES))


@pages.add("", may=ANYBODY)
def form() -> str:
    """Where a document can be pasted or chosen."""
    values = read_typed()
    return _page(values.get("document", "") if values else "", [])


@pages.add("", POST, may=ANYBODY)
@takes_files(_room)
@opens_a_match
def take() -> Any:
    """Keep the match of the document, or list what is wrong with it."""
    raw = _read_given()
    if is_framed(raw[: len(MARK) + AROUND_A_MARK].decode(errors="replace")):
        return _take_frames(raw)
    if is_record(raw):
        return _take_record(raw)
    document, problem = parse(raw) if raw.strip() else (None, NOTHING_GIVEN)
    if problem is not None:
        return _page(_legible(raw), [problem]), 422
    try:
        match = import_document(session(), document, device(), _number_of(raw))
    except ledger.Refused as refused:
        slug = document.get("game") if isinstance(document, dict) else None
        game = GAMES[slug] if isinstance(slug, str) and slug in GAMES else None
        return _page(_legible(raw), refused.findings, game), 422
    remember(session(), device(), match.public_id, OWNER)
    return redirect(address(match, OWNER), 303)


@pages.add("/codes", may=ANYBODY)
@uses_camera
def scan() -> str:
    """Where a camera reads the QR codes of a match; what they say is taken in as if it was pasted."""
    return render_template("scan.html", most=MAX_FRAMES)


def _take_frames(raw: bytes) -> Any:
    """Keep the match of QR codes whose texts were read, one after the other."""
    packed, wrong = join(raw.decode(errors="replace").split())
    record, wrong = unpack(packed) if wrong is None else (b"", wrong)
    return _take_record(record) if wrong is None else (_page(_legible(raw), [wrong]), 422)


def _take_record(raw: bytes) -> Any:
    """Keep the match of a record with its past, or what is missing of one that is here."""
    try:
        imported = take_record(session(), raw.splitlines(), device(), account())
    except Diverged as refused:
        may = find_capability(session(), device(), refused.here.id)
        return _page("", explain(refused), here=may and address(refused.here, may)), 422
    except ledger.Refused as refused:
        return _page("", explain(refused)), 422
    remember(session(), device(), imported.match.public_id, imported.may)
    added = ngettext("%(num)s entry was added.", "%(num)s entries were added.", imported.added)
    flash(added if imported.added else _("Everything in this file was here already."))
    return redirect(address(imported.match, imported.may), 303)


def _read_given() -> bytes:
    file = request.files.get("file")
    if file is not None and file.filename:
        return file.read(MAX_BYTES + 1)
    return request.form.get("document", "").encode()


def _number_of(raw: bytes) -> str | None:
    """The UUID of a match by its document: the same from the same page twice is one match."""
    shown = request.form.get("number", "")[:MAX_NAME]
    return number_of_copy(f"{device()}|{shown}", sha256(raw).hexdigest()) if shown else None


def _legible(raw: bytes) -> str:
    """The document to be put right on the page; nothing where some of it would be lost on the way."""
    try:
        return "" if len(raw) > MAX_BYTES else raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _page(text: str, findings: Sequence[Finding], game: Game | None = None, here: str | None = None) -> str:
    """The form; where a match went on in two ways, with the address of the one that is ``here``."""
    return render_template(
        "import.html",
        title=_("Import a match"),
        number=uuid4(),
        text=text,
        findings=findings[:MAX_SHOWN],
        left=max(len(findings) - MAX_SHOWN, 0),
        game=game,
        here=here,
        most=_most(),
    )
