"""Blank pads for those who write the score by hand."""

from __future__ import annotations

from typing import NamedTuple

from flask import abort, render_template, request, url_for

from scorekeeper.core.game import Game
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.match.sheet.printing import A4, SIZES, chosen_size
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import ANYBODY, Pages

ON_A4 = 4
"""So many A6 pads fit on a sheet of A4."""
BLANK_ROWS = 20
WE, THEY = T("We"), T("They")

pages = Pages("printing")


class Pad(NamedTuple):
    """A blank pad: what its first column is for, the words in its rows (blank ones without), what heads the sides."""

    first: str
    rows: list[str]
    heads: list[str]


@pages.add("/pads", may=ANYBODY)
def pads() -> str:
    """The pads of all games."""
    return render_template("matches/pads.html", games=GAMES.values())


@pages.add("/pads/<slug>", may=ANYBODY)
def pad(slug: str) -> str:
    """A blank pad of one game for so many players, alone on A6 or four times on A4."""
    if slug not in GAMES:
        abort(404)
    game = GAMES[slug]
    asked = number_in(request.args.get("players"))
    usual = 4 if 4 in game.players else game.players[0]
    players = asked if asked in game.players else usual
    size = chosen_size()
    return render_template(
        "matches/pad.html",
        paper="pad",
        game=game,
        players=players,
        pad=pad_of(game, players),
        target=getattr(game.default_rules(players).options, "target", None),
        size=size,
        copies=ON_A4 if size == A4 else 1,
        sizes=[(key, name, _pad_address(game, players, key)) for key, name in SIZES.items()],
        numbers=[(number, _pad_address(game, number, size)) for number in game.players],
        back=url_for("rules.book", game=slug),
    )


def _pad_address(game: Game, players: int, size: str) -> str:
    return url_for("printing.pad", slug=game.slug, players=players, size=size)


def pad_of(game: Game, players: int) -> Pad:
    """What is printed on a game's pad."""
    seating = game.seat(players, game.default_rules(players).options)
    return Pad(say(game.pad_column or T("Deal")), _pad_rows(game, players), _heads(seating))


def _pad_rows(game: Game, players: int) -> list[str]:
    """What stands before the figures: a round each, the number of the deal, or room for what is called."""
    if rounds := game.rounds(game.default_rules(players).options):
        return [", ".join(map(say, one.asks)) for one in rounds]
    if game.pad_column is None:
        return [str(number) for number in range(1, BLANK_ROWS + 1)]
    return [""] * BLANK_ROWS


def _heads(seating: Seating) -> list[str]:
    """Two sides are we and they; players write their own names."""
    if len(seating.sides) == 2 and seating.players > 2:
        return [say(WE), say(THEY)]
    return [""] * len(seating.sides)
