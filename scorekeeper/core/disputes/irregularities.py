"""Irregularities: from the answers so far to the next question of a game's tree, or to what the rulebook says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from scorekeeper.core.data import has_data
from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.disputes.trees import (
    FILE,
    Agreed,
    Asked,
    Case,
    Decided,
    Node,
    Remedy,
    Settled,
    Way,
    load_tree,
)
from scorekeeper.core.fields import Number, Repeated, TextField
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.reading import Table
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import Side, T, Text, seats

VOID, PENALTY, ADJUSTMENT, DEAL = "void", "penalty", "adjustment", "deal"
OTHER_SIDE = "other side"
"""In the data of a tree: the side that is not at fault."""
MAX_ANSWERS = 20
MAX_SIDES = 20


@cache
def has_irregularities(game: str) -> bool:
    """Whether the folder of a game holds a tree."""
    return has_data(f"scorekeeper.games.{game}", FILE)


def irregularity(game: Game) -> Question:
    """The question ``irregularity`` of a game that has a tree, which is read when it is first asked."""
    return Question(
        slug="irregularity",
        title=T("Something went wrong at the table. What now?"),
        fields=(
            Repeated(name="answers", label=T("The answers so far"), of=TextField(most=60), most=MAX_ANSWERS),
            Number(
                name="players",
                label=T("How many play"),
                low=game.players[0],
                high=game.players[-1],
                optional=True,
            ),
            Number(name="side", label=T("Whose mistake it was"), high=MAX_SIDES, optional=True),
        ),
        answer=partial(_answer, game),
    )


def _answer(game: Game, values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    answers = values["answers"]
    node, passed = _walk(game.slug, answers, table)
    if len(passed) < len(answers):
        at = f"answers[{len(passed)}]"
        if isinstance(node, Settled):
            report.error(at, "too_many", T("This is settled already; leave out this answer."))
        else:
            choices = [way.choice for way in node.ways]
            report.error(at, "unknown_choice", T("Choose one of: {choices}.", choices=choices))
        return None
    seating = _seating(values, game, table, report)
    return None if report.errors else _rule(node, passed, seating, values.get("side"), table)


def follow(game: str, answers: Sequence[str], side: int | None, table: Table) -> Ruling:
    """The ruling that answers lead to which a game's tree is known to take; the table's rules may settle it sooner."""
    node, passed = _walk(game, answers, table)
    assert isinstance(node, Settled) or len(passed) == len(answers), f"the tree knows no way {answers}"
    return _rule(node, passed, table.seating, side, table)


def _walk(game: str, answers: Sequence[str], table: Table) -> tuple[Asked | Settled, list[Asked]]:
    """Where the answers lead, and the questions on the way: fewer than answers where the next one leads nowhere."""
    node, passed = _by_rules(load_tree(game), table), list[Asked]()
    for answer in answers:
        ways = node.ways if isinstance(node, Asked) else ()
        leads = next((way.leads for way in ways if way.choice == answer), None)
        if isinstance(node, Settled) or leads is None:
            break
        passed.append(node)
        node = _by_rules(leads, table)
    return node, passed


def _rule(
    node: Asked | Settled, passed: list[Asked], seating: Seating | None, side: int | None, table: Table
) -> Ruling:
    return _ask(node, table) if isinstance(node, Asked) else _settle(node, passed, seating, side, table)


def _by_rules(node: Node, table: Table) -> Asked | Settled:
    """The next question or verdict, past the places that the table's options decide."""
    while isinstance(node, Decided):
        case = _find_case(node, table)
        node = node.otherwise if case is None else case.leads
    return node


def _find_case(node: Decided, table: Table) -> Case | None:
    """The first case that fits the table's options; None where none does."""
    return next((case for case in node.cases if _fits(case.when, table)), None)


def _fits(when: Mapping[str, Any], table: Table) -> bool:
    return all(getattr(table.options, option) == value for option, value in when.items())


def _ask(node: Asked, table: Table) -> Ruling:
    asks = _with_options(node.text, table)
    result: dict[str, Any] = {
        "asks": asks,
        "choices": [{"choice": way.choice, "text": _say_way(way, table)} for way in node.ways],
        "silent": node.silent,
        "entry": None,
    }
    return Ruling(result, asks, (*_reasons(node, table=table), *_sources(node, table)))


def _say_way(way: Way, table: Table) -> Text:
    """The words of an answer, as this table's options have them."""
    case = _find_case(way.leads, table) if isinstance(way.leads, Decided) else None
    return _with_options(way.text if case is None or case.text is None else case.text, table)


def _sources(node: Asked, table: Table) -> Iterator[Reason]:
    """Where each custom that is asked about is written."""
    for way in node.ways:
        if way.source is not None:
            text, cites = way.source
            yield Reason(Text("{custom} {source}", {"custom": _say_way(way, table), "source": text}), cites)


def _settle(
    node: Settled, passed: list[Asked], seating: Seating | None, side: int | None, table: Table
) -> Ruling:
    """The ruling at the end of a way. The reasons met on the way, such as the broken rule, stand first."""
    silent = any(question.silent for question in passed)
    entry = None if node.remedy is None else _entry(node.remedy, seating, side, table)
    result: dict[str, Any] = {"asks": None, "choices": [], "silent": silent, "entry": entry}
    verdict = _with_options(_verdict(node, seating, side), table)
    return Ruling(result, verdict, _reasons(*passed, node, table=table))


def _verdict(node: Settled, seating: Seating | None, side: int | None) -> Text:
    """The verdict, with the side at fault if the table has said which it was."""
    if node.naming is None or seating is None or side is None:
        return node.verdict
    at_fault = Side(side, seats(seating.sides[side]))
    return node.naming._replace(params={**node.naming.params, "side": at_fault})


def _reasons(*places: Asked | Settled, table: Table) -> tuple[Reason, ...]:
    """Each reason once, in the order of the way."""
    reasons: list[Reason] = []
    for because in (because for place in places for because in place.reasons):
        reason = because if isinstance(because, Reason) else because(table.options)
        if reason is not None:
            reason = reason._replace(text=_with_options(reason.text, table))
            if reason not in reasons:
                reasons.append(reason)
    return tuple(reasons)


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


def _seating(values: Mapping[str, Any], game: Game, table: Table, report: Report) -> Seating | None:
    """Who sits where; None while the number of players is not known."""
    players = game.players
    number = values.get("players", players[0] if len(players) == 1 else None)
    if number is not None and number not in players:
        numbers = list(players)
        report.error("players", "unknown_choice", T("Choose one of: {choices}.", choices=numbers))
        return None
    seating = game.seat(players[-1] if number is None else number, table.options)
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
    if remedy.kind == DEAL:
        other_side = None if side is None else 1 - side  # only where two sides play is there another
        facts = {
            name: other_side if value == OTHER_SIDE else value for name, value in (remedy.deal or {}).items()
        }
        return {"kind": DEAL, **facts}
    points = getattr(table.options, remedy.points) if isinstance(remedy.points, str) else remedy.points
    scores = None
    if seating is not None and side is not None and points is not None:
        scores = [0] * len(seating.sides)
        scores[side] = -points if remedy.negative else points
    return {"kind": ADJUSTMENT, "scores": scores, "reason": remedy.reason}
