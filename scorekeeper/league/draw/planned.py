"""Rounds that are known before the evening: the first is drawn by lot, and each later one follows from it.

Entrants are numbers there. A first round is written down, and a later one is the first moved on: to each number the
same is added, modulo how many numbers there are. Where that is one number
less than there are entrants, the last one stays. The names of the first round that was played, table after table, say
who is which number; so a round follows from the history alone, with any seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.league.draw.document import CHANGING, EVEN, SIZE_OF, DrawDocument, DrawnRound
from scorekeeper.league.draw.lot import Lot

FOUR = SIZE_OF[CHANGING]


class PlannedRounds(NamedTuple):
    """``first`` has the numbers of the first round by seat, table after table, then those who rest.

    A number has a digit for each of ``digits``, which says how many values it has, the lowest first; a shift moves each
    digit by its own.
    """

    first: tuple[int, ...]
    digits: tuple[int, ...]
    shifts: Sequence[int]

    def list_numbers(self, played: int) -> list[int]:
        """The numbers of the round after so many, by seat, table after table, then those who rest."""
        return [self._move(number, self.shifts[played]) for number in self.first]

    def _move(self, number: int, by: int) -> int:
        moved, worth, rest = 0, 1, number
        for values in self.digits:
            moved += (rest + by) % values * worth
            rest, by, worth = rest // values, by // values, worth * values
        return number if rest else moved


WHIST = {
    5: PlannedRounds((1, 2, 4, 3, 0), (5,), range(5)),
    8: PlannedRounds((7, 3, 5, 6, 0, 2, 1, 4), (7,), range(7)),
    9: PlannedRounds((1, 3, 2, 6, 4, 5, 8, 7, 0), (3, 3), range(9)),
    12: PlannedRounds((11, 8, 7, 10, 0, 1, 6, 4, 2, 5, 3, 9), (11,), range(11)),
    13: PlannedRounds((1, 5, 12, 8, 2, 3, 11, 10, 4, 6, 9, 7, 0), (13,), range(13)),
    16: PlannedRounds(
        (15, 2, 9, 7, 0, 3, 14, 5, 1, 6, 12, 13, 4, 8, 10, 11),
        (15,),
        (*range(0, 15, 3), *range(1, 15, 3), *range(2, 15, 3)),
    ),
    17: PlannedRounds((1, 3, 14, 6, 2, 5, 4, 12, 7, 10, 16, 11, 8, 9, 13, 15, 0), (17,), range(0, 51, 3)),
}
"""Whist tournaments: each is once with each as partners and twice as opponents.

In a first round the differences of partners are all the differences there are, once, and those of opponents, twice. The
first five rounds of sixteen entrants have no opponents in common, nor have the first four of seventeen.
"""

OPENINGS = {
    13: PlannedRounds((3, 8, 0, 12, 4, 6, 2, 5, 9, 10, 7, 11, 1), (13,), range(0, 8, 2)),
    14: PlannedRounds((11, 12, 10, 4, 5, 9, 3, 0, 13, 1, 6, 2, 7, 8), (14,), range(0, 8, 2)),
    15: PlannedRounds((3, 4, 1, 12, 5, 10, 11, 9, 8, 13, 6, 2, 14, 7, 0), (15,), range(0, 8, 2)),
    16: WHIST[16]._replace(shifts=range(0, 15, 3)),
    17: WHIST[17]._replace(shifts=range(0, 12, 3)),
    20: PlannedRounds(
        (8, 17, 12, 11, 13, 2, 0, 14, 3, 15, 6, 16, 1, 19, 4, 7, 5, 18, 10, 9), (20,), range(0, 15, 3)
    ),
}
"""First rounds in which no entrant has the same partner or opponent twice, or rests twice.

With so few entrants a search that looks at one round alone would lead into rounds after which there is no further one.
"""


def plan_round(document: DrawDocument, lot: Lot) -> DrawnRound | None:
    """The next of the rounds that are known for so many entrants; None where none is, or the history is another."""
    if (document.seats, document.way) != (CHANGING, EVEN) or document.together or document.locked:
        return None
    for planned in _list_plans(document):
        drawn = _follow(planned, document, lot) if len(document.rounds) < len(planned.shifts) else None
        if drawn is not None:
            return drawn
    return None


def _list_plans(document: DrawDocument) -> Iterator[PlannedRounds]:
    count = len(document.players)
    whist = WHIST.get(count)
    if whist is not None and document.plan == len(whist.shifts):
        yield whist
    if count in OPENINGS:
        yield OPENINGS[count]


def _follow(planned: PlannedRounds, document: DrawDocument, lot: Lot) -> DrawnRound | None:
    """The round after those that were played, if they are the planned ones of the same entrants."""
    places = {name: place for place, name in enumerate(document.players)}
    played = [
        DrawnRound(
            tuple(tuple(places.get(name, -1) for name in table) for table in past_round.tables),
            tuple(places.get(name, -1) for name in past_round.resting),
        )
        for past_round in document.rounds
    ]
    order = _list_seated(played[0]) if played else lot.shuffle(range(len(places)))
    if sorted(order) != list(range(len(places))):
        return None
    who = dict(zip(planned.first, order, strict=True))
    planned_rounds = [
        _make_round([who[number] for number in planned.list_numbers(number_played)])
        for number_played in range(len(played) + 1)
    ]
    same = all(
        _compare(played_round) == _compare(planned_round)
        for played_round, planned_round in zip(played, planned_rounds, strict=False)
    )
    return planned_rounds[-1] if same else None


def _list_seated(played: DrawnRound) -> list[int]:
    return [*(place for table in played.tables for place in table), *played.resting]


def _make_round(places: Sequence[int]) -> DrawnRound:
    seated = len(places) // FOUR * FOUR
    tables = tuple(tuple(places[at : at + FOUR]) for at in range(0, seated, FOUR))
    return DrawnRound(tables, tuple(places[seated:]))


Sides = frozenset[frozenset[int]]


def _compare(played: DrawnRound) -> tuple[frozenset[Sides], frozenset[int]]:
    """What two rounds have alike that are the same but for the order of tables and of seats."""
    return frozenset(map(_list_sides, played.tables)), frozenset(played.resting)


def _list_sides(table: Iterable[int]) -> Sides:
    seats = tuple(table)
    return frozenset((frozenset(seats[::2]), frozenset(seats[1::2])))
