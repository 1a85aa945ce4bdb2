"""The rounds so far in numbers: partners, opponents, rests and first deals of everybody who is here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.league.draw.document import CHANGING, DrawDocument

PARTNERS = ((0, 2), (1, 3))
OPPONENTS = ((0, 1), (0, 3), (1, 2), (2, 3))
"""Seats of a table of four at which two play together, and against one another."""

Matrix = list[list[int]]


class PastEvening(NamedTuple):
    """Numbers by the place of an entrant in ``players``: of pairs how often they were partners and how often they met
    as opponents, of each how often they rested and how often they dealt.
    """

    partners: Matrix
    opponents: Matrix
    rests: list[int]
    dealt: list[int]


def partner_seats(seats: str) -> Sequence[tuple[int, int]]:
    """The seats at which two are partners: none but in fours."""
    return PARTNERS if seats == CHANGING else ()


def opponent_seats(seats: str, size: int) -> Sequence[tuple[int, int]]:
    """The seats of a table at which two meet as opponents: all of them but partners."""
    return OPPONENTS if seats == CHANGING else tuple(combinations(range(size), 2))


def count_past(document: DrawDocument) -> PastEvening:
    """What the rounds before this one come to. Those who went home are left out."""
    count = len(document.players)
    places = {name: place for place, name in enumerate(document.players)}
    past = PastEvening(_make_matrix(count), _make_matrix(count), [0] * count, [0] * count)
    for played in document.rounds:
        for table in played.tables:
            here = [places.get(name) for name in table]
            _count_pairs(past.partners, here, partner_seats(document.seats))
            _count_pairs(past.opponents, here, opponent_seats(document.seats, len(table)))
        for name in played.resting:
            if name in places:
                past.rests[places[name]] += 1
        for table, dealer in zip(played.tables, played.dealers, strict=False):
            if (name := table[dealer % len(table)]) in places:
                past.dealt[places[name]] += 1
    return past


def _make_matrix(count: int) -> Matrix:
    return [[0] * count for _ in range(count)]


def _count_pairs(matrix: Matrix, here: Sequence[int | None], pairs: Sequence[tuple[int, int]]) -> None:
    for first_seat, second_seat in pairs:
        first, second = here[first_seat], here[second_seat]
        if first is not None and second is not None:
            matrix[first][second] += 1
            matrix[second][first] += 1


def rank_by_points(document: DrawDocument) -> list[int]:
    """The rank of each entrant, 0 for the most points; level ones stand in the order of entrants."""
    names = document.players
    order = sorted(range(len(names)), key=lambda place: (-document.points.get(names[place], 0), place))
    ranks = [0] * len(names)
    for rank, place in enumerate(order):
        ranks[place] = rank
    return ranks
