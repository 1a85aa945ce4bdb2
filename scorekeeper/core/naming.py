"""Who sits where: rulings speak of seats, and at a table that is known they call the players by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding
from scorekeeper.core.reading import Table
from scorekeeper.core.rulings import Reason, Ruling
from scorekeeper.core.text import Caller, Player, Players, Side, Text


class Known(NamedTuple):
    """A table whose players are known, and perhaps who deals."""

    table: Table
    dealer: int | None = None


def named(ruling: Ruling, known: Known) -> Ruling:
    """The same ruling, its seats and sides called as this table calls them."""
    reasons = tuple(Reason(_named(reason.text, known), reason.cites) for reason in ruling.reasons)
    return Ruling(_named(ruling.result, known), _named(ruling.verdict, known), reasons)


def named_finding(finding: Finding, known: Known) -> Finding:
    """The same finding with names."""
    return finding._replace(text=_named(finding.text, known))


def _named(value: Any, known: Known) -> Any:
    if isinstance(value, Player | Side | Players | Caller):
        return _called(value, known)
    if isinstance(value, Text):
        return value._replace(params=_named(value.params, known)) if value.params else value
    if isinstance(value, Mapping):
        return {name: _named(part, known) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_named(part, known) for part in value]
    return value


def _called(value: Player | Side | Players | Caller, known: Known) -> Any:
    """Somebody by name, as far as this table knows them."""
    names, seating = known.table.names, known.table.seating
    if isinstance(value, Side):
        return known.table.side_name(value.side) if value.side < len(seating.sides) else value
    seats = _seats(value, known)
    if not seats or max(seats) >= len(names):
        return value
    return " & ".join(names[seat] for seat in seats)


def _seats(value: Player | Players | Caller, known: Known) -> tuple[int, ...]:
    if isinstance(value, Players):
        return value.seats
    if isinstance(value, Player):
        return (value.seat,)
    if known.dealer is None:
        return ()
    return ((known.dealer + 1 + value.number) % known.table.seating.players,)
