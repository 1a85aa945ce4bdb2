"""Names that fit over a narrow column, and can still be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil

from scorekeeper.core.reading import Table
from scorekeeper.web.drawing.lettering import LARGE, SMALL, width

MAX_LETTERS = {2: 12, 3: 11, 4: 11, 5: 9, 6: 7, 7: 6, 8: 5}
"""How many letters of a word there is room for above so many columns on a narrow phone, in the smallest letters."""
ALONE, IN_A_PAIR, TOGETHER = 11, 5, 11
"""How many letters of a name, and of a pair's two names, stand beside a line or a bar."""
ON_A_KEY = 12
"""How many letters of one word there is room for on a key, four of them beside one another."""
IN_LINE = 16
"""How many letters of a side's name stand in a row of the sheet behind a word."""
BEGINNINGS = (1, 2, 3)
"""How many letters are left of the names of a pair where both do not fit; as few as tell the pairs apart."""


def abbreviate(names: Sequence[str], most: int) -> list[str]:
    """Every name in at most ``most`` letters and no two alike; those that fit stay as they are.

    In this order: the first word, the first word and initials (``Ana P``), the beginning (``Þór.``), initials, the
    beginning and the last letter, the number of the seat. Who left and came back to another seat has one name twice: it
    stands before the number of the seat.
    """
    ways = [[name] if len(name) <= most else _shorter(name, most) for name in names]
    used = Counter(way.casefold() for own in ways for way in set(own))
    shortened = [next((way for way in own if used[way.casefold()] == 1), "") for own in ways]
    twins = Counter(name.casefold() for name in names)
    for index, name in enumerate(names):
        if not shortened[index]:
            alike = twins[name.casefold()] > 1
            last = f"{name[: most - 2].rstrip()} {index + 1}" if alike else f"{name[: most - 1]}{name[-1]}"
            free = last.casefold() not in {taken.casefold() for taken in (*shortened, *names)}
            shortened[index] = last if free else str(index + 1)
    return shortened


def _shorter(name: str, most: int) -> list[str]:
    words = name.split()
    initials = "".join(word[0] for word in words)
    tried = [words[0], f"{words[0]} {initials[1:]}".rstrip(), f"{name[: most - 1].rstrip()}."]
    tried += [initials, name[:most].rstrip()] if len(words) > 1 else [name[:most]]
    return [way for way in dict.fromkeys(tried) if 0 < len(way) <= most]


def measure_word(name: str) -> int:
    """As how many letters the longest word of a name counts on a key: wide ones (м, Д) count more."""
    words = name.replace("-", " ").split() or [""]
    return max(max(len(word), ceil((width(word) - LARGE + SMALL) / SMALL)) for word in words)


def names_on_keys(names: Sequence[str]) -> list[str]:
    """The players' names as they stand on keys: whole, unless a word of one has no room on a narrow phone."""
    longest = max(len(word) for name in names for word in name.replace("-", " ").split())
    return abbreviate(names, ON_A_KEY) if longest > ON_A_KEY else list(names)


def short_names(table: Table) -> list[str]:
    """The players' names as they stand above the columns of a sheet."""
    return abbreviate(table.names, MAX_LETTERS[max(2, len(table.seating.sides))])


def names_in_row(table: Table) -> list[str]:
    """The players' names in a row of the sheet that calls one of them, beside figures and marks."""
    return abbreviate(table.names, min(ALONE, MAX_LETTERS[max(2, len(table.seating.sides))]))


def names_on_felt(table: Table) -> list[str]:
    """The players' names above the totals: whole where their words have room in small letters, on two lines at most."""
    most = MAX_LETTERS[max(2, len(table.seating.sides))]
    words = [name.replace("-", " ").split() for name in table.names]
    fits = [len(parts) <= 2 and all(len(part) <= most for part in parts) for parts in words]
    cut = short_names(table)
    return [name if whole else short for name, whole, short in zip(table.names, fits, cut, strict=True)]


def names_in_line(table: Table) -> list[str]:
    """The players' names in a line that calls a whole side: whole where both of a pair fit, else their beginnings."""
    if all(len(table.side_name(side)) <= IN_LINE for side in range(len(table.seating.sides))):
        return list(table.names)
    alone = len(table.seating.sides) == len(table.names)
    return abbreviate(table.names, ALONE if alone else IN_A_PAIR)


def short_sides(table: Table) -> list[str]:
    """The sides' names beside a line: ``Ana+Vera``, or beginnings that show that they are: ``G.+Þ.``, ``Ge…+Þó…``.

    Players who play alone have the names that stand above their columns, where those fit.
    """
    if len(table.seating.sides) == len(table.names):
        return [
            name if len(name) <= ALONE else _end_in_dots(short, name)
            for name, short in zip(names_on_felt(table), short_names(table), strict=True)
        ]
    first = [name.split()[0] for name in table.names]
    for names in (first, *([_cut_name(name, most) for name in first] for most in BEGINNINGS)):
        sides = _sides(table, names)
        if len(set(sides)) == len(sides) and all(len(side) <= TOGETHER for side in sides):
            return sides
    return _sides(table, abbreviate(table.names, IN_A_PAIR))


def _cut_name(name: str, letters: int) -> str:
    """An initial, or a beginning that ends in dots."""
    return name if len(name) <= letters + 1 else f"{name[:letters]}{'.' if letters == 1 else '…'}"


def _end_in_dots(short: str, name: str) -> str:
    return short if short in (name, *name.split()) else f"{short.removesuffix('.')}…"


def _sides(table: Table, names: Sequence[str]) -> list[str]:
    return ["+".join(names[seat] for seat in seats) for seats in table.seating.sides]
