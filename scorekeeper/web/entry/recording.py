"""Recording the deal in progress: what a page holds of it becomes one event, or the page shows what is in the way.

A request is read (:mod:`scorekeeper.web.entry.posted`), the ledger checks and appends the deal
(:func:`scorekeeper.store.match.beside.drafts.record`), and each way in which that ends has its answer here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response, jsonify, render_template, url_for

from scorekeeper.core.findings import Finding
from scorekeeper.games import GAMES
from scorekeeper.store.match import ledger
from scorekeeper.store.match.beside import drafts
from scorekeeper.store.match.match import Event, Match
from scorekeeper.web.entry.forms import EntryForm
from scorekeeper.web.entry.in_progress import parts_document
from scorekeeper.web.entry.newer import part_words
from scorekeeper.web.entry.parts import part_of
from scorekeeper.web.entry.posted import deal_in, read_posted
from scorekeeper.web.entry.preview import place_findings
from scorekeeper.web.entry.words import stale_page
from scorekeeper.web.match.current import keep
from scorekeeper.web.match.links import SCORE, pages
from scorekeeper.web.match.words import entry_line, place_of, saved_words, table_of
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import POST

Answer = tuple[Response, int]


@pages.add("/draft/record", POST, may=SCORE, name="draft_record")
def record(match: Match, capability: str) -> Answer:
    """Turn the complete draft into one deal. Sent once more, it is the same deal."""
    posted = read_posted(match)
    try:
        appended = drafts.record(session(), match, deal_in(posted, match))
    except drafts.PartsNewer as newer:
        return answer_newer(newer, posted.form), 409
    except ledger.UuidReused as reused:
        ours = reused.match or match
        events = [event for event in ours.events if event.uuid == reused.event.uuid]
        return answer_stale("reused", ours, events, posted.form), 409
    except ledger.Stale as stale:
        return answer_stale("stale", stale.match, stale.since, posted.form), 409
    except ledger.Refused as refused:
        return answer_wrong(posted.form, refused.findings), 422
    keep(appended.match)
    return answer_saved(appended), 200


def answer_saved(appended: ledger.Appended) -> Response:
    """The deal counts: its row, what is said of it, and the draft of the next one."""
    match, seq = appended.match, appended.event.seq
    row = url_for("match.sheet", _anchor=place_of(match, seq))
    return jsonify(
        seq=seq, row=row, said=saved_words(match, seq), repeated=appended.repeated, **_next_drafts(match)
    )


def answer_newer(newer: drafts.PartsNewer, form: EntryForm) -> Response:
    """Other phones entered parts that this page has not seen: they are shown before anything is recorded."""
    words = part_words(newer.match, form, newer.parts)
    html = render_template("games/entry/newer.html", newer=words)
    return jsonify(kind="part", parts=parts_document(newer.match, form.slug, newer.parts), html=html)


def answer_stale(kind: str, match: Match, since: Sequence[Event], form: EntryForm) -> Response:
    """Something else was written meanwhile: it is shown beside the deal that waits."""
    mine = entry_line(form.entry(), GAMES[match.game], table_of(match))
    html = stale_page(match, since, form.slug, mine)
    return jsonify(kind=kind, html=html, seq=match.seq, **_next_drafts(match))


def answer_wrong(form: EntryForm, findings: Sequence[Finding]) -> Response:
    """What is missing or impossible, each sentence at the part that it is about."""
    sentences: dict[str, list[str]] = {}
    for problem in place_findings(form, findings):
        name = part_of(form, problem.input) if problem.input is not None else ""
        sentences.setdefault(name, []).append(say(problem.finding.text))
    html = render_template("games/entry/problems.html", form=form)
    return jsonify(kind="wrong", html=html, placed=sentences)


def _next_drafts(match: Match) -> dict[str, Any]:
    return {"draft": drafts.current(match), "following": drafts.name_following(match)}
