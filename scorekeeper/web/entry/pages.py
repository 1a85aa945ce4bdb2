"""Entering a deal with several phones: the draft's parts, the preview, and the draft becoming a deal.

Phones speak JSON here and get small pieces of page back. Writing needs the link that may score, and the token of the
page in a header. Pages without JavaScript use the form of :mod:`scorekeeper.web.entry.entries`, which shows the draft.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from flask import session as cookie
from flask_wtf.csrf import generate_csrf

from scorekeeper.core.documents import parse
from scorekeeper.core.findings import Finding
from scorekeeper.core.game import Game
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store.match import drafts, ledger
from scorekeeper.store.match import events as kinds
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.proposal import propose
from scorekeeper.web.entry import drafts as parted
from scorekeeper.web.entry.forms import (
    NOTE,
    WHO_DEALT,
    EntryForm,
    choose_form,
    number_in,
)
from scorekeeper.web.entry.newer import changed_parts
from scorekeeper.web.entry.preview import in_short, placed, preview_page
from scorekeeper.web.entry.words import (
    late_page,
    rank_words,
    stale_page,
    who_entered,
)
from scorekeeper.web.match.holding import seat_of_device
from scorekeeper.web.match.links import SCORE, opened
from scorekeeper.web.match.words import (
    place_of,
    saved_words,
    table_of,
    told,
)
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import language, say

MAX_BYTES = 100_000
MATTERS = frozenset(
    (
        kinds.RECORDED,
        kinds.CORRECTED,
        kinds.STRUCK,
        kinds.UNDONE,
        kinds.SEATED,
        kinds.SETTINGS,
        kinds.CLOSED,
        kinds.BINNED,
        kinds.RESTORED,
    )
)
"""What a person has to have seen before a deal is added: it changes what the deal follows, or what it is worth."""

ABOUT = ("target", "before")
"""What the address of a preview names: the entry that is corrected, or the one before which a deal is inserted."""
SCREEN = "games/_entry.html"
Answer = tuple[Response, int]


class Asked(NamedTuple):
    """A request about a deal in progress: which draft, written in which way, and the form as the page held it."""

    draft: str
    form: EntryForm
    data: Mapping[str, Any]


def asked(match: Match) -> Asked:
    """What the body of a request says; 400 when it is not the JSON that our own pages send."""
    if (request.content_length or 0) > MAX_BYTES:
        abort(413)
    data, wrong = parse(request.get_data())
    inputs = parted.typed_in(data.get("inputs", {})) if wrong is None and type(data) is dict else None
    if inputs is None or not all(type(data.get(name, "")) is str for name in ("draft", "form", "part")):
        abort(400)
    slug = data.get("form") or None
    form = parted.form_of(GAMES[match.game], table_of(match), slug, inputs)
    return Asked(data.get("draft", ""), form, data)


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name, 0)
    if type(value) is not int or not 0 <= value < 10**9:
        abort(400)
    return value


def state(match: Match, capability: str) -> Response:
    """The draft as it stands, with a fresh token. ``?draft=`` names the one that the page shows."""
    token, slug, shown = generate_csrf(), request.args.get("form"), request.args.get("draft", "")
    # The token is signed anew each second; what it is made of stays, and so does a token that was given before.
    lasting = cookie.get("csrf_token", "")
    said = f"{match.public_id}|{match.pulse}|{language()}|{lasting}|{slug}|{shown}|{device()}"
    tag = hashlib.sha256(said.encode()).hexdigest()[:24]
    if tag in request.if_none_match:
        response = Response(status=304)
    else:
        response = jsonify(_state(match, slug, shown) | {"token": token})
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _state(match: Match, slug: str | None, shown: str = "") -> dict[str, Any]:
    known = drafts.parts_of(session(), match)
    current = drafts.current(match)
    event = next((event for event in match.events if event.uuid == shown != current), None)
    return {
        "draft": current,
        "following": drafts.following(match),
        "seq": match.seq,
        "parts": _parts(match, slug, known),
        "late": late_page(match, event, slug or "") if event is not None else "",
        "row": url_for("match.sheet", _anchor=f"e{event.seq}") if event is not None else "",
    }


def _parts(match: Match, slug: str | None, known: Mapping[str, drafts.Part]) -> dict[str, Any]:
    form = draft_form(match, slug, known)
    inputs = parted.parts_in(form)
    return {
        name: {
            "version": part.version,
            "filled": part.filled,
            "inputs": parted.held(inputs[name]),
            "who": who_entered(match, part),
        }
        for name, part in known.items()
        if name in inputs
    }


def draft_form(match: Match, slug: str | None, known: Mapping[str, drafts.Part]) -> EntryForm:
    """The form of a deal, showing what the draft holds."""
    game, table = GAMES[match.game], table_of(match)
    way = choose_form(game, table, slug or parted.way_for(game, known, game.forms[0].slug))
    entry = parted.entry_from(way, (WHO_DEALT,), known, table)
    form = EntryForm("deal", way.fields, table, more=(WHO_DEALT, NOTE), entry=entry, seen=match.seq)
    form.slug = way.slug
    return form


class Begun(NamedTuple):
    """What a page for a new deal begins with: the way to write it, what is known of it already, its draft."""

    slug: str
    entry: dict[str, Any]
    draft: str
    versions: dict[str, int]


def begun(match: Match, slug: str | None, usual: str | None) -> Begun:
    """Where the page for the next deal goes on from: the draft as it stands."""
    game, table, known = GAMES[match.game], table_of(match), drafts.parts_of(session(), match)
    way = choose_form(game, table, slug or parted.way_for(game, known, usual_way(game, usual)))
    entry = parted.entry_from(way, (WHO_DEALT,), known, table)
    return Begun(way.slug, entry, drafts.current(match), {name: part.version for name, part in known.items()})


def usual_way(game: Game, usual: str | None) -> str:
    """The usual way to write a deal, if it has a screen of its own; otherwise the first that has one."""
    own = [form.slug for form in game.forms if screen(game, form.slug) != SCREEN]
    return usual if usual in own or (usual and not own) else (own or [game.forms[0].slug])[0]


def screen(game: Game, slug: str) -> str:
    """The template that enters a deal of this game in this way: the game's own, or the one for every game."""
    names = [f"games/{game.slug}/entry_{slug}.html", SCREEN]
    return str(current_app.jinja_env.select_template(names).name)


def write_part(match: Match, capability: str) -> Answer:
    """Keep one part of the draft."""
    found = asked(match)
    name = str(found.data.get("part", ""))
    part = parted.parts_in(found.form).get(name)
    if part is None:
        abort(400)
    value, findings = parted.value_of(part, table_of(match))
    if findings:
        return jsonify(kind="wrong", findings=[say(finding.text) for finding in findings]), 422
    wanted = drafts.Writing(
        found.draft, name, _number(found.data, "version"), value, device(), seat_of_device(match)
    )
    try:
        kept = drafts.put(session(), match.public_id, wanted)
    except drafts.PartStale as stale:
        newer = _parts(match, found.form.slug, {name: stale.part})
        return jsonify(kind="part", parts=newer), 409
    except drafts.DraftRecorded as recorded:
        return _late(recorded.match, recorded.event, found.form.slug), 409
    except drafts.NotThisDraft:
        return jsonify(kind="other", **_state(match, found.form.slug)), 409
    except ledger.Refused as refused:
        return jsonify(kind="wrong", findings=[say(finding.text) for finding in refused.findings]), 422
    return jsonify(part=name, version=kept.version, filled=kept.filled), 200


def _late(match: Match, event: Event, slug: str) -> Response:
    return jsonify(kind="recorded", html=late_page(match, event, slug), **_state(match, slug))


def preview(match: Match, capability: str) -> Response:
    """What the deal would write, without keeping anything: at the end, before another, or in place of what stands."""
    found = asked(match)
    missing = parted.missing_parts(found.form)
    about = {name: int(request.args[name]) for name in ABOUT if number_in(request.args.get(name)) is not None}
    kind = kinds.CORRECTED if "target" in about else kinds.RECORDED
    proposal = propose(match, kind, {"entry": found.form.entry(), **about})
    complete = not missing and proposal.valid
    return jsonify(
        html=preview_page(proposal, found.form, missing), complete=complete, told=in_short(proposal, complete)
    )


def record(match: Match, capability: str) -> Answer:
    """Turn the complete draft into one deal. Sent once more, it is the same deal."""
    found = asked(match)
    while True:
        try:
            return _record(match, found)
        except drafts.PartsMoved:  # it says what this page says, or the next turn refuses in sight
            match = ledger.load(session(), match.public_id) or match


def _record(match: Match, found: Asked) -> Answer:
    known = drafts.parts_of(session(), match)
    if not any(event.uuid == found.draft for event in match.events):
        if missing := parted.missing_parts(found.form):
            return _refused(found.form, missing), 422
        changed = _changed(match, found, known)
        if changed:
            newer = _parts(match, found.form.slug, changed)
            return jsonify(kind="part", parts=newer, html=_newer_page(match, found.form, changed)), 409
    return _append(match, found, known)


def _append(match: Match, found: Asked, known: Mapping[str, drafts.Part]) -> Answer:
    slug, entry = found.form.slug, found.form.entry()
    try:
        appended = _written(match, found, known, _number(found.data, "seen"))
    except ledger.UuidReused as reused:
        ours = reused.match or match
        since = [event for event in ours.events if event.uuid == reused.event.uuid]
        return _stale("reused", ours, since, entry, slug), 409
    except ledger.Stale as stale:
        return _stale("stale", stale.match, list(stale.since), entry, slug), 409
    except ledger.Refused as refused:
        return _refused(found.form, list(refused.findings)), 422
    seq = appended.event.seq
    row = url_for("match.sheet", _anchor=place_of(appended.match, seq))
    said = saved_words(appended.match, seq)
    return jsonify(seq=seq, row=row, said=said, repeated=appended.repeated, **_next(appended.match)), 200


def _written(
    match: Match, found: Asked, known: Mapping[str, drafts.Part], seen: int, turns: int = 3
) -> ledger.Appended:
    """The deal as an event. A mended name or an agreement meanwhile is nothing that a person has to look at."""
    try:
        return drafts.record(
            session(),
            match.public_id,
            draft=found.draft,
            parts=known,
            seen=seen,
            body={"entry": found.form.entry()},
            device=device(),
            seat=seat_of_device(match),
        )
    except ledger.Stale as stale:
        if not turns or any(event.kind in MATTERS for event in stale.since):
            raise
        return _written(stale.match, found, known, stale.match.seq, turns - 1)


def _next(match: Match) -> dict[str, Any]:
    return {"draft": drafts.current(match), "following": drafts.following(match)}


def _stale(kind: str, match: Match, since: list[Event], entry: dict[str, Any], slug: str) -> Response:
    mine = told(entry, GAMES[match.game], table_of(match))
    html = stale_page(match, since, slug, mine)
    return jsonify(kind=kind, html=html, seq=match.seq, **_next(match))


def _refused(form: EntryForm, findings: list[Finding]) -> Response:
    said: dict[str, list[str]] = {}
    for problem in placed(form, findings):
        name = parted.part_of(form, problem.input) if problem.input is not None else ""
        said.setdefault(name, []).append(say(problem.finding.text))
    html = render_template("games/_entry_problems.html", form=form)
    return jsonify(kind="wrong", html=html, placed=said)


def _changed(match: Match, found: Asked, known: Mapping[str, drafts.Part]) -> dict[str, drafts.Part]:
    """The parts of this draft that are newer than the page had, and say something else."""
    versions = found.data.get("versions", {})
    if type(versions) is not dict:
        abort(400)
    return changed_parts(match, found.draft, found.form, versions, known)


def _newer_page(match: Match, form: EntryForm, changed: Mapping[str, drafts.Part]) -> str:
    inputs = parted.parts_in(form)
    told_ = [(inputs[name].label.text, who_entered(match, part)) for name, part in changed.items()]
    return render_template("games/_entry_newer.html", newer=told_)


def empty(match: Match, capability: str) -> Answer:
    """Begin the deal anew: every part is emptied, on every phone."""
    found = asked(match)
    try:
        drafts.empty(session(), match.public_id, found.draft, device())
    except drafts.DraftRecorded as recorded:
        return _late(recorded.match, recorded.event, found.form.slug), 409
    except drafts.NotThisDraft:
        abort(409)
    fresh = ledger.load(session(), match.public_id)
    assert fresh is not None, "it was there a moment ago"
    return jsonify(_state(fresh, found.form.slug)), 200


def put_aside(match: Match, capability: str) -> Any:
    """Keep what was typed so far, for phones without JavaScript: a deal waits half-entered while it is played."""
    typed = {name: request.form.getlist(name) for name in request.form}
    form = parted.form_of(GAMES[match.game], table_of(match), request.args.get("form"), typed)
    known, table, draft = drafts.parts_of(session(), match), table_of(match), form.uuid
    wanted = []
    for name, part in parted.parts_in(form).items():
        value, _findings = parted.value_of(part, table)
        if value or name in known:
            version = known[name].version if name in known else 0
            wanted.append(drafts.Writing(draft, name, version, value, device(), seat_of_device(match)))
    try:
        drafts.put_all(session(), match.public_id, wanted)
    except (drafts.DraftRecorded, drafts.NotThisDraft, drafts.PartStale):
        return redirect(url_for("match.record", kind="deal", form=form.slug), 303)
    return redirect(url_for("match.sheet"), 303)


class Mark(NamedTuple):
    """One part of the deal in progress, and whether it is in; or what is asked of each seat or side, and theirs."""

    label: str
    done: bool
    each: tuple[Mark, ...] = ()


def marks_of(match: Match) -> list[Mark]:
    """Which parts of the deal in progress are in: what everybody at the table may see of it. None before it begins."""
    known = drafts.parts_of(session(), match)
    if not any(part.filled for part in known.values()):
        return []
    form = draft_form(match, None, known)
    inputs, needed = parted.parts_in(form), [part.name for part in parted.open_parts(form)]
    found: dict[str, Mark] = {}
    for name, part in inputs.items():
        done = name in known and known[name].filled
        if not done and part.name not in needed:
            continue
        mark, (whole, _dot, inside) = Mark(str(part.label.text), done), name.partition(".")
        if inside:
            before = found.get(whole, Mark(str(form[whole].label.text), False))
            mark = before._replace(each=(*before.each, mark))
        found[whole] = mark
    return list(found.values())


def mark_label(form: EntryForm, name: str, part: Any) -> str:
    """What a part is called where its field is not seen: the field, and whose it is."""
    whole, _dot, index = name.partition(".")
    if not index:
        return str(part.label.text)
    return say(T("{what}: {name}", what=form[whole].label.text, name=part.label.text))


PAGES: tuple[tuple[str, str, str, Callable[..., Any], tuple[str, ...]], ...] = (
    ("/draft.json", "draft", SCORE, state, ("GET",)),
    ("/draft/part", "draft_part", SCORE, write_part, ("POST",)),
    ("/draft/preview", "draft_preview", SCORE, preview, ("POST",)),
    ("/draft/record", "draft_record", SCORE, record, ("POST",)),
    ("/draft/empty", "draft_empty", SCORE, empty, ("POST",)),
    ("/draft/aside", "draft_aside", SCORE, put_aside, ("POST",)),
)


def add_to(match: Any) -> None:
    """Hang these addresses on a match."""
    match.record(
        lambda state: state.app.jinja_env.globals.update(rank_words=rank_words, seat_here=seat_of_device)
    )
    for rule, name, needed, view, methods in PAGES:
        match.add_url_rule(rule, name, opened(needed)(view), methods=list(methods))
