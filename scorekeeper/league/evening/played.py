"""The rounds of an evening as they were played: what standings and a knock-out are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.league.counting import PAIR_MARK, members_of
from scorekeeper.league.results import Result


class PlayedTable(NamedTuple):
    """A table of a round: the players of each side, and how it ended. Without a result it is still played.

    ``number`` is that of the table in the hall. ``won`` is a side that the organiser gave it to (evening points alone,
    no difference); a ``void`` table is as if its players had rested.
    """

    sides: tuple[tuple[str, ...], ...]
    result: Result | None = None
    won: int | None = None
    void: bool = False
    number: int = 0


class PlayedRound(NamedTuple):
    """A round: its tables and who rested. ``paired`` are those who are here in a fixed pair after the latest round."""

    tables: tuple[PlayedTable, ...]
    resting: tuple[str, ...] = ()
    paired: tuple[str, ...] = ()


def has_result(table: PlayedTable) -> bool:
    """Whether it is known how a table ended."""
    return table.result is not None or table.won is not None


def told_of(rounds: Sequence[PlayedRound], players: Mapping[str, str]) -> list[PlayedRound]:
    """The rounds under the keys that players have now: two who turned out to be one are one."""

    def move(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(players.get(player, player) for player in ids)

    return [
        PlayedRound(
            tuple(
                table._replace(
                    sides=tuple(map(move, table.sides)),
                    result=table.result and table.result.told_of(players, ended=False),
                )
                for table in played.tables
            ),
            move(played.resting),
            move(played.paired),
        )
        for played in rounds
    ]


def unit_told_of(unit: str, players: Mapping[str, str]) -> str:
    """A player or a fixed pair under the keys that players have now."""
    return PAIR_MARK.join(players.get(player, player) for player in members_of(unit))
