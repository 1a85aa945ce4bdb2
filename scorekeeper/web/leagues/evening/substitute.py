"""Another player sits down at a table of an evening, as its organiser says it."""

from __future__ import annotations

from typing import Any

from flask import request

from scorekeeper.core.fields import Choice, Flag
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.league.evening import seating
from scorekeeper.league.evening.seating import SeatedTable
from scorekeeper.league.evening.state import MATCHES
from scorekeeper.league.rules import ENDED
from scorekeeper.store.leagues.evening.tables import Substitute, seat_substitute
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.matches.listing import find_match
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.evening.running import EveningPage, find_running, show
from scorekeeper.web.leagues.guard import FieldsForm, go_to, pages
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH, require

MAX_CHOICE = 500
HERE, START = "here", "start"


@pages.add("/<public_id>/nights/<date>/run/table/<key>/substitute", BOTH, may=ORGANISE)
def substitute(access: Access, date: str, key: str) -> Any:
    """Who sits in whose place, from the start or from here, and whether also in the rounds after this one."""
    running = find_running(access, date)
    number = require(running.evening.round_of(key))
    if find_match(session(), access.league.id, key) is None:
        return go_to("evening_table", access, date=date, key=key)
    played = running.evening.rounds[number - 1]
    tables = seating.seat_round(running.evening.options, played)
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
    seated = {player for drawn in tables for player in drawn.players}
    players = roster.list_players(session(), running.access.league.id, limit=MAX_CHOICE)
    free = [player for player in players if player.key not in seated and player.name is not None]
    free.sort(key=lambda player: not running.evening.is_here(player.key, number))
    names = running.names
    return FieldsForm(
        Choice(
            name="seat",
            label=T("Whose place it was"),
            choices={str(seat): T("{name}", name=names[player]) for seat, player in enumerate(table.players)},
        ),
        Choice(
            name="player",
            label=T("Who sits there"),
            choices={player.key: T("{name}", name=player.name or "") for player in free},
        ),
        Choice(
            name="since",
            label=T("Since when"),
            choices={HERE: T("from here on"), START: T("from the start of the match")},
        ),
        Flag(name="stays", label=T("Sits in the next rounds too; the other one has left")),
        since=HERE,
    )
