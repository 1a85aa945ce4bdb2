"""From a question document to a ruling document: the shell, the API and the pages all ask here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.irregularities import has_irregularities, irregularity
from scorekeeper.core.disputes.naming import KnownTable, name_players, name_players_in_finding
from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.disputes.what_if import what_if
from scorekeeper.core.fields import Flag
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.options import Rules
from scorekeeper.core.reading import BAD, Table, is_missing, read_fields
from scorekeeper.core.text import Catalogue, T, Text, render

QUESTION_FORMAT, RULING_FORMAT = "scorekeeper-question/1", "scorekeeper-ruling/1"
FRAME = frozenset(("format", "game", "question", "rules"))
TAKEN_FOR_NO = T(
    "Left open: “{label}”. The verdict assumes that this is not so; otherwise it would be another."
)
TAKEN_FOR_YES = T("Left open: “{label}”. The verdict assumes that this is so; otherwise it would be another.")


class Answered(NamedTuple):
    """An answered question: its game, the rules and the ruling."""

    game: Game
    question: Question
    rules: Rules
    ruling: Ruling

    @property
    def yes(self) -> bool | None:
        """Whether the answer is yes; None where it is neither yes nor no."""
        return self.question.decides(self.ruling.result)

    @property
    def level(self) -> bool:
        """Whether the two sides are level in the result."""
        return self.question.levels(self.ruling.result)


def adjudicate(
    document: Any,
    games: Mapping[str, Game],
    report: Report,
    names: Sequence[str] = (),
    dealer: int | None = None,
) -> Answered | None:
    """The answer to a question document, or None when the report holds errors.

    ``names`` are the players of a known table, a name a seat, and ``dealer`` is the seat that deals, if it is known.
    They change the sentences and not the answer.
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
    rules = game.read_rules_alone(document.get("rules", {}), report)
    players = max(game.players)
    name = document.get("question")
    questions = questions_of(game)
    if type(name) is not str or name not in questions:
        report.error("question", "unknown_question", T("Choose one of: {choices}.", choices=list(questions)))
        return None
    table = Table(game.seat(players, rules.options), ("?",) * players, rules.options)
    ruling = _answer(questions[name], document, table, report)
    known_table = None
    if names:
        named_table = Table(game.seat(len(names), rules.options), tuple(names), rules.options)
        known_table = KnownTable(named_table, dealer)
    if ruling is None or report.errors:
        if known_table is not None:
            report.errors[:] = [name_players_in_finding(error, known_table) for error in report.errors]
        return None
    return Answered(
        game, questions[name], rules, ruling if known_table is None else name_players(ruling, known_table)
    )


def questions_of(game: Game) -> Mapping[str, Question]:
    """All questions about a game: its own, what went wrong where its folder has a tree, and those about any match."""
    questions = dict(game.questions)
    if has_irregularities(game.slug):
        questions["irregularity"] = irregularity(game)
    return questions | {"what_if": what_if(game)}


def _answer(question: Question, document: dict[str, Any], table: Table, report: Report) -> Ruling | None:
    answers = {name: value for name, value in document.items() if name not in FRAME}
    errors = len(report.errors)
    values = read_fields(question.fields, answers, "", report, table)
    if len(report.errors) > errors or BAD in values.values() or is_missing(question.fields, values):
        return None
    ruling = question.answer(values, table, report)
    if ruling is None or len(report.errors) > errors:
        return ruling
    return ruling._replace(reasons=(*_assumptions(question, values, table, ruling), *ruling.reasons))


def _assumptions(
    question: Question, values: Mapping[str, Any], table: Table, ruling: Ruling
) -> Iterator[Reason]:
    """The value assumed for each flag that was left open and would change the verdict, with its articles."""
    for field in question.fields:
        if not isinstance(field, Flag) or field.name in values:
            continue
        for value, assumption in ((True, TAKEN_FOR_NO), (False, TAKEN_FOR_YES)):
            other_ruling = question.answer({**values, field.name: value}, table, Report())
            if other_ruling is not None and other_ruling.verdict != ruling.verdict:
                text = assumption._replace(params={"label": field.label})
                only = tuple(reason for reason in other_ruling.reasons if reason not in ruling.reasons)
                yield Reason(text, other_ruling._replace(reasons=only).cites)


def ruling_document(answered: Answered, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """The ruling as JSON, its sentences in the catalogue's language (English without one)."""
    game, question, rules, ruling = answered
    return {
        "format": RULING_FORMAT,
        "game": game.slug,
        "question": question.slug,
        "result": _json_value(ruling.result, catalogue),
        "verdict": render(ruling.verdict, catalogue),
        "reasons": [
            {"text": render(reason.text, catalogue), "cites": list(reason.cites)} for reason in ruling.reasons
        ],
        "rules": rules.document(),
    }


def _json_value(value: Any, catalogue: Catalogue | None) -> Any:
    if isinstance(value, Text):
        return render(value, catalogue)
    if isinstance(value, Mapping):
        return {name: _json_value(part, catalogue) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_json_value(part, catalogue) for part in value]
    return value
