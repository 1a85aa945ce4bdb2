"""What an evening is remembered by: the podium, the best pair, the greatest win, who swept most often.

Those who are level share: each is a list of all who have the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scorekeeper.core.scoring.observing import observe
from scorekeeper.games import GAMES
from scorekeeper.league.counting import members_of, unit_of
from scorekeeper.league.draw.document import CHANGING, PAIRS
from scorekeeper.league.evening.evening_plan import EveningPlan
from scorekeeper.league.evening.played import PlayedRound, PlayedTable, has_result
from scorekeeper.league.evening.standings import EveningRow, score_side
from scorekeeper.league.strangers import has_stranger

STEPS, TOGETHER = 3, 2
"""The places of a podium, and in how many rounds two play together before they are a pair of the evening."""


class Step(NamedTuple):
    """A step of the podium: a place, and everybody who shares it."""

    place: int
    rows: tuple[EveningRow, ...]


class BestPair(NamedTuple):
    """Two who played together, and their points of the evening as partners."""

    players: tuple[str, ...]
    points: Fraction


class GreatestWin(NamedTuple):
    """The win by most: who won it, by how many points, in which round and at which table."""

    players: tuple[str, ...]
    difference: Fraction
    round: int
    table: int


class Sweeper(NamedTuple):
    """A player, or a fixed pair, and how often they took everything."""

    players: tuple[str, ...]
    times: int


def list_podium(rows: Sequence[EveningRow]) -> list[Step]:
    """The first three places; nothing before a table is through."""
    if not any(row.played for row in rows):
        return []
    first = [row for row in rows if row.place <= STEPS]
    return [Step(place, tuple(sharing)) for place, sharing in groupby(first, key=lambda row: row.place)]


def find_best_pairs(
    plan: EveningPlan, rounds: Sequence[PlayedRound], rows: Sequence[EveningRow]
) -> list[BestPair]:
    """The pairs with most points as partners: where pairs are fixed those that won, where partners change of those who
    played together twice or more.
    """
    if plan.seats == PAIRS:
        return [BestPair(row.players, row.points) for row in rows if row.place == 1 and row.played]
    if plan.seats != CHANGING:
        return []
    together: dict[str, list[Fraction]] = {}
    for _number, table in _list_tables(rounds):
        if has_result(table):
            for side, players in enumerate(table.sides):
                together.setdefault(unit_of(players), []).append(score_side(plan, table, side).points)
    pairs = [
        BestPair(members_of(unit), sum(points, Fraction(0)))
        for unit, points in together.items()
        if len(points) >= TOGETHER
    ]
    best = max((pair.points for pair in pairs), default=Fraction(0))
    return [pair for pair in pairs if pair.points == best > 0]


def find_greatest_wins(rounds: Sequence[PlayedRound]) -> list[GreatestWin]:
    """The greatest win of an evening; none where nothing was won by points."""
    wins = [
        GreatestWin(table.sides[side], Fraction(table.result.difference(side)), number, table.number)
        for number, table in _list_tables(rounds)
        if table.result is not None and table.won is None
        for side in range(len(table.sides))
    ]
    best = max((win.difference for win in wins), default=Fraction(0))
    return [win for win in wins if win.difference == best > 0]


def find_sweepers(
    plan: EveningPlan, rounds: Sequence[PlayedRound], rows: Sequence[EveningRow]
) -> list[Sweeper]:
    """Who swept most often, by what the game calls a sweep; no one where it has none."""
    game = GAMES[plan.game]
    if game.statistics.sweep is None:
        return []
    units = {player: row.unit for row in rows for player in row.players}
    times = Counter[str]()
    for _number, table in _list_tables(rounds):
        if table.result is None:
            continue
        result = table.result
        for deal in result.deals:
            people = result.people_at(deal)
            swept = {
                units.get(people[figure.seats[0]], people[figure.seats[0]]): figure.got
                for figure in observe(game, deal, result.seating)
                if figure.measure == game.statistics.sweep.measure and len(figure.seats) == 1
            }
            times.update({unit: got for unit, got in swept.items() if not has_stranger(unit)})
    best = max(times.values(), default=0)
    return [Sweeper(members_of(unit), got) for unit, got in times.items() if got == best > 0]


def _list_tables(rounds: Sequence[PlayedRound]) -> Iterator[tuple[int, PlayedTable]]:
    """The tables that count, each with the number of its round."""
    return (
        (number, table)
        for number, played in enumerate(rounds, 1)
        for table in played.tables
        if not table.void
    )
