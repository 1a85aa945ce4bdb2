"""What the program does with each article, computed from the citations in its answers to the worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from scorekeeper.core.rulebook import Article, Rulebook, load_examples, load_rulebook, load_rulings
from scorekeeper.core.text import T, Text
from scorekeeper.games import rule, score

SCORED, ADJUDICATED, TOLD = "scored", "adjudicated", "told"
STATUS_NAMES: Mapping[str, Text] = MappingProxyType(
    {SCORED: T("scored by the engine"), ADJUDICATED: T("answered in a dispute"), TOLD: T("only told")}
)


def coverage(book: Rulebook) -> list[tuple[str, list[Article]]]:
    """The articles by status: scored, adjudicated in a dispute, or only printed.

    A chapter that has articles is a heading and left out.
    """
    status_of = statuses(book.game)
    articles = book.articles.values()
    chapters = {article.number.partition(".")[0] for article in articles if article.depth}
    listed = [article for article in articles if article.depth or article.number not in chapters]
    parts = [
        (status, [article for article in listed if status_of[article.number] == status])
        for status in STATUS_NAMES
    ]
    return [(status, group) for status, group in parts if group]


@cache
def statuses(game: str) -> Mapping[str, str]:
    """What the program does with each article of a game, by number.

    ``scored``: a worked match shows it, or its sheet or its errors cite it. ``adjudicated``: a worked ruling cites it,
    or one on a way through the irregularities. ``told``: nothing cites it.
    """
    scored, ruled = frozenset(_of_matches(game)), frozenset(_of_rulings(game))
    return MappingProxyType(
        {
            article.number: SCORED
            if article.citation in scored
            else ADJUDICATED
            if article.citation in ruled
            else TOLD
            for article in load_rulebook(game).articles.values()
        }
    )


def _of_matches(game: str) -> Iterator[str]:
    for example in load_examples(game):
        yield from example.cites
        yield from _cites(score(example.match)[0])


def _of_rulings(game: str) -> Iterator[str]:
    for ruling in load_rulings(game):
        yield from _cites(rule(ruling.question)[0])
    yield from _of_irregularities(game, ())


def _of_irregularities(game: str, answers: tuple[str, ...]) -> Iterator[str]:
    """The citations of every way through a game's irregularities, from these answers on."""
    question = {"format": "scorekeeper-question/1", "game": game, "question": "irregularity"}
    document, _ = rule({**question, "answers": list(answers)})
    yield from _cites(document)
    for way in document.get("result", {}).get("choices", ()):
        yield from _of_irregularities(game, (*answers, way["choice"]))


def _cites(document: Any) -> Iterator[str]:
    """Everything that a sheet, a ruling or an errors document cites in any of its parts."""
    if isinstance(document, list):
        for part in document:
            yield from _cites(part)
    elif isinstance(document, dict):
        yield from document.get("cites", ())
        for part in document.values():
            yield from _cites(part)
