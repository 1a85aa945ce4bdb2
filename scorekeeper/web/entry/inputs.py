"""WTForms fields made from the engine's fields: they show a JSON value, and turn what was typed back into one.

What was typed goes to the engine as it is: letters where a number belongs stay letters, and the engine says what
would be right. A field left blank is ``ABSENT``: it is not in the document at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import wtforms
from wtforms.fields import Label
from wtforms.utils import unset_value

from scorekeeper.core import fields
from scorekeeper.core.documents import parse
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.reading import Field, Table
from scorekeeper.core.text import T, Text
from scorekeeper.web.site.languages import say

MAX_PILLS = 20
_WHOLE = re.compile(r"[+-]?\d{1,12}")
NO_ONE = "-"
Options = tuple[tuple[str, Text | str, Any], ...]
"""Each value in the form, what people see, and the value in the document."""


class _Absent:
    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
"""The value of an input that was left blank."""


class Spoken(Label):
    """A label in the reader's language, looked up where it is shown: a deal that is saved shows none."""

    def __init__(self, name: str, *texts: Text | str) -> None:
        self.field_id, self._texts = name, texts

    @cached_property
    def text(self) -> str:
        """The first text that says something."""
        return next(filter(None, map(say, self._texts)), "")


class Input(wtforms.Field):
    """One input, or a set of them. ``kind`` names the macro that draws it; ``parts`` are the inputs inside."""

    kind = "text"
    cite = ""
    placeholder = ""
    """What counts where nothing is typed."""
    otherwise: int | None = None
    """The number that counts where nothing is typed."""
    brings: Callable[[str], Mapping[str, Any]] | None = None
    """Which options a choice brings along."""
    ends: Mapping[Any, Text | str] = {}
    """What a deal brings by each choice."""
    inside: Input | None = None
    """The set of inputs that it belongs to."""

    def __init__(self, field: Field, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        self.field, self.table = field, table
        self.findings: list[Finding] = []
        self.clearable = field.optional
        self.parts: list[Input] = []
        self.hint: Text | str | None = field.hint
        super().__init__(label="", **kwargs)
        self.label = Spoken(self.id, label, field.label)

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        """Take what was typed, or show ``data``, a value of the document (ABSENT or unset: blank)."""
        self.process_errors: list[str] = []
        value = self.before = ABSENT if data is unset_value else data
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

    @property
    def ways(self) -> Sequence[Text | str]:
        """An example of each way to write it, where there are several."""
        return ()

    @property
    def described_by(self) -> str:
        """The ids of its hint, its ways of writing and its errors, for screen readers."""
        notes = {"hint": self.hint, "ways": self.ways, "error": self.findings}
        return " ".join(f"{self.id}-{name}" for name, shown in notes.items() if shown)

    @property
    def names(self) -> list[str]:
        """What stands above it, from the outside in: ``Golds``, ``Ana``. A row with a number needs no more."""
        numbered = (
            self.inside is not None and self.inside.kind == "rows" and self.label.text not in self.people
        )
        outer = self.inside.names if self.inside is not None and not numbered else []
        return [*outer, self.label.text] if self.label.text else outer

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the players and of the sides."""
        sides = range(len(self.table.seating.sides))
        return (*self.table.names, *map(self.table.side_name, sides))

    def all(self) -> Iterator[Input]:
        """Itself and every input inside."""
        yield self
        for part in self.parts:
            yield from part.all()


def read_whole(typed: str) -> int | str:
    """A whole number as such, anything else as it was typed."""
    typed = typed.replace("−", "-")
    return int(typed) if _WHOLE.fullmatch(typed) else typed


class NumberInput(Input):
    """A whole number, or one of some words ticked beside it (``words``: value in the form, what people see, JSON)."""

    kind = "number"
    words: Sequence[tuple[str, Text, Any]] = ()
    word = ""

    def __init__(self, field: Field, table: Table, label: Text | str = "", **kwargs: Any) -> None:
        super().__init__(field, table, label, **kwargs)
        if isinstance(field, fields.Number) and field.none is not None:
            self.words = (("none", field.none, None),)
        elif isinstance(field, fields.Either):
            self.words = tuple((key, text, key) for key, text in words_of(field).items())
        number = next((f for f in alternatives(field) if isinstance(f, fields.Number)), None)
        self.signed = number is not None and number.low < 0
        self.otherwise = number.blank if number is not None else None
        self.placeholder = "" if self.otherwise is None else str(self.otherwise)

    def show(self, value: Any) -> None:
        self.word = next(
            (key for key, _text, meant in self.words if meant == value and type(meant) is type(value)), ""
        )
        other_way = isinstance(value, dict | list)  # the deal was begun in a way that writes no number here
        self.typed = "" if self.word or other_way or value is ABSENT or value is None else str(value)

    def take(self, formdata: Any) -> None:
        super().take(formdata)
        self.word = formdata.get(f"{self.name}-word", "")
        if self.word and self.typed and read_whole(self.typed) != self.before:
            self.word = ""  # the number was typed beside a tick that stood there

    @property
    def value(self) -> Any:
        for key, _text, meant in self.words:
            if self.word == key:
                return meant
        return read_whole(self.typed) if self.typed else ABSENT


class PillsInput(Input):
    """One of a few values, each a button to tap. ``options`` are (value in the form, what people see, JSON)."""

    kind = "pills"

    @cached_property
    def options(self) -> Options:
        """What can be chosen."""
        return tuple(list_options(self.field, self.table))

    @property
    def long(self) -> bool:
        """Whether the words are too long to stand side by side."""
        return any(len(say(text)) > 24 for _key, text, _value in self.options)

    def show(self, value: Any) -> None:
        read = self.field.read(value, "", Report(), self.table)  # a value may be written in more than one way
        self.typed = next((key for key, _text, meant in self.options if meant in (value, read)), "")

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

    @cached_property
    def options(self) -> Options:
        """The players or sides that can be ticked."""
        assert isinstance(self.field, fields.Repeated)
        return tuple(list_options(self.field.of, self.table))

    def show(self, value: Any) -> None:
        self.ticked = [] if value is ABSENT else [str(part) for part in value]

    def take(self, formdata: Any) -> None:
        self.ticked = formdata.getlist(self.name)

    @property
    def value(self) -> Any:
        return [read_whole(part) for part in self.ticked] or ABSENT


class TextInput(Input):
    """Free text."""

    @property
    def long(self) -> bool:
        """Whether it deserves more than one line."""
        return isinstance(self.field, fields.TextField) and self.field.most > 200

    def take(self, formdata: Any) -> None:
        self.typed = formdata.get(self.name, "").replace("\r\n", "\n").strip()


class DocumentInput(Input):
    """A whole JSON object, pasted."""

    kind = "text"
    long = True

    def show(self, value: Any) -> None:
        self.typed = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else ""

    @property
    def value(self) -> Any:
        if not self.typed:
            return ABSENT
        document, wrong = parse(self.typed.encode("utf-8", "replace"))
        return self.typed if wrong else document


def alternatives(field: Field) -> Sequence[Field]:
    return field.of if isinstance(field, fields.Either) else (field,)


def words_of(field: Field) -> Mapping[str, Text]:
    """What a choice's keys are called."""
    return next((way.choices for way in alternatives(field) if isinstance(way, fields.Choice)), {})


def list_options(field: Field, table: Table) -> Iterator[tuple[str, Text | str, Any]]:
    """What can be chosen: value in the form, what people see, value in the document."""
    if isinstance(field, fields.SeatField):
        number_of = table.seating.number_of
        yield from ((str(number_of(seat)), name, seat) for seat, name in enumerate(table.names))
    elif isinstance(field, fields.SideField):
        for side in range(len(table.seating.sides)):
            yield str(table.seating.number_of(side)), table.side_name(side), side
    elif isinstance(field, fields.Flag):
        yield from (("y", T("yes"), True), ("n", T("no"), False))
    for way in alternatives(field):
        if isinstance(way, fields.Number):
            yield from ((str(number), str(number), number) for number in range(way.low, way.high + 1))
    yield from ((key, text, key) for key, text in words_of(field).items())
    if isinstance(field, fields.SeatField | fields.SideField) and field.or_none:
        yield (NO_ONE, T("nobody"), None)
