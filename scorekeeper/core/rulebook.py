"""Numbered articles, read from the TOML files in each game's folder.

``en.toml`` is the whole book: numbers, sources, options. The files of other languages only translate the articles.
The chapter that all books share, about the record at the table, is in ``core/rulebook`` in the same form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.core.data import read_data
from scorekeeper.core.text import NOTHING


class Article(NamedTuple):
    """One rule: number, title and text in one language; source text and options as in the English book.

    ``source`` names the seed text and its section, if it has one. A ``custom`` is played where a table chooses it, and
    not because the rule text says so: its source is ``custom``, then the web address of rules that have it, if known.
    ``quoted`` maps words of another language in the text to that language.
    """

    game: str
    number: str
    title: str
    text: str
    source: str
    options: tuple[str, ...] = ()
    quoted: Mapping[str, str] = NOTHING
    custom: bool = False

    @property
    def citation(self) -> str:
        """How scores and rulings cite this article: the game and the number."""
        return f"{self.game} {self.number}"

    @property
    def depth(self) -> int:
        """0 for a chapter (``3``), 1 for an article in it (``3.4``)."""
        return self.number.count(".")


class Rulebook(NamedTuple):
    """All the articles of one game in one language, in order; ``language`` is the language that was found.

    ``summary`` is the whole game in three or four sentences, for a player who has not read the articles.
    """

    game: str
    language: str
    title: str
    edition: int
    articles: MappingProxyType[str, Article]
    summary: str = ""

    def article(self, number: str) -> Article:
        """The article with this number; KeyError when the book has none."""
        return self.articles[number]


class Example(NamedTuple):
    """A worked match: its whole document, and what its sheet must say."""

    cites: tuple[str, ...]
    title: str
    match: dict[str, Any]
    expect: dict[str, Any]


class WorkedRuling(NamedTuple):
    """A worked dispute: its whole question document, and the result that the ruling must have.

    ``expect`` may instead be ``{"errors": [[path, code], …]}``, for a situation that cannot be.
    """

    cites: tuple[str, ...]
    title: str
    question: dict[str, Any]
    expect: dict[str, Any]


STAND_INS = ("Ana", "Boris", "Vera", "Georgi", "Dora", "Emil", "Zoya", "Ivan")
"""The players of an example that names none."""


def load_rulebook(game: str, language: str = "en") -> Rulebook:
    """The rulebook of a game in a language, or in English if there is none in that language.

    Chapter 9, at the table, is the same for every game and is kept beside this module; a language may say an article
    of it in the words of one game, in that game's file.
    """
    english = _toml(game, "rulebook/en.toml")
    translated = english if language == "en" else _toml(game, f"rulebook/{language}.toml")
    if not translated:
        translated, language = english, "en"
    masters = [*english["article"], *_shared_articles("en")]
    words = {article["number"]: article for article in (*_shared_articles(language), *translated["article"])}
    quoted = {words: own for own, originals in translated.get("quoted", {}).items() for words in originals}
    articles = {}
    for master in masters:
        number = master["number"]
        article = words.get(number, master)
        articles[number] = Article(
            game=game,
            number=number,
            title=article["title"],
            text=article["text"].strip(),
            source=master["source"],
            options=tuple(master.get("options", ())),
            quoted={
                phrase: own for phrase, own in quoted.items() if phrase in " ".join(article["text"].split())
            },
            custom=bool(master.get("custom", False)),
        )
    summary = " ".join(translated.get("summary", "").split())
    return Rulebook(
        game, language, translated["title"], english["edition"], MappingProxyType(articles), summary
    )


def find_shared_titles(language: str) -> dict[str, str]:
    """What the articles of chapter 9 are called in a language, by number."""
    return {article["number"]: article["title"] for article in _shared_articles(language)}


def load_examples(game: str, language: str = "en") -> tuple[Example, ...]:
    """The worked examples of a game; titles in English where the language has none."""
    frame = {"format": "scorekeeper-match/1", "game": game, "players": list(STAND_INS[:4])}
    worked = _load_worked(game, "example", "match", language)
    return tuple(Example(cites, title, {**frame, **match}, expect) for cites, title, match, expect in worked)


def load_rulings(game: str, language: str = "en") -> tuple[WorkedRuling, ...]:
    """The worked disputes of a game; titles in English where the language has none."""
    frame = {"format": "scorekeeper-question/1", "game": game}
    worked = _load_worked(game, "ruling", "question", language)
    return tuple(
        WorkedRuling(cites, title, {**frame, **question}, expect) for cites, title, question, expect in worked
    )


def _load_worked(
    game: str, kind: str, part: str, language: str
) -> Iterator[tuple[tuple[str, ...], str, dict[str, Any], dict[str, Any]]]:
    import json  # here, because scoring a match needs none

    for example in _toml(game, "examples.toml").get(kind, []):
        title = example["title"].get(language, example["title"]["en"])
        yield tuple(example["cites"]), title, json.loads(example[part]), json.loads(example["expect"])


def _shared_articles(language: str) -> list[dict[str, Any]]:
    articles: list[dict[str, Any]] = read_data("scorekeeper.core", f"rulebook/{language}.toml")["article"]
    return articles


def _toml(game: str, name: str) -> dict[str, Any]:
    return read_data(f"scorekeeper.games.{game}", name)
