"""Writing to a match from a form: what has to be previewed is shown first, and whoever lost a race sees both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store.leagues.matches.recording import may_write
from scorekeeper.store.match import events as kinds
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match, Row
from scorekeeper.store.match.proposal import Broken, Proposal, propose
from scorekeeper.store.match.scored import (
    CONTRACT,
    COUNTS,
    DEALER,
    END,
    WINNERS,
    Move,
)
from scorekeeper.web.accounts.browser_session import current
from scorekeeper.web.entry.forms import Problem, identity, number_in
from scorekeeper.web.match.current import keep
from scorekeeper.web.match.holding import seat_of_device
from scorekeeper.web.match.words import (
    EventSummary,
    Total,
    deed,
    place_of,
    scores_of,
    table_of,
    title_of,
    totals_moved,
)
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say_listed
from scorekeeper.web.site.security import LANG, MORE, typed

CONFIRM = "confirm"
ORGANISERS = Finding(
    "",
    "organisers_only",
    T(
        "In this league penalties and adjustments are the organiser’s: ask an organiser to sign in and write it."
    ),
)


class Deeds(NamedTuple):
    """What was done to a match while somebody was typing; ``rows`` are the entries that it left."""

    deeds: list[EventSummary]
    rows: list[Row]


class EventForm:
    """A form that writes one event. Pages differ in ``template`` and in what they give it.

    ``form`` has ``uuid``, ``seen``, ``fresh_uuid()`` and ``place()``, as every :class:`EntryForm` has.
    """

    template = ""
    always_preview = False
    at = ""
    plain = False
    """Whether the event only goes on from what stands, so that nothing has to be asked beforehand."""

    def __init__(self, match: Match, capability: str, form: Any) -> None:
        self.match, self.capability, self.form = match, capability, form
        self.game = GAMES[match.game]
        self.table = table_of(match)

    def given(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """Kind, body and texts of the event that was asked for."""
        raise NotImplementedError

    def extra(self) -> dict[str, Any]:
        """What the template needs besides."""
        return {}

    def anchor(self, appended: ledger.Appended) -> str | None:
        """The row to show afterwards."""
        return place_of(appended.match, appended.event.body.get("target", appended.event.seq))

    def render(self, **more: Any) -> str:
        """The page with its form."""
        given = {"page": self, "match": self.match, "capability": self.capability, "game": self.game}
        return render_template(self.template, form=self.form, **given, **self.extra(), **more)

    def post(self) -> Any:
        """Write it; or show the preview, or the form again with what is in the way."""
        kind, body, texts = self.given()
        if not may_write(session(), self.match, kind, body, account()):
            self.form.place((ORGANISERS,), self.at)
            return self.render(), 422
        try:
            result = self._attempt(kind, body, texts)
        except ledger.Stale as stale:
            return self._stale(stale), 409
        except ledger.UuidReused as reused:
            return self._reused(reused), 409
        if isinstance(result, ledger.Appended):
            return self.done(result)
        if result.errors:
            self.form.place(result.errors, self.at)
            return self.render(), 422
        return self.preview(result), 409 if result.broken else 200

    def done(self, appended: ledger.Appended) -> Any:
        """Back to the sheet, where the entry stands."""
        return redirect(url_for("match.sheet", _anchor=self.anchor(appended)), 303)

    def _attempt(self, kind: str, body: dict[str, Any], texts: dict[str, Any]) -> ledger.Appended | Proposal:
        match, uuid, seen = self.match, self.form.uuid, self.form.seen or 0
        known = any(event.uuid == uuid for event in match.events)
        if not (known or self.plain or CONFIRM in request.form) and seen == match.seq:
            proposal = propose(match, kind, body, texts)
            if not proposal.valid or proposal.needs_preview or self.always_preview:
                return proposal
        try:
            appended = ledger.append(
                session(),
                match.public_id,
                seen=seen,
                uuid=uuid,
                kind=kind,
                body=body,
                texts=texts,
                device=device(),
                seat=seat_of_device(match),
                loaded=match,
            )
            keep(appended.match)
            return appended
        except ledger.Refused as refused:
            if refused.proposal is None:
                raise
            return refused.proposal

    def _stale(self, stale: ledger.Stale) -> str:
        self._turn_to(stale.match)
        rows = {row.seq: row for row in (*stale.match.rows(), *stale.match.struck())}
        touched = [rows.get(event.body.get("target", event.seq)) for event in stale.since]
        deeds = [deed(stale.match, event, row) for event, row in zip(stale.since, touched, strict=True)]
        recorded = [event.seq for event in stale.since if event.kind == kinds.RECORDED]
        new = [row for row in stale.match.rows() if row.seq in recorded and row.entry.get("kind") == "deal"]
        return self.render(stale=Deeds(deeds, new))

    def _reused(self, reused: ledger.UuidReused) -> str:
        match = reused.match or self.match
        self._turn_to(match)
        ours = any(event.uuid == reused.event.uuid for event in match.events)
        row = next((row for row in match.rows() if row.seq == reused.event.seq), None)
        return self.render(reused=deed(match, reused.event, row) if ours else None, was_reused=True)

    def _turn_to(self, match: Match) -> None:
        """Show the form on what stands now; sending it once more is a new request."""
        self.match, self.table = match, table_of(match)
        self.form.fresh_uuid()
        self.form.seen = match.seq

    def preview(self, proposal: Proposal) -> str:
        """What the change would move, to be confirmed; or what stands in its way."""
        return render_template(
            "matches/preview.html",
            page=self,
            match=self.match,
            capability=self.capability,
            game=self.game,
            effect=Effect(proposal),
            kept=kept_values(),
        )


def account() -> int | None:
    """The account that is signed in on this phone."""
    found = current()
    return found.account.id if found else None


def kept_values() -> list[tuple[str, str]]:
    """Everything typed, for hidden inputs of a second step."""
    skipped = ("csrf_token", CONFIRM, LANG, MORE)
    values = typed()
    return [pair for pair in values.items(multi=True) if pair[0] not in skipped] if values else []


class Changed(NamedTuple):
    """An entry that a change moves: its title and what of it changes, before and after."""

    seq: int
    title: str
    changes: list[str]


class Blocked(NamedTuple):
    """An entry that becomes impossible, and why."""

    seq: int
    title: str
    findings: tuple[Finding, ...]


class Effect:
    """What a proposal does, in words."""

    def __init__(self, proposal: Proposal) -> None:
        self.proposal = proposal
        self.before, self.after = proposal.before, proposal.after
        self.title = self._title()
        self.blocked = [self._blocked(broken) for broken in proposal.broken]
        self.changed = self._entries()
        self.whole = [self._whole(move) for move in proposal.moved if move.seq is None]

    def _title(self) -> tuple[str, str]:
        """The entry that is changed, as it was and as it will be; of one that is inserted, the new one."""
        target = self.proposal.body.get("target", self.after.seq)
        rows = [self._row(match, target) for match in (self.before, self.after)]
        old, new = (_named(row, match) for row, match in zip(rows, (self.before, self.after), strict=True))
        return old, new

    def _row(self, match: Match, seq: Any) -> Row | None:
        return next((row for row in match.rows() if row.seq == seq), None)

    def _blocked(self, broken: Broken) -> Blocked:
        title = title_of(self.after.row(broken.seq), self.after, short=True)
        return Blocked(broken.seq, title, broken.findings)

    def _entries(self) -> list[Changed]:
        found: dict[int, list[str]] = {}
        for move in self.proposal.moved:
            if move.seq is not None:
                found.setdefault(move.seq, []).append(self._change(move))
        titles = {seq: title_of(self.after.row(seq), self.after, short=True) for seq in found}
        return [Changed(seq, titles[seq], told) for seq, told in found.items()]

    def _change(self, move: Move) -> str:
        if move.what == DEALER:
            names = self._dealer(self.before, move.before), self._dealer(self.after, move.after)
            return str(_("dealer: %(before)s → %(after)s", before=names[0], after=names[1]))
        if move.what == CONTRACT:
            return str(
                _("contract: round %(before)s → round %(after)s", before=move.before, after=move.after)
            )
        assert move.what == COUNTS
        return str(_("counts again") if move.after else _("comes after the end and does not count"))

    def _dealer(self, match: Match, seat: int | None) -> str:
        return "–" if seat is None else match.seat_names[seat]

    def _whole(self, move: Move) -> tuple[str, str, str]:
        """What changes of the whole match: label, before, after."""
        if move.what == END:
            return _("Over after"), self._end(self.before, move.before), self._end(self.after, move.after)
        assert move.what == WINNERS
        before, after = self._winners(self.before, move.before), self._winners(self.after, move.after)
        label = ngettext("Winner", "Winners", max(len(before), len(after)))
        return label, say_listed(before) or "–", say_listed(after) or "–"

    def _end(self, match: Match, index: int | None) -> str:
        return str(_("not over yet")) if index is None else title_of(match.rows()[index], match, short=True)

    def _winners(self, match: Match, winners: tuple[int, ...]) -> list[str]:
        return table_of(match).people(winners)

    @property
    def reseated(self) -> bool:
        """Whether what is recorded becomes other people's."""
        return self.before.players != self.after.players and bool(self.after.rows())

    @property
    def totals(self) -> list[Total]:
        """Whose total moves, and by how much."""
        return totals_moved(self.before, self.after)

    @property
    def nothing_moves(self) -> bool:
        """Whether every total and every other entry stays as it is, and everybody's."""
        same = all(total.same for total in self.totals)
        return same and not (self.reseated or self.changed or self.whole or self.blocked)


def _named(row: Row | None, match: Match) -> str:
    """An entry and what it wrote, nothing where there is none."""
    if row is None:
        return ""
    scores = scores_of(match, row)
    return f"{title_of(row, match)} ({scores})" if scores else title_of(row, match)


class SmallForm:
    """A form that is only a button and perhaps a text: its identity, what was seen, what is wrong."""

    def __init__(self, match: Match) -> None:
        values = typed()
        self._problem = Problem
        self.values: Mapping[str, str] = values or {}
        self.uuid = identity(self.values)
        self.seen = number_in(self.values.get("seen")) if values else match.seq
        self.problems: list[Any] = []

    def fresh_uuid(self) -> None:
        """Forget the identity of the request: it was used for another event."""
        self.uuid = identity({})

    def place(self, findings: tuple[Finding, ...], at: str = "") -> None:
        """Keep what is wrong for the summary."""
        self.problems += [self._problem(None, finding) for finding in findings]
