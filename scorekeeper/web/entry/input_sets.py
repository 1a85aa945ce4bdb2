"""Inputs made of other inputs, and which input each of the engine's fields gets."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wtforms.utils import unset_value

from scorekeeper.core import fields
from scorekeeper.core.reading import Field, Table
from scorekeeper.core.text import Text
from scorekeeper.web.entry.inputs import (
    ABSENT,
    MAX_PILLS,
    DocumentInput,
    Input,
    NumberInput,
    PillsInput,
    TextInput,
    TickInput,
    TicksInput,
    alternatives,
)
from scorekeeper.web.entry.notation import NotationInput


class SetInput(Input):
    """An input with others inside."""

    named: Mapping[Any, Input] = {}
    """Those inside by the steps of a path that leads to them."""

    def at(self, path: Sequence[str | int]) -> Input:
        return self.named[path[0]].at(path[1:]) if path and path[0] in self.named else self

    def bind(self, field: Field, suffix: str | int, label: Text | str = "") -> Input:
        """An input inside this one."""
        part = make_input(field, self.table, label).bind(
            form=None, name=f"{self.name}-{suffix}", _meta=self.meta, translations=self._translations
        )
        part.inside = self
        self.parts.append(part)
        return part


class EachInput(SetInput):
    """One input for every side or seat, labelled by names, and called by its number in documents: a page that was
    opened before a player left means the same people."""

    kind = "each"

    def __init__(self, field: fields.PerSide, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        seats = isinstance(field, fields.PerSeat)
        names = table.names if seats else [table.side_name(side) for side in range(len(table.seating.sides))]
        for index, name in enumerate(names):
            self.bind(field.of, table.seating.number_of(index), name)
        self.named = dict(enumerate(self.parts))
        self.blank = _blank(field.of)
        self.otherwise = field.of.blank if isinstance(field.of, fields.Number) else None
        self.was_sent = False

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        self.was_sent = formdata is not None
        values = data if isinstance(data, list) else []
        for index, part in enumerate(self.parts):
            part.process(formdata, values[index] if index < len(values) else ABSENT)

    @property
    def value(self) -> Any:
        values = [part.value for part in self.parts]
        counts_blank = self.was_sent and self.otherwise is not None and not self.field.optional
        if all(value is ABSENT for value in values) and not counts_blank:
            return ABSENT
        return [self.blank if value is ABSENT else value for value in values]


class GroupInput(SetInput):
    """Several inputs that belong together."""

    kind = "group"

    def __init__(self, field: fields.Group, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        self.named = {part.name: self.bind(part, part.name) for part in field.fields}

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        values = data if isinstance(data, dict) else {}
        for name, part in self.named.items():
            part.process(formdata, values.get(name, ABSENT))

    @property
    def value(self) -> Any:
        values = {name: part.value for name, part in self.named.items()}
        filled = {name: value for name, value in values.items() if value is not ABSENT}
        blank = all(value is False for value in filled.values())
        return ABSENT if blank else filled


class RowsInput(SetInput):
    """A list: the rows given, some blank ones, and a button for another."""

    kind = "rows"
    blank_rows = 1

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        assert isinstance(self.field, fields.Repeated)
        values = data if isinstance(data, list) else []
        if formdata is None:
            count = len(values) + self.blank_rows
        else:
            count = self._rows_in(formdata) + (formdata.get("more") == self.name)
        self.parts = []
        for index in range(min(count, self.field.most)):
            row = self.bind(self.field.of, index, self._row_label(self.field, index))
            if isinstance(self.field.of, fields.Choice):
                row.kind = "select"  # a list of long choices would fill several screens with pills
            row.process(formdata, values[index] if index < len(values) else ABSENT)
            for part in row.all():
                part.clearable = True  # a row begun by mistake can be emptied again

    def _row_label(self, field: fields.Repeated, index: int) -> Text | str:
        """What stands above a row: the player whose it is, or which one it is."""
        if field.by_seat and index < len(self.table.names):
            return self.table.names[index]
        return field.part._replace(params={"n": index + 1})

    def _rows_in(self, formdata: Any) -> int:
        pattern = re.compile(re.escape(self.name) + r"-(\d{1,3})(?:-|$)")
        numbers = [int(fits.group(1)) for name in formdata if (fits := pattern.match(name))]
        return max(numbers, default=0) + 1

    @property
    def _filled_rows(self) -> list[Input]:
        """The rows that count. Where no cards are a value too, also the blank ones between two that are filled in."""
        filled = [index for index, row in enumerate(self.parts) if row.value is not ABSENT]
        if filled and _blank(self.parts[0].field) == []:
            return self.parts[: filled[-1] + 1]
        return [self.parts[index] for index in filled]

    @property
    def value(self) -> Any:
        return [
            _blank(row.field) if row.value is ABSENT else row.value for row in self._filled_rows
        ] or ABSENT

    @property
    def full(self) -> bool:
        """Whether no more rows are allowed."""
        return isinstance(self.field, fields.Repeated) and len(self.parts) >= self.field.most

    def at(self, path: Sequence[str | int]) -> Input:
        self.named = dict(enumerate(self._filled_rows))
        return super().at(path)


class WaysInput(SetInput):
    """Several ways to say the same, each with its own inputs; the first that is filled in counts."""

    kind = "group"

    def __init__(self, field: fields.Either, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        for index, way in enumerate(field.of):
            self.bind(way, index)

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        left = data is not unset_value and data is not ABSENT
        for part in self.parts:
            fits = left and part.field.fits(data)
            part.process(formdata, data if fits else ABSENT)
            left = left and not fits

    @property
    def value(self) -> Any:
        return next((value for part in self.parts if (value := part.value) is not ABSENT), ABSENT)

    def at(self, path: Sequence[str | int]) -> Input:
        filled = next((part for part in self.parts if part.value is not ABSENT), None)
        return filled.at(path) if filled else self


def make_input(field: Field, table: Table, label: Text | str = "") -> Any:
    """The (unbound) input for one of the engine's fields."""
    field = field.at(table)
    for kinds, maker in _MAKERS:
        if isinstance(field, kinds):
            kind = maker if isinstance(maker, type) else maker(field)
            return kind(field, table, label)
    return TextInput(field, table, label)


def _for_either(field: Field) -> type[Input]:
    assert isinstance(field, fields.Either)
    kinds = {type(way) for way in field.of}
    if kinds == {fields.Number, fields.Choice}:
        small = all(way.high - way.low < MAX_PILLS for way in field.of if isinstance(way, fields.Number))
        return PillsInput if small else NumberInput
    return NotationInput if all(_on_one_line(way) for way in field.of) else WaysInput


def _for_repeated(field: Field) -> type[Input]:
    assert isinstance(field, fields.Repeated)
    if isinstance(field.of, fields.SeatField | fields.SideField):
        return TicksInput
    # Each at most once: an order of things. Calls, which come again, are tapped on a line.
    in_order = isinstance(field.of, fields.Choice) and field.most <= len(field.of.choices)
    short = {type(way) for way in alternatives(field.of)} <= {fields.Number, fields.Choice}
    return NotationInput if short and not in_order else RowsInput


_MAKERS: tuple[tuple[Any, type[Input] | Callable[[Field], type[Input]]], ...] = (
    (fields.Number, NumberInput),
    ((fields.Choice, fields.SeatField, fields.SideField), PillsInput),
    (fields.Flag, TickInput),
    ((fields.CardField, fields.CardsField), NotationInput),
    (fields.PerSide, EachInput),
    (fields.Group, GroupInput),
    (fields.Repeated, _for_repeated),
    (fields.Either, _for_either),
    (fields.Document, DocumentInput),
)


def _on_one_line(field: Field) -> bool:
    if isinstance(field, fields.PerSide):
        return isinstance(field.of, fields.Number)
    if isinstance(field, fields.Group):
        return all(isinstance(part, fields.Number) for part in field.fields)
    return isinstance(field, fields.Number | fields.CardsField | fields.CardField)


def _blank(field: Field) -> Any:
    """What a blank among filled inputs means: the number that the field says, no cards, or nothing known."""
    ways = field.of if isinstance(field, fields.Either) else (field,)
    if isinstance(field, fields.Number) and field.blank is not None:
        return field.blank
    if any(isinstance(way, fields.CardsField) for way in ways):
        return []
    return {} if isinstance(field, fields.Group) and all(part.optional for part in field.fields) else None
