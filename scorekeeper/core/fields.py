"""The closed list of things a score sheet asks for.

A game names its fields once; JSON reading, web forms, schemas and documentation are made from them.
``read`` turns a JSON value into the engine's value and reports what is wrong with it at its path; after an
error it returns ``BAD``, so that reading goes on and every problem is reported at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from scorekeeper.core.cards import Card, Pack, card_text
from scorekeeper.core.findings import Report
from scorekeeper.core.frozen import Frozen
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import N, T, Text

MOST_TEXT = 500
MOST_UNKNOWN = 50


class Table(NamedTuple):
    """Who plays and under which options: what reading and checking need to know besides the document."""

    seating: Seating
    names: tuple[str, ...]
    options: Any

    def side_name(self, side: int) -> str:
        """A side as people say it: ``Ana & Vera``."""
        return " & ".join(self.names[seat] for seat in self.seating.sides[side])


class _Bad:
    """The value of a field that could not be read; its error is in the report."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "BAD"


BAD: Final = _Bad()


def known(*values: object) -> bool:
    """Whether all of these could be read. The rest of a wrong deal is checked all the same, as far as it is known."""
    return BAD not in values


class Field(Frozen):
    """One thing asked for: ``label`` is what people see, ``hint`` a sentence under it."""

    name: str = ""
    label: Text = Text("")
    hint: Text | None = None
    optional: bool = False

    def fits(self, value: Any) -> bool:
        """Whether a value is of this field's JSON type; alternatives are chosen by it."""
        raise NotImplementedError

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        """The engine's value for a JSON value, or BAD after reporting why not."""
        raise NotImplementedError


class Number(Field):
    """A whole number from ``low`` to ``high``; ``none`` is what null means, where null is allowed."""

    low: int = 0
    high: int = 100_000
    none: Text | None = None

    def fits(self, value: Any) -> bool:
        return type(value) is int or (value is None and self.none is not None)

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if value is None and self.none is not None:
            return None
        if type(value) is not int:
            report.error(at, "not_a_number", T("Write a whole number here."))
            return BAD
        if not self.low <= value <= self.high:
            text = T("Write a number from {low} to {high}; {value} is not possible here.",
                     low=self.low, high=self.high, value=_short(value))  # fmt: skip
            report.error(at, "out_of_range", text)
            return BAD
        return value


class Choice(Field):
    """One of a few named values, each with the words people see for it."""

    choices: Mapping[str, Text]

    def fits(self, value: Any) -> bool:
        return type(value) is str

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not str or value not in self.choices:
            report.error(at, "unknown_choice", T("Choose one of: {choices}.", choices=list(self.choices)))
            return BAD
        return value


class Flag(Field):
    """Yes or no."""

    def fits(self, value: Any) -> bool:
        return type(value) is bool

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not bool:
            report.error(at, "not_a_flag", T("Write true or false here."))
            return BAD
        return value


class SeatField(Field):
    """One of the players, by seat; ``nobody`` allows null."""

    nobody: bool = False

    def fits(self, value: Any) -> bool:
        return type(value) is int or (value is None and self.nobody)

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if value is None and self.nobody:
            return None
        players = table.seating.players
        if type(value) is not int or not 0 <= value < players:
            report.error(at, "unknown_seat", T("Name a seat from 0 to {last}.", last=players - 1))
            return BAD
        return value


class SideField(Field):
    """One of the sides; ``nobody`` allows null (a tie, or no one)."""

    nobody: bool = False

    def fits(self, value: Any) -> bool:
        return type(value) is int or (value is None and self.nobody)

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if value is None and self.nobody:
            return None
        last = len(table.seating.sides) - 1
        if type(value) is not int or not 0 <= value <= last:
            report.error(at, "unknown_side", T("Name a side from 0 to {last}.", last=last))
            return BAD
        return value


class CardField(Field):
    """One card of the pack, in notation."""

    pack: Pack

    def fits(self, value: Any) -> bool:
        return type(value) is str

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        card = self.pack.parse(value) if type(value) is str else None
        if card is None:
            example = str(self.pack.cards[-1])
            text = T("“{value}” is not a card of this game; cards are written like {example}.",
                     value=_short(value), example=example)  # fmt: skip
            if type(value) is not str:
                text = T("Write a card here, like {example}.", example=example)
            report.error(at, "unknown_card", text)
            return BAD
        return card


class CardsField(Field):
    """A list of cards, at most ``most``, none more often than the pack holds it. Read as a tuple of cards."""

    pack: Pack
    most: int = 60
    count: int | None = None
    example: str = ""
    """What a form shows as an example, where not any cards will do."""

    def fits(self, value: Any) -> bool:
        return type(value) is list

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not list:
            report.error(at, "not_a_list", T("Write a list of cards here."))
            return BAD
        if len(value) > self.most:
            report.error(at, "too_many", N("At most {n} card here.", "At most {n} cards here.", n=self.most))
            return BAD
        parse = self.pack.parse
        cards: tuple[Any, ...] = tuple([parse(part) if type(part) is str else None for part in value])
        if None in cards:
            one = CardField(pack=self.pack)
            for index, part in enumerate(value):
                one.read(part, f"{at}[{index}]", report, table)
            return BAD
        if self.count is not None and len(cards) != self.count:
            text = N("{n} card belongs here, not {given}.", "{n} cards belong here, not {given}.",
                     n=self.count, given=len(cards))  # fmt: skip
            report.error(at, "card_count", text)
            return BAD
        return cards if self._within_pack(cards, at, report) else BAD

    def _within_pack(self, cards: tuple[Card, ...], at: str, report: Report) -> bool:
        if len(set(cards)) == len(cards):
            return True
        for card in dict.fromkeys(cards):
            if cards.count(card) > self.pack.copies_of(card):
                text = N("{card} is here more than once, and the pack has it once.",
                         "{card} is here more often than the {n} times the pack has it.",
                         n=self.pack.copies_of(card), card=card_text(card))  # fmt: skip
                report.error(at, "card_twice", text)
                return False
        return True


class PerSide(Field):
    """One value a side; ``blanks`` of them may be null. Read as a tuple in which a blank is None."""

    of: Field
    blanks: int = 0

    def fits(self, value: Any) -> bool:
        return type(value) is list

    def size(self, table: Table) -> int:
        return len(table.seating.sides)

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        size = self.size(table)
        if type(value) is not list or len(value) != size:
            report.error(at, "list_length", T("Write a list of {size} values here.", size=size))
            return BAD
        values = []
        for index, part in enumerate(value):
            blank = part is None and self.blanks
            values.append(None if blank else self.of.read(part, f"{at}[{index}]", report, table))
        if values.count(None) > self.blanks and not isinstance(self.of, SeatField | SideField):
            text = N(
                "At most {n} value may be left blank.", "At most {n} values may be left blank.", n=self.blanks
            )
            report.error(at, "too_many_blanks", text)
            return BAD
        return BAD if BAD in values else tuple(values)


class PerSeat(PerSide):
    """One value a seat, otherwise like :class:`PerSide`."""

    def size(self, table: Table) -> int:
        return table.seating.players


class Repeated(Field):
    """A list of values of one field, at most ``most``. Read as a tuple."""

    of: Field
    most: int = 60

    def fits(self, value: Any) -> bool:
        return type(value) is list

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not list:
            report.error(at, "not_a_list", T("Write a list here."))
            return BAD
        if len(value) > self.most:
            report.error(
                at,
                "too_many",
                N("At most {n} is possible here.", "At most {n} are possible here.", n=self.most),
            )
            return BAD
        values = [self.of.read(part, f"{at}[{index}]", report, table) for index, part in enumerate(value)]
        return BAD if BAD in values else tuple(values)


class Group(Field):
    """Several fields that belong together. Read as a dict that holds only what was given."""

    fields: tuple[Field, ...]

    def fits(self, value: Any) -> bool:
        return type(value) is dict

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not dict:
            report.error(at, "not_an_object", T("Write an object with named fields here."))
            return BAD
        errors = len(report.errors)
        values = read_fields(self.fields, value, at, report, table)
        return BAD if len(report.errors) > errors else values


class Either(Field):
    """One of several ways to say the same, told apart by the JSON type of the value."""

    of: tuple[Field, ...]

    def fits(self, value: Any) -> bool:
        return any(field.fits(value) for field in self.of)

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        for field in self.of:
            if field.fits(value):
                return field.read(value, at, report, table)
        report.error(
            at,
            "wrong_type",
            T("Write here one of: {ways}.", ways=[f.label for f in self.of]),
        )
        return BAD


class Line(Field):
    """Free text of at most ``most`` characters, without control characters. Read trimmed."""

    most: int = MOST_TEXT

    def fits(self, value: Any) -> bool:
        return type(value) is str

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        return read_text(value, at, report, self.most)


class Document(Field):
    """A whole JSON object that is read elsewhere (a match inside a question)."""

    def fits(self, value: Any) -> bool:
        return type(value) is dict

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not dict:
            report.error(at, "not_an_object", T("Write an object with named fields here."))
            return BAD
        return value


def read_text(value: Any, at: str, report: Report, most: int = MOST_TEXT) -> Any:
    """Free text, trimmed; BAD when it is no text, too long, or holds characters that cannot be written."""
    if type(value) is not str:
        report.error(at, "not_a_text", T("Write a text here."))
        return BAD
    value = value.strip()
    if len(value) > most:
        text = N("At most {n} character here.", "At most {n} characters here.", n=most)
        report.error(at, "too_long", text)
        return BAD
    if not writable(value):
        report.error(at, "unwritable", T("This text holds characters that cannot be shown; type it anew."))
        return BAD
    return value


def writable(value: str) -> bool:
    """Whether every character can be stored and shown: no control characters (but new lines), no half pairs."""
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


def missing_text(field: Field) -> Text:
    """The sentence for a field that has to be filled in."""
    return T("“{label}” is missing.", label=field.label)


def missing(fields: tuple[Field, ...], values: Mapping[str, Any]) -> bool:
    """Whether a required field has no value."""
    return any(field.name not in values for field in fields if not field.optional)


def report_all_unknown(data: Mapping[str, Any], known: list[str], at: str, report: Report) -> None:
    """Report every field that nobody asked for; when there are very many, the first and how many more."""
    unknown = [name for name in data if name not in known]
    for name in unknown[:MOST_UNKNOWN]:
        report_unknown(name, known, at, report)
    if len(unknown) > MOST_UNKNOWN:
        text = N("There is {n} more field that nobody asked for.",
                 "There are {n} more fields that nobody asked for.", n=len(unknown) - MOST_UNKNOWN)  # fmt: skip
        report.error(at, "unknown_field", text)


def report_unknown(name: str, known: list[str], at: str, report: Report) -> None:
    """Report one field that nobody asked for, with the name it was probably meant to be."""
    shown = _short(name)
    close = _closest(shown, known)
    if close:
        text = T("There is no field “{name}” here; did you mean “{close}”?", name=shown, close=close)
    else:
        text = T("There is no field “{name}” here; there is: {known}.", name=shown, known=known)
    report.error(f"{at}.{shown}" if at else shown, "unknown_field", text)


def _closest(name: str, known: list[str]) -> str | None:
    from difflib import get_close_matches  # here, because it is only needed once something is wrong

    return next(iter(get_close_matches(name[:60], known, 1)), None)


def _short(value: Any) -> str:
    """A value quoted in a sentence: never long, always printable, never a whole structure."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    if isinstance(value, int) and abs(value) >= 10**12:
        return "10¹²…"
    shown = value if isinstance(value, str) else repr(value)
    kept = "".join(character if character.isprintable() else "?" for character in shown[:40])
    return kept + "…" if len(shown) > 40 else kept
