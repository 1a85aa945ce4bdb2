"""Sentences that are not yet in any language: an English template and its parameters.

The engine builds :class:`Text` values and never a finished sentence, so that the same score can be
read in five languages. ``T``, ``N`` and ``C`` also mark the sentences that are collected for translation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

LANGUAGES = ("en", "bg", "is", "eu", "es")
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Text(NamedTuple):
    """An English template with ``{named}`` places and what goes into them.

    A parameter may be a string, a number, another Text, a Player, a Side, or a sequence of these (joined by commas).
    ``plural`` is the template for every count but one; the count is the parameter ``n``.
    ``context`` tells apart equal English words that other languages keep apart.
    """

    msgid: str
    params: Mapping[str, Any] = NOTHING
    plural: str | None = None
    context: str | None = None

    def __str__(self) -> str:
        return render(self)


def T(msgid: str, /, **params: Any) -> Text:  # noqa: N802 - the one-letter marks are extraction keywords
    """A sentence: ``T("{n} hang", n=8)``."""
    return Text(msgid, params)


def N(singular: str, plural: str, /, *, n: int, **params: Any) -> Text:  # noqa: N802
    """A sentence with a count ``n``: ``N("{n} point", "{n} points", n=1)``."""
    params["n"] = n
    return Text(singular, params, plural)


def C(context: str, msgid: str, /, **params: Any) -> Text:  # noqa: N802
    """A sentence whose translation depends on where it stands: ``C("card", "10")``."""
    return Text(msgid, params, None, context)


BEFORE_I = re.compile(r"h?[iíï](?![aeiou])", re.IGNORECASE)


def list_names(names: Sequence[str]) -> Text:
    """Names as a list in words: ``Ana, Vera and Jon``. Spanish has another word for *and* before the sound i."""
    *first, last = names
    if not first:
        return Text("{name}", {"name": last})
    if BEFORE_I.match(last):
        return C("before the sound i", "{names} and {last}", names=first, last=last)
    return T("{names} and {last}", names=first, last=last)


class Amount(str):
    """A number that may have a fraction, as a parameter: ``2.5`` here, with a comma where the language has one."""

    __slots__ = ()

    def render(self, catalogue: Catalogue | None) -> str:
        """The number as the catalogue's language writes it."""
        sign = render(DECIMAL_SIGN, catalogue) if "." in self else ""
        return self.replace(".", sign)


WRITTEN_AMOUNT = re.compile(r"[+−]?\d+\.\d+", re.ASCII)
DECIMAL_SIGN = C("decimal sign", ".")


class Player(NamedTuple):
    """The player at a seat, as a parameter: by name where the table is known (:mod:`naming`), else ``seat 1``.

    People count seats from 1. ``opens`` says that the sentence begins with it.
    """

    seat: int
    opens: bool = False

    @property
    def unnamed(self) -> Text:
        """The words for the seat at a table without names."""
        if self.opens:
            return T("Seat {number}", number=self.seat + 1)
        return T("seat {number}", number=self.seat + 1)


class Side(NamedTuple):
    """A side, as a parameter: the names of its players where the table is known, else ``unnamed``."""

    side: int
    unnamed: Text


class Capital(NamedTuple):
    """Words that begin a sentence, as a parameter: with a capital letter."""

    text: Text


class Players(NamedTuple):
    """Some players together, as a parameter: by their names where the table is known, else ``unnamed``."""

    seats: tuple[int, ...]
    unnamed: Text


class Caller(NamedTuple):
    """The first, second … to call in a deal, as a parameter: by name where the dealer is known, else ``unnamed``.

    ``whole_side`` stands for the caller and the caller's partners together.
    """

    number: int
    unnamed: Text
    whole_side: bool = False


CALLERS = (T("the first caller"), T("the second caller"), T("the third caller"), T("the fourth caller"))


def caller(number: int, dealer: int | None = None) -> Caller | Player:
    """One of four who call in turn from the dealer's neighbour on: the player at the seat, if the dealer is known."""
    if dealer is None:
        return Caller(number, CALLERS[number])
    return Player((dealer + 1 + number) % len(CALLERS))


def seats(numbers: Sequence[int]) -> Text:
    """Seats together, counted from 1: ``seat 2``, ``seats 1 and 3``."""
    if len(numbers) == 1:
        return Player(numbers[0]).unnamed
    return T("seats {seats}", seats=list_names([str(seat + 1) for seat in numbers]))


class Catalogue(Protocol):
    """The methods of :mod:`gettext` translations that the engine uses."""

    def gettext(self, message: str) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...
    def pgettext(self, context: str, message: str) -> str: ...
    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str: ...


def render(text: Text, catalogue: Catalogue | None = None) -> str:
    """The finished sentence, in the catalogue's language; English without one."""
    msgid, params, plural, context = text
    if plural is not None:
        count = params["n"]
        if catalogue is not None:
            msgid = catalogue.ngettext(msgid, plural, abs(count))
        elif count != 1:
            msgid = plural
    elif catalogue is not None:
        msgid = catalogue.pgettext(context, msgid) if context else catalogue.gettext(msgid)
    if not params:
        return msgid
    for value in params.values():
        if type(value) is not int and type(value) is not str:
            return msgid.format_map({name: _render_value(value, catalogue) for name, value in params.items()})
    return msgid.format_map(params)


def _render_value(value: Any, catalogue: Catalogue | None) -> Any:
    if isinstance(value, Text):
        return render(value, catalogue)
    if isinstance(value, Capital):
        words = render(value.text, catalogue)
        return words[:1].upper() + words[1:]
    if isinstance(value, Amount):
        return value.render(catalogue)
    if isinstance(value, Player | Side | Players | Caller):
        return render(value.unnamed, catalogue)
    if isinstance(value, str | int):
        return value
    if isinstance(value, Sequence):
        return ", ".join(str(_render_value(part, catalogue)) for part in value)
    return str(value)
