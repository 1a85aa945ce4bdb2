"""A good way to seat many entrants: two change places, so many times, and what is worse is seldom kept.

The rule is late acceptance: an exchange is kept if the round is then no worse than it was before it, or than it was
:data:`MEMORY` exchanges ago.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.league.draw.costs import Costs
from scorekeeper.league.draw.document import CHANGING
from scorekeeper.league.draw.lot import Lot
from scorekeeper.league.draw.past import opponent_seats, partner_seats

STEPS = 120_000
"""Exchanges that are tried. No clock is asked: a draw is the same on every machine."""
MEMORY = 200
FOUR = 4


class Improvement:
    """Entrants by position, table after table, at tables of these sizes; no round costs less than ``floor``."""

    def __init__(
        self, order: Sequence[int], sizes: Sequence[int], costs: Costs, floor: int, lot: Lot
    ) -> None:
        self._at = list(order)
        self._sizes = sizes
        self._costs = costs
        self._floor = floor
        self._lot = lot
        self._partner: list[tuple[int, ...]] = []
        self._opponents: list[tuple[int, ...]] = []
        for size in sizes:
            self._partner += _list_neighbours(len(self._partner), size, partner_seats(costs.seats))
            self._opponents += _list_neighbours(len(self._opponents), size, opponent_seats(costs.seats, size))

    def improve(self) -> list[tuple[int, ...]]:
        """The best tables that were met, each with its entrants by seat. None are sought beyond the floor."""
        cost = sum(self._costs.of_table(table) for table in self._split())
        least, best = cost, self._split()
        memory = [cost] * MEMORY
        for step in range(STEPS):
            if least <= self._floor:
                break
            exchange = self._choose_exchange()
            change = self._apply(exchange)
            remembered = memory[step % MEMORY]
            if change > 0 and cost + change > remembered:
                self._apply(exchange)
            else:
                cost += change
                if cost < least:
                    least, best = cost, self._split()
            memory[step % MEMORY] = cost
        return best

    def _choose_exchange(self) -> tuple[tuple[int, int], ...]:
        """Two positions by lot; in fours every second time with the partners of both."""
        count = len(self._at)
        number = self._lot.draw_below(count * count * 2)
        first, second = number // 2 // count, number // 2 % count
        if number % 2 and self._costs.seats == CHANGING and first // FOUR != second // FOUR:
            return (first, second), (self._partner[first][0], self._partner[second][0])
        return ((first, second),)

    def _apply(self, exchange: tuple[tuple[int, int], ...]) -> int:
        """Make an exchange; returns by how much the round costs more. The same exchange once more takes it back."""
        at, change = self._at, 0
        for first, second in exchange:
            change -= self._cost_at(first) + self._cost_at(second)
            at[first], at[second] = at[second], at[first]
            change += self._cost_at(first) + self._cost_at(second)
        return change

    def _cost_at(self, position: int) -> int:
        at = self._at
        entrant, cost = at[position], 0
        row = self._costs.opponent[entrant]
        for other in self._opponents[position]:
            cost += row[at[other]]
        for other in self._partner[position]:
            cost += self._costs.partner[entrant][at[other]]
        return cost

    def _split(self) -> list[tuple[int, ...]]:
        tables, begin = [], 0
        for size in self._sizes:
            tables.append(tuple(self._at[begin : begin + size]))
            begin += size
        return tables


def _list_neighbours(begin: int, size: int, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """For each position of a table the positions that it is paired with."""
    neighbours: list[list[int]] = [[] for _ in range(size)]
    for first, second in pairs:
        neighbours[first].append(begin + second)
        neighbours[second].append(begin + first)
    return [tuple(positions) for positions in neighbours]
