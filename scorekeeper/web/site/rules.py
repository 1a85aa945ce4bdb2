"""The rulebooks: every article with an address of its own, what the program does with it, and worked examples."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple
from urllib.parse import unquote

from flask import abort, redirect, render_template, url_for

from scorekeeper.core.disputes.trees import WRITTEN
from scorekeeper.core.findings import Report
from scorekeeper.core.match import FORMAT, read_match
from scorekeeper.core.rulebook import Article, Rulebook, load_examples, load_rulebook
from scorekeeper.core.scoring.fold import fold
from scorekeeper.core.scoring.scores import Entry
from scorekeeper.core.scoring.sentence import entry_text
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.games.coverage import ADJUDICATED, SCORED, TOLD, coverage
from scorekeeper.web.site.languages import language
from scorekeeper.web.site.pages import ANYBODY, Pages
from scorekeeper.web.site.prose import anchor, article_address

pages = Pages("rules", "/rules")

STAND_INS = ("Ana", "Boris", "Vera", "Georgi", "Jón", "Iñaki", "Þórdís", "Miren")
STATUS_WORDS = {
    SCORED: (T("counted by the program"), T("Every deal that is written down is counted by these.")),
    ADJUDICATED: (
        T("answered when asked"),
        T("Nothing watches the play. When the table quarrels, a ruling says how these apply."),
    ),
    TOLD: (T("told only"), T("These are here to be read. The players see to them.")),
}
"""What the program does with an article, in a word and in a sentence."""


class ExampleStep(NamedTuple):
    """One entry of a worked example: what happened, and what it was worth."""

    words: Text
    entry: Entry


class Worked(NamedTuple):
    """A worked example as a page shows it; ``refused`` are the problems of a match that cannot be."""

    title: str
    sides: tuple[str, ...]
    steps: tuple[ExampleStep, ...]
    refused: tuple[Text, ...]


@pages.add("/", may=ANYBODY)
def index() -> str:
    """The games and their rulebooks."""
    return render_template("rules/index.html", games=GAMES.values())


@pages.add("/<game>", may=ANYBODY)
def book(game: str) -> str:
    """A rulebook on one page; the customs that a table may choose have their own."""
    return _page(game, customs=False)


@pages.add("/<game>/customs", may=ANYBODY)
def customs(game: str) -> Any:
    """What a table may choose although the rule text does not have it; the book itself where there is nothing."""
    if any(article.custom for article in _book(game).articles.values()):
        return _page(game, customs=True)
    return redirect(url_for("rules.book", game=game), 302)


def _page(game: str, *, customs: bool) -> str:
    rulebook = _book(game)
    return render_template(
        "rules/book.html",
        game=GAMES[game],
        book=rulebook,
        articles=[rule for rule in rulebook.articles.values() if rule.custom is customs],
        others=next((rule for rule in rulebook.articles.values() if rule.custom is not customs), None),
        coverage=_covered(rulebook, customs=customs),
        statuses=STATUS_WORDS,
        examples=worked_examples(game, language()),
        declared=GAMES[game].options.list_options(),
        anchor=anchor,
        written=_find_where_written,
    )


@pages.add("/<game>/<number>", may=ANYBODY)
def article(game: str, number: str) -> Any:
    """One article: its place in the book."""
    if number not in _book(game).articles:
        abort(404)
    return redirect(article_address(f"{game} {number}"), 302)


def _find_where_written(article: Article) -> Text | None:
    """Where on the web a custom is written down: host and path, as people read them.

    It is said and no link: the pages lead to no address but the program's own.
    """
    for part in article.source.split("; "):
        scheme, _sign, place = part.partition("://")
        if scheme in ("http", "https"):
            return WRITTEN._replace(params={"sources": unquote(place).removesuffix("/")})
    return None


def _covered(rulebook: Rulebook, *, customs: bool) -> list[tuple[str, list[Article]]]:
    """What the program does with the articles of a page."""
    by_status = [
        (status, [rule for rule in some if rule.custom is customs]) for status, some in coverage(rulebook)
    ]
    return [(status, some) for status, some in by_status if some]


def _book(game: str) -> Rulebook:
    if game not in GAMES:
        abort(404)
    return cached_book(game, language())


@cache
def cached_book(game: str, in_language: str) -> Rulebook:
    """A rulebook, read once."""
    return load_rulebook(game, in_language)


@cache
def worked_examples(game: str, in_language: str) -> dict[str, list[Worked]]:
    """The examples of a game by the articles they cite."""
    by_article: dict[str, list[Worked]] = {}
    for example in load_examples(game, in_language):
        worked = _work_example(game, example.title, example.match)
        for cite in example.cites if worked else ():
            by_article.setdefault(cite.partition(" ")[2], []).append(worked)  # type: ignore[arg-type]  # not None here
    return by_article


def _work_example(game: str, title: str, document: dict[str, Any]) -> Worked | None:
    report = Report()
    whole = {"format": FORMAT, "game": game, "players": list(STAND_INS[:4]), **document}
    match = read_match(whole, GAMES, report)
    if match is None:
        return None
    sheet = fold(match, report)
    sides = tuple(sheet.table.side_name(side) for side in range(len(sheet.totals)))
    if report.errors:
        return Worked(title, sides, (), tuple(finding.text for finding in report.errors))
    steps = zip(match.entries, sheet.entries, strict=True)
    return Worked(
        title,
        sides,
        tuple(ExampleStep(entry_text(entry, match.game, sheet.table), row) for entry, row in steps),
        (),
    )
