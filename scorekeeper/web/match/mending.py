"""Mending a match: undo and redo, names, seats, first dealer, house rules; the bin; and the rematch."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any
from uuid import UUID, uuid4

from flask import abort, current_app, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.findings import Finding
from scorekeeper.games import GAMES
from scorekeeper.store.match import events as kinds
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Journal, Undo
from scorekeeper.store.match.proposal import propose
from scorekeeper.web.entry.forms import OptionsForm, number_in
from scorekeeper.web.entry.writing import Ask, Effect, SmallForm
from scorekeeper.web.match import seating
from scorekeeper.web.match.links import address
from scorekeeper.web.match.words import deed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.prose import path_words


class Undoing(Ask):
    """Takes the latest thing back (or brings it back), and names it before."""

    template = "matches/undo.html"
    plain = True

    def __init__(self, journal: Journal, capability: str, *, again: bool = False) -> None:
        super().__init__(journal, capability, SmallForm(journal))
        self.again = again
        self.target = number_in(self.form.values.get("target") or request.args.get("target"))

    def found(self) -> Undo | None:
        """What would be undone: what the address names, or the latest."""
        latest = self.journal.redoable() if self.again else self.journal.undoable()
        if self.target is None or (latest is not None and latest.target == self.target):
            return latest
        if self.target not in self.journal.standing_seqs or self.target < 2:
            return None
        event = self.journal.event(self.target)
        rows = (*self.journal.rows(), *self.journal.struck())
        row = next((row for row in rows if row.seq == event.body.get("target", event.seq)), None)
        return Undo(event.seq, event, row)

    def given(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.UNDONE, {"target": self.target}, {}

    def extra(self) -> dict[str, Any]:
        found = self.found()
        if found is None:
            return {"found": None, "effect": None, "deed": None}
        proposal = propose(self.journal, kinds.UNDONE, {"target": found.target})
        return {
            "found": found,
            "deed": deed(self.journal, found.event, found.row),
            "effect": Effect(proposal) if not proposal.errors else None,
        }

    def anchor(self, appended: ledger.Appended) -> str | None:
        return None

    def _turn_to(self, journal: Journal) -> None:
        super()._turn_to(journal)
        self.target = None


class Seating(Ask):
    """Who sits where."""

    template = "matches/seats.html"

    def __init__(self, journal: Journal, capability: str) -> None:
        super().__init__(journal, capability, SmallForm(journal))
        typed = [number_in(self.form.values.get(f"seat-{seat}")) for seat in range(len(journal.players))]
        given = bool(self.form.values)
        self.chosen = [player or 0 for player in typed] if given else list(journal.players)
        self.people = list(zip(journal.players, journal.seat_names, strict=True))

    def extra(self) -> dict[str, Any]:
        return {"places": seating.places(self.game, len(self.people))}

    def given(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.SEATED, {"players": self.chosen}, {}

    def anchor(self, appended: ledger.Appended) -> str | None:
        return None


class FirstDealing(Ask):
    """Who dealt first."""

    template = "matches/dealer.html"

    def __init__(self, journal: Journal, capability: str) -> None:
        super().__init__(journal, capability, SmallForm(journal))
        typed = number_in(self.form.values.get("first_dealer"))
        self.chosen = journal.first_dealer if typed is None else typed

    def given(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.SETTINGS, {"first_dealer": self.chosen}, {}

    def anchor(self, appended: ledger.Appended) -> str | None:
        return None


class Ruling(Ask):
    """The house rules of the table."""

    template = "matches/rules.html"
    at = "rules"

    def __init__(self, journal: Journal, capability: str) -> None:
        game, now = GAMES[journal.game], journal.rules
        self.preset = request.args.get("preset", "")
        other = self.preset in game.presets and self.preset != now.get("preset")
        preset = self.preset if other else now.get("preset", "")
        form = OptionsForm(game, len(journal.players), preset, rules=None if other else now)
        super().__init__(journal, capability, form)
        if not form.was_typed:
            form.seen = journal.seq
        self.why = SmallForm(journal).values.get("why", "").strip()

    def given(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.SETTINGS, {"rules": self.form.rules()}, {kinds.WHY: self.why} if self.why else {}

    def anchor(self, appended: ledger.Appended) -> str | None:
        return None


class Binning(Ask):
    """Throws the match away; it can be taken out again."""

    template = "matches/bin.html"
    plain = True

    def given(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.BINNED, {}, {}

    def done(self, appended: ledger.Appended) -> Any:
        flash(_("The match lies in the bin; there it can be taken out again."))
        return redirect(url_for("home.home"), 303)


class Naming:
    """The players' names, all on one page; each that changes is an event."""

    def __init__(self, journal: Journal, capability: str) -> None:
        self.journal, self.capability, self.form = journal, capability, SmallForm(journal)
        names = enumerate(journal.seat_names)
        self.names = [self._name(self.form.values.get(f"name-{seat}", name), name) for seat, name in names]
        self.stand_ins = [name if seating.is_stand_in(name) else "" for name in journal.seat_names]
        self.findings: list[Finding] = []
        self.suggested: list[str] = []

    @staticmethod
    def _name(typed: str, before: str) -> str:
        """A name as it was typed; a stand-in goes on where nothing was."""
        return typed.strip() or (before if seating.is_stand_in(before) else "")

    def error(self, seat: int) -> list[Finding]:
        """What is wrong with one name."""
        return [finding for finding in self.findings if finding.path == f"players[{seat}]"]

    def render(self, **more: Any) -> str:
        """The page with its form."""
        game = GAMES[self.journal.game]
        given = {"page": self, "journal": self.journal, "capability": self.capability, "game": game}
        return render_template("matches/names.html", form=self.form, path_words=path_words, **given, **more)

    def post(self) -> Any:
        """Rename whoever is called differently now, all or nobody; two of one name are told apart first."""
        self.names, self.suggested = seating.told_apart(self.names)
        if self.suggested:
            return self.render(), 409
        rules = self.journal.rules
        self.findings = seating.problems_of(
            GAMES[self.journal.game], rules, self.names, self.journal.first_dealer
        )
        if self.findings:
            return self.render(), 422
        try:
            ledger.rename(
                session(), self.journal.public_id, seen=self.form.seen or 0, uuid=self.form.uuid,
                names=dict(zip(self.journal.players, self.names, strict=True)), device=device(),
            )  # fmt: skip
        except ledger.Stale as stale:
            self.journal, self.form.seen = stale.journal, stale.journal.seq
            self.form.fresh_uuid()
            return self.render(stale=True), 409
        except ledger.UuidReused:
            self.form.fresh_uuid()
            return self.render(stale=True), 409
        except ledger.Refused as refused:
            self.form.place(refused.findings)
            return self.render(), 422
        return redirect(url_for("match.sheet"), 303)


def undo(journal: Journal, capability: str) -> Any:
    """Take the latest thing back."""
    return _asked(Undoing(journal, capability))


def redo(journal: Journal, capability: str) -> Any:
    """Bring back what was undone last."""
    return _asked(Undoing(journal, capability, again=True))


def seats(journal: Journal, capability: str) -> Any:
    """Change the seats."""
    return _asked(Seating(journal, capability))


def dealer(journal: Journal, capability: str) -> Any:
    """Change the first dealer."""
    return _asked(FirstDealing(journal, capability))


def rules(journal: Journal, capability: str) -> Any:
    """Change the house rules."""
    return _asked(Ruling(journal, capability))


def names(journal: Journal, capability: str) -> Any:
    """Change the names."""
    return _asked(Naming(journal, capability))


def throw_away(journal: Journal, capability: str) -> Any:
    """Put the match into the bin."""
    return _asked(Binning(journal, capability, SmallForm(journal)))


def _asked(page: Any) -> Any:
    return page.post() if request.method == "POST" else page.render()


def rematch_uuid(journal: Journal) -> str:
    """The same for everybody who looks at the same end: two taps on two phones open one rematch."""
    key = current_app.secret_key or ""
    key = key.encode() if isinstance(key, str) else bytes(key)
    said = f"scorekeeper-rematch|{journal.public_id}|{journal.seq}".encode()
    return str(UUID(bytes=hmac.new(key, said, hashlib.sha256).digest()[:16], version=4))


def rematch(journal: Journal, capability: str) -> Any:
    """The same seats once more. Who finds it opened already may do there what the link in use allows here."""
    if journal.scored.sheet is None:
        abort(409)
    try:
        fresh = seating.rematch(journal, rematch_uuid(journal), capability)
    except ledger.UuidReused:
        fresh = seating.rematch(journal, str(uuid4()))
    return redirect(address(fresh, seating.allowed(fresh, capability)), 303)
