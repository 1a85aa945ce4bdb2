"""The table's charter: the house rules in plain sentences, who agreed to them and when, and changing them together."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import flash, redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.rules_words import own_rules, say_choice
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds, ledger, rule_proposals
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.proposal import Proposal, propose
from scorekeeper.store.match.seats import sits_still
from scorekeeper.web.entry.event_form import CONFIRM, EventForm, kept_values, small_form
from scorekeeper.web.entry.forms import identity, number_in
from scorekeeper.web.entry.preview import Effect
from scorekeeper.web.entry.rules_forms import OptionsForm
from scorekeeper.web.entry.rules_words import say_rules
from scorekeeper.web.match import holding, rule_sets
from scorekeeper.web.match.at_table import table_of
from scorekeeper.web.match.links import SCORE, WATCH, allows, pages, show_page
from scorekeeper.web.match.words import differences, say_when
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import BOTH, POST

ASK, ALL = "ask", "all"


class Rule(NamedTuple):
    """One house rule as it stands: what it is about, what was chosen, the sentence and the article behind it."""

    label: Text
    chosen: Text | str
    sentence: Text
    cite: str
    usual: bool


class Agreement(NamedTuple):
    """A seat and when it agreed; how, when it was not on its own."""

    seat: int
    name: str
    when: str
    together: bool


def _in_words(match: Match) -> list[Rule]:
    """Every house rule of this match in words, those first that the preset has otherwise."""
    game = GAMES[match.game]
    values = table_of(match).options.values()
    own = own_rules(game, match.rules, len(match.players))
    options = game.options.list_options()
    return [
        Rule(
            option.field.label,
            say_choice(option, values[name]),
            option.sentence,
            option.cite,
            name not in own,
        )
        for name, option in sorted(options.items(), key=lambda item: item[0] not in own)
    ]


def agreements(match: Match) -> list[Agreement]:
    """Every seat of those who began, in order, and its agreement if there is one; none that left without one."""
    by_seat = []
    for seat, name in enumerate(match.seat_names):
        event = match.accepted.get(seat)
        if event is None and not sits_still(match, seat):
            continue
        together = event is not None and bool(event.body.get("all") or event.body.get("together"))
        by_seat.append(Agreement(seat, name, "" if event is None else say_when(event.at), together))
    return by_seat


def status(match: Match) -> str:
    """How far the table agrees, in a word or two."""
    agreed = match.accepted
    if not agreed:
        return str(_("not agreed"))
    last = say_when(max(event.at for event in agreed.values()))
    number, whole = len(agreed), len(agreements(match))
    if number == whole:
        return str(_("agreed by all, %(time)s", time=last))
    return str(_("agreed by %(number)s of %(all)s", number=number, all=whole))


@pages.add("/charter", may=WATCH)
def charter(match: Match, capability: str) -> str:
    """The charter, who agreed, and a change that waits."""
    offer = rule_proposals.current(session(), match.id)
    writing = allows(capability, SCORE) and not match.binned
    proposal = _proposal(match, offer) if offer is not None else None
    missing = rule_proposals.find_missing_seats(match, offer) if offer is not None else []
    return show_page(
        "matches/charter.html",
        match,
        capability,
        rules=_in_words(match),
        rules_address=rule_sets.address(match.game, match.rules),
        in_a_line=say_rules(GAMES[match.game], match.rules, len(match.players)),
        agreements=agreements(match),
        form=small_form(match),
        rules_of=_rules_since(match),
        writing=writing,
        seat=holding.seat_at_start(match) if writing else None,
        offer=offer,
        waits_for=[match.seat_names[seat] for seat in missing],
        missing=missing,
        effect=Effect(proposal) if proposal is not None and not proposal.errors else None,
        differences=differences(match, offer.rules) if offer is not None else [],
    )


def _proposal(match: Match, offer: rule_proposals.RuleOffer) -> Proposal:
    """What the change would do once all have agreed."""
    body = {"rules": offer.rules, "agreed": sorted({*offer.confirmed, *match.accepted})}
    return propose(match, kinds.SETTINGS, body)


@pages.add("/charter/agree", POST, may=SCORE)
def agree(match: Match, capability: str) -> Any:
    """A seat agrees, or the whole table at once."""
    seat = number_in(request.form.get("seat"))
    if number_in(request.form.get("rules_of")) != _rules_since(match):
        flash(_("The house rules have changed meanwhile: please look at them once more."))
        return redirect(url_for("match.charter"), 303)
    body: dict[str, Any] = {"all": True} if seat is None else {"seat": seat}
    try:
        ledger.append(
            session(),
            match.public_id,
            seen=match.seq,
            uuid=identity(request.form),
            kind=kinds.ACCEPTED,
            body=body,
            device=device(),
            seat=holding.seat_of_device(match),
        )
    except ledger.Refused:
        pass  # they had agreed already: what was wanted stands
    except (ledger.Stale, ledger.UuidReused):
        flash(_("The match went on in the same moment: please press once more."))
    return redirect(url_for("match.charter"), 303)


def _rules_since(match: Match) -> int:
    standing = match.standing_seqs
    made = [
        event.seq
        for event in match.events
        if event.seq in standing and event.kind == kinds.SETTINGS and "rules" in event.body
    ]
    return made[-1] if made else 1


@pages.add("/charter/change", POST, may=SCORE)
def change(match: Match, capability: str) -> Any:
    """What a seat, or the table together, says to a change that waits."""
    offer, word = rule_proposals.current(session(), match.id), request.form.get("word", "")
    if offer is None or request.form.get("offer") != offer.uuid:
        flash(_("This change does not wait any more."))
    elif word == "withdraw":
        rule_proposals.withdraw(session(), match)
        flash(_("The change is withdrawn; the house rules stay as they are."))
    else:
        seat = holding.seat_at_start(match)
        seats = range(len(match.players)) if word == ALL else [seat] if seat is not None else []
        for agreeing in seats:
            rule_proposals.confirm(session(), match, offer.uuid, agreeing)
        return _settle(match, seat)
    return redirect(url_for("match.charter"), 303)


def _settle(match: Match, seat: int | None) -> Any:
    """To the sheet where all have agreed to the change, which is made then; otherwise to the charter."""
    try:
        settled = rule_proposals.settle(session(), match.public_id, device(), seat)
    except ledger.Refused:  # what was recorded since the change was proposed
        flash(_("With these rules some entry would not be possible any more."))
        settled = False
    if not settled:
        return redirect(url_for("match.charter"), 303)
    flash(_("The house rules are changed, and everything is scored anew by them."))
    return redirect(url_for("match.sheet"), 303)


class Changing(EventForm):
    """The house rules of the table. Where it had agreed to those before, every seat is asked."""

    template = "matches/rules.html"
    shows_row = False
    at = "rules"

    def __init__(self, match: Match, capability: str) -> None:
        game, now = GAMES[match.game], match.rules
        self.preset = request.args.get("preset", "")
        another_preset = self.preset in game.presets and self.preset != now.get("preset")
        preset = self.preset if another_preset else now.get("preset", "")
        form = OptionsForm(game, len(match.players), preset, rules=None if another_preset else now)
        super().__init__(match, capability, form)
        if not form.was_typed:
            form.seen = match.seq

    @property
    def needed(self) -> list[str]:
        """Who has to agree."""
        return [self.match.seat_names[seat] for seat in self.match.accepted]

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        body = {"rules": self.form.rules()}
        if self.match.accepted:
            body |= {"agreed": list(range(len(self.match.players))), "together": True}
        return kinds.SETTINGS, body, self.say_why()

    def preview_or_refuse(self) -> Any:
        if self.match.accepted and request.form.get(CONFIRM) == ASK:
            seat = holding.seat_at_start(self.match)
            rule_proposals.make(session(), self.match, self.form.rules(), self.why, device(), seat)
            return _settle(self.match, seat)
        self.always_preview = bool(self.match.accepted)
        return super().preview_or_refuse()

    def finish(self, appended: ledger.Appended) -> Any:
        """Besides: a change that waited was one of other rules."""
        if rule_proposals.current(session(), appended.match.id) is not None:
            rule_proposals.withdraw(session(), appended.match)
        return super().finish(appended)

    def preview(self, proposal: Proposal) -> str:
        if not self.match.accepted:
            return super().preview(proposal)
        return self.show(
            "matches/charter/change.html",
            effect=Effect(proposal),
            differences=differences(self.match, self.form.rules()),
            kept=kept_values(),
        )


pages.add("/rules", BOTH, may=SCORE, name="rules")(Changing.open)
