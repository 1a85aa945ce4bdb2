"""How many sit at each table, before anybody's name is looked at."""

from __future__ import annotations

from collections.abc import Sequence

Choice = tuple[int, int, list[int]]


def choose_sizes(count: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The sizes of the tables for so many entrants, largest first; the wanted size comes first in ``sizes``.

    As few as possible rest. Then the sum of distances from the wanted size decides, then fewer tables, then the
    largest table, the second largest and so on.
    """
    best: list[tuple[Choice, tuple[int, ...]] | None] = [((0, 0, []), ())]
    for total in range(1, count + 1):
        ways = [
            _add_table(before, size, sizes[0])
            for size in sizes
            if size <= total and (before := best[total - size]) is not None
        ]
        best.append(min(ways, default=None))
    return next(way[1] for way in reversed(best) if way is not None)


def _add_table(
    before: tuple[Choice, tuple[int, ...]], size: int, wanted: int
) -> tuple[Choice, tuple[int, ...]]:
    """A choice with one more table, and what it is compared by."""
    (distance, _number, _order), tables = before
    more = tuple(sorted((*tables, size), reverse=True))
    return (distance + abs(size - wanted), len(more), [-table for table in more]), more
