"""A page that writes one event: form → proposal → ledger → row. What has to be looked at is shown first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from flask import redirect, request, url_for

from scorekeeper.core.findings import Finding
from scorekeeper.core.options import NO_TABLE
from scorekeeper.core.reading import Table
from scorekeeper.games import GAMES
from scorekeeper.store.leagues.matches.recording import ORGANISERS_ONLY, may_write
from scorekeeper.store.match import kinds, ledger
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.store.match.proposal import Proposal, propose
from scorekeeper.web.accounts.browser_session import current
from scorekeeper.web.entry.forms import EntryForm
from scorekeeper.web.entry.preview import Effect
from scorekeeper.web.match.at_table import playing, without_gaps
from scorekeeper.web.match.current import keep
from scorekeeper.web.match.holding import seat_of_device
from scorekeeper.web.match.links import show_page
from scorekeeper.web.match.words import EventSummary, place_of, summarize_event
from scorekeeper.web.request.security import LANG, MORE, read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device

CONFIRM = "confirm"


class Meanwhile(NamedTuple):
    """What was written to a match while a person was typing; ``rows`` are the entries that it left, and with ``seated``
    it says who sits where.
    """

    summaries: list[EventSummary]
    rows: list[EntryRow]
    seated: bool


class EventForm:
    """A form that writes one event. Pages differ in ``template`` and in what they give it.

    ``form`` has ``uuid``, ``seen``, ``fresh_uuid()`` and ``place()``, as every :class:`EntryForm` has.
    """

    template = ""
    always_preview = False
    at = ""
    shows_row = True
    """Whether the sheet opens at a row once the event is written."""
    plain = False
    """Whether the event only goes on from what stands, so that nothing has to be asked beforehand."""

    def __init__(self, match: Match, capability: str, form: Any = None) -> None:
        self.match, self.capability, self.game = match, capability, GAMES[match.game]
        self.form: Any = small_form(match) if form is None else form
        self.table = without_gaps(self.find_table(match))
        self.typed: Mapping[str, str] = read_typed() or {}
        self.why = self.typed.get("why", "").strip()
        """Why it is done, where the page asks for it."""

    @classmethod
    def open(cls, match: Match, capability: str) -> Any:
        """The view of a page that needs nothing but its match."""
        return cls(match, capability).answer()

    def answer(self, kind: str = "", about: Mapping[str, Any] | None = None) -> Any:
        """The page where it is asked for. Where its form is posted, the event is written, and its row shown; or what a
        person has to look at first.

        A person who may not write an event of this ``kind`` learns so before filling it in.
        """
        if request.method == "POST":
            return self.preview_or_refuse() or self.write()
        if kind and not may_write(session(), self.match, kind, about or {}, account()):
            return self.show("matches/organisers.html", why=ORGANISERS_ONLY.text), 403
        return self.render()

    def find_table(self, match: Match) -> Table:
        """Who is at the table: those who play."""
        return playing(match)

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """Kind, body and texts of the event that was asked for."""
        raise NotImplementedError

    @cached_property
    def proposal(self) -> Proposal:
        """What the event that was asked for would do, worked out once."""
        return propose(self.match, *self.wanted_event())

    def say_why(self) -> dict[str, str]:
        """Why it is done, as a text of the event; nothing where it is not said."""
        return {kinds.WHY: self.why} if self.why else {}

    def extra(self) -> dict[str, Any]:
        """What the template needs besides."""
        return {}

    def anchor(self, appended: ledger.Appended) -> str:
        """The row to show afterwards."""
        return place_of(appended.match, appended.event.body.get("target", appended.event.seq))

    def render(self, **more: Any) -> Any:
        """The page with its form."""
        return self.show(self.template, form=self.form, **self.extra(), **more)

    def show(self, template: str, **context: Any) -> str:
        """Another page about the event."""
        return show_page(template, self.match, self.capability, page=self, **context)

    def preview_or_refuse(self) -> Any:
        """A page to look at before anything is written: a refusal, or the preview. None where there is none."""
        kind, body, _texts = self.wanted_event()
        if not may_write(session(), self.match, kind, body, account()):
            return self.show_wrong((ORGANISERS_ONLY,))
        known = any(event.uuid == self.form.uuid for event in self.match.events)
        if known or self.plain or CONFIRM in request.form or (self.form.seen or 0) != self.match.seq:
            return None  # it is previewed already, or the ledger tells what stands in its way
        if self.proposal.valid and not (self.proposal.needs_preview or self.always_preview):
            return None
        return self.show_proposal(self.proposal)

    def write(self) -> Any:
        """Append the event; or show what was written meanwhile, or why it cannot be."""
        try:
            appended = self.append()
        except ledger.Stale as stale:
            return self.show_stale(stale), 409
        except ledger.UuidReused as reused:
            return self.show_reused(reused), 409
        except ledger.Refused as refused:
            proposal = refused.proposal
            return self.show_wrong(refused.findings) if proposal is None else self.show_proposal(proposal)
        keep(appended.match, self.match)
        return self.finish(appended)

    def append(self) -> ledger.Appended:
        """Append the event to the log, once."""
        return ledger.append_proposed(
            session(),
            self.proposal,
            seen=self.form.seen or 0,
            uuid=self.form.uuid,
            device=device(),
            seat=seat_of_device(self.match),
        )

    def finish(self, appended: ledger.Appended) -> Any:
        """Back to the sheet, where the entry stands."""
        row = self.anchor(appended) if self.shows_row else None
        return redirect(url_for("match.sheet", _anchor=row), 303)

    def show_wrong(self, findings: Sequence[Finding]) -> Any:
        """The form again, with what is wrong beside its inputs."""
        self.form.place(findings, self.at)
        return self.render(), 422

    def show_proposal(self, proposal: Proposal) -> Any:
        """What the event would do, to be confirmed; or why it cannot be."""
        if proposal.errors:
            return self.show_wrong(proposal.errors)
        return self.preview(proposal), 409 if proposal.broken else 200

    def show_stale(self, stale: ledger.Stale) -> Any:
        """The form again, beside what was written meanwhile."""
        self.turn_to(stale.match)
        recorded = [event.seq for event in stale.since if event.kind == kinds.RECORDED]
        new = [row for row in stale.match.rows() if row.seq in recorded and row.entry.get("kind") == "deal"]
        rows = {row.seq: row for row in (*self.match.rows(), *self.match.list_struck())}
        summaries = [
            summarize_event(self.match, event, rows.get(event.body.get("target", event.seq)))
            for event in stale.since
        ]
        seated = any(event.kind == kinds.SEATED for event in stale.since)
        return self.render(stale=Meanwhile(summaries, new, seated))

    def show_reused(self, reused: ledger.UuidReused) -> Any:
        """The form again, beside the event that it was saved as before."""
        match = reused.match or self.match
        self.turn_to(match)
        ours = any(event.uuid == reused.event.uuid for event in match.events)
        row = match.find_row(reused.event.seq)
        return self.render(
            reused=summarize_event(match, reused.event, row) if ours else None, was_reused=True
        )

    def turn_to(self, match: Match) -> None:
        """Show the form on what stands now; sending it once more is a new request."""
        self.match, self.table = match, without_gaps(self.find_table(match))
        self.form.fresh_uuid()
        self.form.seen = match.seq

    def preview(self, proposal: Proposal) -> str:
        """What the change would move, to be confirmed; or what stands in its way."""
        return self.show("matches/preview.html", effect=Effect(proposal), kept=kept_values())


def account() -> int | None:
    """The account that is signed in on this phone."""
    sign_in = current()
    return sign_in.account.id if sign_in else None


def kept_values() -> list[tuple[str, str]]:
    """Everything typed, for hidden inputs of a second step."""
    skipped = ("csrf_token", CONFIRM, LANG, MORE)
    values = read_typed()
    return [pair for pair in values.items(multi=True) if pair[0] not in skipped] if values else []


def small_form(match: Match) -> EntryForm:
    """A form that is only a button and perhaps a text: its identity, what was seen, what is wrong."""
    return EntryForm("", (), NO_TABLE, seen=match.seq, values=read_typed())
