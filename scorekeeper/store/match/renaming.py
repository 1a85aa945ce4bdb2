"""In which order several players of a match are renamed, so that no two are ever called alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.core.match import name_key
from scorekeeper.store.match.match import stand_in


def steps(names: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Who is called what, one after another, until everybody by seat has the name that is wanted.

    Where names go round in a ring, one player makes room first and goes by a stand-in for a moment: so every step can
    be taken back. A name that is wanted twice is asked for all the same, to be refused like any other.
    """
    now = list(names)
    waiting = [seat for seat, name in enumerate(wanted) if name != now[seat]]
    while waiting:
        holders = {name_key(name): seat for seat, name in enumerate(now)}
        held_by = {seat: holders.get(name_key(wanted[seat]), seat) for seat in waiting}
        free = [seat for seat, holder in held_by.items() if holder == seat or holder not in waiting]
        if free:
            seat, name = free[0], wanted[free[0]]
            waiting.remove(seat)
        else:
            seat = held_by[waiting[0]]
            name = stand_in([*now[:seat], None, *now[seat + 1 :], *wanted])[seat]
        now[seat] = name
        yield seat, name
