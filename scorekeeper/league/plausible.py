"""What is odd about a result without deals: it may be right, and the page asks before it counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.text import T
from scorekeeper.games import GAMES


def note_oddities(
    report: Report, at: str, slug: str, players: int, totals: Sequence[int], winners: Sequence[int]
) -> None:
    """Note what the rules of a game make odd: no total reaches its end; a side that won does not have the best one."""
    game = GAMES.get(slug)
    if game is None or not totals:
        return
    end = end_of(game, players if players in game.players else game.players[0])
    if end is not None and max(totals) < end:
        text = T("No total reaches {target}, where {game} ends.", target=end, game=game.name)
        report.suspect(f"{at}total1", "short_of_end", text)
    if not set(winners) <= set(game.best(tuple(totals))):
        text = T("A side is said to have won that does not have the best total.")
        report.suspect(f"{at}winner", "not_the_best", text)


@lru_cache(maxsize=100)
def end_of(game: Game, players: int) -> int | None:
    """The fewest points at which one of a game's presets ends a match; None for a game without such an end."""
    rules = (game.read_rules({"preset": preset}, players, Report()) for preset in game.presets)
    ends = [getattr(one.options, "target", None) for one in rules]
    return min((end for end in ends if type(end) is int), default=None)
