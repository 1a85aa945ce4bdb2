"""The code of a table: who sits there taps the own name, and the phone may write the match of the round."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from flask import abort, redirect, request

from scorekeeper.core.scoring.sheet import OPEN
from scorekeeper.league.evening.seating import SeatedTable, seat_round
from scorekeeper.league.evening.state import MATCHES
from scorekeeper.league.results import CONFIRMED
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.leagues.evening.guests import ask_for_name, is_let
from scorekeeper.store.leagues.log.access import League, Who
from scorekeeper.store.leagues.matches.confirmation import is_at_table
from scorekeeper.store.leagues.matches.listing import find_assignment
from scorekeeper.store.match import ledger, seat_holders
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.seats import sits_still
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.evening.running import EveningPage
from scorekeeper.web.leagues.evening.tonight import follow_tonight, table_address
from scorekeeper.web.leagues.guard import PLACE, FieldsForm, page, pages
from scorekeeper.web.match.at_table import playing
from scorekeeper.web.match.links import SCORE, address
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import BOTH


@pages.add("/<public_id>/tables/<int:number>/<token>", BOTH, may=PLACE)
def at_table(league: League, token: str, number: int) -> Any:
    """A table of the hall: who is drawn there taps the own name, and this phone may write the match."""
    running = follow_tonight(league)
    drawn = _find_table(running, number) if running is not None else None
    values = {"club": league, "number": number, "names": running.names if running else {}}
    if running is None or drawn is None:
        return page("evening/at_table", values)
    table, match = drawn
    seats = _list_seats(running, table, match)
    values |= {"table": table, "seats": seats, "taken": None}
    values |= {
        "round": len(running.evening.rounds),
        "over": _is_over(match),
        "confirmed": _is_confirmed(match),
        "begun": bool(match.rows()),
    }
    if request.method == "POST" and not values["over"]:
        seat = number_in(request.form.get("seat"))
        if seat not in seats:
            abort(400)
        asked = request.form.get("asked", "")[:36]
        question = running.evening.asks.get(asked, {})
        own = (question.get("match"), question.get("seat")) == (match.public_id, seat)
        if _is_taken(match, seat) and not (own and is_let(session(), running.evening, asked, device())):
            return _ask(league, match, values, seat)
        remember(session(), device(), match.public_id, SCORE)
        seat_holders.hold(session(), match.id, device(), seat, None)
        return redirect(address(match, SCORE), 303)
    return page("evening/at_table", values | _find_ask(running, match, seats))


class Seat(NamedTuple):
    """A seat of a match: its side, and what is called who sits there."""

    side: int
    name: str


def _list_seats(running: EveningPage, table: SeatedTable, match: Match) -> dict[int, Seat]:
    """Those who sit there now, by the seats of the match: who was drawn there is called as in the league, who sat down
    or joined since as on the sheet.
    """
    placed = find_assignment(session(), match.public_id)
    drawn = dict(zip((placed and placed.match.people) or (), table.players, strict=False))
    sits, seats = playing(match), dict[int, Seat]()
    for at, name in enumerate(sits.names):
        seat = sits.seating.number_of(at)
        player = drawn.get(match.players[seat]) if seat < len(match.players) else None
        side = sits.seating.number_of(sits.seating.side_of(at))
        seats[seat] = Seat(side, running.names[player] if player and sits_still(match, seat) else name)
    return seats


def _find_ask(running: EveningPage, match: Match, seats: Collection[int]) -> dict[str, Any]:
    """What this phone has asked at its table, and whether it is let; nothing without a question of its own."""
    asked = request.args.get("asked", "")[:36]
    ask = running.evening.asks.get(asked)
    let = is_let(session(), running.evening, asked, device())
    if ask is None or ask["match"] != match.public_id or ask["seat"] not in seats:
        return {}
    return {"asked": asked, "let": let, "seat": ask["seat"]}


def _ask(league: League, match: Match, values: dict[str, Any], seat: int) -> Any:
    """Ask the phone that has a name; at first whether this is meant."""
    form = FieldsForm()
    if "ask" in request.form:
        with form.writing():
            who = Who(None, device())
            written = ask_for_name(session(), match.public_id, who, uuid=form.uuid, seat=seat)
            return redirect(table_address(league, values["number"], asked=written.event.uuid), 303)
    return page("evening/at_table", {**values, "taken": seat}, form)


def _find_table(running: EveningPage, number: int) -> tuple[SeatedTable, Match] | None:
    """The table of this number in the latest round, and its match."""
    if not running.evening.rounds:
        return None
    played = running.evening.rounds[-1]
    for table, match in zip(seat_round(running.evening.options, played), played[MATCHES], strict=True):
        loaded = ledger.load(session(), match) if table.number == number else None
        if loaded is not None:
            return table, loaded
    return None


def _is_over(match: Match) -> bool:
    """Whether this table waits for the next round: the match is confirmed, or ended on this phone too."""
    sheet = match.scored.sheet
    ended = sheet is not None and sheet.status != OPEN
    return _is_confirmed(match) or (ended and is_at_table(session(), match, device()))


def _is_confirmed(match: Match) -> bool:
    placed = find_assignment(session(), match.public_id)
    return placed is None or placed.match.confirmation == CONFIRMED


def _is_taken(match: Match, seat: int) -> bool:
    """Whether another phone is held by who sits there."""
    held = seat_holders.holders(session(), match.id).items()
    phones = [phone for phone, holders in held if seat_holders.seat_of(match, holders[-1]) == seat]
    return bool(phones) and device() not in phones
