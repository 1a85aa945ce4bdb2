"""Names in rulings: they speak of seats, and at a known table they call the players by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Reason, Ruling
from scorekeeper.core.findings import Finding
from scorekeeper.core.reading import Table
from scorekeeper.core.text import Caller, Capital, Player, Players, Side, Text, list_names


class KnownTable(NamedTuple):
    """A table whose players are known, and perhaps who deals."""

    table: Table
    dealer: int | None = None


def name_players(ruling: Ruling, known_table: KnownTable) -> Ruling:
    """The same ruling with this table's names for its seats and sides."""
    reasons = tuple(Reason(_with_names(reason.text, known_table), reason.cites) for reason in ruling.reasons)
    return Ruling(_with_names(ruling.result, known_table), _with_names(ruling.verdict, known_table), reasons)


def name_players_in_finding(finding: Finding, known_table: KnownTable) -> Finding:
    """The same finding with names."""
    return finding._replace(text=_with_names(finding.text, known_table))


def _with_names(value: Any, known_table: KnownTable) -> Any:
    if isinstance(value, Player | Side | Players | Caller):
        return _name_of(value, known_table)
    if isinstance(value, Text):
        return value._replace(params=_with_names(value.params, known_table)) if value.params else value
    if isinstance(value, Capital):
        return Capital(_with_names(value.text, known_table))
    if isinstance(value, Mapping):
        return {name: _with_names(part, known_table) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_with_names(part, known_table) for part in value]
    return value


def _name_of(value: Player | Side | Players | Caller, known_table: KnownTable) -> Any:
    names, seating = known_table.table.names, known_table.table.seating
    if isinstance(value, Side):
        return _join(names, seating.sides[value.side]) if value.side < len(seating.sides) else value
    seats = _seats(value, known_table)
    if not seats or max(seats) >= len(names):
        return value
    if isinstance(value, Caller) and value.whole_side:
        return _join(names, seating.sides[seating.side_of(seats[0])])
    return _join(names, seats)


def _join(names: Sequence[str], seats: Sequence[int]) -> Any:
    """The names of these seats in a sentence: ``Ana and Vera``. A pair in a head or a box is ``Ana & Vera``."""
    if len(seats) == 1:
        return names[seats[0]]
    return list_names([names[seat] for seat in seats])


def _seats(value: Player | Players | Caller, known_table: KnownTable) -> tuple[int, ...]:
    if isinstance(value, Players):
        return value.seats
    if isinstance(value, Player):
        return (value.seat,)
    if known_table.dealer is None:
        return ()
    return ((known_table.dealer + 1 + value.number) % known_table.table.seating.players,)
