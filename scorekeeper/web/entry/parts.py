"""A form cut into the parts of a draft, and put together again: generic over games.

A part is a field of the form, or one seat's or side's value of a field that has one for each, or one field of a group:
``bid``, ``hands.2``, ``most.cards``. Seats have their numbers in documents, so that what was entered stays with its
player when another one leaves.
On the way it is what its inputs hold, exactly as a browser would send them; in the database it is the value that the
game's own field read, facts only. Free text never becomes part of a draft.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from werkzeug.datastructures import MultiDict

from scorekeeper.core.fields import CardsField, Document, Group, PerSide, SeatField, SideField, TextField
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import DealForm, Game
from scorekeeper.core.reading import BAD, Field, Table
from scorekeeper.core.renumbering import in_document, number_seats
from scorekeeper.core.scoring.decided import ways_of
from scorekeeper.core.text import T
from scorekeeper.store.match.drafts import DraftPart
from scorekeeper.web.entry.forms import WHO_DEALT, EntryForm
from scorekeeper.web.entry.input_sets import EachInput, GroupInput
from scorekeeper.web.entry.inputs import ABSENT, Input, NumberInput, TicksInput, alternatives

MAX_INPUTS = 600
MAX_TYPED = 600


def is_fact(field: Field) -> bool:
    """Whether a field holds no free text."""
    inside = field.fields if isinstance(field, Group) else getattr(field, "of", ())
    parts = inside if isinstance(inside, tuple) else (inside,)
    return not isinstance(field, TextField | Document) and all(is_fact(part) for part in parts)


def parts_in(form: EntryForm) -> dict[str, Input]:
    """The inputs of a form that are parts of the draft, by the part's name."""
    inputs: dict[str, Input] = {}
    for whole in (*form.inputs, *form.more):
        if not is_fact(whole.field):
            continue
        if isinstance(whole, EachInput):
            numbers = map(whole.table.seating.number_of, range(len(whole.parts)))
            inputs |= {
                f"{whole.short_name}.{number}": part
                for number, part in zip(numbers, whole.parts, strict=True)
            }
        elif isinstance(whole, GroupInput):
            inputs |= {f"{whole.short_name}.{name}": part for name, part in whole.named.items()}
        else:
            inputs[whole.short_name] = whole
    return inputs


def part_of(form: EntryForm, inner: Input) -> str:
    """The name of the part that an input is; empty for an input that is none (a note, a set of parts)."""
    return next((name for name, part in parts_in(form).items() if part is inner), "")


def values_of(inputs: Mapping[str, Sequence[str]]) -> MultiDict[str, str]:
    """What inputs held, as a form posts it."""
    values: MultiDict[str, str] = MultiDict()
    for name, held in inputs.items():
        values.setlist(name, list(held))
    values.setdefault("uuid", "")  # never quite empty: it was typed, even when it was left blank
    return values


def typed_in(inputs: Any) -> dict[str, list[str]] | None:
    """What inputs held, as a request gives it: names and lists of short texts; None for anything else."""
    if type(inputs) is not dict or len(inputs) > MAX_INPUTS:
        return None
    for name, held in inputs.items():
        if type(held) is not list or len(name) > 120 or len(held) > MAX_INPUTS:
            return None
        if any(type(text) is not str or len(text) > MAX_TYPED for text in held):
            return None
    return inputs


def value_of(part: Input) -> tuple[tuple[Any, ...], tuple[Finding, ...]]:
    """What a part's inputs say, as one value or none at all; and what is wrong with it."""
    value = part.value
    if value is ABSENT or (value is False and part.field.optional):
        return (), ()
    report = Report()
    if part.field.read(value, "", report, part.table) is BAD or report.errors:
        return (), tuple(report.errors)
    return (number_seats(part.field, value, part.table.seating),), ()


def values_in(form: EntryForm) -> dict[str, tuple[Any, ...]]:
    """What a form holds of each part, as :func:`value_of` reads it: one value, or none."""
    return {name: value_of(part)[0] for name, part in parts_in(form).items()}


def entry_from(form: DealForm, parts: Mapping[str, DraftPart], table: Table) -> dict[str, Any]:
    """The parts of those who play as far as they are filled, as an entry of a document that a form can show."""
    numbers, entry = table.seating.numbers, dict[str, Any]()
    for field in (*form.fields, WHO_DEALT):
        if isinstance(field, PerSide):
            by_number = {
                number: parts.get(f"{field.name}.{number}") for number in numbers[: field.size(table)]
            }
            values = {
                number: part.value for number, part in by_number.items() if _stands(part, field.of, table)
            }
            if values:
                entry[field.name] = [values.get(number, ABSENT) for number in by_number]
        elif isinstance(field, Group):
            inside = {inner.name: (parts.get(f"{field.name}.{inner.name}"), inner) for inner in field.fields}
            filled = {
                name: part.value for name, (part, inner) in inside.items() if _stands(part, inner, table)
            }
            entry |= {field.name: filled} if filled else {}
        elif _stands(part := parts.get(field.name), field, table):
            entry[field.name] = part.value
    return in_document([field for field in form.fields if isinstance(field, PerSide)], entry, table.seating)


def _stands(part: DraftPart | None, field: Field, table: Table) -> TypeGuard[DraftPart]:
    """Whether a part is filled, and names no player who has left."""
    if part is None or not part.filled:
        return False
    return not (isinstance(field, SeatField | SideField) and part.value in table.seating.left)


def way_for(game: Game, parts: Mapping[str, DraftPart], usual: str) -> str:
    """The way to write the deal that shows most of what was entered; the usual one when nothing speaks against it."""
    filled = {name: part.value for name, part in parts.items() if part.filled}

    def count_fitting(form: DealForm) -> tuple[int, bool]:
        fields = {field.name: field for field in form.fields}
        fitting = (_fits(_field_of(fields, name), value) for name, value in filled.items())
        return sum(fitting), form.slug == usual

    return max(ways_of(game), key=count_fitting).slug


def _field_of(fields: Mapping[str, Field], name: str) -> Field | None:
    whole, _dot, inside = name.partition(".")
    field = fields.get(whole)
    if isinstance(field, PerSide):
        return field.of
    if isinstance(field, Group):
        return next((inner for inner in field.fields if inner.name == inside), None)
    return field


def _fits(field: Field | None, value: Any) -> bool:
    return field is not None and any(way.fits(value) for way in alternatives(field))


def list_held(part: Input) -> dict[str, list[str]]:
    """What the inputs of a part hold, for the page of another phone."""
    held: dict[str, list[str]] = {}
    for inner in part.all():
        if inner.parts:
            continue
        if isinstance(inner, TicksInput):
            held[inner.name] = list(inner.ticked)
            continue
        held[inner.name] = [inner.typed] if inner.typed else []
        if isinstance(inner, NumberInput) and inner.words:
            held[f"{inner.name}-word"] = [inner.word] if inner.word else []
    return held


def open_parts(form: EntryForm) -> list[Input]:
    """The parts that have to be filled in still, as far as the fields alone can tell."""
    return [part for whole in form.inputs if not whole.field.optional for part in _open(whole)]


def _open(whole: Input) -> Iterator[Input]:
    if isinstance(whole, GroupInput):
        yield from (part for part in whole.parts if part.value is ABSENT and not part.field.optional)
        return
    if not isinstance(whole, EachInput) or not isinstance(whole.field, PerSide):
        if whole.value is ABSENT:
            yield whole
        return
    if isinstance(whole.field.of, CardsField) and whole.value is not ABSENT:
        return  # beside the cards of another, no cards are an answer too
    blank = [part for part in whole.parts if part.value is ABSENT and part.otherwise is None]
    if len(blank) > whole.field.blanks:
        yield from blank


def missing_parts(form: EntryForm) -> list[Finding]:
    """One finding for every seat or side that is blank yet."""
    text = T("Still to come from here.")
    inside = [part for part in open_parts(form) if part not in form.inputs]
    return [Finding(name, "missing", text) for name, part in parts_in(form).items() if part in inside]
