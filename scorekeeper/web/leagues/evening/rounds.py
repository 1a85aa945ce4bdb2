"""The rounds of an evening as they are played: a card a table, those first that need help, and the next round."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from flask import abort, flash, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.scoring.sheet import OPEN
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.evening import seating
from scorekeeper.league.evening.drafts import has_more_rounds
from scorekeeper.league.evening.evening_plan import KNOCKOUT, has_deal_limit
from scorekeeper.league.evening.seating import SeatedTable
from scorekeeper.league.evening.standings import EveningRow
from scorekeeper.league.evening.state import GIVEN, LET, MATCHES, Evening
from scorekeeper.league.results import CONTESTED, WAITING
from scorekeeper.store.accounts import devices
from scorekeeper.store.accounts.devices import Summary
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.reading import list_evening_matches, list_publications
from scorekeeper.store.leagues.evening.tables import call_last_deal, end_as_it_stands, type_result
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.log.refusals import NotThere, make_refusal
from scorekeeper.store.leagues.matches.confirm_match import confirm_each
from scorekeeper.store.leagues.matches.confirmation import SILENCE
from scorekeeper.store.leagues.matches.listing import LeagueMatch
from scorekeeper.store.leagues.people import roles
from scorekeeper.store.match import ledger
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.evening.running import EveningPage, find_running, show
from scorekeeper.web.leagues.guard import FieldsForm, go_to, pages, press_button
from scorekeeper.web.match.at_table import table_of
from scorekeeper.web.match.words import say_totals
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import speaking_of
from scorekeeper.web.site.pages import BOTH, POST, require

FIRST, PLAYING, OVER = 0, 1, 2
NUMBER = re.compile(r"[-+]?\d{1,6}", re.ASCII)


class TableCard(NamedTuple):
    """A table of a round as it stands: where it is in the list (``order``), and in words how far it is. It has
    ``begun`` once a deal is recorded; one that is ``out`` of the league has no score. ``sides`` are those of the
    ``totals``, as people sit now, who joined by the name of the sheet; ``drawn`` those of the draw, to one of which the
    organiser gives the match.
    """

    number: int
    match: str
    sides: tuple[tuple[str, ...], ...]
    drawn: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    state: str
    order: int
    over: bool
    waits: bool
    given: Mapping[str, Any]
    calls: bool
    begun: bool
    out: bool

    @property
    def score(self) -> str:
        """The totals in a row; empty before anything is known of them."""
        return say_totals(self.totals)


def list_cards(running: EveningPage, number: int) -> list[TableCard]:
    """The tables of a round: what needs help first, then those that play, then those that are over."""
    evening = running.evening
    played = evening.rounds[number - 1]
    rows = list_evening_matches(session(), running.access.league.id, evening)
    summaries = devices.summarize_matches(session(), [key for key in played[MATCHES] if key in rows])
    cards = [
        _make_card(
            running,
            table,
            key,
            rows.get(key),
            summaries.get(key) if key in rows else None,
            played.get(GIVEN, {}).get(key, {}),
        )
        for table, key in zip(seating.seat_round(evening.options, played), played[MATCHES], strict=True)
    ]
    return sorted(cards, key=lambda card: (card.order, card.number))


def _make_card(
    running: EveningPage,
    table: SeatedTable,
    key: str,
    row: LeagueMatch | None,
    summary: Summary | None,
    decision: Mapping[str, Any],
) -> TableCard:
    drawn = seating.sides_of(running.evening.options, table.players)
    joined = [(name,) for name in summary.table[len(table.players) :]] if summary else []
    sides = (*seating.sides_of(running.evening.options, _seat_now(table, row, summary)), *joined)
    totals = tuple(summary.totals or ()) if summary else ()
    contested, calls = row is not None and row.confirmation == CONTESTED, key in running.evening.calls
    waits = row is not None and row.confirmation == WAITING
    binned = row is None or (summary is not None and summary.binned and row.confirmed_seq is None)
    over = bool(decision) or (summary is not None and summary.status != OPEN and not binned)
    order = FIRST if contested or calls or (binned and not over) else OVER if over else PLAYING
    state = _say_state(
        running, drawn, summary, decision, contested=contested, waits=waits, calls=calls, binned=binned
    )
    begun = over or (summary is not None and summary.deals > 0)
    return TableCard(
        table.number,
        key,
        sides,
        drawn,
        totals,
        state,
        order,
        over,
        waits and over,
        decision,
        calls,
        begun,
        row is None,
    )


def _seat_now(table: SeatedTable, row: LeagueMatch | None, summary: Summary | None) -> tuple[str, ...]:
    """Those who were drawn to a table by the seats that they have now: people may change seats."""
    began = list(row.people or ()) if row is not None else []
    now = summary.people if summary is not None else []
    if sorted(began) != sorted(now) or len(now) != len(table.players):
        return tuple(table.players)
    return tuple(table.players[began.index(person)] for person in now)


def _say_state(
    running: EveningPage,
    sides: tuple[tuple[str, ...], ...],
    summary: Summary | None,
    decision: Mapping[str, Any],
    *,
    contested: bool,
    waits: bool,
    calls: bool,
    binned: bool,
) -> str:
    if calls:
        return _("calls the referee")
    if decision.get("void"):
        return _("does not count: as if they had rested")
    if decision.get("won") is not None:
        return _("won by %(names)s", names=running.names.side(sides[decision["won"]]))
    if contested:
        return _("contested")
    if summary is None:
        return _("taken out of the league")
    if binned:
        return _("in the bin")
    if summary.status != OPEN:
        return _("waits to be confirmed") if waits else _("finished")
    if not summary.deals:
        return _("has not begun")
    with speaking_of(summary.game):
        return _("being played, deal %(number)s", number=summary.deals + 1)


def name_members(access: Access) -> dict[int, str]:
    """The names of the accounts that have a role in the league."""
    return {member.account: member.name for member in roles.list_members(session(), access.league.id)}


@pages.add("/<public_id>/nights/<date>/run/rounds", may=ORGANISE)
def rounds(access: Access, date: str) -> Any:
    """The tables of a round and the standings so far; without a number those of the latest round."""
    running = find_running(access, date)
    evening = running.evening
    if not evening.rounds:
        return go_to("draw", access, date=date)
    asked = number_in(request.args.get("round")) or len(evening.rounds)
    number = min(max(asked, 1), len(evening.rounds))
    cards = list_cards(running, number)
    played = running.rounds()
    standings: list[EveningRow] = running.standings(played)
    latest = number == len(evening.rounds) and not evening.closed
    values = {
        "cards": cards,
        "number": number,
        "resting": seating.list_resting(evening.rounds[number - 1]),
        "playing": sum(not card.over for card in cards),
        "waiting": sum(card.waits for card in cards),
        "standings": standings,
        "more": has_more_rounds(evening, played),
        "limits": has_deal_limit(GAMES[evening.options.game]),
        "again": latest and not all(card.begun for card in cards),
        "spare": latest and _find_spare(evening, number),
        "published": list_publications(session(), access.league.id, evening.rounds[number - 1]),
        "members": name_members(access),
        "seat_round": partial(seating.seat_round, evening.options),
        "sides_of": partial(seating.sides_of, evening.options),
    }
    return show(running, "rounds", values, FieldsForm())


def _find_spare(evening: Evening, number: int) -> bool:
    """Whether so many are here without a seat in a round that they make a table more; a knock-out has no more."""
    played = evening.rounds[number - 1]
    tables = seating.seat_drawn(evening.options, played)
    seated = {player for table in tables for player in table.players}.union(seating.list_substitutes(played))
    spare = set(seating.list_here(evening, number)) - seated - set(seating.list_unpaired(evening, number))
    return evening.options.way != KNOCKOUT and len(spare) >= evening.options.least


@pages.add("/<public_id>/nights/<date>/run/confirm", POST, may=ORGANISE)
def confirm_evening(access: Access, date: str) -> Any:
    """Confirm every match of the evening that is over and waits."""
    running, done = find_running(access, date), 0
    rows = list_evening_matches(session(), access.league.id, running.evening).values()
    with FieldsForm().writing() as form:
        done = confirm_each(session(), access, uuid=form.uuid, rows=rows)
    flash(ngettext("%(num)s match is confirmed.", "%(num)s matches are confirmed.", done))
    return go_to("rounds", access, date=date)


def confirm_in_silence(running: EveningPage, uuid: str) -> None:
    """What no one objected to counts once the next round is published, or the evening is closed."""
    rows = list_evening_matches(session(), running.access.league.id, running.evening).values()
    confirm_each(session(), running.access, uuid=uuid, rows=rows, how=SILENCE)


@pages.add("/<public_id>/nights/<date>/run/table/<key>", BOTH, may=ORGANISE)
def evening_table(access: Access, date: str, key: str) -> Any:
    """A table that needs the organiser: its last deal, the result typed, or what it counts if it never finishes."""
    running = find_running(access, date)
    number = require(running.evening.round_of(key))
    card = next(card for card in list_cards(running, number) if card.match == key)
    form = FieldsForm()
    if request.method == "POST":
        with form.writing():
            _change_table(running, form, card)
            return go_to("rounds", access, date=date, round=number)
    game = GAMES[running.evening.options.game]
    values = {
        "card": card,
        "number": number,
        "typed": _list_typed(card),
        "signed": game.usual_totals[0] < 0,
        "asks": _list_asks(running, card),
        "limits": has_deal_limit(game),
    }
    return show(running, "evening_table", values, form)


def _list_asks(running: EveningPage, card: TableCard) -> list[tuple[str, str]]:
    """The questions of phones at a table that are not answered, with the name under which each wants to write."""
    asks = {
        ask: question
        for ask, question in running.evening.asks.items()
        if question["match"] == card.match and LET not in question
    }
    match = ledger.load(session(), card.match) if asks else None
    names = () if match is None else table_of(match).names
    return [(ask, names[asked["seat"]]) for ask, asked in asks.items() if asked["seat"] < len(names)]


def _change_table(running: EveningPage, form: FieldsForm, card: TableCard) -> None:
    """Do what the key of the page asks for."""
    fields = request.form
    of_night = {"uuid": form.uuid, "key": running.night.key}
    if "last" in fields:
        _call_last(form, [card])
    elif "taken" in fields:
        organising.answer_call(session(), running.access, **of_night, match=card.match)
    elif "let" in fields:
        organising.answer_ask(session(), running.access, **of_night, ask=fields["let"][:36], let=True)
    elif "type" in fields:
        why = _("typed by the organiser")
        _end_table(form, card, partial(type_result, totals=_read_totals(card), reason=why))
    elif "stands" in fields:
        _end_table(form, card, partial(end_as_it_stands, why=_("as it stands, said the organiser")))
    else:
        won, void = number_in(fields.get("won")), "void" in fields
        if won is not None and won >= len(card.drawn):
            abort(400)
        organising.give_table(session(), running.access, **of_night, match=card.match, won=won, void=void)


def _list_typed(card: TableCard) -> dict[int, str]:
    """What was typed for each side that is played; the total of one that left stands."""
    match = ledger.load(session(), card.match)
    left = match.scored.sheet.left if match is not None and match.scored.sheet is not None else ()
    sides = (side for side in range(len(card.sides)) if side not in left)
    return {side: request.form.get(f"total-{side}", "") for side in sides}


def _read_totals(card: TableCard) -> list[int]:
    typed = {side: total.strip().replace("−", "-") for side, total in _list_typed(card).items()}
    if not all(map(NUMBER.fullmatch, typed.values())):
        raise make_refusal("totals", "not_a_number", T("Write a total for each side."))
    return [int(typed[side]) if side in typed else card.totals[side] for side in range(len(card.sides))]


def _end_table(form: FieldsForm, card: TableCard, end: Callable[..., object]) -> None:
    """End the match of a table; refused where its own phone was quicker."""
    try:
        end(session(), card.match, uuid=form.uuid, device=device())
    except ledger.Stale as stale:
        text = T("The table has just recorded something; look again.")
        raise make_refusal("totals", "stale", text) from stale


@pages.add("/<public_id>/nights/<date>/run/say", POST, may=ORGANISE)
def say_to_all(access: Access, date: str) -> Any:
    """Say something to all tables: it stands on their sheets and on the board."""
    running, text = find_running(access, date), request.form.get("say", "")
    with press_button() as form:
        organising.say_to_tables(session(), access, uuid=form.uuid, key=running.night.key, text=text)
    return go_to("rounds", access, date=date)


def _call_last(form: FieldsForm, cards: list[TableCard]) -> None:
    """Call the last deal of these tables."""
    called = 0
    for card in cards:
        uuid = str(uuid5(UUID(form.uuid), card.match))
        with suppress(ledger.Stale, ledger.Refused, NotThere):
            why = _("last deal, called by the organiser")
            called += call_last_deal(session(), card.match, uuid=uuid, device=device(), why=why)
    flash(ngettext("Last deal at %(num)s table.", "Last deal at %(num)s tables.", called))


@pages.add("/<public_id>/nights/<date>/run/last", POST, may=ORGANISE)
def last_deal(access: Access, date: str) -> Any:
    """The deal that is being played is the last one at every table of the latest round."""
    running = find_running(access, date)
    if running.evening.rounds:
        cards = list_cards(running, len(running.evening.rounds))
        _call_last(FieldsForm(), [card for card in cards if not card.over])
    return go_to("rounds", access, date=date)
