"""Whether a result without deals can be: what a game does not know is wrong, what its rules make odd is asked about.

This is the one check of what people write down, correct and bring in. Archives and what is stored stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.ending import LEVEL
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES

WHOLE_NUMBERS = T("Write whole numbers up to a million.")
EACH_OR_NONE = T("Write a total for each side, or for none.")
Shape = tuple[int, ...]
"""How many people sit on each side: ``(2, 2)`` are two pairs."""


class Outcome(NamedTuple):
    """A result as it is told: the game, the seats of each side, the totals if they are known, the sides that won."""

    game: str
    sides: Sequence[Sequence[int]]
    totals: Sequence[int]
    winners: Sequence[int]

    @property
    def shape(self) -> Shape:
        return tuple(map(len, self.sides))


def check_outcome(outcome: Outcome, report: Report) -> None:
    """Report what cannot be (``sides``), and note what is odd (``totals[1]``, ``winners``)."""
    game = GAMES.get(outcome.game)
    if game is None:
        return
    if not knows_shape(game, outcome.shape):
        text = T("Sides that {game} knows: {ways}.", game=game.name, ways=list(describe_shapes(game)))
        report.error("sides", "unknown_sides", text)
    elif len(outcome.totals) == len(outcome.sides):
        note_oddities(game, outcome, report)


def note_oddities(game: Game, outcome: Outcome, report: Report) -> None:
    """Note what the rules of a game make odd, each thing once."""
    totals = tuple(outcome.totals)
    best = game.best(totals)
    at = f"totals[{best[0]}]"
    low, high = game.usual_totals
    unusual = [side for side, total in enumerate(totals) if not low <= total <= high]
    end = end_of(game, sum(outcome.shape))
    for side in unusual:
        text = T(
            "Matches of {game} end with totals from {low} to {high}; {total} is unusual.",
            game=game.name,
            low=low,
            high=high,
            total=totals[side],
        )
        report.suspect(f"totals[{side}]", "unusual_total", text)
    if not unusual and end is not None and totals[best[0]] < end:
        text = T("No total reaches {target}, where {game} ends.", target=end, game=game.name)
        report.suspect(at, "short_of_end", text)
    elif (goes_on := say_goes_on(game, outcome.shape, totals)) is not None:
        report.suspect(at, LEVEL, goes_on)
    if not set(outcome.winners) <= set(best):
        text = T("A side is said to have won that does not have the best total.")
        report.suspect("winners", "not_the_best", text)


@lru_cache(maxsize=100)
def end_of(game: Game, players: int) -> int | None:
    """The fewest points at which one of a game's presets ends a match; None for a game without such an end."""
    number = players if players in game.players else game.players[0]
    rules = (game.read_rules({"preset": preset}, number, Report()) for preset in game.presets)
    ends = [getattr(preset_rules.options, "target", None) for preset_rules in rules]
    return min((end for end in ends if type(end) is int), default=None)


def say_goes_on(game: Game, shape: Shape, totals: tuple[int, ...]) -> Text | None:
    """Why play goes on at these totals by a game's usual rules, because the best are level; None where it does not."""
    options = game.default_rules(game.players[0]).options
    seating = Seating(len(shape), tuple((side,) for side in range(len(shape))))
    table = Table(seating, ("",) * len(shape), options)
    reason = game.because(totals, game.start(table), table)
    return reason.text if reason.code == LEVEL and reason.hinders else None


# --- the sides that a game knows ------------------------------------------------------------------


def knows_shape(game: Game, shape: Shape) -> bool:
    """Whether a game knows such sides. One name may stand for a whole side, as paper has it."""
    shapes = shapes_of(game)
    sides = {len(known_shape) for known_shape in shapes if max(known_shape) > 1}
    return shape in shapes or (set(shape) == {1} and len(shape) in sides)


@lru_cache(maxsize=100)
def shapes_of(game: Game) -> tuple[Shape, ...]:
    """The sides of every table that a game knows, by each of its house rules."""
    house_rules: list[dict[str, Any]] = [{"preset": preset} for preset in game.presets]
    house_rules += [
        {name: True} for name, option in game.options.list_options().items() if option.default is False
    ]
    shapes: dict[Shape, None] = {}
    for players in game.players:
        for rules in house_rules:
            report = Report()
            read = game.read_rules(rules, players, report)
            if not report.errors:
                shapes[tuple(map(len, game.seat(players, read.options).sides))] = None
    return tuple(shapes)


def describe_shapes(game: Game) -> Iterator[Text]:
    """The sides that a game knows in words, the numbers of those who play alone together."""
    shapes = shapes_of(game)
    alone = [str(len(shape)) for shape in shapes if max(shape) == 1]
    if alone:
        yield T("each alone ({numbers} players)", numbers=alone)
    for shape in shapes:
        if max(shape) > 1:
            yield T("{one} against {other}", one=shape[0], other=shape[1])


def list_pairings(game: Game, players: int) -> list[tuple[tuple[int, ...], ...]]:
    """The ways in which so many people form the sides of a game that knows none where each plays alone."""
    shape = next(
        (candidate for candidate in shapes_of(game) if sum(candidate) == players and len(candidate) == 2),
        None,
    )
    if shape is None or knows_shape(game, (1,) * players):
        return []
    first = [(0, *others) for others in combinations(range(1, players), shape[0] - 1)]
    return [(side, tuple(seat for seat in range(players) if seat not in side)) for side in first]
