"""The rounds of an evening as they were played: what standings and a knock-out are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.league.results import Result


class PlayedTable(NamedTuple):
    """A table of a round: the players of each side, and how it ended. Without a result it is still played.

    ``won`` is a side that the organiser gave it to (evening points alone, no difference); a ``void`` table is as if
    its players had rested.
    """

    sides: tuple[tuple[str, ...], ...]
    result: Result | None = None
    won: int | None = None
    void: bool = False


class PlayedRound(NamedTuple):
    """A round: its tables and who rested."""

    tables: tuple[PlayedTable, ...]
    resting: tuple[str, ...] = ()


def told_of(rounds: Sequence[PlayedRound], players: Mapping[str, str]) -> list[PlayedRound]:
    """The rounds under the keys that players have now: two who turned out to be one are one."""

    def move(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(players.get(one, one) for one in ids)

    return [
        PlayedRound(
            tuple(table._replace(sides=tuple(map(move, table.sides))) for table in one.tables),
            move(one.resting),
        )
        for one in rounds
    ]
