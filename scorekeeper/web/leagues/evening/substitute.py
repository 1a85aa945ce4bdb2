"""Another person sits down at a table of an evening, as its organiser says it."""

from __future__ import annotations

from typing import Any

from flask import abort, request

from scorekeeper.core.fields import Choice, Flag
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.league.evening.seating import SeatedTable, seat_round
from scorekeeper.league.evening.state import MATCHES
from scorekeeper.league.rules import ENDED
from scorekeeper.store.leagues.evening.substitutes import Substitute, seat_substitute
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.evening.running import EveningPage, find_running, show
from scorekeeper.web.leagues.guard import FieldsForm, go_to, pages
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH

MAX_CHOICE = 500
HERE, START = "here", "start"


@pages.add("/<public_id>/nights/<date>/run/table/<key>/substitute", BOTH, may=ORGANISE)
def substitute(access: Access, date: str, key: str) -> Any:
    """Who sits in whose place, from the start or from here, and whether also in the rounds after this one."""
    running = find_running(access, date)
    number = running.evening.round_of(key)
    if number is None:
        abort(404)
    played = running.evening.rounds[number - 1]
    tables = seat_round(running.evening.options, played)
    table = tables[played[MATCHES].index(key)]
    form = _make_form(running, tables, table, number)
    if request.method == "POST":
        seat, player = number_in(form.text("seat")), form.text("player")
        if seat is None:
            form.place([Finding("seat", "missing", T("Choose whose place it was."))])
        if not player:
            form.place([Finding("player", "missing", T("Choose who sits there."))])
        if seat is not None and not form.problems:
            new = Substitute(key, seat, player, form.text("since") == START, form.is_ticked("stays"))
            with form.writing():
                seat_substitute(session(), access, uuid=form.uuid, key=running.night.key, new=new)
                return go_to("rounds", access, date=date, round=number)
    ended = access.league.options.credited == ENDED
    return show(running, "substitute", {"table": table, "key": key, "ended": ended}, form)


def _make_form(
    running: EveningPage, tables: list[SeatedTable], table: SeatedTable, number: int
) -> FieldsForm:
    """The form, with those first who are here and sit at no table of the round."""
    seated = {player for one in tables for player in one.players}
    known = roster.list_players(session(), running.access.league.id, limit=MAX_CHOICE)
    free = [one for one in known if one.key not in seated and one.name is not None]
    free.sort(key=lambda one: not running.evening.is_here(one.key, number))
    names = running.names
    return FieldsForm(
        Choice(
            name="seat",
            label=T("Whose place it was"),
            choices={str(seat): T("{name}", name=names[one]) for seat, one in enumerate(table.players)},
        ),
        Choice(
            name="player",
            label=T("Who sits there"),
            choices={one.key: T("{name}", name=one.name or "") for one in free},
        ),
        Choice(
            name="since",
            label=T("Since when"),
            choices={HERE: T("from here on"), START: T("from the start of the match")},
        ),
        Flag(name="stays", label=T("Sits in the next rounds too; the other one has left")),
        since=HERE,
    )
