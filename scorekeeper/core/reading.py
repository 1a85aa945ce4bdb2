"""How JSON values are read: fields, the fields of an object, free text, and unknown fields.

``read`` turns a JSON value into the engine's value and reports errors at their paths. After an error it returns
``BAD``, so that reading goes on and every problem is reported at once. In a list, or a group of fields, only the part
that cannot be read is ``BAD``: the other parts keep their places and are checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.frozen import Frozen
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import N, T, Text

MAX_TEXT = 500
MAX_NOTE = 2000
"""How long a note or a reason may be."""
MAX_UNKNOWN = 50
UNWRITABLE = T("This text holds characters that cannot be shown; type it anew.")


class Table(NamedTuple):
    """The seats, the names and the options of a match: reading and checking need them beside the document."""

    seating: Seating
    names: tuple[str, ...]
    options: Any

    def side_name(self, side: int) -> str:
        """A side as people say it: ``Ana & Vera``."""
        return " & ".join(self.names[seat] for seat in self.seating.sides[side])

    def people(self, sides: Iterable[int]) -> list[str]:
        """The names of all players on these sides: the winners are people, not pairs."""
        return [self.names[seat] for side in sides for seat in self.seating.sides[side]]


class _Bad:
    """The value of a field that could not be read; its error is in the report."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "BAD"


BAD: Final = _Bad()


def all_known(*values: object) -> bool:
    """Whether all of these could be read. A deal with errors is checked as far as it is known."""
    return BAD not in values


def is_whole(value: Any) -> bool:
    """Whether a value and all of its parts could be read."""
    if isinstance(value, tuple):
        return all(map(is_whole, value))
    if isinstance(value, Mapping):
        return all(map(is_whole, value.values()))
    return value is not BAD


def keep_readable(values: Any) -> tuple[Any, ...]:
    """The parts of a list that could be read, in order; empty if the list itself could not be read."""
    return () if values is BAD else tuple([value for value in values if value is not BAD])


def values_or_bad(values: Any, size: int) -> Any:
    """The values of a list; ``size`` times BAD if the list could not be read."""
    return (BAD,) * size if values is BAD else values


class Field(Frozen):
    """One thing that a sheet asks for: ``label`` is its name on the page, ``hint`` a sentence under it.

    ``instead_of`` names the fields that have no place beside it. ``only_with`` is an option and its values: at tables
    with another value the field changes nothing, and no page asks for it.
    """

    name: str = ""
    label: Text = Text("")
    hint: Text | None = None
    optional: bool = False
    instead_of: tuple[str, ...] = ()
    only_with: tuple[str, tuple[Any, ...]] | None = None
    json: ClassVar[type]

    def to_document(self, value: Any) -> Any:
        """A value that was read, as a document has it."""
        return value

    def say(self, value: Any) -> Text | None:
        """A value of a document in words; None where it speaks for itself."""
        return None

    def at(self, table: Table) -> Field:
        """The field as it is at a table, whose rules may narrow it."""
        return self

    def matters(self, table: Table) -> bool:
        """Whether the rules of a table make anything of this field."""
        return self.only_with is None or getattr(table.options, self.only_with[0]) in self.only_with[1]

    def fits(self, value: Any) -> bool:
        """Whether a value has this field's JSON type; :class:`Either` chooses by it."""
        return type(value) is self.json

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        """The engine's value for a JSON value, or BAD after reporting why not."""
        raise NotImplementedError


def refuse(report: Report, at: str, code: str, text: Text) -> Any:
    """BAD, after reporting why a value cannot be read."""
    report.error(at, code, text)
    return BAD


def read_text(value: Any, at: str, report: Report, most: int = MAX_TEXT) -> Any:
    """Free text, trimmed; BAD when it is not a text, is too long, or holds characters that cannot be shown."""
    if type(value) is not str:
        return refuse(report, at, "not_a_text", T("Write a text here."))
    value = value.strip()
    if len(value) > most:
        text = N("At most {n} character here.", "At most {n} characters here.", n=most)
        return refuse(report, at, "too_long", text)
    if not is_writable(value):
        return refuse(report, at, "unwritable", UNWRITABLE)
    return value


def is_writable(value: str) -> bool:
    """Whether every character can be stored and shown: control characters and lone surrogates cannot, new lines can."""
    return value.isprintable() or not any(
        (character < " " and character not in "\n\r\t")
        or "\x7f" <= character <= "\x9f"
        or "\ud800" <= character <= "\udfff"
        for character in value
    )


def read_fields(
    fields: tuple[Field, ...],
    data: Mapping[str, Any],
    at: str,
    report: Report,
    table: Table,
    also: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """The values of all fields that ``data`` gives, by name; a value that cannot be read is BAD.

    A field that is missing, or is not one of ``fields`` or ``also``, is reported.
    """
    values: dict[str, Any] = {}
    inside = f"{at}." if at else ""
    for field in fields:
        name = field.name
        if name in data:
            values[name] = field.read(data[name], inside + name, report, table)
        elif not field.optional:
            report.error(inside + name, "missing", missing_text(field))
    if len(values) == len(data):
        return values
    for name in data:
        if name not in values and name not in also:
            report_all_unknown(data, [field.name for field in fields] + sorted(also), at, report)
            break
    return values


def has_unknown_field(
    fields: tuple[Field, ...], data: Mapping[str, Any], also: frozenset[str] = frozenset()
) -> bool:
    """Whether an unknown field was given, so that any absent field may have been meant."""
    return not data.keys() - also <= {field.name for field in fields}


def missing_text(field: Field) -> Text:
    """The sentence for a field that is missing."""
    return T("“{label}” is missing.", label=field.label)


def is_missing(fields: tuple[Field, ...], values: Mapping[str, Any]) -> bool:
    """Whether a required field has no value."""
    return any(field.name not in values for field in fields if not field.optional)


def report_all_unknown(data: Mapping[str, Any], known_names: list[str], at: str, report: Report) -> None:
    """Report every unknown field; when there are very many, the first ones and the number of the others."""
    unknown = [name for name in data if name not in known_names]
    for name in unknown[:MAX_UNKNOWN]:
        report_unknown(name, known_names, at, report)
    if len(unknown) > MAX_UNKNOWN:
        text = N(
            "There is {n} more field that does not belong here.",
            "There are {n} more fields that do not belong here.",
            n=len(unknown) - MAX_UNKNOWN,
        )
        report.error(at, "unknown_field", text)


def report_unknown(name: str, known_names: list[str], at: str, report: Report) -> None:
    """Report one unknown field, with the name that was probably meant."""
    shown = quote(name)
    close = _closest(shown, known_names)
    if close:
        text = T("There is no field “{name}” here; did you mean “{close}”?", name=shown, close=close)
    else:
        text = T("There is no field “{name}” here; there is: {known}.", name=shown, known=known_names)
    report.error(f"{at}.{shown}" if at else shown, "unknown_field", text)


def _closest(name: str, known_names: list[str]) -> str | None:
    from difflib import get_close_matches  # here, because it is only needed once something is wrong

    return next(iter(get_close_matches(name[:60], known_names, 1)), None)


def quote(value: Any) -> str:
    """A value as a sentence quotes it: short, printable, and never a whole structure."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    if isinstance(value, int) and abs(value) >= 10**12:
        return "10¹²…"
    shown = value if isinstance(value, str) else repr(value)
    kept = "".join(character if character.isprintable() else "?" for character in shown[:40])
    return kept + "…" if len(shown) > 40 else kept
