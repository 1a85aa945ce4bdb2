"""Names that fit over a narrow column, and can still be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def abbreviated(names: Sequence[str], most: int) -> list[str]:
    """Every name in at most ``most`` letters and no two alike; those that fit stay as they are.

    In this order: the first word, the first word and initials (``Ana P``), the beginning (``Þór.``), initials, the
    number of the seat.
    """
    ways = [[name] if len(name) <= most else _shorter(name, most) for name in names]
    used = Counter(way.casefold() for own in ways for way in set(own))
    return [
        next((way for way in own if used[way.casefold()] == 1), str(number))
        for number, own in enumerate(ways, 1)
    ]


def _shorter(name: str, most: int) -> list[str]:
    words = name.split()
    initials = "".join(word[0] for word in words)
    tried = [words[0], f"{words[0]} {initials[1:]}", f"{name[: most - 1].rstrip()}."]
    if len(words) > 1:
        tried += [initials, f"{words[0][: most - 1].rstrip()}{words[-1][0]}"]
    else:
        tried += [f"{name[: most - 1]}{name[-1]}"]
    return [way for way in dict.fromkeys(tried) if 0 < len(way) <= most]
