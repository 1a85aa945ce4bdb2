"""``scorekeeper adjudicate``: a verdict with its reasons for people, a ruling document, or one a line."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from scorekeeper.cli.answering import add_document_arguments, answer_command
from scorekeeper.cli.console import print_ruling
from scorekeeper.cli.files import open_output
from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.findings import Report
from scorekeeper.core.text import Catalogue
from scorekeeper.games import GAMES, rule


def add_arguments(command: ArgumentParser) -> None:
    add_document_arguments(command, "question", "ruling", "QUESTION.json")


def run(options: Any, words: Catalogue | None) -> int:
    """Answer a question document; returns the exit status."""

    def show(document: Any, report: Report) -> bool:
        answered = adjudicate(document, GAMES, report)
        if answered is not None:
            print_ruling(answered, words, open_output())
        return answered is not None

    return answer_command(options, words, rule, show)
