"""Who rests: pairs together first, then the fewest rests so far, the lowest points, and the lot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorekeeper.league.draw.document import DrawDocument
from scorekeeper.league.draw.lot import Lot
from scorekeeper.league.draw.past import PastEvening

LOTS = 1 << 64
MAX_TRIED = 12
"""Of those who hang together by pairs, so many at most are tried in every way; of more only the first to rest."""

Price = tuple[int, int, int, int]
"""Pairs kept apart, rests so far, points, lots: what resting costs, the gravest first."""
Resting = tuple[Price, tuple[int, ...]]
NONE: Resting = ((0, 0, 0, 0), ())


def choose_resting(document: DrawDocument, past: PastEvening, number: int, lot: Lot) -> tuple[int, ...]:
    """The places of so many entrants who rest. Those at a table that stands do not."""
    if not number:
        return ()
    points = [document.points.get(name, 0) if document.by_points else 0 for name in document.players]
    lots = [lot.draw_below(LOTS) for _ in document.players]
    prices = [(0, *price) for price in zip(past.rests, points, lots, strict=True)]
    best: list[Resting | None] = [NONE, *[None] * number]
    for group in _list_groups(document):
        best = _add_group(best, _price_group(group, document.together, prices, number))
    cheapest = best[number]
    assert cheapest is not None
    return tuple(sorted(cheapest[1]))


def _list_groups(document: DrawDocument) -> Iterator[list[int]]:
    """Those who sit at no table yet, in groups that pairs together connect."""
    free, seen = document.free, set[int]()
    for first in free:
        if first in seen:
            continue
        group, seen = [first], seen | {first}
        for place in group:
            for pair in document.together:
                other = sum(pair) - place
                if place in pair and other in free and other not in seen:
                    group.append(other)
                    seen.add(other)
        yield group


def _price_group(
    group: Sequence[int], together: Sequence[tuple[int, int]], prices: Sequence[Price], number: int
) -> list[Resting]:
    """For 0, 1, 2 … of a group the cheapest of those who may rest."""
    inside = [pair for pair in together if pair[0] in group and pair[1] in group]
    order = sorted(group, key=lambda place: prices[place])
    cheapest = []
    for count in range(min(number, len(group)) + 1):
        tried = combinations(group, count) if len(group) <= MAX_TRIED else [tuple(order[:count])]
        cheapest.append(min((_price(resting, inside, prices), resting) for resting in tried))
    return cheapest


def _price(resting: tuple[int, ...], together: Sequence[tuple[int, int]], prices: Sequence[Price]) -> Price:
    apart = sum((first in resting) != (second in resting) for first, second in together)
    _none, rests, points, lots = _add(NONE[0], *[prices[place] for place in resting])
    return apart, rests, points, lots


def _add(*prices: Price) -> Price:
    apart, rests, points, lots = map(sum, zip(*prices, strict=True))
    return apart, rests, points, lots


def _add_group(best: Sequence[Resting | None], group: Sequence[Resting]) -> list[Resting | None]:
    """The cheapest of each number, when a further group may rest too."""
    longer: list[Resting | None] = []
    for number in range(len(best)):
        ways = [
            (_add(before[0], price), before[1] + resting)
            for count, (price, resting) in enumerate(group[: number + 1])
            if (before := best[number - count]) is not None
        ]
        longer.append(min(ways, default=None))
    return longer
