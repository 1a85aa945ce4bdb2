"""Who sits where: rulings speak of seats, and at a table that is known they call the players by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.findings import Finding
from scorekeeper.core.reading import Table
from scorekeeper.core.rulings import Reason, Ruling
from scorekeeper.core.text import Player, Side, Text


def named(ruling: Ruling, table: Table) -> Ruling:
    """The same ruling, its seats and sides called as this table calls them."""
    reasons = tuple(Reason(_named(reason.text, table), reason.cites) for reason in ruling.reasons)
    return Ruling(_named(ruling.result, table), _named(ruling.verdict, table), reasons)


def named_finding(finding: Finding, table: Table) -> Finding:
    """The same finding with names."""
    return finding._replace(text=_named(finding.text, table))


def _named(value: Any, table: Table) -> Any:
    if isinstance(value, Player):
        return table.names[value.seat] if value.seat < len(table.names) else value
    if isinstance(value, Side):
        return table.side_name(value.side) if value.side < len(table.seating.sides) else value
    if isinstance(value, Text):
        return value._replace(params=_named(value.params, table)) if value.params else value
    if isinstance(value, Mapping):
        return {name: _named(part, table) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_named(part, table) for part in value]
    return value
