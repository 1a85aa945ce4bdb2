"""The deal in progress over JSON: its parts, the preview, emptying and recording it.

Phones send JSON here and get small pieces of page back. Writing needs the link that may score, and the token of the
page in a header. Without JavaScript a page posts its form (:mod:`scorekeeper.web.entry.recording`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Response, abort, g, jsonify, request
from flask import session as cookie
from flask_wtf.csrf import generate_csrf

from scorekeeper.core.documents import parse
from scorekeeper.core.findings import Finding
from scorekeeper.core.play.cards import RANK_LETTERS, Pack
from scorekeeper.games import GAMES
from scorekeeper.store.match import drafts, kinds, ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.proposal import propose
from scorekeeper.web.drawing.faces import deck
from scorekeeper.web.entry.forms import EntryForm, choose_form, deal_form, number_in
from scorekeeper.web.entry.in_progress import draft_document, parts_document, who_typed
from scorekeeper.web.entry.parts import is_fact, missing_parts, parts_in, typed_in, value_of, values_of
from scorekeeper.web.entry.preview import in_short, preview_page
from scorekeeper.web.entry.recording import PARTS, NextDeal, write_versions
from scorekeeper.web.match.at_table import playing, table_at
from scorekeeper.web.match.holding import seat_in_play, seat_of_device
from scorekeeper.web.match.links import SCORE, pages
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import language, say
from scorekeeper.web.site.pages import POST, answer_under


def rank_words(pack: Pack) -> list[tuple[str, str]]:
    """The ranks of a pack from high to low, and what the reader's cards have printed on them."""
    return [(rank, say(RANK_LETTERS.get(rank, rank))) for rank in reversed(pack.ranks)]


GLOBALS = {
    "deck": deck,
    "is_fact": is_fact,
    "rank_words": rank_words,
    "seat_here": seat_in_play,
    "who_typed": who_typed,
}
pages.record(lambda state: state.app.jinja_env.globals.update(GLOBALS))
MAX_BYTES = 100_000
MAX_NUMBER = 10**9
Answer = tuple[Response, int]
ABOUT = ("target", "before")
"""What the address of a preview names: the entry that is corrected, or the one before which a deal is inserted."""


class Posted(NamedTuple):
    """A request about a deal in progress: which draft, the form as the page held it, and the other fields."""

    draft: str
    form: EntryForm
    data: Mapping[str, Any]

    def number(self, name: str) -> int:
        """A number of the request, 0 where it is absent; 400 for anything else."""
        value = self.data.get(name, 0)
        if type(value) is not int or not 0 <= value < MAX_NUMBER:
            abort(400)
        return value


def read_posted(match: Match, about: int | None = None) -> Posted:
    """Read the body of a request; 400 when it is not the JSON that our own pages send.

    ``about`` is the entry that is written anew, or before which one is inserted: it tells who played then.
    """
    if (request.content_length or 0) > MAX_BYTES:
        abort(413)
    body, wrong = parse(request.get_data())
    inputs = typed_in(body.get("inputs", {})) if wrong is None and type(body) is dict else None
    if inputs is None or not all(type(body.get(name, "")) is str for name in ("draft", "form", "part")):
        abort(400)
    place = next((row.place for row in match.rows() if row.seq == about), None)
    table = table_at(match, place)
    way = choose_form(GAMES[match.game], table, body.get("form") or None)
    return Posted(body.get("draft", ""), deal_form(way, table, values=values_of(inputs)), body)


@pages.add("/draft.json", may=SCORE, name="draft")
def state(match: Match, capability: str) -> Response:
    """The draft as it stands, with a fresh token. ``?draft=`` names the one that the page shows."""
    token, slug, shown = generate_csrf(), request.args.get("form"), request.args.get("draft", "")
    # The token is signed anew each second; what it is made of stays, and so does a token that was given before.
    lasting = cookie.get("csrf_token", "")
    version = f"{match.public_id}|{match.pulse}|{language()}|{lasting}|{slug}|{shown}|{device()}"
    tag = hashlib.sha256(version.encode()).hexdigest()[:24]
    return answer_under(tag, lambda: draft_document(match, slug, shown) | {"token": token})


@pages.add("/draft/part", POST, may=SCORE, name="draft_part")
def write_part(match: Match, capability: str) -> Answer:
    """Keep one part of the draft."""
    posted = read_posted(match)
    name, slug = str(posted.data.get("part", "")), posted.form.slug
    part = parts_in(posted.form).get(name)
    if part is None:
        left = {f".{number}" for number in playing(match).seating.left}
        if not name.endswith(tuple(left)):
            abort(400)
        return jsonify(kind="other", **draft_document(match, slug)), 409
    value, findings = value_of(part)
    if findings:
        return _answer_wrong(findings)
    seat = seat_of_device(match)
    writing = drafts.PartWriting(posted.draft, name, posted.number("version"), value, device(), seat)
    try:
        kept = drafts.put(session(), match.public_id, writing)
    except drafts.PartStale as stale:
        return jsonify(kind="part", parts=parts_document(match, slug, {name: stale.part})), 409
    except drafts.DraftRecorded as late:
        return _answer_late(late.match, posted), 409
    except drafts.NotThisDraft:
        return jsonify(kind="other", **draft_document(match, slug)), 409
    except ledger.Refused as refused:
        return _answer_wrong(refused.findings)
    return jsonify(part=name, version=kept.version, filled=kept.filled), 200


def _answer_wrong(findings: Sequence[Finding]) -> Answer:
    return jsonify(kind="wrong", findings=[say(finding.text) for finding in findings]), 422


def _answer_late(match: Match, posted: Posted) -> Response:
    return jsonify(kind="recorded", **draft_document(match, posted.form.slug, posted.draft))


@pages.add("/draft/preview", POST, may=SCORE, name="draft_preview")
def preview(match: Match, capability: str) -> Response:
    """What the deal would write, without keeping anything: at the end, before another, or in place of what stands."""
    about = {name: int(request.args[name]) for name in ABOUT if number_in(request.args.get(name)) is not None}
    form = read_posted(match, next(iter(about.values()), None)).form
    missing = missing_parts(form)
    kind = kinds.CORRECTED if "target" in about else kinds.RECORDED
    proposal = propose(match, kind, {"entry": form.entry(), **about})
    complete = not missing and proposal.valid
    return jsonify(
        html=preview_page(proposal, form, missing), complete=complete, told=in_short(proposal, complete)
    )


@pages.add("/draft/empty", POST, may=SCORE, name="draft_empty")
def empty(match: Match, capability: str) -> Answer:
    """Begin the deal anew: every part is emptied, on every phone."""
    posted = read_posted(match)
    try:
        drafts.empty(session(), match.public_id, posted.draft, device())
    except drafts.DraftRecorded as late:
        return _answer_late(late.match, posted), 409
    except drafts.NotThisDraft:
        abort(409)
    except ledger.Refused as refused:
        return _answer_wrong(refused.findings)
    fresh = ledger.load(session(), match.public_id)
    assert fresh is not None, "it was there a moment ago"
    return jsonify(draft_document(fresh, posted.form.slug)), 200


@pages.add("/draft/record", POST, may=SCORE, name="draft_record")
def record_kept(match: Match, capability: str) -> Any:
    """Record the deal in progress as JSON: from pages of the version before, and for a phone's own program."""
    if request.is_json:
        posted = read_posted(match)
        versions = posted.data.get("versions", {})
        if type(versions) is not dict:
            abort(400)
        g.typed = values_of(posted.data.get("inputs", {}))
        g.typed["uuid"], g.typed["seen"] = posted.draft, str(posted.number("seen"))
        g.typed[PARTS] = write_versions(versions)
        return NextDeal(match, capability, posted.form.slug).answer()
    return NextDeal(match, capability).answer()
