"""What a round minimises, as one number a pair and one a table, so that two rounds are compared by one number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.league.draw.document import CHANGING, RANDOM, DrawDocument
from scorekeeper.league.draw.past import Matrix, PastEvening, opponent_seats, partner_seats, rank_by_points

FIELD = 1 << 32
"""No sum of a whole round reaches it, so that each aim counts nothing beside the one before it."""
OPPONENT, SPREAD, PARTNER, TOGETHER = 1, FIELD, FIELD**2, FIELD**3


class Costs(NamedTuple):
    """What it costs that two are partners, and that they meet as opponents, by their places in ``players``.

    A pair that was p times together adds p(p+1)/2 − p(p−1)/2 = p. A pair that is kept together saves :data:`TOGETHER`.
    """

    seats: str
    partner: Matrix
    opponent: Matrix

    def of_table(self, table: Sequence[int]) -> int:
        """What a table costs, its entrants by seat."""
        cost = 0
        for first, second in partner_seats(self.seats):
            cost += self.partner[table[first]][table[second]]
        for first, second in opponent_seats(self.seats, len(table)):
            cost += self.opponent[table[first]][table[second]]
        return cost


class Counts(NamedTuple):
    """What a round comes to, with all before it."""

    together_broken: int
    partners: int
    opponents: int
    spread: int


def weigh(document: DrawDocument, past: PastEvening) -> Costs:
    """The costs of all pairs, by the way in which the document wants its rounds."""
    count = len(document.players)
    partner, opponent = ([[0] * count for _ in range(count)] for _ in range(2))
    ranks = rank_by_points(document)
    together = frozenset(document.together)
    for pair in combinations(range(count), 2):
        first, second = pair
        apart = SPREAD * (ranks[first] - ranks[second]) ** 2 if document.by_points else 0
        met = 0 if document.way == RANDOM else OPPONENT * past.opponents[first][second]
        kept = TOGETHER if pair in together else 0
        with_each_other = apart - kept if kept else apart + PARTNER * past.partners[first][second]
        against = apart + met - (0 if document.seats == CHANGING else kept)
        partner[first][second] = partner[second][first] = with_each_other
        opponent[first][second] = opponent[second][first] = against
    return Costs(document.seats, partner, opponent)


def count_round(
    document: DrawDocument, past: PastEvening, tables: Sequence[Sequence[int]], resting: Sequence[int]
) -> Counts:
    """What a round comes to, counted from its tables alone."""
    partners, opponents = ([list(row) for row in matrix] for matrix in (past.partners, past.opponents))
    kept = set(combinations(sorted(resting), 2))
    for table in tables:
        meetings = opponent_seats(document.seats, len(table))
        with_each_other = partner_seats(document.seats)
        for matrix, pairs in ((partners, with_each_other), (opponents, meetings)):
            for first, second in pairs:
                matrix[table[first]][table[second]] += 1
                matrix[table[second]][table[first]] += 1
        stay = with_each_other if document.seats == CHANGING else meetings
        kept |= {
            (min(table[first], table[second]), max(table[first], table[second])) for first, second in stay
        }
    excepted = frozenset(document.together)
    return Counts(
        sum(pair not in kept for pair in document.together),
        _count_repeats(partners, excepted),
        _count_repeats(opponents, frozenset()),
        _count_spread(document, tables) if document.by_points else 0,
    )


def _count_repeats(matrix: Matrix, excepted: frozenset[tuple[int, int]]) -> int:
    """The sum of n(n−1)/2 over all pairs but those excepted, n how often they were together."""
    pairs = (pair for pair in combinations(range(len(matrix)), 2) if pair not in excepted)
    return sum(matrix[first][second] * (matrix[first][second] - 1) // 2 for first, second in pairs)


def _count_spread(document: DrawDocument, tables: Sequence[Sequence[int]]) -> int:
    ranks = rank_by_points(document)
    return sum(
        (ranks[first] - ranks[second]) ** 2 for table in tables for first, second in combinations(table, 2)
    )
