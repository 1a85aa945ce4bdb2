"""``scorekeeper rules``: the whole rulebook of a game, or one article."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, TextIO

from scorekeeper.cli.console import BOLD, DIM, WIDTH, break_lines, columns_of, pad_right, painter, print_text
from scorekeeper.cli.files import GOOD, StoppedError, open_output
from scorekeeper.core.rulebook import Rulebook, load_rulebook
from scorekeeper.core.text import Catalogue, T, render
from scorekeeper.games import GAMES
from scorekeeper.games.coverage import STATUS_NAMES, coverage, statuses

COVERAGE = T("What the program does with each article")


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("article", nargs="?", metavar="ARTICLE")


def run(options: Any, words: Catalogue | None) -> int:
    """Print the rulebook of a game; returns the exit status."""
    if options.game not in GAMES:
        raise StoppedError(
            T("There is no game “{game}”; there is: {games}.", game=options.game, games=list(GAMES))
        )
    book = load_rulebook(options.game, options.lang)
    number = (options.article or "").removeprefix(f"{options.game} ")
    if number and number not in book.articles:
        raise StoppedError(T("{game} has no article {number}.", game=book.title, number=number))
    out = open_output()
    if book.language != options.lang:
        note = T("This rulebook is not written in your language yet, so it stands here in English.")
        print_text(note, words, out)
        print(file=out)
    _print_rules(book, number, words, out)
    return GOOD


def _print_rules(book: Rulebook, number: str, words: Catalogue | None, out: TextIO) -> None:
    """Print a rulebook, or the one article (with all under it, for a chapter).

    The game comes first. What the program does with each article stands at the end, or below the one article.
    """
    paint, does = painter(out), statuses(book.game)
    if not number:
        edition = render(T("edition {n}", n=book.edition), words)
        print(paint(f"{book.title} · {edition}", BOLD), file=out)
        if book.summary:
            _print_paragraph(book.summary, out)
    for article in book.articles.values():
        if number and article.number != number and not article.number.startswith(f"{number}."):
            continue
        print(f"\n{paint(f'{article.citation}  {article.title}', BOLD)}", file=out)
        for paragraph in article.text.split("\n\n"):
            _print_paragraph(paragraph, out)
        status = [render(STATUS_NAMES[does[article.number]], words)] if number else []
        about = [*status, article.source, *article.options]
        print(paint("\n".join(break_lines(f"({'; '.join(about)})", WIDTH)), DIM), file=out)
    if not number:
        _print_coverage(book, words, out)


def _print_paragraph(text: str, out: TextIO) -> None:
    print("\n".join(break_lines(" ".join(text.split()), WIDTH)), file=out)


def _print_coverage(book: Rulebook, words: Catalogue | None, out: TextIO) -> None:
    """Print which articles the program scores, answers about, or only tells: a row each, as on the book's page."""
    print(f"\n{render(COVERAGE, words)}", file=out)
    names = {status: render(name, words) for status, name in STATUS_NAMES.items()}
    left = max(map(columns_of, names.values())) + 2
    for status, articles in coverage(book):
        numbers = ", ".join(article.number for article in articles)
        print("\n".join(break_lines(numbers, WIDTH, pad_right(names[status], left), " " * left)), file=out)
