"""One line that takes every way to write a value: cards, numbers, words, shares, counts by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeGuard

from scorekeeper.core import fields
from scorekeeper.core.play.cards import Pack
from scorekeeper.core.reading import Field, Table
from scorekeeper.core.text import Text
from scorekeeper.web.entry.inputs import (
    ABSENT,
    Input,
    Options,
    alternatives,
    list_options,
    read_whole,
    words_of,
)
from scorekeeper.web.site.languages import say

_SEPARATORS = re.compile(r"[\s,;]+")


class NotationInput(Input):
    """One line that takes every way to write a value: ``10``, ``3 4 2 4``, ``JK AS 5H``, ``jokers=1 low=2``."""

    kind = "notation"

    @property
    def ways(self) -> Sequence[Text | str]:
        return [_way_to_write(way, self.table) for way in alternatives(self.field)]

    @cached_property
    def cards(self) -> fields.CardsField | fields.CardField | None:
        """The way to write it by cards; None where no cards are written here."""
        return next(filter(_takes_cards, alternatives(self.field)), None)

    @property
    def pack(self) -> Pack | None:
        """The pack whose cards are written here."""
        return None if self.cards is None else self.cards.pack

    @property
    def heap(self) -> str:
        """Where its cards lie; empty where they lie nowhere."""
        return "" if self.cards is None else self.cards.heap

    @property
    def lies(self) -> str:
        """Where before the players its cards lie."""
        return "" if self.cards is None else self.cards.lies

    @property
    def takes_numbers(self) -> bool:
        """Whether something else than cards can be written too."""
        return not all(map(_takes_cards, alternatives(self.field)))

    @property
    def most(self) -> int:
        """How many cards or words at most."""
        many = fields.CardsField | fields.Repeated
        return next((way.most for way in alternatives(self.field) if isinstance(way, many)), 1)

    @cached_property
    def words(self) -> Options:
        """The words of a list, and numbers beside them."""
        of = self.field.of if isinstance(self.field, fields.Repeated) else None
        return tuple(list_options(of, self.table)) if of is not None and words_of(of) else ()

    def show(self, value: Any) -> None:
        self.typed = "" if value is ABSENT or value is None else _as_typed(value)

    def take(self, formdata: Any) -> None:
        """Keep what was typed, or ticked beside one another in its place."""
        self.typed = " ".join(formdata.getlist(self.name)).strip()

    @property
    def value(self) -> Any:
        ways = alternatives(self.field)
        typed = (
            _join_words(self.typed, self.field.of) if isinstance(self.field, fields.Repeated) else self.typed
        )
        parts = [part for part in _SEPARATORS.split(typed) if part]
        if not parts:
            return ABSENT
        if any("=" in part for part in parts):
            pairs = [part.partition("=") for part in parts]
            counts = {name: read_whole(value) for name, _equals, value in pairs}
            return counts if len(counts) == len(pairs) else self.typed  # a name that stands twice is none
        if isinstance(self.field, fields.Repeated):
            return [_word_key(part, self.field.of) for part in parts]
        if (
            len(parts) == 1
            and type(read_whole(parts[0])) is int
            and any(isinstance(f, fields.Number) for f in ways)
        ):
            return read_whole(parts[0])
        if any(isinstance(f, fields.CardsField) for f in ways):
            return parts
        if any(isinstance(f, fields.PerSide) for f in ways) and len(parts) > 1:
            return [read_whole(part) for part in parts]
        return " ".join(parts)


def _takes_cards(field: Field) -> TypeGuard[fields.CardsField | fields.CardField]:
    return isinstance(field, fields.CardsField | fields.CardField)


def _join_words(typed: str, field: Field) -> str:
    """What was typed, each word of several words ("no trumps") as the document has it."""
    words = {say(text): key for key, text in words_of(field).items()}
    for word in sorted((word for word in words if " " in word), key=len, reverse=True):
        typed = re.sub(re.escape(word).replace(r"\ ", r"\s+"), words[word], typed, flags=re.IGNORECASE)
    return typed


def _word_key(part: str, field: Field) -> Any:
    """A word of a list in the reader's language as the document has it."""
    for key, text in words_of(field).items():
        if part.casefold() in (key, say(text).casefold()):
            return key
    return read_whole(part)


def _as_typed(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(part) for part in value)
    if isinstance(value, dict):
        return " ".join(f"{name}={part}" for name, part in value.items())
    return str(value)


def _way_to_write(field: Field, table: Table) -> Text | str:
    """An example of a way to write something, for the line under the input."""
    if isinstance(field, fields.CardsField):
        return field.example or " ".join(str(card) for card in field.pack.cards[-(field.count or 3) :])
    if isinstance(field, fields.CardField):
        return str(field.pack.cards[-1])
    if isinstance(field, fields.Group):
        return _example(field.label, " ".join(f"{part.name}=1" for part in field.fields))
    if isinstance(field, fields.PerSide):
        return _example(field.label, " ".join(_share_out(field, table)))
    if isinstance(field, fields.Repeated):
        numbers = [
            f"{way.low}–{way.high}" for way in alternatives(field.of) if isinstance(way, fields.Number)
        ]
        return " ".join([*numbers, *(say(text) for text in words_of(field.of).values())])
    return field.label


def _share_out(field: fields.PerSide, table: Table) -> list[str]:
    """The most that one can have, shared out: the tricks of all add up to those of the deal."""
    size = field.size(table)
    share, left = divmod(field.of.high if isinstance(field.of, fields.Number) else 3 * size, size)
    return [str(share + (place < left)) for place in range(size)]


def _example(label: Text, example: str) -> Text | str:
    return Text("{label}: {example}", {"label": label, "example": example}) if label.msgid else example
