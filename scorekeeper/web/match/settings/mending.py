"""Mending a match: undo and redo, seats, first dealer, date and place, totals from paper; the bin; the rematch."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any
from uuid import UUID, uuid4

from flask import abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.scoring.start import START, start_fields
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds, ledger
from scorekeeper.store.match.match import Match, Undo
from scorekeeper.store.match.proposal import Proposal, propose
from scorekeeper.web.entry.event_form import EventForm
from scorekeeper.web.entry.forms import EntryForm, number_in
from scorekeeper.web.entry.preview import Effect
from scorekeeper.web.match import seating
from scorekeeper.web.match.at_table import table_at_start, table_of
from scorekeeper.web.match.links import OWNER, SCORE, address, key, pages
from scorekeeper.web.match.people import count_rematches, find_rematch
from scorekeeper.web.match.words import summarize_event
from scorekeeper.web.request.limits import opens_a_match
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.pages import BOTH, POST

TEXTS = ("place", "note")
FIELDS = ("played", *TEXTS)


class Undoing(EventForm):
    """Takes the latest thing back (or brings it back): at once where nothing else moves, else named before."""

    template = "matches/undo.html"
    shows_row = False
    again = False
    """Whether it brings back what was undone last."""

    def __init__(self, match: Match, capability: str) -> None:
        super().__init__(match, capability)
        self.target = number_in(self.typed.get("target") or request.args.get("target"))
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
        undo = self.find_undo()
        if undo is None:
            return {"found": None, "effect": None, "summary": None}
        proposal = propose(self.match, kinds.UNDONE, {"target": undo.target})
        return {
            "found": undo,
            "summary": summarize_event(self.match.until(undo.shown), undo.event, undo.row),
            "effect": Effect(proposal) if not proposal.errors else None,
        }

    def preview(self, proposal: Proposal) -> str:
        return str(self.render())

    def turn_to(self, match: Match) -> None:
        super().turn_to(match)
        self.target = None


class Redoing(Undoing):
    """Brings back what was undone last."""

    again = True


class SeatingPage(EventForm):
    """Who sits where."""

    template = "matches/seats.html"
    shows_row = False

    def __init__(self, match: Match, capability: str) -> None:
        super().__init__(match, capability)
        typed = [number_in(self.typed.get(f"seat-{seat}")) or 0 for seat in range(len(match.players))]
        self.chosen = typed if self.typed else list(match.players)
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
        super().__init__(match, capability)
        typed = number_in(self.typed.get("first_dealer"))
        self.chosen = match.first_dealer if typed is None else typed

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.SETTINGS, {"first_dealer": self.chosen}, {}


class Describing(EventForm):
    """Date, place and note. What was emptied is taken away; what is as it was is not written again."""

    template = "matches/describe.html"
    shows_row = False
    plain = True

    def __init__(self, match: Match, capability: str) -> None:
        super().__init__(match, capability)
        document = match.document()
        self.before = {name: str(document.get(name) or "") for name in FIELDS}
        self.values = {name: self.typed.get(name, self.before[name]).strip() for name in FIELDS}

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        changed = {name: value for name, value in self.values.items() if value != self.before[name]}
        body = {"played": changed["played"] or None} if "played" in changed else {}
        return kinds.DESCRIBED, body, {name: changed[name] for name in TEXTS if name in changed}

    def preview_or_refuse(self) -> Any:
        """Besides: to the sheet where nothing was changed."""
        changed = any(self.wanted_event()[1:])
        return super().preview_or_refuse() if changed else redirect(url_for("match.sheet"), 303)


class FromPaper(EventForm):
    """The totals with which a match goes on."""

    template = "matches/from_paper.html"
    shows_row = False
    at = START

    def __init__(self, match: Match, capability: str) -> None:
        fields, values = start_fields(GAMES[match.game]), read_typed()
        form = EntryForm(
            START, fields, table_at_start(match), entry=match.start or {}, seen=match.seq, values=values
        )
        form.asked = [field for field in fields if not field.optional]
        super().__init__(match, capability, form)

    def extra(self) -> dict[str, Any]:
        """Whether the match is over after so many deals: those on paper are none of them."""
        return {"counts_deals": self.game.deal_limit(table_of(self.match).options).deals is not None}

    def preview_or_refuse(self) -> Any:
        """Besides: the form again where a total or the reason is blank."""
        if blank := self.form.find_blank():
            self.form.place(blank)
            return self.render(), 422
        return super().preview_or_refuse()

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        values = self.form.values()
        reason = values.pop(kinds.REASON, "")
        return kinds.SETTINGS, {START: values}, {kinds.REASON: reason}


class Binning(EventForm):
    """Throws the match away; it can be taken out again."""

    template = "matches/bin.html"
    plain = True

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.BINNED, {}, {}

    def finish(self, appended: ledger.Appended) -> Any:
        flash(_("The match lies in the bin; there it can be taken out again."))
        return redirect(url_for("home.home"), 303)


pages.add("/undo", BOTH, may=SCORE, name="undo")(Undoing.open)
pages.add("/redo", BOTH, may=SCORE, name="redo")(Redoing.open)
pages.add("/seats", BOTH, may=SCORE, name="seats")(SeatingPage.open)
pages.add("/dealer", BOTH, may=SCORE, name="dealer")(FirstDealing.open)
pages.add("/about", BOTH, may=SCORE, name="describe")(Describing.open)
pages.add("/paper", BOTH, may=SCORE, name="paper")(FromPaper.open)
pages.add("/bin", BOTH, may=OWNER, name="bin")(Binning.open)


def rematch_uuid(match: Match, number: int) -> str:
    """The same for everybody who wants the rematch of this number: two taps on two phones open one rematch."""
    seed = f"scorekeeper-rematch|{match.public_id}|{number}".encode()
    return str(UUID(bytes=hmac.new(key(), seed, hashlib.sha256).digest()[:16], version=4))


@pages.add("/rematch", POST, may=SCORE)
@opens_a_match
def rematch(match: Match, capability: str) -> Any:
    """The same seats once more, or the rematch that there is. Who finds it opened already may do there what the link in
    use allows here.
    """
    if match.scored.sheet is None:
        abort(409)
    number, fresh = count_rematches(match), find_rematch(match)
    if fresh is not None:
        seating.follow_into_league(match, fresh)
    else:
        try:
            fresh = seating.rematch(match, rematch_uuid(match, number), capability)
        except ledger.UuidReused:
            fresh = seating.rematch(match, str(uuid4()))
    return redirect(address(fresh, seating.find_capability(fresh, capability)), 303)
