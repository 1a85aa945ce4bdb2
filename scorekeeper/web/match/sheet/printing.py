"""The score on paper: the sheet of a match, and blank pads for those who write by hand."""

from __future__ import annotations

from typing import Any

from flask import render_template, request, url_for

from scorekeeper.core.game import Game
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.entry.rules_words import say_rules
from scorekeeper.web.match.at_table import table_of
from scorekeeper.web.match.links import WATCH
from scorekeeper.web.match.links import pages as match_pages
from scorekeeper.web.match.sheet.ending import describe_ending
from scorekeeper.web.match.sheet.rows import rows_of, table_in_rows
from scorekeeper.web.match.sheet.sheet import describe_with_date, leaders
from scorekeeper.web.match.words import entry_line
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import ANYBODY, Pages, require

A4, A6 = "a4", "a6"
SIZES = {A4: "A4", A6: "A6"}
STACKED_FROM = 3
"""So many sides leave no room for two columns each: points and total then stand below one another."""
ON_A4 = 4
"""So many A6 pads fit on a sheet of A4."""
BLANK_ROWS = 20
WE, THEY = T("We"), T("They")

pages = Pages("printing")


def chosen_size() -> str:
    """The paper that the address asks for."""
    size = request.args.get("size", A4)
    return size if size in SIZES else A4


@match_pages.add("/print", may=WATCH, name="print")
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
        rules=say_rules(game, match.rules, len(match.players)),
        back=url_for("match.sheet"),
    )


def _in_full(match: Match) -> dict[int, str]:
    """What each entry was, by its lasting name, where the paper has room for all of it."""
    game = GAMES[match.game]
    return {row.seq: entry_line(row.entry, game, table_in_rows(match, row.place)) for row in match.rows()}


@pages.add("/pads", may=ANYBODY)
def pads() -> str:
    """The pads of all games."""
    return render_template("matches/pads.html", games=GAMES.values())


@pages.add("/pads/<slug>", may=ANYBODY)
def pad(slug: str) -> str:
    """A blank pad of one game for so many players, alone on A6 or four times on A4."""
    game = require(GAMES.get(slug))
    asked = number_in(request.args.get("players"))
    usual = 4 if 4 in game.players else game.players[0]
    players = asked if asked in game.players else usual
    size = chosen_size()
    return render_template(
        "matches/pad.html",
        paper="pad",
        game=game,
        players=players,
        **_describe_pad(game, players),
        target=getattr(game.default_rules(players).options, "target", None),
        size=size,
        copies=ON_A4 if size == A4 else 1,
        sizes=[(key, name, _pad_address(game, players, key)) for key, name in SIZES.items()],
        numbers=[(number, _pad_address(game, number, size)) for number in game.players],
        back=url_for("rules.book", game=slug),
    )


def _pad_address(game: Game, players: int, size: str) -> str:
    return url_for("printing.pad", slug=game.slug, players=players, size=size)


def _describe_pad(game: Game, players: int) -> dict[str, Any]:
    """What its first column is for, the words in its rows (blank ones without), what heads the sides.

    Two sides are we and they; players write their own names.
    """
    options = game.default_rules(players).options
    seating = game.seat(players, options)
    if rounds := game.rounds(options):
        rows = [", ".join(map(say, game_round.asks)) for game_round in rounds]
    else:
        rows = [str(number) if game.pad_column is None else "" for number in range(1, BLANK_ROWS + 1)]
    pair = len(seating.sides) == 2 and seating.players > 2
    return {
        "first": say(game.pad_column or T("Deal")),
        "rows": rows,
        "heads": [say(WE), say(THEY)] if pair else [""] * len(seating.sides),
    }
