"""What follows from an irregularity that a deal has shown, gone through card by card: the game's own tree says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.irregularities import follow
from scorekeeper.core.disputes.rulings import Reason, Ruling
from scorekeeper.core.disputes.writings import Write, Writing
from scorekeeper.core.reading import Table
from scorekeeper.core.text import NOTHING, T

TABLE_CHOOSES = T("The rulebook does not say what follows from it: the table chooses.")
CARDS_STAND = T("The cards stand as they were played.")
WRITE_PENALTY, WRITE_FORFEIT = T("Write the penalty"), T("Write the forfeited deal")
Facts = Mapping[str, Any]


class Mistake(NamedTuple):
    """Something that was not allowed: the way through the game's tree to it, and the side at fault."""

    answers: tuple[str, ...]
    side: int


def find_consequence(
    game: str, mistakes: Iterable[Mistake], table: Table, deal: Facts = NOTHING
) -> Ruling | None:
    """What follows from the first mistake after which the rules demand an entry, otherwise from the first of all.

    Its result is a part of the deal's: the entry that the rules demand, or what the table may choose from. ``deal``
    are the facts of the deal that was gone through, for a ruling that writes it otherwise.
    """
    rulings = [_rule_on(game, mistake, table, deal) for mistake in mistakes]
    return next((ruling for ruling in rulings if "entry" in ruling.result), rulings[0] if rulings else None)


def _rule_on(game: str, mistake: Mistake, table: Table, deal: Facts) -> Ruling:
    ruling = follow(game, mistake.answers, mistake.side, table)
    choices, customs = [], []
    for choice in ruling.result["choices"]:
        leads = follow(game, (*mistake.answers, choice["choice"]), mistake.side, table)
        choices.append({**choice, "entry": _complete(leads.result["entry"], deal)})
        customs.append(Reason(T("What tables do: {custom}", custom=choice["text"]), ruling.reasons[-1].cites))
    if choices:
        return Ruling({"choices": choices}, TABLE_CHOOSES, (*ruling.reasons, *customs))
    entry = _complete(ruling.result["entry"], deal)
    return ruling._replace(result={} if entry is None else {"entry": entry})


def _complete(entry: Facts | None, deal: Facts) -> Facts | None:
    """An entry; a deal with the facts that its ruling does not change."""
    return entry if entry is None or entry["kind"] != "deal" else {**deal, **entry}


def write_consequence(*also: str) -> Write:
    """A function that returns what a deal gone through card by card leaves: the entry that the rules demand.

    Where they leave it to the table these are the entries that it may choose, and the deal as it was played. A deal
    that is corrected by it keeps what is named here: the cards do not tell of it.
    """

    def write(question: Mapping[str, Any], result: Mapping[str, Any]) -> tuple[Writing, ...]:
        if result.get("entry") is not None:
            forfeit = result["entry"]["kind"] == "deal"
            key = WRITE_FORFEIT if forfeit else WRITE_PENALTY
            return (Writing(result["entry"], replaces=True, key=key),)
        choices: Sequence[Mapping[str, Any]] = result.get("choices", ())
        writings = [
            Writing(choice["entry"], why=choice["text"], replaces=True)
            for choice in choices
            if choice["entry"] is not None
        ]
        if result["deal"] is not None:
            writings.append(Writing(result["deal"], why=CARDS_STAND if choices else None, also=also))
        return tuple(writings)

    return write
