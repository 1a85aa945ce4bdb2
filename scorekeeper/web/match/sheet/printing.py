"""The sheet of a match as it goes on paper."""

from __future__ import annotations

from flask import render_template, request, url_for

from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.rules_words import say_rules
from scorekeeper.web.match.at_table import table_of
from scorekeeper.web.match.links import WATCH, pages
from scorekeeper.web.match.sheet.ending import describe_ending
from scorekeeper.web.match.sheet.rows import rows_of, table_in_rows
from scorekeeper.web.match.sheet.sheet import describe_with_date, leaders
from scorekeeper.web.match.words import entry_line

A4, A6 = "a4", "a6"
SIZES = {A4: "A4", A6: "A6"}
STACKED_FROM = 3
"""So many sides leave no room for two columns each: points and total then stand below one another."""


def chosen_size() -> str:
    """The paper that the address asks for."""
    size = request.args.get("size", A4)
    return size if size in SIZES else A4


@pages.add("/print", may=WATCH, name="print")
def print_sheet(match: Match, capability: str) -> str:
    """The sheet as it goes on paper: nothing to tap, everything written out."""
    table, sheet = table_of(match), match.scored.sheet
    game, size = GAMES[match.game], chosen_size()
    return render_template(
        "matches/print.html",
        paper="print",
        match=match,
        game=game,
        size=size,
        sizes=[(key, name, url_for("match.print", size=key)) for key, name in SIZES.items()],
        sides=[table.side_name(side) for side in range(len(table.seating.sides))],
        stacked=len(table.seating.sides) >= STACKED_FROM,
        rows=rows_of(match),
        told=_in_full(match) if size == A4 else {},
        totals=sheet.totals if sheet is not None else (),
        leaders=leaders(sheet),
        about=describe_with_date(match),
        end=describe_ending(match),
        finished=sheet is not None and sheet.status == FINISHED,
        rules=say_rules(game, match.rules, len(match.players)),
        back=url_for("match.sheet"),
    )


def _in_full(match: Match) -> dict[int, str]:
    """What each entry was, by its lasting name, where the paper has room for all of it."""
    game = GAMES[match.game]
    return {row.seq: entry_line(row.entry, game, table_in_rows(match, row.place)) for row in match.rows()}
