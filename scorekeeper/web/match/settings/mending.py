"""Mending a match: undo and redo, seats, first dealer, house rules; the bin; and the rematch."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any
from uuid import UUID, uuid4

from flask import abort, current_app, flash, redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds, ledger
from scorekeeper.store.match.match import Match, Undo
from scorekeeper.store.match.proposal import Proposal, propose
from scorekeeper.web.entry.effect import Effect
from scorekeeper.web.entry.event_form import EventForm, SmallForm
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.entry.rules_forms import OptionsForm
from scorekeeper.web.match import seating
from scorekeeper.web.match.links import OWNER, SCORE, address, pages
from scorekeeper.web.match.words import summarize_event
from scorekeeper.web.site.pages import BOTH, POST


class Undoing(EventForm):
    """Takes the latest thing back (or brings it back): at once where nothing else moves, else named before."""

    template = "matches/undo.html"
    shows_row = False

    def __init__(self, match: Match, capability: str, *, again: bool = False) -> None:
        super().__init__(match, capability, SmallForm(match))
        self.again = again
        self.target = number_in(self.form.values.get("target") or request.args.get("target"))
        if capability != OWNER and match.is_owners(kinds.UNDONE, {"target": self.target}):
            abort(404)  # as every page of the owner's

    def find_undo(self) -> Undo | None:
        """What would be undone: what the address names, or the latest."""
        owner = self.capability == OWNER
        latest = self.match.redoable(owner=owner) if self.again else self.match.undoable(owner=owner)
        if self.target is None or (latest is not None and latest.target == self.target):
            return latest
        if self.target not in self.match.standing_seqs or self.target < 2:
            return None
        event = self.match.event(self.target)
        rows = (*self.match.rows(), *self.match.list_struck())
        row = next((row for row in rows if row.seq == event.body.get("target", event.seq)), None)
        return Undo(event.seq, event, row, self.match.seq)

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.UNDONE, {"target": self.target}, {}

    def extra(self) -> dict[str, Any]:
        found = self.find_undo()
        if found is None:
            return {"found": None, "effect": None, "summary": None}
        proposal = propose(self.match, kinds.UNDONE, {"target": found.target})
        return {
            "found": found,
            "summary": summarize_event(self.match.until(found.shown), found.event, found.row),
            "effect": Effect(proposal) if not proposal.errors else None,
        }

    def preview(self, proposal: Proposal) -> str:
        return str(self.render())

    def turn_to(self, match: Match) -> None:
        super().turn_to(match)
        self.target = None


class SeatingPage(EventForm):
    """Who sits where."""

    template = "matches/seats.html"
    shows_row = False

    def __init__(self, match: Match, capability: str) -> None:
        super().__init__(match, capability, SmallForm(match))
        typed = [number_in(self.form.values.get(f"seat-{seat}")) for seat in range(len(match.players))]
        given = bool(self.form.values)
        self.chosen = [player or 0 for player in typed] if given else list(match.players)
        self.people = list(zip(match.players, match.seat_names, strict=True))

    def extra(self) -> dict[str, Any]:
        return {"places": seating.places(self.game, len(self.people))}

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.SEATED, {"players": self.chosen}, {}


class FirstDealing(EventForm):
    """Who dealt first."""

    template = "matches/dealer.html"
    shows_row = False

    def __init__(self, match: Match, capability: str) -> None:
        super().__init__(match, capability, SmallForm(match))
        typed = number_in(self.form.values.get("first_dealer"))
        self.chosen = match.first_dealer if typed is None else typed

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.SETTINGS, {"first_dealer": self.chosen}, {}


class RulesPage(EventForm):
    """The house rules of the table."""

    template = "matches/rules.html"
    shows_row = False
    at = "rules"

    def __init__(self, match: Match, capability: str) -> None:
        game, now = GAMES[match.game], match.rules
        self.preset = request.args.get("preset", "")
        other = self.preset in game.presets and self.preset != now.get("preset")
        preset = self.preset if other else now.get("preset", "")
        form = OptionsForm(game, len(match.players), preset, rules=None if other else now)
        super().__init__(match, capability, form)
        if not form.was_typed:
            form.seen = match.seq
        self.why = SmallForm(match).values.get("why", "").strip()

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.SETTINGS, {"rules": self.form.rules()}, {kinds.WHY: self.why} if self.why else {}


class Binning(EventForm):
    """Throws the match away; it can be taken out again."""

    template = "matches/bin.html"
    plain = True

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.BINNED, {}, {}

    def finish(self, appended: ledger.Appended) -> Any:
        flash(_("The match lies in the bin; there it can be taken out again."))
        return redirect(url_for("home.home"), 303)


@pages.add("/undo", BOTH, may=SCORE)
def undo(match: Match, capability: str) -> Any:
    """Take the latest thing back."""
    return _open(Undoing(match, capability))


@pages.add("/redo", BOTH, may=SCORE)
def redo(match: Match, capability: str) -> Any:
    """Bring back what was undone last."""
    return _open(Undoing(match, capability, again=True))


@pages.add("/seats", BOTH, may=SCORE)
def seats(match: Match, capability: str) -> Any:
    """Change the seats."""
    return _open(SeatingPage(match, capability))


@pages.add("/dealer", BOTH, may=SCORE)
def dealer(match: Match, capability: str) -> Any:
    """Change the first dealer."""
    return _open(FirstDealing(match, capability))


def rules(match: Match, capability: str) -> Any:
    """Change the house rules."""
    return _open(RulesPage(match, capability))


@pages.add("/bin", BOTH, may=OWNER, name="bin")
def throw_away(match: Match, capability: str) -> Any:
    """Put the match into the bin."""
    return _open(Binning(match, capability, SmallForm(match)))


def _open(page: Any) -> Any:
    return page.post() if request.method == "POST" else page.render()


def rematch_uuid(match: Match) -> str:
    """The same for everybody who looks at the same end: two taps on two phones open one rematch."""
    key = current_app.secret_key or ""
    key = key.encode() if isinstance(key, str) else bytes(key)
    said = f"scorekeeper-rematch|{match.public_id}|{match.seq}".encode()
    return str(UUID(bytes=hmac.new(key, said, hashlib.sha256).digest()[:16], version=4))


@pages.add("/rematch", POST, may=SCORE)
def rematch(match: Match, capability: str) -> Any:
    """The same seats once more. Who finds it opened already may do there what the link in use allows here."""
    if match.scored.sheet is None:
        abort(409)
    try:
        fresh = seating.rematch(match, rematch_uuid(match), capability)
    except ledger.UuidReused:
        fresh = seating.rematch(match, str(uuid4()))
    return redirect(address(fresh, seating.find_capability(fresh, capability)), 303)
