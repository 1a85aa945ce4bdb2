"""The JSON API, version 1: scores, rulings, rules, and leagues to read. It stores nothing, so it needs no token.

Bodies are the documents of ``docs/formats.md``, read by the very functions that read them on the command line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.core.documents import MAX_BYTES, parse
from scorekeeper.core.findings import Finding
from scorekeeper.core.rulebook import Article, Rulebook
from scorekeeper.core.text import Catalogue, T
from scorekeeper.games import GAMES, rule, score
from scorekeeper.games.coverage import statuses
from scorekeeper.web.api.answers import NOT_VALID, PREFIX, answer_failure, errors, json_answer
from scorekeeper.web.api.description import game_document, openapi
from scorekeeper.web.request.security import stores_nothing
from scorekeeper.web.site.languages import catalogue, language
from scorekeeper.web.site.pages import ANYBODY, POST, Pages
from scorekeeper.web.site.rules import cached_book

pages = Pages("api", PREFIX)
Answer = Callable[[Any, Catalogue | None], tuple[dict[str, Any], bool]]
UNREADABLE = 400


@pages.add("/score", POST, may=ANYBODY)
@stores_nothing
def score_match() -> Response:
    """The sheet of a match document."""
    return _answer(score)


@pages.add("/rulings", POST, may=ANYBODY)
@stores_nothing
def ruling() -> Response:
    """The ruling on a question document."""
    return _answer(rule)


@pages.add("/rules/<game>", may=ANYBODY)
def rulebook(game: str) -> Response:
    """A whole rulebook."""
    if game not in GAMES:
        return _unknown_game(game)
    return json_answer(_book(cached_book(game, language())))


@pages.add("/rules/<game>/<article>", may=ANYBODY)
def one_article(game: str, article: str) -> Response:
    """One article of a rulebook."""
    if game not in GAMES:
        return _unknown_game(game)
    entry = cached_book(game, language()).articles.get(article)
    if entry is None:
        text = T("{game} has no article {number}.", game=GAMES[game].name, number=article[:20])
        return errors(404, Finding("article", "unknown_article", text))
    return json_answer(_article(entry))


@pages.add("/games", may=ANYBODY)
def games() -> Response:
    """The games with their options, presets and questions."""
    return json_answer({"games": [game_document(game) for game in GAMES.values()]})


@pages.add("/openapi.json", may=ANYBODY)
def description() -> Response:
    """This description."""
    return json_answer(openapi(GAMES))


def _answer(answer: Answer) -> Response:
    try:
        raw = request.get_data(cache=False)
    except RequestEntityTooLarge as error:
        return answer_failure(error)
    document, wrong = parse(raw)
    if wrong is not None:
        return errors(413 if len(raw) > MAX_BYTES else UNREADABLE, wrong)
    result, good = answer(document, catalogue())
    return json_answer(result, 200 if good else NOT_VALID)


def _unknown_game(game: str) -> Response:
    text = T("Choose one of: {choices}.", choices=list(GAMES))
    return errors(404, Finding("game", "unknown_game", text))


def _book(book: Rulebook) -> dict[str, Any]:
    return {
        "game": book.game,
        "language": book.language,
        "title": book.title,
        "edition": book.edition,
        "articles": [_article(article) for article in book.articles.values()],
    }


def _article(article: Article) -> dict[str, Any]:
    return {
        "number": article.number,
        "title": article.title,
        "text": article.text,
        "status": statuses(article.game)[article.number],
        "source": article.source,
        "options": list(article.options),
        "citation": article.citation,
    }
