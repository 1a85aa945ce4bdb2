"""Irregularities: a tree of questions about what went wrong, which ends in what the rulebook says.

A game's tree is data. :class:`Asked` values lead by their ways to further ones and at last to :class:`Settled`.
Where an option of the table decides, :class:`Decided` leads on by itself, and the table is not asked.
Where the rulebook is silent the tree says so, its ways are what tables do, and the table chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.fields import Number, Repeated, TextField
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Table
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import Side, T, Text, seats

VOID, PENALTY, ADJUSTMENT = "void", "penalty", "adjustment"
MAX_ANSWERS = 20
MAX_SIDES = 20
Seat = Callable[[int, Any], Seating]


class Remedy(NamedTuple):
    """The entry that an irregularity leaves in the match.

    ``redeal`` belongs to a void deal. ``points`` belongs to an adjustment of the offender's score: a number, or
    the name of the option that holds it; None leaves the number to the table.
    """

    kind: str
    reason: Text
    redeal: bool = True
    points: int | str | None = None
    negative: bool = False


class Settled(NamedTuple):
    """The end of a way through the tree: what to do, why, and the entry to write down, if any.

    ``naming`` is the same verdict with ``{side}``, the side at fault, for a table that has said which it was.
    """

    verdict: Text
    reasons: tuple[Reason, ...]
    remedy: Remedy | None = None
    naming: Text | None = None


class Asked(NamedTuple):
    """A question to the table. ``silent`` means that the rulebook says nothing here, and the ways are customs."""

    text: Text
    ways: tuple[Way, ...]
    reasons: tuple[Reason, ...] = ()
    silent: bool = False


class Way(NamedTuple):
    """One answer: the word for machines, the words for people, and where it leads; of a custom, where it is written."""

    choice: str
    text: Text
    leads: Node
    source: Reason | None = None


class Decided(NamedTuple):
    """Where the table's rules decide: the option, and where each of its values leads."""

    option: str
    leads: Mapping[Any, Node]


Node = Asked | Settled | Decided


class Agreed(NamedTuple):
    """The value of an option as a parameter of a sentence: ``T("It costs {points}.", points=Agreed("…"))``."""

    option: str


def irregularity(tree: Asked, players: tuple[int, ...], seat: Seat) -> Question:
    """The question ``irregularity`` of a game: from the answers so far to the next question, or to what to do."""
    return Question(
        slug="irregularity",
        title=T("Something went wrong at the table. What now?"),
        fields=(
            Repeated(name="answers", label=T("The answers so far"), of=TextField(most=60), most=MAX_ANSWERS),
            Number(name="players", label=T("How many play"), low=players[0], high=players[-1], optional=True),
            Number(name="side", label=T("Whose mistake it was"), high=MAX_SIDES, optional=True),
        ),
        answer=partial(_answer, tree, players, seat),
    )


def _answer(
    tree: Asked,
    players: tuple[int, ...],
    seat: Seat,
    values: Mapping[str, Any],
    table: Table,
    report: Report,
) -> Ruling | None:
    here, passed = _by_rules(tree, table), list[Asked]()
    for index, given in enumerate(values["answers"]):
        if isinstance(here, Settled):
            report.error(
                f"answers[{index}]", "too_many", T("This is settled already; leave out this answer.")
            )
            return None
        leads = _find_way(here, given)
        if leads is None:
            choices = [way.choice for way in here.ways]
            report.error(
                f"answers[{index}]", "unknown_choice", T("Choose one of: {choices}.", choices=choices)
            )
            return None
        passed.append(here)
        here = _by_rules(leads, table)
    seating = _seating(values, players, seat, table, report)
    return None if report.errors else _rule(here, passed, seating, values.get("side"), table)


def follow(tree: Asked, answers: Sequence[str], side: int, table: Table) -> Ruling:
    """The ruling that answers lead to which the tree is known to take; the table's rules may settle it sooner."""
    here, passed = _by_rules(tree, table), list[Asked]()
    for given in answers:
        if isinstance(here, Settled):
            break
        leads = _find_way(here, given)
        assert leads is not None, f"the tree knows no answer {given}"
        passed.append(here)
        here = _by_rules(leads, table)
    return _rule(here, passed, table.seating, side, table)


def _find_way(here: Asked, given: str) -> Node | None:
    return next((way.leads for way in here.ways if way.choice == given), None)


def _rule(
    here: Asked | Settled, passed: list[Asked], seating: Seating | None, side: int | None, table: Table
) -> Ruling:
    """What is asked next, or what to do."""
    return _ask(here, table) if isinstance(here, Asked) else _settle(here, passed, seating, side, table)


def _by_rules(here: Node, table: Table) -> Asked | Settled:
    """The next question or verdict, past the places that the table's options decide."""
    while isinstance(here, Decided):
        here = here.leads[getattr(table.options, here.option)]
    return here


def _ask(here: Asked, table: Table) -> Ruling:
    asks = _with_options(here.text, table)
    result: dict[str, Any] = {
        "asks": asks,
        "choices": [{"choice": way.choice, "text": _with_options(way.text, table)} for way in here.ways],
        "silent": here.silent,
        "entry": None,
    }
    return Ruling(result, asks, (*_reasons(here, table=table), *_sources(here)))


def _sources(here: Asked) -> Iterator[Reason]:
    """Where each custom that is asked about is written."""
    for way in here.ways:
        if way.source is not None:
            text, cites = way.source
            yield Reason(Text("{custom} {source}", {"custom": way.text, "source": text}), cites)


def _settle(
    here: Settled, passed: list[Asked], seating: Seating | None, side: int | None, table: Table
) -> Ruling:
    """The ruling at the end of a way. The reasons met on the way, such as the broken rule, stand first."""
    silent = any(one.silent for one in passed)
    entry = None if here.remedy is None else _entry(here.remedy, seating, side, table)
    result: dict[str, Any] = {"asks": None, "choices": [], "silent": silent, "entry": entry}
    verdict = _with_options(_verdict(here, seating, side), table)
    return Ruling(result, verdict, _reasons(*passed, here, table=table))


def _verdict(here: Settled, seating: Seating | None, side: int | None) -> Text:
    """The verdict, with the side at fault if the table has said which it was."""
    if here.naming is None or seating is None or side is None:
        return here.verdict
    at_fault = Side(side, seats(seating.sides[side]))
    return here.naming._replace(params={**here.naming.params, "side": at_fault})


def _reasons(*places: Asked | Settled, table: Table) -> tuple[Reason, ...]:
    """Each reason once, in the order of the way."""
    found: list[Reason] = []
    for reason in (reason for place in places for reason in place.reasons):
        if reason not in found:
            found.append(reason)
    return tuple(Reason(_with_options(reason.text, table), reason.cites) for reason in found)


def _with_options(text: Text, table: Table) -> Text:
    """A sentence with the values of this table's options filled in."""
    if not any(isinstance(value, Agreed) for value in text.params.values()):
        return text
    options = table.options
    params = {
        name: getattr(options, value.option) if isinstance(value, Agreed) else value
        for name, value in text.params.items()
    }
    return text._replace(params=params)


def _seating(
    values: Mapping[str, Any], players: tuple[int, ...], seat: Seat, table: Table, report: Report
) -> Seating | None:
    """Who sits where; None while the number of players is not known."""
    number = values.get("players", players[0] if len(players) == 1 else None)
    if number is not None and number not in players:
        numbers = list(players)
        report.error("players", "unknown_choice", T("Choose one of: {choices}.", choices=numbers))
        return None
    seating = seat(players[-1] if number is None else number, table.options)
    side = values.get("side")
    if side is not None and side >= len(seating.sides):
        last = len(seating.sides) - 1
        report.error("side", "unknown_side", T("Name a side from 0 to {last}.", last=last))
    return None if number is None else seating


def _entry(remedy: Remedy, seating: Seating | None, side: int | None, table: Table) -> dict[str, Any]:
    """The entry as a match holds it, with null for values that only the table knows."""
    if remedy.kind == VOID:
        return {"kind": VOID, "reason": remedy.reason, "redeal": remedy.redeal}
    if remedy.kind == PENALTY:
        return {"kind": PENALTY, "side": side, "reason": remedy.reason}
    points = getattr(table.options, remedy.points) if isinstance(remedy.points, str) else remedy.points
    scores = None
    if seating is not None and side is not None and points is not None:
        scores = [0] * len(seating.sides)
        scores[side] = -points if remedy.negative else points
    return {"kind": ADJUSTMENT, "scores": scores, "reason": remedy.reason}
