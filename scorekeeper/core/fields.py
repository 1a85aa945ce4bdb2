"""Every kind of field that a score sheet can ask for.

A game declares its fields once; JSON reading, web forms, schemas and documentation are made from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import Card, Pack, card_text
from scorekeeper.core.reading import (
    BAD,
    MAX_TEXT,
    Field,
    Table,
    has_unknown_field,
    quote,
    read_fields,
    read_text,
    refuse,
)
from scorekeeper.core.text import N, T, Text

SEAT_LEFT = "seat_left"
LEFT_PLACE = T("Who sat here has left: this place stays empty.")
LEFT_NAMED = T("Who sat there has left; name one who plays.")


class Number(Field):
    """A whole number from ``low`` to ``high``; ``none`` says what null means, where null is allowed.

    ``blank`` is the number that a form reads from an empty line; a document writes it. ``only`` are those there are,
    where they are few. ``limit`` is the highest that a table's options allow, where they decide; ``high`` is then the
    highest at any table.
    """

    low: int = 0
    high: int = 100_000
    none: Text | None = None
    blank: int | None = None
    only: tuple[int, ...] = ()
    limit: Callable[[Any], int] | None = None

    def at(self, table: Table) -> Field:
        return self if self.limit is None else self.but(high=self.limit(table.options), limit=None)

    def fits(self, value: Any) -> bool:
        return type(value) is int or (value is None and self.none is not None)

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if value is None and self.none is not None:
            return None
        if type(value) is not int:
            return refuse(report, at, "not_a_number", T("Write a whole number here."))
        high = self.high if self.limit is None else self.limit(table.options)
        if not self.low <= value <= high:
            params = {"low": self.low, "high": high, "value": quote(value)}
            text = T("Write a number from {low} to {high}; {value} is not possible here.", **params)
            return refuse(report, at, "out_of_range", text)
        if self.only and value not in self.only:
            text = T("Choose one of: {choices}.", choices=list(map(str, self.only)))
            return refuse(report, at, "unknown_choice", text)
        return value


class Choice(Field):
    """One of a few named values, each with its words for people."""

    choices: Mapping[str, Text]

    json = str

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not str or value not in self.choices:
            text = T("Choose one of: {choices}.", choices=list(self.choices))
            return refuse(report, at, "unknown_choice", text)
        return value


class Flag(Field):
    """Yes or no."""

    json = bool

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not bool:
            return refuse(report, at, "not_a_flag", T("Write true or false here."))
        return value


class _Numbered(Field):
    """A seat or side of the table, by number; ``or_none`` allows null.

    ``unknown`` is the code and ``name_one`` the sentence for a number that does not exist.
    """

    or_none: bool = False
    unknown: ClassVar[str]
    name_one: ClassVar[Text]

    def fits(self, value: Any) -> bool:
        return type(value) is int or (value is None and self.or_none)

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        seating = table.seating
        last = self.last(table) + len(seating.left)
        if value is None and self.or_none:
            return None
        if type(value) is not int or not 0 <= value <= last:
            return refuse(report, at, self.unknown, self.name_one._replace(params={"last": last}))
        if value in seating.left:
            return refuse(report, at, SEAT_LEFT, LEFT_NAMED)
        return seating.seat_of(value)

    def last(self, table: Table) -> int:
        """The highest number there is."""
        raise NotImplementedError


class SeatField(_Numbered):
    """One of the players, by seat; ``or_none`` allows null."""

    unknown, name_one = "unknown_seat", T("Name a seat from 0 to {last}.")

    def last(self, table: Table) -> int:
        return table.seating.players - 1


class SideField(_Numbered):
    """One of the sides; ``or_none`` allows null (a tie, or no side)."""

    unknown, name_one = "unknown_side", T("Name a side from 0 to {last}.")

    def last(self, table: Table) -> int:
        return len(table.seating.sides) - 1


class CardField(Field):
    """One card of the pack, in notation.

    Fields of one ``heap`` share no card: a card in the trick is not in the hand. A card that is only named, such as
    a called card, has a heap of its own. ``lies`` is where the card lies; empty where it lies nowhere.
    """

    pack: Pack
    heap: str = "cards"
    lies: str = ""

    json = str

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        card = self.pack.parse(value) if type(value) is str else None
        if card is None:
            example = str(self.pack.cards[-1])
            params = {"value": quote(value), "example": example}
            text = T("“{value}” is not a card of this game; cards are written like {example}.", **params)
            if type(value) is not str:
                text = T("Write a card here, like {example}.", example=example)
            return refuse(report, at, "unknown_card", text)
        return card


class CardsField(Field):
    """A list of at most ``most`` cards, none more often than the pack holds it. Read as a tuple of cards.

    A card that cannot be read, or that is one too many, is BAD in its place. ``heap`` and ``lies`` are those of
    :class:`CardField`.
    """

    pack: Pack
    heap: str = "cards"
    lies: str = ""
    most: int = 60
    count: int | None = None
    example: str = ""
    """The example that a form shows, where random cards would mislead."""
    pack_of: Callable[[Any], Pack] | None = None
    """The pack that a table's options choose, where they do; ``pack`` has the same cards."""

    json = list

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not list:
            return refuse(report, at, "not_a_list", T("Write a list of cards here."))
        if len(value) > self.most:
            text = N("At most {n} card here.", "At most {n} cards here.", n=self.most)
            return refuse(report, at, "too_many", text)
        parse = self.pack.parse
        cards: tuple[Any, ...] = tuple([parse(part) if type(part) is str else None for part in value])
        if None in cards:
            card_field = CardField(pack=self.pack)
            cards = tuple(
                [card_field.read(part, f"{at}[{index}]", report, table) for index, part in enumerate(value)]
            )
        if len(set(cards)) < len(cards):
            pack = self.pack if self.pack_of is None else self.pack_of(table.options)
            cards = self._within_pack(cards, pack, at, report)
        if self.count is not None and len(cards) != self.count:
            text = N(
                "{n} card belongs here, not {given}.",
                "{n} cards belong here, not {given}.",
                n=self.count,
                given=len(cards),
            )
            return refuse(report, at, "card_count", text)
        return cards

    def _within_pack(self, cards: tuple[Any, ...], pack: Pack, at: str, report: Report) -> tuple[Any, ...]:
        """The cards, with BAD for copies that the pack does not have; each such card is reported once."""
        kept: list[Any] = []
        reported: set[Card] = set()
        for card in cards:
            if card is BAD or kept.count(card) < pack.copies_of(card):
                kept.append(card)
                continue
            kept.append(BAD)
            if card not in reported:
                reported.add(card)
                text = N(
                    "{card} is here more than once, and the pack has it once.",
                    "{card} is here more often than the {n} times the pack has it.",
                    n=pack.copies_of(card),
                    card=card_text(card),
                )
                report.error(at, "card_twice", text)
        return tuple(kept)


class PerSide(Field):
    """One value a side; ``blanks`` of them may be null. Read as a tuple in which a blank is None.

    A value that cannot be read is BAD in its place.
    """

    of: Field
    blanks: int = 0

    json = list

    def size(self, table: Table) -> int:
        return len(table.seating.sides)

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        left = table.seating.left
        size = self.size(table) + len(left)
        if type(value) is not list:
            return refuse(report, at, "list_length", T("Write a list of {size} values here.", size=size))
        if len(value) != size:
            text = N(
                "This is written for {n} side; it has to be for {size}.",
                "This is written for {n} sides; it has to be for {size}.",
                n=len(value),
                size=size,
            )
            report.error(at, "list_length", text)
        values = []
        for index, part in enumerate(value[:size]):
            if index in left:
                if part is not None:
                    report.error(f"{at}[{index}]", SEAT_LEFT, LEFT_PLACE)
                continue
            blank = part is None and self.blanks
            values.append(None if blank else self.of.read(part, f"{at}[{index}]", report, table))
        if values.count(None) > self.blanks and not isinstance(self.of, SeatField | SideField):
            text = N(
                "At most {n} value may be left blank.", "At most {n} values may be left blank.", n=self.blanks
            )
            return refuse(report, at, "too_many_blanks", text)
        return tuple(values) if len(value) == size else BAD


class PerSeat(PerSide):
    """One value a seat, otherwise like :class:`PerSide`."""

    def size(self, table: Table) -> int:
        return table.seating.players


class Repeated(Field):
    """A list of at most ``most`` values of one field. Read as a tuple; a value that cannot be read is BAD in its place.

    ``part`` is the heading above each value. With ``by_seat`` there is one value for each player, in order of
    seats; with ``by_side`` one for each side.
    """

    of: Field
    most: int = 60
    part: Text = T("Number {n}")
    by_seat: bool = False
    by_side: bool = False

    json = list

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not list:
            return refuse(report, at, "not_a_list", T("Write a list here."))
        if len(value) > self.most:
            text = N("At most {n} is possible here.", "At most {n} are possible here.", n=self.most)
            return refuse(report, at, "too_many", text)
        read = self.of.read
        return tuple([read(part, f"{at}[{index}]", report, table) for index, part in enumerate(value)])


class Group(Field):
    """Several fields that belong together. Read as a dict that holds only the fields given.

    After an error it holds BAD for fields that cannot be read or are missing. If an unknown field was written, it holds
    BAD for every absent field, because any of them may have been meant.
    """

    fields: tuple[Field, ...]

    json = dict

    def at(self, table: Table) -> Group:
        return self.but(fields=tuple(field for field in self.fields if field.matters(table)))

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not dict:
            return refuse(report, at, "not_an_object", T("Write an object with named fields here."))
        errors = len(report.errors)
        values = read_fields(self.fields, value, at, report, table)
        if len(report.errors) > errors:
            slip = has_unknown_field(self.fields, value)
            for field in self.fields:
                if slip or not field.optional:
                    values.setdefault(field.name, BAD)
        return values


class Either(Field):
    """One of several ways to say the same, told apart by the JSON type of the value."""

    of: tuple[Field, ...]

    def fits(self, value: Any) -> bool:
        return any(field.fits(value) for field in self.of)

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        for field in self.of:
            if field.fits(value):
                return field.read(value, at, report, table)
        text = T("Write here one of: {ways}.", ways=[f.label for f in self.of])
        return refuse(report, at, "wrong_type", text)


class TextField(Field):
    """Free text of at most ``most`` characters, without control characters. Read trimmed."""

    most: int = MAX_TEXT

    json = str

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        return read_text(value, at, report, self.most)


class Document(Field):
    """A whole JSON object that another function reads (a match inside a question)."""

    json = dict

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if type(value) is not dict:
            return refuse(report, at, "not_an_object", T("Write an object with named fields here."))
        return value
