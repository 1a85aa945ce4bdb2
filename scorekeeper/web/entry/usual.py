"""What an input mostly holds, as keys that write it: the reasons of a penalty, the total of a player who joins."""

from __future__ import annotations

from typing import NamedTuple

from flask import g
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorekeeper.core.game import Game
from scorekeeper.core.scoring.players import TOTAL
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.request.security import MORE, read_typed
from scorekeeper.web.site.languages import say

KEY = "usual:"


class Usual(NamedTuple):
    """The keys of one input, by its name: what they ask, and the words and the value of each."""

    field: str
    asks: str
    keys: tuple[tuple[str, str], ...]

    def holds(self, value: str) -> bool:
        """Whether a key writes this value."""
        return any(value == written for _words, written in self.keys)


def take_usual(game: Game, kind: str, match: Match) -> Usual | None:
    """The keys of an entry of this kind, None where there are none. The value of one that was tapped is written, where
    no script did it.
    """
    if kind == "penalty" and game.penalty and game.penalty.usual:
        reasons = tuple((say(text), say(text)) for text in game.penalty.usual)
        usual: Usual | None = Usual("reason", _("What for, if you like"), reasons)
    else:
        usual = _usual_totals(game, match) if kind == "players" else None
    values = read_typed()
    if usual is None or values is None:
        return usual
    tapped = values.get(MORE, "")
    number = number_in(tapped.removeprefix(KEY)) if tapped.startswith(KEY) else None
    if number is not None and number < len(usual.keys):
        g.typed = MultiDict(values)
        g.typed[usual.field] = usual.keys[number][1]
    return usual


def _usual_totals(game: Game, match: Match) -> Usual | None:
    """The totals that a player who joins is mostly given: the worst and the average of those who play."""
    sheet = match.scored.sheet
    if sheet is None:
        return None
    totals = sheet.totals_playing
    worst, average = (max if game.lowest_wins else min)(totals), round(sum(totals) / len(totals))
    words = (
        (_("the worst: %(points)s", points=worst), worst),
        (_("the average: %(points)s", points=average), average),
    )
    return Usual(TOTAL, _("The total to begin with"), tuple((said, str(points)) for said, points in words))
