"""A question document becomes a ruling document: the same door for the shell, the API and the pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.fields import BAD, Flag, Table, missing, read_fields
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.naming import Known, named, named_finding
from scorekeeper.core.options import Rules
from scorekeeper.core.rulings import Question, Reason, Ruling
from scorekeeper.core.text import Catalogue, T, Text, render
from scorekeeper.core.what_if import what_if

QUESTION_FORMAT, RULING_FORMAT = "scorekeeper-question/1", "scorekeeper-ruling/1"
FRAME = frozenset(("format", "game", "question", "rules"))
TAKEN_FOR_NO = T(
    "Left open: “{label}”. The verdict holds if this is not so; if it is, the verdict is another."
)
TAKEN_FOR_YES = T(
    "Left open: “{label}”. The verdict holds if this is so; if it is not, the verdict is another."
)


class Answered(NamedTuple):
    """A question that was answered, by which rules, and the ruling."""

    game: Game
    question: Question
    rules: Rules
    ruling: Ruling

    @property
    def yes(self) -> bool | None:
        """Whether the answer is yes; None where it is neither yes nor no."""
        return self.question.decides(self.ruling.result)


def adjudicate(
    document: Any,
    games: Mapping[str, Game],
    report: Report,
    names: Sequence[str] = (),
    dealer: int | None = None,
) -> Answered | None:
    """The answer to a question document, or None when the report holds errors.

    ``names`` are the players of a known table, a name a seat, ``dealer`` the seat that deals, where that is known.
    They change sentences, and no answer.
    """
    if type(document) is not dict:
        report.error("", "not_an_object", T("A question document is a JSON object."))
        return None
    if document.get("format") != QUESTION_FORMAT:
        report.error("format", "unknown_format", T("Write “{format}” here.", format=QUESTION_FORMAT))
    slug = document.get("game")
    if type(slug) is not str or slug not in games:
        report.error("game", "unknown_game", T("Choose one of: {choices}.", choices=list(games)))
        return None
    game = games[slug]
    players = max(game.players)
    rules = game.read_rules(document.get("rules", {}), players, report)
    name = document.get("question")
    questions = questions_of(game)
    if type(name) is not str or name not in questions:
        report.error("question", "unknown_question", T("Choose one of: {choices}.", choices=list(questions)))
        return None
    table = Table(game.seat(players, rules.options), ("?",) * players, rules.options)
    ruling = _answer(questions[name], document, table, report)
    known = _known(game, rules, names, dealer)
    if ruling is None or report.errors:
        if known is not None:
            report.errors[:] = [named_finding(error, known) for error in report.errors]
        return None
    return Answered(game, questions[name], rules, ruling if known is None else named(ruling, known))


def _known(game: Game, rules: Rules, names: Sequence[str], dealer: int | None) -> Known | None:
    if not names:
        return None
    return Known(Table(game.seat(len(names), rules.options), tuple(names), rules.options), dealer)


def questions_of(game: Game) -> Mapping[str, Question]:
    """Everything that can be asked about a game: its own questions, and those about any match."""
    return {**game.questions, "what_if": what_if(game)}


def _answer(question: Question, document: dict[str, Any], table: Table, report: Report) -> Ruling | None:
    given = {name: value for name, value in document.items() if name not in FRAME}
    errors = len(report.errors)
    values = read_fields(question.fields, given, "", report, table)
    if len(report.errors) > errors or BAD in values.values() or missing(question.fields, values):
        return None
    ruling = question.answer(values, table, report)
    if ruling is None or len(report.errors) > errors:
        return ruling
    return ruling._replace(reasons=(*_assumed(question, values, table, ruling), *ruling.reasons))


def _assumed(question: Question, values: Mapping[str, Any], table: Table, ruling: Ruling) -> Iterator[Reason]:
    """What was left open and would change the verdict: what it was taken for, by the articles that decide then."""
    for field in question.fields:
        if not isinstance(field, Flag) or field.name in values:
            continue
        for said, assumed in ((True, TAKEN_FOR_NO), (False, TAKEN_FOR_YES)):
            other = question.answer({**values, field.name: said}, table, Report())
            if other is not None and other.verdict != ruling.verdict:
                text = assumed._replace(params={"label": field.label})
                yield Reason(text, _cites(other, ruling))


def _cites(other: Ruling, ruling: Ruling) -> tuple[str, ...]:
    """The articles of the reasons that only the other verdict has."""
    only = [reason for reason in other.reasons if reason not in ruling.reasons]
    return tuple(dict.fromkeys(cite for reason in only for cite in reason.cites))


def ruling_document(answered: Answered, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """The ruling as JSON, its sentences in the catalogue's language (English without one)."""
    game, question, rules, ruling = answered
    return {
        "format": RULING_FORMAT,
        "game": game.slug,
        "question": question.slug,
        "result": _told(ruling.result, catalogue),
        "verdict": render(ruling.verdict, catalogue),
        "reasons": [
            {"text": render(reason.text, catalogue), "cites": list(reason.cites)} for reason in ruling.reasons
        ],
        "rules": rules.document(),
    }


def _told(value: Any, catalogue: Catalogue | None) -> Any:
    """A result as JSON holds it: its sentences rendered, its tuples lists."""
    if isinstance(value, Text):
        return render(value, catalogue)
    if isinstance(value, Mapping):
        return {name: _told(part, catalogue) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_told(part, catalogue) for part in value]
    return value
