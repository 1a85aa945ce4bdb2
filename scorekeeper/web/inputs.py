"""WTForms fields made from the engine's fields: they show a JSON value, and turn what was typed back into one.

What was typed goes to the engine as it is: letters where a number belongs stay letters, and the engine says what
would be right. A field left blank is ``ABSENT``: it is not in the document at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import wtforms
from wtforms.utils import unset_value

from scorekeeper.core import fields as core
from scorekeeper.core.fields import Table
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T, Text
from scorekeeper.web.languages import say

MOST_PILLS = 20
_WHOLE = re.compile(r"[+-]?\d{1,12}")
_SEPARATORS = re.compile(r"[\s,;]+")
NOBODY = "-"


class _Absent:
    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
"""The value of an input that was left blank."""


class Input(wtforms.Field):
    """One input, or a set of them. ``kind`` names the macro that draws it; ``parts`` are the inputs inside."""

    kind = "text"
    numeric = False
    cite = ""
    ways: Sequence[Text | str] = ()

    def __init__(self, field: core.Field, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        self.field, self.table = field, table
        self.findings: list[Finding] = []
        self.parts: list[Input] = []
        self.hint: Text | None = field.hint
        super().__init__(label=say(label) or say(field.label), **kwargs)

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        """Take what was typed, or show ``data``, a value of the document (ABSENT or unset: blank)."""
        self.process_errors: list[str] = []
        value = ABSENT if data is unset_value else data
        if formdata is None:
            self.show(value)
        else:
            self.take(formdata)

    def show(self, value: Any) -> None:
        """Show a value of the document."""
        self.typed = "" if value is ABSENT or value is None else str(value)

    def take(self, formdata: Any) -> None:
        """Keep what was typed."""
        self.typed = formdata.get(self.name, "").strip()

    @property
    def value(self) -> Any:
        """The JSON value; ABSENT when left blank."""
        return self.typed or ABSENT

    def at(self, path: Sequence[str | int]) -> Input:
        """The innermost input that a path below this one leads to; itself where nothing fits."""
        return self

    def bind(self, field: core.Field, suffix: str | int, label: Text | str = "") -> Input:
        """An input inside this one."""
        part = make_input(field, self.table, label).bind(
            form=None, name=f"{self.name}-{suffix}", _meta=self.meta, translations=self._translations
        )
        self.parts.append(part)
        return part

    @property
    def described_by(self) -> str:
        """The ids of its hint, its ways of writing and its errors, for screen readers."""
        there = {"hint": self.hint, "ways": self.ways, "error": self.findings}
        return " ".join(f"{self.id}-{what}" for what, shown in there.items() if shown)

    def all(self) -> Iterator[Input]:
        """Itself and every input inside."""
        yield self
        for part in self.parts:
            yield from part.all()


def whole(typed: str) -> int | str:
    """A whole number as such, anything else as it was typed."""
    return int(typed) if _WHOLE.fullmatch(typed) else typed


class NumberInput(Input):
    """A whole number, or one of some words ticked beside it (``words``: value in the form, what people see, JSON)."""

    kind = "number"
    numeric = True
    words: Sequence[tuple[str, Text, Any]] = ()
    word = ""

    def __init__(self, field: core.Field, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        if isinstance(field, core.Number) and field.none is not None:
            self.words = (("none", field.none, None),)
        elif isinstance(field, core.Either):
            self.words = tuple((key, text, key) for key, text in _words_of(field).items())
        number = next((f for f in _alternatives(field) if isinstance(f, core.Number)), None)
        self.signed = number is not None and number.low < 0

    def show(self, value: Any) -> None:
        self.word = next(
            (key for key, _text, meant in self.words if meant == value and type(meant) is type(value)), ""
        )
        self.typed = "" if self.word or value is ABSENT or value is None else str(value)

    def take(self, formdata: Any) -> None:
        super().take(formdata)
        self.word = formdata.get(f"{self.name}-word", "")

    @property
    def value(self) -> Any:
        for key, _text, meant in self.words:
            if self.word == key:
                return meant
        return whole(self.typed) if self.typed else ABSENT


class PillsInput(Input):
    """One of a few values, each a button to tap. ``options`` are (value in the form, what people see, JSON)."""

    kind = "pills"

    def __init__(self, field: core.Field, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        self.options = tuple(_options(field, table))

    @property
    def clearable(self) -> bool:
        """Whether nothing at all may be chosen."""
        return self.field.optional

    @property
    def long(self) -> bool:
        """Whether the words are too long to stand side by side."""
        return any(len(say(text)) > 24 for _key, text, _value in self.options)

    def show(self, value: Any) -> None:
        self.typed = next((key for key, _text, meant in self.options if meant == value), "")

    @property
    def value(self) -> Any:
        if not self.typed:
            return ABSENT
        return next((meant for key, _text, meant in self.options if key == self.typed), self.typed)


class TickInput(Input):
    """Yes or no. Unticked is ``false`` where the field has to be there, otherwise absent."""

    kind = "tick"

    def show(self, value: Any) -> None:
        self.typed = "y" if value is True else ""

    @property
    def value(self) -> Any:
        if self.typed:
            return True
        return ABSENT if self.field.optional else False


class TicksInput(Input):
    """Some of the players or sides: a list of numbers in the document."""

    kind = "ticks"

    def __init__(self, field: core.Repeated, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        self.options = tuple(_options(field.of, table))

    def show(self, value: Any) -> None:
        self.ticked = [] if value is ABSENT else [str(part) for part in value]

    def take(self, formdata: Any) -> None:
        self.ticked = formdata.getlist(self.name)

    @property
    def value(self) -> Any:
        return [whole(part) for part in self.ticked] or ABSENT


class TextInput(Input):
    """Free text."""

    @property
    def long(self) -> bool:
        """Whether it deserves more than one line."""
        return isinstance(self.field, core.Line) and self.field.most > 200

    def take(self, formdata: Any) -> None:
        self.typed = formdata.get(self.name, "").replace("\r\n", "\n").strip()


class NotationInput(Input):
    """One line that takes every way to write a value: ``10``, ``3 4 2 4``, ``JK AS 5H``, ``jokers=1 low=2``."""

    kind = "notation"

    def __init__(self, field: core.Field, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        self.ways = [_way(way, table) for way in _alternatives(field)]

    def show(self, value: Any) -> None:
        self.typed = "" if value is ABSENT or value is None else _written(value)

    @property
    def value(self) -> Any:
        parts = [part for part in _SEPARATORS.split(self.typed) if part]
        if not parts:
            return ABSENT
        known = _alternatives(self.field)
        if any("=" in part for part in parts):
            pairs = (part.partition("=") for part in parts)
            return {name: whole(value) for name, _equals, value in pairs}
        if isinstance(self.field, core.Repeated):
            return [_said(part, self.field.of) for part in parts]
        if (
            len(parts) == 1
            and type(whole(parts[0])) is int
            and any(isinstance(f, core.Number) for f in known)
        ):
            return whole(parts[0])
        if any(isinstance(f, core.CardsField) for f in known):
            return parts
        if any(isinstance(f, core.PerSide) for f in known) and len(parts) > 1:
            return [whole(part) for part in parts]
        return " ".join(parts)

    @property
    def cards(self) -> bool:
        """Whether cards can be written here."""
        return any(isinstance(f, core.CardsField | core.CardField) for f in _alternatives(self.field))


class EachInput(Input):
    """One input for every side or seat, labelled by names."""

    kind = "each"

    def __init__(self, field: core.PerSide, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        seats = isinstance(field, core.PerSeat)
        names = table.names if seats else [table.side_name(side) for side in range(len(table.seating.sides))]
        for index, name in enumerate(names):
            self.bind(field.of, index, name)

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        values = data if isinstance(data, list) else [ABSENT] * len(self.parts)
        for part, value in zip(self.parts, values, strict=False):
            part.process(formdata, value)

    @property
    def value(self) -> Any:
        values = [part.value for part in self.parts]
        if all(value is ABSENT for value in values):
            return ABSENT
        return [
            _blank(part.field) if value is ABSENT else value
            for part, value in zip(self.parts, values, strict=True)
        ]

    def at(self, path: Sequence[str | int]) -> Input:
        if path and isinstance(path[0], int) and path[0] < len(self.parts):
            return self.parts[path[0]].at(path[1:])
        return self


class GroupInput(Input):
    """Several inputs that belong together."""

    kind = "group"

    def __init__(self, field: core.Group, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        self.named = {part.name: self.bind(part, part.name) for part in field.fields}

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        values = data if isinstance(data, dict) else {}
        for name, part in self.named.items():
            part.process(formdata, values.get(name, ABSENT))

    @property
    def value(self) -> Any:
        given = {name: part.value for name, part in self.named.items()}
        found = {name: value for name, value in given.items() if value is not ABSENT}
        blank = all(value is False for value in found.values())
        return ABSENT if blank else found

    def at(self, path: Sequence[str | int]) -> Input:
        if path and path[0] in self.named:
            return self.named[str(path[0])].at(path[1:])
        return self


class RowsInput(Input):
    """A list: the rows given, some blank ones, and a button for another."""

    kind = "rows"
    blank_rows = 1

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        assert isinstance(self.field, core.Repeated)
        values = data if isinstance(data, list) else []
        if formdata is None:
            count = len(values) + self.blank_rows
        else:
            count = self._rows_in(formdata) + (formdata.get("more") == self.name)
        self.parts = []
        for index in range(min(count, self.field.most)):
            row = self.bind(self.field.of, index, T("Number {n}", n=index + 1))
            row.process(formdata, values[index] if index < len(values) else ABSENT)

    def _rows_in(self, formdata: Any) -> int:
        pattern = re.compile(re.escape(self.name) + r"-(\d{1,3})(?:-|$)")
        found = [int(fits.group(1)) for name in formdata if (fits := pattern.match(name))]
        return max(found, default=0) + 1

    @property
    def _given(self) -> list[Input]:
        return [row for row in self.parts if row.value is not ABSENT]

    @property
    def value(self) -> Any:
        return [row.value for row in self._given] or ABSENT

    @property
    def full(self) -> bool:
        """Whether no more rows are allowed."""
        return isinstance(self.field, core.Repeated) and len(self.parts) >= self.field.most

    def at(self, path: Sequence[str | int]) -> Input:
        given = self._given
        if path and isinstance(path[0], int) and path[0] < len(given):
            return given[path[0]].at(path[1:])
        return self


class WaysInput(Input):
    """Several ways to say the same, each with its own inputs; the first that is filled in counts."""

    kind = "group"

    def __init__(self, field: core.Either, table: Table, label: Text | str = "", **kwargs: Any) -> None:
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


def make_input(field: core.Field, table: Table, label: Text | str = "") -> Any:
    """The (unbound) input for one of the engine's fields."""
    for kinds, maker in _MAKERS:
        if isinstance(field, kinds):
            return maker(field)(field, table, label)
    return TextInput(field, table, label)


def _for_either(field: core.Field) -> type[Input]:
    assert isinstance(field, core.Either)
    kinds = {type(way) for way in field.of}
    if kinds == {core.Number, core.Choice}:
        small = all(way.high - way.low < MOST_PILLS for way in field.of if isinstance(way, core.Number))
        return PillsInput if small else NumberInput
    return NotationInput if all(_on_one_line(way) for way in field.of) else WaysInput


def _for_repeated(field: core.Field) -> type[Input]:
    assert isinstance(field, core.Repeated)
    if isinstance(field.of, core.SeatField | core.SideField):
        return TicksInput
    return (
        NotationInput
        if {type(way) for way in _alternatives(field.of)} <= {core.Number, core.Choice}
        else RowsInput
    )


_MAKERS: tuple[tuple[Any, Callable[[core.Field], type[Input]]], ...] = (
    (core.Number, lambda field: NumberInput),
    ((core.Choice, core.SeatField, core.SideField), lambda field: PillsInput),
    (core.Flag, lambda field: TickInput),
    ((core.CardField, core.CardsField), lambda field: NotationInput),
    (core.PerSide, lambda field: EachInput),
    (core.Group, lambda field: GroupInput),
    (core.Repeated, _for_repeated),
    (core.Either, _for_either),
)


def _alternatives(field: core.Field) -> Sequence[core.Field]:
    return field.of if isinstance(field, core.Either) else (field,)


def _on_one_line(field: core.Field) -> bool:
    if isinstance(field, core.PerSide):
        return isinstance(field.of, core.Number)
    if isinstance(field, core.Group):
        return all(isinstance(part, core.Number) for part in field.fields)
    return isinstance(field, core.Number | core.CardsField | core.CardField)


def _words_of(field: core.Field) -> Mapping[str, Text]:
    return next((way.choices for way in _alternatives(field) if isinstance(way, core.Choice)), {})


def _options(field: core.Field, table: Table) -> Iterator[tuple[str, Text | str, Any]]:
    """What can be chosen: value in the form, what people see, value in the document."""
    if isinstance(field, core.SeatField):
        yield from ((str(seat), name, seat) for seat, name in enumerate(table.names))
    elif isinstance(field, core.SideField):
        yield from ((str(side), table.side_name(side), side) for side in range(len(table.seating.sides)))
    for way in _alternatives(field):
        if isinstance(way, core.Number):
            yield from ((str(number), str(number), number) for number in range(way.low, way.high + 1))
    yield from ((key, text, key) for key, text in _words_of(field).items())
    if isinstance(field, core.SeatField | core.SideField) and field.nobody:
        yield (NOBODY, T("nobody"), None)


def _blank(field: core.Field) -> Any:
    """What a blank among filled inputs means: no cards, or nothing known."""
    return [] if any(isinstance(way, core.CardsField) for way in _alternatives(field)) else None


def _said(part: str, field: core.Field) -> Any:
    """A word of a list in the reader's language as the document has it."""
    for key, text in _words_of(field).items():
        if part.casefold() in (key, say(text).casefold()):
            return key
    return whole(part)


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(part) for part in value)
    if isinstance(value, dict):
        return " ".join(f"{name}={part}" for name, part in value.items())
    return str(value)


def _way(field: core.Field, table: Table) -> Text | str:
    """An example of a way to write something, for the line under the input."""
    if isinstance(field, core.CardsField):
        return " ".join(str(card) for card in field.pack.cards[-3:])
    if isinstance(field, core.CardField):
        return str(field.pack.cards[-1])
    if isinstance(field, core.Group):
        return _example(field.label, " ".join(f"{part.name}=1" for part in field.fields))
    if isinstance(field, core.PerSide):
        return _example(field.label, " ".join("3" for _ in range(field.size(table))))
    if isinstance(field, core.Repeated):
        numbers = [
            str((way.low + way.high) // 2) for way in _alternatives(field.of) if isinstance(way, core.Number)
        ]
        return " ".join([*numbers, *(say(text) for text in _words_of(field.of).values())])
    return field.label


def _example(label: Text, example: str) -> Text | str:
    return Text("{label}: {example}", {"label": label, "example": example}) if label.msgid else example
