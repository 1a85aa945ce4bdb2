"""What a game says: a deal in words, its line on the sheet, where a match stands, how much a deal can change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from scorekeeper.core.text import Text

BETWEEN = " · "


class Part(NamedTuple):
    """One fact of a deal in words. None: this form leaves it out.

    A sentence that says several facts names each of them in ``facts``, beside its label.
    """

    full: Text | None
    short: Text | None = None
    facts: tuple[Text, ...] = ()


class DealLine(NamedTuple):
    """A deal as the sheet draws it: who played it, what was counted, the card of the contract, marks beside them.

    The sentence of the deal says the same in words; the line is for the eye.
    """

    by: Text | None = None
    figures: Text | None = None
    sign: Text | None = None
    marks: tuple[Text, ...] = ()


class Standing(NamedTuple):
    """A fact of the game's own that says where a match stands. The command line says its ``sentence``, if any.

    One that is ``short`` needs no line of its own.
    """

    label: Text
    value: Text
    sentence: Text | None = None
    short: bool = False


class RowMark(NamedTuple):
    """A fact of the game's own that a row of the sheet shows. ``figure`` stands beside what came of the deal."""

    text: Text
    figure: int | None = None


class Reach(NamedTuple):
    """How much one ordinary deal can still change, as a game says it.

    ``most`` is the largest score that an ordinary deal writes for one side, or None if it is not known. ``text`` says
    what it is made of and what it leaves out, ``cites`` are its articles. ``deals_left`` is for games that end after a
    number of deals.
    """

    most: int | None = None
    text: Text | None = None
    cites: tuple[str, ...] = ()
    deals_left: int | None = None


LABELLED = "{label}: {value}"


def label_value(label: Text | str, value: Any) -> Text:
    """A fact beside its name: ``Trump: hearts``."""
    return Text(LABELLED, {"label": label, "value": value})


def join_texts(texts: Iterable[Text | None], between: str = BETWEEN) -> Text:
    """Several texts as one."""
    params = {f"part{number}": text for number, text in enumerate(texts) if text is not None}
    return Text(between.join(f"{{{name}}}" for name in params), params)
