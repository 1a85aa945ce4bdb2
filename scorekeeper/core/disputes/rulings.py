"""A situation in dispute, and the answer to it with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.writings import Write, write_entry
from scorekeeper.core.findings import Report
from scorekeeper.core.frozen import Frozen
from scorekeeper.core.play.cards import Card, card_text
from scorekeeper.core.play.laying import Laying
from scorekeeper.core.reading import Field, Table
from scorekeeper.core.text import C, T, Text


class Reason(NamedTuple):
    """One step that leads to a verdict, with the articles it rests on."""

    text: Text
    cites: tuple[str, ...]


class Ruling(NamedTuple):
    """The answer to a question: a result for machines, a verdict in one sentence, and why."""

    result: Mapping[str, Any]
    verdict: Text
    reasons: tuple[Reason, ...]

    @property
    def cites(self) -> tuple[str, ...]:
        """Every article that it rests on, each once."""
        return tuple(dict.fromkeys(cite for reason in self.reasons for cite in reason.cites))


YES, NO = C("verdict", "Yes"), C("verdict", "No")
"""The first word of a verdict on a question of yes or no."""


Decide = Callable[[Mapping[str, Any]], bool | None]
"""Finds the yes or no in a result; None where it has neither."""


def yes_if(*names: str) -> Decide:
    """A function that returns True if any of these flags of a result is set, otherwise False."""
    return lambda result: any(result[name] for name in names)


def yes_if_empty(*names: str) -> Decide:
    """A function that returns True if all of these lists of a result are empty, otherwise False."""
    return lambda result: not any(result[name] for name in names)


def yes_if_whole(*names: str) -> Decide:
    """As :func:`yes_if_empty`, of a deal gone through card by card: no yes before its last card."""
    by_rules = yes_if_empty(*names)
    return lambda result: None if result["deal"] is None and by_rules(result) else by_rules(result)


def level_if(name: str, value: Any) -> Callable[[Mapping[str, Any]], bool]:
    """A function that returns True if a result has this value under this name."""
    return lambda result: bool(result.get(name) == value)


def know_all_but(*names: str) -> Callable[[Mapping[str, Any], Table], Mapping[str, Any]]:
    """A function that returns what a match tells, without what an entry calls by these names and means otherwise."""
    return lambda facts, table: {name: value for name, value in facts.items() if name not in names}


class Question(Frozen):
    """One kind of dispute: ``title`` in the players' words, the fields it needs, and the function that answers it.

    ``answer`` gets the values by name and the table (its options are the rules agreed on); it returns the
    ruling, or None after reporting what is wrong with the situation at paths of the question document.
    ``decides`` finds the yes or no in a result; None if the question has neither. ``levels`` tells a result in which
    two sides are level. ``known`` turns what a match tells of a deal (the parts of its entry, ``dealer``, ``players``,
    what hangs) into the values of the fields by name: it adds what follows, and takes away what an entry calls by the
    same name and means otherwise. ``writes`` finds what of a question and its result can be written on the sheet, one
    way or another. ``laying`` is how its cards can be laid one after the other; None for a question that is asked at
    once.
    """

    slug: str
    title: Text
    fields: tuple[Field, ...]
    answer: Callable[[Mapping[str, Any], Table, Report], Ruling | None]
    decides: Decide = staticmethod(lambda result: None)
    levels: Callable[[Mapping[str, Any]], bool] = staticmethod(lambda result: False)
    known: Callable[[Mapping[str, Any], Table], Mapping[str, Any]] = staticmethod(lambda facts, table: facts)
    writes: Write = staticmethod(write_entry)
    laying: Laying | None = None


def check_cards_once(cards_by_path: Mapping[str, Sequence[Card]], cite: str, report: Report) -> None:
    """Report each card that stands in two places, at the later one; ``cards_by_path`` has the cards of each path."""
    seen: set[Card] = set()
    for path, cards in cards_by_path.items():
        for index, card in enumerate(cards):
            if card in seen:
                text = T("{card} is given twice; the pack has it once.", card=card_text(card))
                report.error(f"{path}[{index}]", "card_twice", text, cite)
            seen.add(card)


def drop_sentences(value: Any) -> Any:
    """A result without its sentences: the same in every language."""
    if isinstance(value, Mapping):
        return {name: drop_sentences(part) for name, part in value.items() if not isinstance(part, Text)}
    if isinstance(value, list | tuple):
        return [drop_sentences(part) for part in value if not isinstance(part, Text)]
    return value
