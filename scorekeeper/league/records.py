"""The records of a league: the five most of everything, for every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.core.scoring.statistics import PlayedDeal
from scorekeeper.core.text import T, Text
from scorekeeper.league.counting import unit_of
from scorekeeper.league.results import Result
from scorekeeper.league.strangers import has_stranger

KEPT = 5
KINDS: Mapping[str, Text] = {
    "victory": T("The clearest victory"),
    "best_total": T("The best total"),
    "worst_total": T("The worst total"),
    "best_deal": T("The best score of one deal"),
    "longest": T("The longest match"),
    "shortest": T("The shortest match"),
    "comeback": T("The greatest deficit made good"),
}


class Record(NamedTuple):
    """One entry: ``rank`` orders them (more is a greater record), ``value`` is what people read."""

    rank: int
    value: int
    match: str
    unit: str


def records_in(result: Result) -> Iterator[tuple[str, Record]]:
    """Everything in one result that might be a record of a player that the league knows."""
    return ((kind, record) for kind, record in _find_records(result) if not has_stranger(record.unit))


def _find_records(result: Result) -> Iterator[tuple[str, Record]]:
    units = [unit_of(result.members(side)) for side in range(len(result.sides))]
    winner = result.winners[0] if len(result.winners) == 1 else None
    if result.begun:
        return
    if result.totals:
        if winner is not None and result.difference(winner) > 0:
            margin = result.difference(winner)
            yield "victory", Record(margin, margin, result.match, units[winner])
        for side, unit in enumerate(units):
            if side in result.left:
                continue
            written = result.count_written(side)
            yield "best_total", Record(written, result.totals[side], result.match, unit)
            yield "worst_total", Record(-written, result.totals[side], result.match, unit)
    if result.deals:
        yield from _of_deals(result, units, winner)


def _of_deals(result: Result, units: list[str], winner: int | None) -> Iterator[tuple[str, Record]]:
    number, everybody = len(result.deals), unit_of(result.players)
    if result.has_deals:
        yield "longest", Record(number, number, result.match, everybody)
        yield "shortest", Record(-number, number, result.match, everybody)
    counted = [deal for deal in result.deals if deal.counted]
    if counted and not result.lowest_wins:
        best = max(max(deal.scores) for deal in counted)
        for side, unit in enumerate(units):
            own = (deal for deal in counted if side < len(deal.scores) and _is_of(result, side, deal))
            if any(deal.scores[side] == best for deal in own):
                yield "best_deal", Record(best, best, result.match, unit)
    if winner is not None:
        deficit = deficit_made_good(result, winner)
        if deficit:
            yield "comeback", Record(deficit, deficit, result.match, units[winner])


def _is_of(result: Result, side: int, deal: PlayedDeal) -> bool:
    """Whether a deal was played by those whose result it is."""
    people = result.people_at(deal)
    return all(people[seat] == result.players[seat] for seat in result.sides[side])


def deficit_made_good(result: Result, winner: int) -> int:
    """By how much the winner was once behind the best other side that played on."""
    sign = -1 if result.lowest_wins else 1
    behind = (
        max(sign * total for side, total in enumerate(deal.totals) if side not in deal.left)
        - sign * deal.totals[winner]
        for deal in result.deals
        if winner < len(deal.totals)
    )
    return max(behind, default=0)
