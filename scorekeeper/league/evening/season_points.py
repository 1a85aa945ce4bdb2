"""What an evening gives to a league that counts evenings as a whole: its points, or points for its places."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.core.text import T, Text
from scorekeeper.league.counting import Share, show_fraction, unit_of, won_from
from scorekeeper.league.draw.document import PAIRS
from scorekeeper.league.evening.evening_plan import EveningPlan
from scorekeeper.league.evening.played import PlayedRound, PlayedTable
from scorekeeper.league.evening.standings import EveningRow, rank_evening
from scorekeeper.league.results import Result
from scorekeeper.league.rules import BY_SIDE, EVENING_SUM, LeagueRules, share_places
from scorekeeper.league.strangers import has_stranger

EVENING_MARK = "#"
"""Stands before the key of an evening where the name of a match could stand, which never has it."""


class PlayedEvening(NamedTuple):
    """An evening that is over: the key and date of its night, how it was played, and everybody who was in it, fixed
    pairs as one.
    """

    key: str
    night: str
    plan: EveningPlan
    rounds: Sequence[PlayedRound]
    units: Sequence[str]


def evening_shares(evening: PlayedEvening, rules: LeagueRules) -> tuple[Share, ...]:
    """What an evening gives to everyone who played a match of it to its end, by its own standings.

    Those who are level share what their places bring. Both of a fixed pair get what the pair gets; a table of pairs
    takes only evenings of fixed pairs. Matches, wins and written points are those of the tables.
    """
    by_side = rules.unit == BY_SIDE
    if by_side and evening.plan.seats != PAIRS:
        return ()
    rows = rank_evening(evening.plan, evening.rounds, evening.units)
    every = [row.place for row in rows]
    shares = []
    for row in rows:
        points, text = _points(row, every.count(row.place), len(rows), rules)
        tables = _list_played(evening, row.players)
        units = (unit_of(row.players),) if by_side else row.players
        shares += [
            Share(
                unit,
                f"{EVENING_MARK}{evening.key}",
                evening.night,
                evening.plan.game,
                points,
                row.wins,
                row.place,
                sum(result.count_written(side) for _, result, side in tables),
                sum(result.difference(side) for _, result, side in tables),
                _list_rivals(tables, by_side=by_side),
                text,
                row.played,
            )
            for unit in units
            if row.played and not has_stranger(unit)
        ]
    return tuple(shares)


def _points(row: EveningRow, level: int, of: int, rules: LeagueRules) -> tuple[Fraction, Text]:
    """What a row of the evening is worth, with the sentence; so many are level with it."""
    place = row.place
    if rules.counting == EVENING_SUM:
        shown = show_fraction(row.points)
        return row.points, T(
            "{points} on the evening, place {place} of {of}", points=shown, place=place, of=of
        )
    points = share_places(rules.evening_points, place, level)
    shown = show_fraction(points)
    if level == 1:
        return points, T("place {place} of {of} on the evening: {points}", place=place, of=of, points=shown)
    text = T(
        "place {place} of {of} on the evening, shared by {level}: {points}",
        place=place,
        of=of,
        level=level,
        points=shown,
    )
    return points, text


def _list_played(evening: PlayedEvening, players: Sequence[str]) -> list[tuple[PlayedTable, Result, int]]:
    """The tables that a player or a pair played to the end, with the result and the own side."""
    return [
        (table, table.result, side)
        for played in evening.rounds
        for table in played.tables
        for side, sat in enumerate(table.sides)
        if {*players} <= {*sat} and table.result is not None and table.won is None and not table.void
    ]


def _list_rivals(
    tables: Sequence[tuple[PlayedTable, Result, int]], *, by_side: bool
) -> tuple[tuple[str, Fraction], ...]:
    """Who was met at these tables, each time with what was won from them."""
    return tuple(
        (rival, won_from(result, side, other))
        for table, result, side in tables
        for other, sat in enumerate(table.sides)
        for rival in ([unit_of(sat)] if by_side else sat)
        if other != side and not has_stranger(rival)
    )
