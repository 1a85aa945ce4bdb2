"""The command line: ``scorekeeper score``, ``adjudicate``, ``draw``, ``rules``, ``verify``, ``serve``, ``status``,
``check``, ``backup``, ``restore``, ``league``, ``forget`` and ``account``, one module each.

Exit status: 0 good, 2 a document is not valid, 1 anything else; 1 wins over 2. Only ``serve`` imports Flask.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from scorekeeper.cli.files import FAILED, StoppedError
from scorekeeper.core.text import T, render
from scorekeeper.translations.catalogues import LANGUAGES, catalogue

COMMANDS = {
    "score": "score a match document",
    "adjudicate": "answer a question document",
    "draw": "draw the next round of an evening: who sits where, who rests, who deals",
    "rules": "print the rulebook of a game, or one article of it",
    "verify": "re-score archived matches that carry their sheet",
    "serve": "serve the pages to the phones at the table",
    "status": "how the server of this machine is: matches, streams, snapshots, disk",
    "check": "how a server looks from outside: key, schema, and what its proxy sends on",
    "backup": "write everything into one file, while the server runs",
    "restore": "put a backup or a snapshot into an empty database, or try one",
    "league": "bring the figures of leagues up to date, or build them again",
    "forget": "erase a person for good, empty the bin, or look where a name still stands",
    "account": "for the server's keeper: accounts that lost their way in",
}
"""Each command is the module of its name in this folder, with ``add_arguments`` and ``run``; and what it does."""


class _Parser(argparse.ArgumentParser):
    """Status 2 belongs to documents, so wrong words on the command line end with 1."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(FAILED, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it is there until we end
    options = read_arguments(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has letters for ♠ and Þ
    try:
        words = catalogue(options.lang)
    except FileNotFoundError:
        return _fail(f"the catalogue for {options.lang!r} is not compiled; run `make` once")
    try:
        status: int = options.run(options, words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except StoppedError as stopped:
        return _fail(render(stopped.text, words))
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED
    except OSError as error:
        _fail(render(T("It cannot be written: {reason}.", reason=error.strerror), words))
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is not tried again
        return FAILED
    except KeyboardInterrupt:
        return FAILED


def _fail(sentence: str) -> int:
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return FAILED


def read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments of a command, with ``run``, which carries it out. Only the module of that command is imported."""
    parser = _Parser(prog="scorekeeper", description="Keeps the score of card games and explains it.")
    # Naming the program here keeps argparse from formatting a usage line, and so from importing shutil.
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", parser_class=_Parser, prog="scorekeeper"
    )
    wanted = next((word for word in arguments if word in COMMANDS), None)
    for name, purpose in COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=purpose)
        command.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of all sentences")
        if name == wanted:
            module = import_module(f"scorekeeper.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser.parse_args(arguments)
