"""``scorekeeper score``: a table for people, a sheet document, or one a line."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from scorekeeper.cli.answering import add_document_arguments, answer_command
from scorekeeper.cli.console import print_sheet
from scorekeeper.cli.files import open_output
from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.text import Catalogue
from scorekeeper.games import GAMES, score


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("--explain", action="store_true", help="print the reasons of every score")
    add_document_arguments(command, "match", "sheet", "MATCH.json")


def run(options: Any, words: Catalogue | None) -> int:
    """Score a match document; returns the exit status."""

    def show(document: Any, report: Report) -> bool:
        sheet = score_match(document, GAMES, report)
        if sheet is not None:
            print_sheet(sheet, document, words, open_output(), explain=options.explain)
        return sheet is not None

    return answer_command(options, words, score, show)
