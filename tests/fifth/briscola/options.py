"""Briscola's house rules."""

from scorekeeper.core.fields import Number
from scorekeeper.core.options import Options, option
from scorekeeper.core.seating import Seating, pairs, singles
from scorekeeper.core.text import T


class BriscolaOptions(Options):
    """Every house rule of Briscola."""

    target: int | None = option(
        3,
        Number(label=T("Deals to win"), low=1, high=100, none=T("no end: people stop when they like")),
        T("The match ends after the deal with which a side has won this many."),
        "briscola 4.1",
    )
    cappotto: int = option(
        2,
        Number(label=T("What all 120 points are worth"), low=1, high=10),
        T("So many deals are won at once by a side that takes every point."),
        "briscola 3.3",
    )


def seat_players(players: int, options: BriscolaOptions) -> Seating:
    """Four play two against two, and two each alone."""
    return pairs(players) if players == 4 else singles(players)
