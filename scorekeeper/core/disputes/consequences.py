"""What follows from an irregularity that a deal has shown, gone through card by card: the game's own tree says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.irregularities import follow
from scorekeeper.core.disputes.rulings import Reason, Ruling
from scorekeeper.core.disputes.writings import Write, Writing
from scorekeeper.core.reading import Table
from scorekeeper.core.text import NOTHING, T, Text

TABLE_CHOOSES = T("The rulebook does not say what follows from it: the table chooses.")
CARDS_STAND = T("The cards stand as they were played.")
WRITE_PENALTY, WRITE_FORFEIT = T("Write the penalty"), T("Write the forfeited deal")
Facts = Mapping[str, Any]


class Mistake(NamedTuple):
    """Something that was not allowed: the way through the game's tree to it, and the side at fault."""

    answers: tuple[str, ...]
    side: int


class Consequence(NamedTuple):
    """What the tree rules on a mistake, and what each choice of the table would leave in the match."""

    ruling: Ruling
    choices: tuple[Mapping[str, Any], ...]

    @property
    def entry(self) -> Mapping[str, Any] | None:
        """The entry that the rules demand."""
        entry: Mapping[str, Any] | None = self.ruling.result["entry"]
        return entry

    @property
    def verdict(self) -> Text:
        """What follows, in one sentence."""
        return TABLE_CHOOSES if self.choices else self.ruling.verdict

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why, and the customs that the table chooses from."""
        cites = self.ruling.reasons[-1].cites
        customs = [Reason(T("What tables do: {custom}", custom=one["text"]), cites) for one in self.choices]
        return (*self.ruling.reasons, *customs)

    @property
    def result(self) -> dict[str, Any]:
        """The part of a ruling's result about it: the entry that the rules demand, or what the table may choose."""
        if self.choices:
            return {"choices": [dict(one) for one in self.choices]}
        return {} if self.entry is None else {"entry": self.entry}


def find_consequence(
    game: str, mistakes: Iterable[Mistake], table: Table, deal: Facts = NOTHING
) -> Consequence | None:
    """What follows from the first mistake after which the rules demand an entry, otherwise from the first of all.

    ``deal`` are the facts of the deal that was gone through, for a ruling that writes it otherwise.
    """
    found = [_rule_on(game, one, table, deal) for one in mistakes]
    return next((one for one in found if one.entry is not None), found[0] if found else None)


def _rule_on(game: str, mistake: Mistake, table: Table, deal: Facts) -> Consequence:
    ruling = follow(game, mistake.answers, mistake.side, table)
    choices = [
        {**one, "entry": _complete(_follow_choice(game, mistake, one["choice"], table), deal)}
        for one in ruling.result["choices"]
    ]
    result = {**ruling.result, "entry": _complete(ruling.result["entry"], deal)}
    return Consequence(ruling._replace(result=result), tuple(choices))


def _follow_choice(game: str, mistake: Mistake, choice: str, table: Table) -> Any:
    return follow(game, (*mistake.answers, choice), mistake.side, table).result["entry"]


def _complete(entry: Facts | None, deal: Facts) -> Facts | None:
    """An entry; a deal with the facts that its ruling does not change."""
    return entry if entry is None or entry["kind"] != "deal" else {**deal, **entry}


def write_consequence(*also: str) -> Write:
    """A function that returns what a deal gone through card by card leaves: the entry that the rules demand.

    Where they leave it to the table these are the entries that it may choose, and the deal as it was played. A deal
    that is corrected by it keeps what is named here: the cards do not tell of it.
    """

    def write(asked: Mapping[str, Any], result: Mapping[str, Any]) -> tuple[Writing, ...]:
        if result.get("entry") is not None:
            forfeit = result["entry"]["kind"] == "deal"
            key = WRITE_FORFEIT if forfeit else WRITE_PENALTY
            return (Writing(result["entry"], replaces=True, key=key),)
        choices: Sequence[Mapping[str, Any]] = result.get("choices", ())
        found = [
            Writing(one["entry"], why=one["text"], replaces=True)
            for one in choices
            if one["entry"] is not None
        ]
        if result["deal"] is not None:
            found.append(Writing(result["deal"], why=CARDS_STAND if choices else None, also=also))
        return tuple(found)

    return write
