"""The board of an evening for the hall and its television: tables, who sits where, and the standings, by turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort
from flask_babel import gettext as _

from scorekeeper.league.draw.document import PAIRS
from scorekeeper.league.evening.drafts import has_more_rounds
from scorekeeper.league.evening.seating import list_resting, seat_round
from scorekeeper.league.evening.standings import count_moves
from scorekeeper.store.leagues.log.access import READ, Access
from scorekeeper.web.leagues.evening.rounds import FIRST, TableCard, list_cards
from scorekeeper.web.leagues.evening.running import EveningPage, find_running, show
from scorekeeper.web.leagues.guard import pages

TABLES, WIDE_TABLES, AROUND = 6, 4, 4
"""So many tables stand on the board at a time, fewer where more than so many sit around one."""
SEATS = 24
"""So many people stand on it at a time, in two columns."""


@pages.add("/<public_id>/nights/<date>/board", may=READ)
def board(access: Access, date: str) -> Any:
    """The evening for the hall, by turns on a wide screen; all of it one below the other elsewhere."""
    running = find_running(access, date, planned=False)
    if running.run.evening is None:
        abort(404)
    number = len(running.evening.rounds)
    cards = list_cards(running, number) if number and not running.evening.closed else []
    rounds = running.rounds()
    standings = running.standings(rounds)
    values = {
        "number": number,
        "turns": _list_turns(running, cards, standings),
        "moves": count_moves(running.evening.options, rounds, standings),
        "next": _say_next(running, cards, more=has_more_rounds(running.evening, rounds)),
    }
    return show(running, "board", values)


def _list_turns(
    running: EveningPage, cards: list[TableCard], standings: Sequence[Any]
) -> list[dict[str, Any]]:
    """Who sits where until every table has begun; the tables and the standings once one has, or needs help."""
    around = max((sum(map(len, card.sides)) for card in cards), default=0)
    turns: list[dict[str, Any]] = []
    if any(not card.begun for card in cards):
        turns += _cut("seats", _("Who sits where"), _list_seats(running), SEATS)
    if cards and not any(card.begun or card.order == FIRST for card in cards):
        return turns
    turns += _cut("tables", _("Tables"), cards, TABLES if around <= AROUND else WIDE_TABLES)
    if any(row.played for row in standings):
        pairs = running.evening.options.seats == PAIRS
        turns += _cut("places", _("The standings of the evening"), standings, SEATS // 2 if pairs else SEATS)
    return turns


def _cut(kind: str, heading: str, lines: Sequence[Any], most: int) -> list[dict[str, Any]]:
    parts = (lines[at : at + most] for at in range(0, len(lines), most))
    return [{"kind": kind, "heading": heading, "lines": part} for part in parts]


def _list_seats(running: EveningPage) -> list[dict[str, Any]]:
    """Everybody of the latest round by name: the table of now, None for one who rests, and that of before."""
    plan, rounds = running.evening.options, running.evening.rounds
    at = [
        {player: table.number for table in seat_round(plan, played) for player in table.players}
        for played in rounds[-2:]
    ]
    before = at[0] if len(at) > 1 else {}
    now: dict[str, int | None] = {**at[-1], **dict.fromkeys(list_resting(rounds[-1]))}
    players = sorted(now, key=lambda player: running.names[player].casefold())
    return [{"player": player, "table": now[player], "before": before.get(player)} for player in players]


def _say_next(running: EveningPage, cards: list[TableCard], *, more: bool) -> str:
    """What comes after this round, in words."""
    evening = running.evening
    if evening.closed:
        return _("The evening is over.")
    if not evening.rounds:
        return _("The first round is not published yet.")
    playing = any(not card.over for card in cards)
    if not more:
        return _("This is the last round.") if playing else _("The last round is over.")
    if playing:
        return _("Round %(number)s follows once all tables are through.", number=evening.next_round)
    return _("Round %(number)s is drawn next.", number=evening.next_round)
