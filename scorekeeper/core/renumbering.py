"""Entries between the numbers of a document, which counts all who ever sat there, and the seats of those who play.

Forms and drafts know those who play alone; what they show and what they write goes through here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.core.fields import Either, Group, PerSide, Repeated, SeatField, SideField
from scorekeeper.core.reading import Field
from scorekeeper.core.seating import Seating

_Move = Callable[[Field, Any, Seating], Any]


def in_seats(fields: Iterable[Field], entry: Mapping[str, Any], seating: Seating) -> dict[str, Any]:
    """An entry of a document by the seats of those who play: without the places of those who left."""
    return _all(fields, entry, seating, _to_seats) if seating.left else dict(entry)


def in_document(fields: Iterable[Field], entry: Mapping[str, Any], seating: Seating) -> dict[str, Any]:
    """An entry by the seats of those who play as a document has it: with null in the places of those who left."""
    return _all(fields, entry, seating, _to_document) if seating.left else dict(entry)


def number_seats(field: Field, value: Any, seating: Seating) -> Any:
    """One value of a form with the seats in it as a document numbers them."""
    return _to_document(field, value, seating) if seating.called else value


def _all(fields: Iterable[Field], entry: Mapping[str, Any], seating: Seating, move: _Move) -> dict[str, Any]:
    named = {field.name: field for field in fields}
    return {
        name: move(named[name], value, seating) if name in named else value for name, value in entry.items()
    }


def _to_seats(field: Field, value: Any, seating: Seating) -> Any:
    if isinstance(field, SeatField | SideField):
        known = type(value) is int and value in seating.numbers
        return seating.seat_of(value) if known else value
    if isinstance(field, PerSide) and type(value) is list and len(value) == seating.ever:
        return [_to_seats(field.of, value[number], seating) for number in seating.numbers]
    return _inside(field, value, seating, _to_seats)


def _to_document(field: Field, value: Any, seating: Seating) -> Any:
    if isinstance(field, SeatField | SideField):
        known = type(value) is int and 0 <= value < seating.players
        return seating.number_of(value) if known else value
    if isinstance(field, PerSide) and type(value) is list and len(value) == seating.players:
        rest = iter(value)
        return [
            None if number in seating.left else _to_document(field.of, next(rest), seating)
            for number in range(seating.ever)
        ]
    return _inside(field, value, seating, _to_document)


def _inside(field: Field, value: Any, seating: Seating, move: _Move) -> Any:
    """A value whose parts are moved, where it has some."""
    if isinstance(field, Group) and isinstance(value, Mapping):
        return _all(field.fields, value, seating, move)
    if isinstance(field, Repeated) and type(value) is list:
        return [move(field.of, part, seating) for part in value]
    if isinstance(field, Either):
        way = next((way for way in field.of if way.fits(value)), None)
        return value if way is None else move(way, value, seating)
    return value
