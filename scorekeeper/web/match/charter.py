"""The table's charter: the house rules in plain sentences, who agreed to them and when, and changing them together."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.store.match import events as kinds
from scorekeeper.store.match import ledger, rule_proposals
from scorekeeper.store.match.match import Event, Journal
from scorekeeper.store.match.proposal import Proposal, propose
from scorekeeper.web.entry.forms import identity, number_in
from scorekeeper.web.entry.writing import (
    CONFIRM,
    Effect,
    SmallForm,
    kept_values,
)
from scorekeeper.web.match import holding, live
from scorekeeper.web.match.house_rules import chosen, differences
from scorekeeper.web.match.links import (
    SCORE,
    WATCH,
    allows,
    opened,
)
from scorekeeper.web.match.mending import Ruling
from scorekeeper.web.match.words import table_of, when
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device

ASK, ALL = "ask", "all"


def add_to(match: Blueprint) -> None:
    """Hang these pages on a match."""
    match.add_url_rule("/charter", "charter", opened(WATCH)(charter))
    match.add_url_rule("/charter/agree", "agree", opened(SCORE)(agree), methods=["POST"])
    match.add_url_rule("/charter/change", "change", opened(SCORE)(change), methods=["POST"])
    live.add_page("match.charter", charter)


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


def _in_words(journal: Journal) -> list[Rule]:
    """Every house rule of this match in words."""
    game = GAMES[journal.game]
    values = table_of(journal).options.values()
    usual = game.default_rules(len(journal.players)).options.values()
    return [
        Rule(
            option.field.label,
            chosen(option, values[name]),
            option.sentence,
            option.cite,
            values[name] == usual[name],
        )
        for name, option in game.options.declared().items()
    ]


def agreements(journal: Journal) -> list[Agreement]:
    """Every seat, in order, and its agreement if there is one."""
    return [_agreement(journal, seat, journal.accepted.get(seat)) for seat in range(len(journal.players))]


def _agreement(journal: Journal, seat: int, event: Event | None) -> Agreement:
    if event is None:
        return Agreement(seat, journal.seat_names[seat], "", False)
    together = bool(event.body.get("all") or event.body.get("together"))
    return Agreement(seat, journal.seat_names[seat], when(event.at), together)


def status(journal: Journal) -> str:
    """How far the table agrees, in a word or two."""
    agreed = journal.accepted
    if not agreed:
        return str(_("not agreed"))
    last = when(max(event.at for event in agreed.values()))
    if len(agreed) == len(journal.players):
        return str(_("agreed by all, %(time)s", time=last))
    number, whole = len(agreed), len(journal.players)
    return str(_("agreed by %(number)s of %(all)s", number=number, all=whole))


def charter(journal: Journal, capability: str) -> str:
    """The charter, who agreed, and a change that waits."""
    offer = rule_proposals.current(session(), journal.id)
    writing = allows(capability, SCORE) and not journal.binned
    proposal = _proposal(journal, offer) if offer is not None else None
    return render_template(
        "matches/charter.html",
        journal=journal,
        capability=capability,
        game=GAMES[journal.game],
        rules=_in_words(journal),
        preset=GAMES[journal.game].preset_names.get(_preset(journal)),
        agreements=agreements(journal),
        form=SmallForm(journal),
        rules_of=_rules_since(journal),
        writing=writing,
        seat=holding.seat_of_device(journal) if writing else None,
        offer=offer,
        waits_for=[journal.seat_names[seat] for seat in rule_proposals.missing(journal, offer)]
        if offer
        else [],
        missing=rule_proposals.missing(journal, offer) if offer else [],
        effect=Effect(proposal) if proposal is not None and not proposal.errors else None,
        differences=differences(journal, offer.rules) if offer is not None else [],
    )


def _preset(journal: Journal) -> str:
    return str(journal.rules.get("preset", next(iter(GAMES[journal.game].presets))))


def _proposal(journal: Journal, offer: rule_proposals.Offer) -> Proposal:
    """What the change would do; asked as if everybody had agreed."""
    body = {"rules": offer.rules, "agreed": sorted({*offer.confirmed, *journal.accepted})}
    return propose(journal, kinds.SETTINGS, body)


def agree(journal: Journal, capability: str) -> Any:
    """A seat agrees, or the whole table at once."""
    seat = number_in(request.form.get("seat"))
    if number_in(request.form.get("rules_of")) != _rules_since(journal):
        flash(_("The house rules have changed meanwhile: please look at them once more."))
        return redirect(url_for("match.charter"), 303)
    body: dict[str, Any] = {"all": True} if seat is None else {"seat": seat}
    try:
        ledger.append(
            session(), journal.public_id, seen=journal.seq, uuid=identity(request.form), kind=kinds.ACCEPTED,
            body=body, device=device(), seat=holding.seat_of_device(journal),
        )  # fmt: skip
    except ledger.Refused:
        pass  # they had agreed already: what was wanted stands
    except (ledger.Stale, ledger.UuidReused):
        flash(_("The match went on in the same moment: please press once more."))
    return redirect(url_for("match.charter"), 303)


def _rules_since(journal: Journal) -> int:
    """The event that made the house rules what they are."""
    standing = journal.standing_seqs
    made = [
        event.seq
        for event in journal.events
        if event.seq in standing and event.kind == kinds.SETTINGS and "rules" in event.body
    ]
    return made[-1] if made else 1


def change(journal: Journal, capability: str) -> Any:
    """What a seat, or the table together, says to a change that waits."""
    offer, word = rule_proposals.current(session(), journal.id), request.form.get("word", "")
    if offer is None or request.form.get("offer") != offer.uuid:
        flash(_("This change does not wait any more."))
    elif word == "withdraw":
        rule_proposals.withdraw(session(), journal)
        flash(_("The change is withdrawn; the house rules stay as they are."))
    else:
        seat = holding.seat_of_device(journal)
        seats = range(len(journal.players)) if word == ALL else [seat] if seat is not None else []
        for one in seats:
            rule_proposals.confirm(session(), journal, offer.uuid, one)
        if rule_proposals.settle(session(), journal.public_id, device(), seat):
            flash(_("The house rules are changed, and everything is scored anew by them."))
            return redirect(url_for("match.sheet"), 303)
    return redirect(url_for("match.charter"), 303)


class Changing(Ruling):
    """The house rules, changed by a table that had agreed to those before: nobody is passed over."""

    @property
    def needed(self) -> list[str]:
        """Who has to agree."""
        return [self.journal.seat_names[seat] for seat in self.journal.accepted]

    def given(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        kind, body, texts = super().given()
        if self.journal.accepted:
            everybody = list(range(len(self.journal.players)))
            body |= {"agreed": everybody, "together": True}
        return kind, body, texts

    def post(self) -> Any:
        if self.journal.accepted and request.form.get(CONFIRM) == ASK:
            return self._ask_around()
        if self.journal.accepted:
            self.always_preview = True
        return super().post()

    def _ask_around(self) -> Any:
        seat = holding.seat_of_device(self.journal)
        rule_proposals.make(session(), self.journal, self.form.rules(), self.why, device(), seat)
        if rule_proposals.settle(session(), self.journal.public_id, device(), seat):
            flash(_("The house rules are changed, and everything is scored anew by them."))
            return redirect(url_for("match.sheet"), 303)
        return redirect(url_for("match.charter"), 303)

    def preview(self, proposal: Proposal) -> str:
        if not self.journal.accepted:
            return super().preview(proposal)
        return render_template(
            "matches/charter_change.html",
            page=self,
            journal=self.journal,
            capability=self.capability,
            game=self.game,
            effect=Effect(proposal),
            differences=differences(self.journal, self.form.rules()),
            kept=kept_values(),
        )


def rules(journal: Journal, capability: str) -> Any:
    """Change the house rules."""
    page = Changing(journal, capability)
    return page.post() if request.method == "POST" else page.render()
