"""Recording an entry. The deal in progress has one road: page and script post the same form to the same address.

A browser without scripts gets a page, a script (``Accept: application/json``) the same answer as JSON: the row, or what
is in the way. :func:`scorekeeper.store.match.drafts.record` checks and appends the deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import abort, g, jsonify, redirect, request, url_for

from scorekeeper.core.findings import Finding
from scorekeeper.core.match import MAX_NAME
from scorekeeper.games import GAMES
from scorekeeper.store.match import drafts, kinds, ledger
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.store.match.proposal import Proposal
from scorekeeper.web.entry.entries import Recording
from scorekeeper.web.entry.event_form import CONFIRM
from scorekeeper.web.entry.forms import entry_form, number_in
from scorekeeper.web.entry.in_progress import draft_entry, merge_parts, parts_document, parts_now, usual_way
from scorekeeper.web.entry.parts import missing_parts, part_of, values_in
from scorekeeper.web.entry.preview import is_doubtful, place_findings
from scorekeeper.web.match.at_table import list_players, playing, table_at
from scorekeeper.web.match.holding import seat_of_device
from scorekeeper.web.match.links import SCORE, pages
from scorekeeper.web.match.words import entry_line, place_of, saved_words, title_of
from scorekeeper.web.request.errors import asks_for_json
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH, POST, read_query

RECORDABLE = ("deal", "void", "penalty", "adjustment", "players")
PARTS = "parts_seen"
MAX_SEEN = 8000


class NextDeal(Recording):
    """The deal in progress. What is in its way is looked for while no other writer can reach the match."""

    next_deal = True

    def __init__(self, match: Match, capability: str, slug: str | None = None) -> None:
        parts, slug = parts_now(match), slug or request.args.get("form")
        way, entry = draft_entry(match, parts, slug, "" if slug else usual_way(match))
        super().__init__(match, capability, "deal", way.slug, entry)
        self.versions = {name: part.version for name, part in parts.items()}
        self.draft, self.drafting = self.form.uuid, not self.form.was_typed
        self.seen = self.form.seen or 0
        self.for_script = request.method == "POST" and asks_for_json()
        if self.for_script:
            self.template = "games/entry/answer.html"

    @property
    def parts_seen(self) -> str:
        """The versions of the draft's parts that this page shows, for the server to tell what came in since."""
        typed: Mapping[str, str] = read_typed() or {}
        return typed[PARTS][:MAX_SEEN] if PARTS in typed else write_versions(self.versions)

    @property
    def change(self) -> EntryRow | None:
        """The change of players before which the deal goes: the first that its page had not seen."""
        new = (row for row in self.match.rows() if row.seq > self.seen and row.event.adds_last)
        return self.before or next((row for row in new if row.entry.get("kind") == "players"), None)

    @property
    def goes_before(self) -> str:
        """The same in words, for a script."""
        return title_of(self.change, self.match) if self.for_script and self.change else ""

    @property
    def mine(self) -> str:
        """The deal in one line, of those who played it, for a script, whose page may show another by now."""
        if not self.for_script:
            return ""
        table = playing(self.match) if self.change is None else table_at(self.match, self.change.place)
        return entry_line(entry_form(self.game, "deal", table, self.slug).entry(), self.game, table)

    def address(self, **changed: Any) -> str:
        """The page of the deal, also where its form was put aside."""
        return url_for("match.record", **{**read_query(), **changed, "kind": "deal"})

    def preview_or_refuse(self) -> Any:
        """A deal that ends the match on something odd is asked about once; scripts ask by themselves."""
        if self.for_script or CONFIRM in request.form or self.form.seen != self.match.seq:
            return None
        is_asked = self.proposal.valid and is_doubtful(self.proposal)
        return self.show_proposal(self.proposal) if is_asked else None

    def append(self) -> ledger.Appended:
        """Turn the draft into one deal. Sent once more, it is the same deal."""
        deal = self._deal(self._find_missing())
        return drafts.record(session(), self.proposal, deal, parts_now(self.match))

    def put_aside(self) -> Any:
        """Keep what was typed so far as parts of the draft. What another phone entered since is shown instead."""
        seen, seat = _read_versions(self.parts_seen), seat_of_device(self.match)
        writings = [
            drafts.PartWriting(self.draft, name, seen.get(name, 0), value, device(), seat)
            for name, value in values_in(self.form).items()
            if value or name in seen
        ]
        try:
            drafts.put_all(session(), self.match.public_id, writings)
        except drafts.PartStale as stale:
            parts = drafts.parts_of(session(), self.match)
            newer = drafts.newer_parts(self.match, self._deal(), parts) or {stale.part.name: stale.part}
            return self.show_newer(drafts.PartsNewer(self.match, newer)), 409
        except drafts.DraftRecorded as late:
            return self.show_reused(ledger.UuidReused(late.match, late.event)), 409
        except drafts.NotThisDraft:
            return redirect(self.address(), 303)
        except ledger.Refused as refused:
            return self.show_wrong(refused.findings)
        return redirect(url_for("match.sheet"), 303)

    def _deal(self, missing: Sequence[Finding] = ()) -> drafts.DraftDeal:
        return drafts.DraftDeal(
            draft=self.form.uuid,
            parts=values_in(self.form),
            versions=_read_versions(self.parts_seen),
            seen=self.form.seen or 0,
            missing=tuple(missing),
            device=device(),
            seat=seat_of_device(self.match),
        )

    def _find_missing(self) -> tuple[Finding, ...]:
        """What is blank and asked for, with everything else that is wrong. A page with scripts waits for every hand."""
        missing = missing_parts(self.form) if self.for_script else []
        missing_names = {finding.path.partition(".")[0] for finding in missing}
        blank = [
            finding
            for finding in self.form.find_blank()
            if finding.path.partition(".")[0] not in missing_names
        ]
        wrong = self.proposal.errors if blank and not missing else ()
        return (*missing, *blank, *wrong)

    def write(self) -> Any:
        """Besides: show what other phones entered since the page was made."""
        try:
            return super().write()
        except drafts.PartsNewer as newer:
            return self.show_newer(newer), 409

    def turn_to(self, match: Match) -> None:
        """Show the form on what stands now. A name that no event has is still that of this deal and of its parts."""
        super().turn_to(match)
        if all(event.uuid != self.draft for event in match.events):
            self.form.uuid = self.draft

    def show_newer(self, newer: drafts.PartsNewer) -> Any:
        """The form again, with the parts of other phones in place of those that were typed."""
        versions = _read_versions(self.parts_seen) | {
            name: part.version for name, part in newer.parts.items()
        }
        g.typed, words = merge_parts(newer.match, self.form, newer.parts)
        g.typed[PARTS] = write_versions(versions)
        self.form = entry_form(self.game, self.kind, self.table, self.slug)
        return self.render(newer=words, parts=parts_document(newer.match, self.slug, newer.parts))

    def show_wrong(self, findings: Sequence[Finding]) -> Any:
        """What is missing or impossible, each sentence at its part. A script hears first that others play."""
        if self.for_script and self.change and not self.before:
            since = tuple(event for event in self.match.events if event.seq > self.seen)
            return self.show_stale(ledger.Stale(self.match, since)), 409
        place_findings(self.form, findings)
        return self.render(), 422

    def show_proposal(self, proposal: Proposal) -> Any:
        """Besides: say to a script what would become impossible after a deal that goes before others."""
        broken = [finding._replace(path="") for entry in proposal.broken for finding in entry.findings]
        return self.show_wrong(broken) if self.for_script and broken else super().show_proposal(proposal)

    def render(self, **more: Any) -> Any:
        """The page with its form; for a script what it says above its form, and what of it is new or wrong."""
        html = super().render(**more)
        if not self.for_script:
            return html
        placed: dict[str, list[str]] = {}
        for problem in self.form.problems:
            name = part_of(self.form, problem.input) if problem.input is not None else ""
            placed.setdefault(name, []).append(say(problem.finding.text))
        kept = "stale" if self.form.uuid == self.draft else "reused"
        wrong = "players" if self.change and not self.before else "wrong"
        return jsonify(
            kind="part" if "newer" in more else wrong if self.form.problems else kept,
            html=html,
            parts=more.get("parts", {}),
            placed=placed,
            again=self.form.uuid,
            seq=self.form.seen,
            also={"before": [str(self.change.seq)]} if self.change and not self.before else {},
            **self._name_drafts(),
        )

    def finish(self, appended: ledger.Appended) -> Any:
        """The deal counts: its row; for a script what is said of it too, and the draft of the next one."""
        if not self.for_script:
            return super().finish(appended)
        self.match, seq = appended.match, appended.event.seq
        row, words = url_for("match.sheet", _anchor=place_of(self.match, seq)), saved_words(self.match, seq)
        told = self._tell(seq)
        return jsonify(
            seq=seq, row=row, said=words, told=told, repeated=appended.repeated, **self._name_drafts()
        )

    def _tell(self, seq: int) -> str:
        """The deal in short as its row says it, which may name others than the page did; nothing once it is struck."""
        row = self.match.find_row(seq)
        return entry_line(row.entry, self.game, table_at(self.match, row.place), short=True) if row else ""

    def _name_drafts(self) -> dict[str, Any]:
        names = drafts.current(self.match), drafts.name_following(self.match)
        return {"draft": names[0], "following": names[1], "who": list_players(playing(self.match))}


def _read_versions(seen: str) -> dict[str, int]:
    """Versions of parts as a form carries them: ``bid=3 tricks=1``."""
    pairs = (pair.partition("=") for pair in seen.split())
    return {name: number for name, _equals, version in pairs if (number := number_in(version)) is not None}


def write_versions(versions: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={version}" for name, version in versions.items())


@pages.add("/record/<kind>", BOTH, may=SCORE)
def record(match: Match, capability: str, kind: str) -> Any:
    """Record an entry."""
    if kind not in RECORDABLE or (kind == "penalty" and GAMES[match.game].penalty is None):
        abort(404)
    if kind == "deal" and "before" not in request.args:
        page: Recording = NextDeal(match, capability)
    else:
        asked = request.args.get("form")
        slug = asked or usual_way(match) if kind == "deal" else asked
        page = Recording(match, capability, kind, slug, _who_came() if kind == "players" else None)
    return page.answer(kinds.RECORDED, {"entry": {"kind": kind}})


def _who_came() -> dict[str, Any]:
    """Whose place another player took and who it is, as far as the address says it."""
    seat, name = number_in(request.args.get("seat")), request.args.get("name", "")[:MAX_NAME]
    return {**({} if seat is None else {"seat": seat}), **({"name": name} if name else {})}


@pages.add("/draft/aside", POST, may=SCORE, name="draft_aside")
def put_aside(match: Match, capability: str) -> Any:
    """Keep what was typed so far, for phones without JavaScript: a deal waits half-entered while it is played."""
    return NextDeal(match, capability).put_aside()
