"""The desk at a match: rules and names are known, a ruling can be pinned, what was ruled can be written down."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds, ledger, rulings
from scorekeeper.store.match.match import EntryRow, Event, Match
from scorekeeper.store.match.proposal import propose
from scorekeeper.web.desk import asking, ruling_links
from scorekeeper.web.desk.place import asked_table, dealer_in, dealer_of, place_at
from scorekeeper.web.desk.ruling import show
from scorekeeper.web.desk.ruling_links import RulingCard
from scorekeeper.web.desk.written import DEAL, asked_row, corrected_entry, entry_of, find_asked, find_offers
from scorekeeper.web.entry.entries import Correcting, EntryPage, Recording
from scorekeeper.web.entry.forms import identity, number_in
from scorekeeper.web.match.at_table import playing, table_at
from scorekeeper.web.match.current import keep
from scorekeeper.web.match.holding import writer_of
from scorekeeper.web.match.links import SCORE, WATCH, pages
from scorekeeper.web.match.words import say_when
from scorekeeper.web.site import find
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import BOTH, POST


@pages.add("/desk", may=WATCH, name="desk")
def choose(match: Match, capability: str) -> Any:
    """What the quarrel is about."""
    return asking.choose(place_at(match, capability))


@pages.add("/find", may=WATCH, name="find")
def find_rule(match: Match, capability: str) -> str:
    """What fits a player's own words in the rules of this game."""
    place = place_at(match, capability)
    address = url_for("match.find")
    return find.show(
        match.game, address, place.home(), lambda _game, slug: place.ask(slug), place=place, game=place.game
    )


@pages.add("/desk/<question>", BOTH, may=WATCH)
def ask(match: Match, capability: str, question: str) -> Any:
    """One question, under the rules of the match."""
    return asking.answer(place_at(match, capability), question)


@pages.add("/ruling/<code>", may=WATCH)
def ruling(match: Match, capability: str, code: str) -> Any:
    """A ruling that was asked for at this match."""
    card, entry = _card(match, code), number_in(request.args.get("entry"))
    offers = find_offers(match, card, code)
    return show(place_at(match, capability), card, code, entry=entry, offers=offers)


def _card(match: Match, code: str) -> RulingCard:
    card = ruling_links.open_card(code, list(asked_table(match).names), dealer_of(match))
    if card is None or card.question["game"] != match.game:
        abort(404)
    return card


@pages.add("/ruling/<code>/pin", POST, may=SCORE)
def pin(match: Match, capability: str, code: str) -> Any:
    """Pin a ruling to an entry, or to the match as a whole."""
    card, target = _card(match, code), number_in(request.form.get("target"))
    body: dict[str, Any] = {"question": card.question, "result": card.result}
    if target is not None:
        body["target"] = target
    try:
        # A ruling stands beside the entries, so nothing written meanwhile can be in its way.
        appended = ledger.append_proposed(
            session(),
            propose(match, kinds.RULING, body),
            seen=match.seq,
            uuid=identity(request.form),
            device=device(),
        )
    except (ledger.Stale, ledger.UuidReused, ledger.Refused):
        flash(_("Something was written here in the meantime; nothing was pinned. Try once more."))
        return redirect(url_for("match.ruling", code=code), 303)
    keep(appended.match, match)
    flash(_("The ruling is pinned."))
    if target is None:
        return redirect(url_for("match.sheet"), 303)
    return redirect(url_for("match.row", seq=target), 303)


class MatchConsequence(Recording):
    """What a ruling leaves in the match, to be looked at once and saved like any entry.

    A deal has the UUID of the one in progress, which it ends: two phones record it once.
    """

    def __init__(self, match: Match, capability: str, entry: dict[str, Any]) -> None:
        super().__init__(match, capability, entry["kind"], request.args.get("form"), entry)
        self.always_preview = self.kind == DEAL
        self.plain = not self.always_preview


class Rewriting(Correcting):
    """What a ruling has in place of a deal that was written; what that moves is always shown first."""

    always_preview = True

    def __init__(self, match: Match, capability: str, row: EntryRow, entry: dict[str, Any]) -> None:
        self.row = self.replaced = row
        EntryPage.__init__(self, match, capability, entry["kind"], request.args.get("form"), entry)


@pages.add("/ruling/<code>/record", BOTH, may=SCORE, name="record_ruling")
def record(match: Match, capability: str, code: str) -> Any:
    """Write down what a ruling says: a new entry, or the deal it was asked about as it should have been written."""
    writing, row = find_asked(match, _card(match, code)), asked_row(match)
    if writing is None:
        abort(404)
    entry = entry_of(writing, match, row)
    if row is not None and (entry["kind"] == DEAL or writing.replaces):
        page = Rewriting(match, capability, row, corrected_entry(writing, row, match))
        return page.answer(kinds.CORRECTED, {"target": row.seq})
    consequence = MatchConsequence(match, capability, entry)
    return consequence.answer(kinds.RECORDED, {"entry": {"kind": entry["kind"]}})


class Pinned(NamedTuple):
    """A ruling that is pinned: what was asked, the verdict of today, its link, who pinned it and when."""

    seq: int
    title: Text
    verdict: Text | None
    code: str
    when: str
    who: str
    changed: bool
    yes: bool | None


def rulings_of(match: Match, target: int | None) -> list[Pinned]:
    """The rulings pinned to an entry; to the match as a whole with None."""
    return [_describe_pinned(match, event) for event in match.rulings if event.body.get("target") == target]


def _describe_pinned(match: Match, event: Event) -> Pinned:
    question = event.body["question"]
    packed = [
        ruling_links.VERSION,
        question["game"],
        question["question"],
        question.get("rules", {}),
        ruling_links.drop_frame(question),
        event.body["result"],
    ]
    row = match.find_row(event.body.get("target"))
    table = playing(match.until(event.seq)) if row is None else table_at(match, row.place)
    card = ruling_links.unpack(packed, list(table.names), None if row is None else dealer_in(match, row.seq))
    answered = card.answered if card is not None else None
    asked = questions_of(GAMES[match.game]).get(question["question"])
    return Pinned(
        event.seq,
        asked.title if asked is not None else Text(""),
        answered.ruling.verdict if answered is not None else None,
        address_of(packed),
        say_when(event.at),
        writer_of(match, event),
        card is None or card.changed,
        answered.yes if answered is not None else None,
    )


def address_of(packed: list[Any]) -> str:
    """The letters of a ruling's link. One that was too long for a square was kept when it was made."""
    code = ruling_links.encode(packed)
    return code if ruling_links.is_short(code) else "." + rulings.key_of(packed)
