"""``scorekeeper rules``: the whole rulebook of a game, or one article."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from scorekeeper.cli.console import print_rules, print_text
from scorekeeper.cli.files import StoppedError, open_output
from scorekeeper.cli.status import GOOD
from scorekeeper.core.rulebook import load_rulebook
from scorekeeper.core.text import Catalogue, T
from scorekeeper.games import GAMES


def add_arguments(command: ArgumentParser) -> None:
    """What may follow ``rules``."""
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
    print_rules(book, number, words, out)
    return GOOD
