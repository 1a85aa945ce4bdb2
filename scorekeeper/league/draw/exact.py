"""The best of all ways to seat a few entrants, found by asking each set of them once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorekeeper.league.draw.costs import Costs
from scorekeeper.league.draw.document import CHANGING
from scorekeeper.league.draw.lot import Lot

Best = tuple[int, int]
"""The least cost, and how many ways have it."""
Table = tuple[int, ...]
Left = tuple[int, tuple[int, ...]]
"""Who has no seat yet, a bit each, and the sizes of the tables that are left."""


class ExactDraw:
    """The tables of least cost for some entrants, each of the best ways as likely as the others.

    The first of those without a seat sits at the next table; so no way is counted twice, and of twelve
    entrants there are never more than 4,096 sets to ask.
    """

    def __init__(self, entrants: Sequence[int], sizes: Sequence[int], costs: Costs, lot: Lot) -> None:
        self._entrants = entrants
        self._sizes = tuple(sorted(sizes))
        self._costs = costs
        self._lot = lot
        self._tables: dict[int, list[tuple[int, Table]]] = {}
        self._best: dict[Left, Best] = {(0, ()): (0, 1)}

    def draw_tables(self) -> list[Table]:
        """The tables, each with its entrants by seat."""
        left: Left = ((1 << len(self._entrants)) - 1, self._sizes)
        tables = []
        while left[1]:
            cost, ways = self._find_best(left)
            chosen = self._lot.draw_below(ways)
            for table_cost, table, after in self._list_next(left):
                rest, further = self._find_best(after)
                if table_cost + rest != cost:
                    continue
                if chosen < further:
                    tables.append(table)
                    left = after
                    break
                chosen -= further
        return tables

    def _find_best(self, left: Left) -> Best:
        best = self._best.get(left)
        if best is None:
            cost, ways = None, 0
            for table_cost, _table, after in self._list_next(left):
                rest, further = self._find_best(after)
                if cost is None or table_cost + rest < cost:
                    cost, ways = table_cost + rest, further
                elif table_cost + rest == cost:
                    ways += further
            assert cost is not None
            best = self._best[left] = (cost, ways)
        return best

    def _list_next(self, left: Left) -> Iterator[tuple[int, Table, Left]]:
        """Every next table with its cost, and what is left after it; of its own seatings only the cheapest."""
        free, sizes = left
        places = [place for place in range(len(self._entrants)) if free >> place & 1]
        for size in sorted(set(sizes)):
            at = sizes.index(size)
            further = sizes[:at] + sizes[at + 1 :]
            for others in combinations(places[1:], size - 1):
                members = (places[0], *others)
                mask = sum(1 << place for place in members)
                for cost, table in self._seat_best(mask, members):
                    yield cost, table, (free ^ mask, further)

    def _seat_best(self, mask: int, members: Table) -> list[tuple[int, Table]]:
        """The cheapest ways to seat some entrants at one table: of four with partners there are three ways."""
        cheapest = self._tables.get(mask)
        if cheapest is None:
            first, *others = [self._entrants[place] for place in members]
            ways: list[Table] = [(first, *others)]
            if self._costs.seats == CHANGING:
                second, third, fourth = others
                ways += [(first, third, second, fourth), (first, second, fourth, third)]
            priced = [(self._costs.of_table(table), table) for table in ways]
            least = min(priced)[0]
            cheapest = self._tables[mask] = [seating for seating in priced if seating[0] == least]
        return cheapest
