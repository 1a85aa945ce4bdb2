"""What the tables of an evening come to: points round by round, and the order with the reason for each place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.counting import members_of
from scorekeeper.league.draw.document import PAIRS
from scorekeeper.league.evening.evening_plan import AVERAGE, BANDS, KNOCKOUT, WIN, WRITTEN, EveningPlan
from scorekeeper.league.evening.knockout import count_stages
from scorekeeper.league.evening.played import PlayedRound, PlayedTable, has_result, unit_told_of
from scorekeeper.league.evening.seating import list_entrants
from scorekeeper.league.evening.state import Evening
from scorekeeper.league.results import Result
from scorekeeper.league.rules import share_places
from scorekeeper.league.strangers import is_stranger

PLAYED, RESTED, AWAY, WAITING = "played", "rested", "away", "waiting"
POINTS, DIFFERENCE, WINS, LEVEL, STAGE = "points", "difference", "wins", "level", "stage"


class Cell(NamedTuple):
    """What one round gave to a player. ``state`` says whether it was played, rested, missed, or is still played."""

    state: str
    points: Fraction = Fraction(0)
    difference: Fraction = Fraction(0)
    won: Fraction = Fraction(0)


class EveningRow(NamedTuple):
    """The evening of a player, or of a fixed pair. ``by`` says what put them behind those above: points, difference,
    wins, how far a pair came in a knock-out, or nothing.

    ``place`` is shared by those who are level in everything.
    """

    unit: str
    place: int
    cells: tuple[Cell, ...]
    points: Fraction
    difference: Fraction
    wins: Fraction
    by: str

    @property
    def players(self) -> tuple[str, ...]:
        """The player, or both of a pair."""
        return members_of(self.unit)

    @property
    def played(self) -> int:
        """How many rounds were played to the end."""
        return sum(cell.state == PLAYED for cell in self.cells)


def rank_evening(plan: EveningPlan, rounds: Sequence[PlayedRound], units: Sequence[str]) -> list[EveningRow]:
    """The standings of an evening: by points, then by the difference of written points, then by wins.

    In a knock-out by how far each came alone. A unit is a player or, where pairs are fixed, a pair: it has the rounds
    in which both sat together.
    """
    rows = [_row(plan, rounds, unit) for unit in units]
    reached = count_stages(rounds, plan.wins_needed) if plan.way == KNOCKOUT else None
    measured = [(row, _measures(row, reached)) for row in rows]
    order = sorted(measured, key=lambda item: tuple(item[1].values()), reverse=True)
    ranked: list[EveningRow] = []
    above: Mapping[str, Fraction | int] = {}
    for number, (row, own) in enumerate(order, 1):
        by = next((name for name in own if above.get(name) != own[name]), LEVEL) if ranked else POINTS
        place, above = ranked[-1].place if by == LEVEL else number, own
        ranked.append(row._replace(place=place, by=by))
    return ranked


def list_units(evening: Evening, rounds: Sequence[PlayedRound], players: Mapping[str, str]) -> list[str]:
    """Everybody who has a row, under the keys that ``players`` have now: who was drawn, fixed pairs as one, and who sat
    down at a table and has its result.
    """
    units = dict.fromkeys(unit_told_of(entrant, players) for entrant in list_entrants(evening))
    if evening.options.seats != PAIRS:
        sides = (side for played in rounds for table in played.tables for side in table.sides)
        units |= dict.fromkeys(player for side in sides for player in side if not is_stranger(player))
    return list(units)


def count_moves(
    plan: EveningPlan, rounds: Sequence[PlayedRound], rows: Sequence[EveningRow]
) -> dict[str, int]:
    """How many places each unit has gone up (or down, negative) by the latest round that has a result; nothing where
    that is the first one.
    """
    latest = max((at for at, played in enumerate(rounds) if any(map(has_result, played.tables))), default=0)
    if not latest:
        return {}
    before = {row.unit: row.place for row in rank_evening(plan, rounds[:latest], [row.unit for row in rows])}
    return {row.unit: before[row.unit] - row.place for row in rows}


def _measures(row: EveningRow, reached: Mapping[str, int] | None) -> dict[str, Fraction | int]:
    """What decides, the first first: more is better."""
    if reached is not None:
        return {STAGE: min(reached.get(player, 0) for player in row.players)}
    return {POINTS: row.points, DIFFERENCE: row.difference, WINS: row.wins}


def _row(plan: EveningPlan, rounds: Sequence[PlayedRound], unit: str) -> EveningRow:
    cells = [_cell(plan, played, frozenset(members_of(unit))) for played in rounds]
    rest = _of_a_rest(plan, [cell for cell in cells if cell.state == PLAYED])
    whole = tuple(rest if cell.state == RESTED else cell for cell in cells)
    points = sum((cell.points for cell in whole), Fraction(0))
    difference = sum((cell.difference for cell in whole), Fraction(0))
    wins = sum((cell.won for cell in whole), Fraction(0))
    return EveningRow(unit, 0, whole, points, difference, wins, POINTS)


def _cell(plan: EveningPlan, played: PlayedRound, unit: frozenset[str]) -> Cell:
    for table in played.tables:
        for side, players in enumerate(table.sides):
            if unit <= set(players):
                return Cell(RESTED) if table.void else score_side(plan, table, side)
    return Cell(RESTED if unit <= set(played.resting) else AWAY)


def _of_a_rest(plan: EveningPlan, played: Sequence[Cell]) -> Cell:
    """What a round is worth that a player rests: nothing, a win, or the average of the rounds that were played."""
    if plan.way != KNOCKOUT and plan.resting == WIN:
        return Cell(RESTED, points_of_win(plan))
    if plan.way == KNOCKOUT or plan.resting != AVERAGE:
        return Cell(RESTED)
    if not played:
        return Cell(RESTED, points_of_win(plan) / 2)
    points = sum((cell.points for cell in played), Fraction(0)) / len(played)
    return Cell(RESTED, points, sum((cell.difference for cell in played), Fraction(0)) / len(played))


def points_of_win(plan: EveningPlan) -> Fraction:
    """What a win is worth that nothing was written for: in bands the highest, in places the first."""
    if plan.points == BANDS:
        return Fraction(max(int(band["winner"]) for band in plan.bands))
    if plan.points == WIN:
        return Fraction(1)
    listed = () if plan.points == WRITTEN else plan.place_points
    return Fraction(next(iter(listed), 0))


def score_side(plan: EveningPlan, table: PlayedTable, side: int) -> Cell:
    """What a table that counts gives to a side."""
    if table.won is not None:
        win = Fraction(table.won == side)
        return Cell(PLAYED, win * points_of_win(plan), Fraction(0), win)
    if table.result is None:
        return Cell(WAITING)
    result = table.result
    beaten = _share_beaten(result.placements, side)
    won = Fraction(1, len(result.winners)) if side in result.winners else Fraction(0)
    return Cell(PLAYED, _points(plan, result, side, beaten), Fraction(result.difference(side)), won)


def _points(plan: EveningPlan, result: Result, side: int, beaten: Fraction) -> Fraction:
    if plan.points == WRITTEN:
        return Fraction(result.count_written(side))
    if plan.points == BANDS and len(result.sides) == 2:
        return _of_bands(plan.bands, abs(result.difference(side)), beaten)
    if plan.points in (WIN, BANDS):
        return beaten * points_of_win(plan)
    place = result.placements[side]
    return share_places(plan.place_points, place, result.placements.count(place))


def _share_beaten(placements: Sequence[int], side: int) -> Fraction:
    """The share of the other sides that one has left behind, a level one half: 1 for a win of two sides."""
    others = [place for other, place in enumerate(placements) if other != side]
    beaten = sum(2 * (place > placements[side]) + (place == placements[side]) for place in others)
    return Fraction(beaten, 2 * len(others)) if others else Fraction(0)


def _of_bands(bands: Sequence[Mapping[str, int]], apart: int, won: Fraction) -> Fraction:
    """What winner and loser get who ended so far apart; sides that are level get the same of both."""
    within = [band for band in bands if band["from"] <= apart]
    band = max(within, key=lambda candidate: candidate["from"], default=bands[0])
    return won * band["winner"] + (1 - won) * band["loser"]
