"""The presets and options under which the same question has another answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from scorekeeper.core.disputes.adjudication import Answered, adjudicate
from scorekeeper.core.disputes.rulings import Ruling, drop_sentences
from scorekeeper.core.fields import Choice, Flag
from scorekeeper.core.findings import Report
from scorekeeper.core.options import Option
from scorekeeper.core.rulebook import load_rulebook
from scorekeeper.core.rules_words import say_choice
from scorekeeper.core.text import T, Text

NOT_ASKED = ("what_if",)
"""Questions that name the other rules themselves."""


@cache
def customs_of(game: str) -> frozenset[str]:
    """The articles of a game that are played only where a table chooses them."""
    return frozenset(article.citation for article in load_rulebook(game).articles.values() if article.custom)


def find_customs(answered: Answered) -> list[tuple[Text, Text, str]]:
    """The customs of this table by which a ruling holds: each option, its value, and its article."""
    cited = customs_of(answered.game.slug).intersection(answered.ruling.cites)
    options = answered.rules.options
    usual = answered.game.default_rules(max(answered.game.players)).options
    return [
        (
            option.field.label,
            say_choice(option, option.field.to_document(getattr(options, name))),
            option.cite,
        )
        for name, option in answered.game.options.list_options().items()
        if option.cite in cited and getattr(options, name) != getattr(usual, name)
    ]


class Elsewhere(NamedTuple):
    """The answer of other tables. ``rules`` are the presets, or the options, that lead to it."""

    rules: tuple[Text, ...]
    by_option: bool
    verdict: Text
    cites: tuple[str, ...]
    yes: bool | None = None


def find_other_answers(
    answered: Answered, document: Mapping[str, Any], names: Sequence[str] = (), dealer: int | None = None
) -> list[Elsewhere]:
    """The presets that lead to another answer, then the customs, and the options of the cited articles, that do.

    Options with the same answer stand together. An option is left out where a preset gave its answer already.
    """
    if answered.question.slug in NOT_ASKED:
        return []
    here = drop_sentences(answered.ruling.result)
    by_verdict: dict[str, Elsewhere] = {}
    known_results = [here]
    for by_option, rule_sets in ((False, _presets(answered)), (True, _options(answered, document))):
        seen = list(known_results)
        for name, other_rules in rule_sets:
            there = _answer(answered, {**document, "rules": other_rules}, names, dealer)
            if there is None or there.result in seen or (by_option and there.result is None):
                continue
            known_results.append(there.result)
            before = by_verdict.get(str(there.text))
            rules = (*before.rules, name) if before is not None else (name,)
            by_verdict[str(there.text)] = Elsewhere(rules, by_option, there.text, there.cites, there.yes)
    return list(by_verdict.values())


def _presets(answered: Answered) -> Iterator[tuple[Text, dict[str, Any]]]:
    """Each other preset: its name, and the ``rules`` of a document."""
    game, players = answered.game, max(answered.game.players)
    for preset, name in game.preset_names.items():
        if game.read_rules({"preset": preset}, players, Report()).options != answered.rules.options:
            yield name, {"preset": preset}


def _options(answered: Answered, document: Mapping[str, Any]) -> Iterator[tuple[Text, dict[str, Any]]]:
    """Every other value of the yes-or-no options and choices that are customs, or whose article was cited."""
    articles = customs_of(answered.game.slug).union(answered.ruling.cites)
    options = answered.rules.options
    for name, option in answered.game.options.list_options().items():
        if option.cite not in articles:
            continue
        for value in _values(option):
            if value != getattr(options, name):
                text = T("“{option}: {value}”", option=option.field.label, value=say_choice(option, value))
                yield text, {**document.get("rules", {}), name: value}


def _values(option: Option) -> tuple[Any, ...]:
    if isinstance(option.field, Choice):
        return tuple(option.field.choices)
    return (False, True) if isinstance(option.field, Flag) else ()


class _There(NamedTuple):
    """An answer under other rules; without a result, ``text`` says why the question cannot be asked there."""

    text: Text
    result: Any
    cites: tuple[str, ...]
    yes: bool | None = None


def _answer(
    answered: Answered, document: dict[str, Any], names: Sequence[str], dealer: int | None
) -> _There | None:
    """The answer under other rules; None where more has to be asked first."""
    games = {answered.game.slug: answered.game}
    for question in _ever_shorter(document):
        report = Report()
        there = adjudicate(question, games, report, names, dealer)
        if there is not None:
            break
    else:
        return _There(report.errors[0].text, None, report.errors[0].cites)
    if there.ruling.result.get("asks"):
        return None
    text, result = _difference(answered.ruling, there.ruling), drop_sentences(there.ruling.result)
    return _There(text, result, there.ruling.cites, there.yes)


def _ever_shorter(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The question, then the same with fewer answers: a tree of irregularities may end sooner under other rules."""
    yield document
    answers = document.get("answers")
    if type(answers) is list:
        for length in range(len(answers) - 1, 0, -1):
            yield {**document, "answers": answers[:length]}


def _difference(here: Ruling, there: Ruling) -> Text:
    """The other verdict, or the first reason that differs where both verdicts read the same."""
    if there.verdict != here.verdict:
        return there.verdict
    known_texts = [reason.text for reason in here.reasons]
    return next((reason.text for reason in there.reasons if reason.text not in known_texts), there.verdict)
