"""Find a rule by one's own words: articles, questions and house rules, on the rulebooks, the desk and at a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from flask import abort, render_template, request, url_for

from scorekeeper.core.data import read_data
from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.rulebook import Article, Rulebook, find_shared_titles
from scorekeeper.core.search import MAX_QUERY, SoughtPage, describe, find
from scorekeeper.core.text import Text, render
from scorekeeper.games import GAMES
from scorekeeper.web.site.languages import language, translations
from scorekeeper.web.site.pages import ANYBODY, Pages
from scorekeeper.web.site.prose import article_address
from scorekeeper.web.site.rules import cached_book

pages = Pages("find", "/find")
ARTICLE, QUESTION, OPTION = "article", "question", "option"


class FoundPage(NamedTuple):
    """A result as a page shows it: its game, its kind, where it leads, and the sentence that fits best."""

    game: str
    kind: str
    number: str
    heading: str
    address: str
    sentence: str
    language: str


@cache
def words_of(game: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """What players call articles and questions, by language and key."""
    by_language = read_data(f"scorekeeper.games.{game}", "sought.toml")
    return {
        language: {key: tuple(words) for key, words in some.items()} for language, some in by_language.items()
    }


@cache
def pages_of(game: str, in_language: str) -> tuple[SoughtPage, ...]:
    """All that can be found of a game, in a language; the words of players are those of every language."""
    return (*_articles(game, in_language), *_questions(game, in_language), *_options(game, in_language))


def _called(game: str, key: str) -> tuple[str, ...]:
    return tuple(word for some in words_of(game).values() for word in some.get(key, ()))


def _articles(game: str, in_language: str) -> Iterator[SoughtPage]:
    book = cached_book(game, in_language)
    chapters = {article.number.partition(".")[0] for article in book.articles.values() if article.depth}
    titles = {} if book.language == in_language else find_shared_titles(in_language)
    for article in book.articles.values():
        number, called = article.number, _called(game, article.number)
        if article.depth or number not in chapters or called:
            named, translation = _translate(article, book, in_language)
            own = (titles[number],) if number in titles else ()
            yield SoughtPage(
                ARTICLE, number, article.title, (*called, *named, *own), article.text, translation
            )


def _translate(article: Article, book: Rulebook, in_language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The glossary's words for what an article speaks of in its title and in its text, where it is in English."""
    if book.language == in_language:
        return (), ()
    glossary = read_data(f"scorekeeper.games.{book.game}", "glossary.toml").get(in_language, {})
    title, text = (
        tuple(own for english, own in glossary.items() if re.search(rf"\b{english}", words, re.IGNORECASE))
        for words in (article.title, article.text)
    )
    return title, text


def _questions(game: str, in_language: str) -> Iterator[SoughtPage]:
    for slug, question in questions_of(GAMES[game]).items():
        yield SoughtPage(QUESTION, slug, _say(question.title, game, in_language), _called(game, slug), "")


def _options(game: str, in_language: str) -> Iterator[SoughtPage]:
    for name, option in GAMES[game].options.list_options().items():
        label, sentence = (_say(text, game, in_language) for text in (option.field.label, option.sentence))
        yield SoughtPage(OPTION, name, label, (), sentence)


def _say(text: Text, game: str, in_language: str) -> str:
    return render(text, translations(in_language, game))


def search(game: str, query: str, ask: Callable[[str, str], str]) -> list[FoundPage]:
    """What fits a query; ``ask`` finds the address of a game's question, as the place has it."""
    hits = []
    for page in find(pages_of(game, language()), query):
        number = page.key if page.kind == ARTICLE else ""
        if page.kind == OPTION:
            number = GAMES[game].options.list_options()[page.key].cite.partition(" ")[2]
        address = ask(game, page.key) if page.kind == QUESTION else article_address(f"{game} {number}")
        spoken = cached_book(game, language()).language if page.kind == ARTICLE else language()
        description = describe(page, query)
        hits.append(FoundPage(game, page.kind, number, page.heading, address, description, spoken))
    return hits


def find_options(game: str, query: str) -> list[str]:
    """The house rules of a game that fit a query, by name, the best first; those of an article that fits it too."""
    articles, options = cached_book(game, language()).articles, dict[str, None]()
    for page in find(pages_of(game, language()), query):
        names = (
            (page.key,) if page.kind == OPTION else articles[page.key].options if page.kind == ARTICLE else ()
        )
        options |= dict.fromkeys(names)
    return [*options]


@pages.add("/", may=ANYBODY)
def anywhere() -> str:
    """What fits a query in one game, or in all."""
    asked = request.args.get("game", "")
    if asked and asked not in GAMES:
        abort(404)
    ask = url_for("desk.questions", game=asked) if asked else url_for("desk.index")
    return show(
        asked, url_for("find.anywhere"), ask, lambda game, slug: url_for("desk.ask", game=game, question=slug)
    )


def show(asked: str, here: str, ask: str, address: Callable[[str, str], str], **more: Any) -> str:
    """The page of a query: ``here`` is its own address, ``ask`` the desk's, ``address`` that of a question.

    ``more`` is what the page of a match needs besides.
    """
    query = request.args.get("q", "")[:MAX_QUERY]
    games = [asked] if asked else list(GAMES)
    hits = [(GAMES[game], search(game, query, address) if query.strip() else []) for game in games]
    return render_template("find.html", query=query, asked=asked, found=hits, here=here, ask_at=ask, **more)
