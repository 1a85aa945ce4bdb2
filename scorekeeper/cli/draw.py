"""``scorekeeper draw``: the tables of the next round for people, a round document, or one a line."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, TextIO

from scorekeeper.cli.answering import add_document_arguments, answer_command
from scorekeeper.cli.console import print_text
from scorekeeper.cli.files import open_output
from scorekeeper.core.findings import Report
from scorekeeper.core.text import Catalogue, T
from scorekeeper.league.draw.document import CHANGING
from scorekeeper.league.draw.drawing import RoundDocument, draw, draw_round


def add_arguments(command: ArgumentParser) -> None:
    add_document_arguments(command, "draw document", "round", "DRAW.json")


def run(options: Any, words: Catalogue | None) -> int:
    """Draw the round that a draw document asks for; returns the exit status."""

    def show(document: Any, report: Report) -> bool:
        drawn = draw_round(document, report)
        if drawn is not None:
            print_round(drawn, document["seats"] == CHANGING, words, open_output())
        return drawn is not None

    return answer_command(options, words, draw, show)


def print_round(drawn: RoundDocument, partners: bool, words: Catalogue | None, out: TextIO) -> None:
    """Print who sits at each table, who deals there first, and who rests."""
    for number, (table, dealer) in enumerate(zip(drawn.tables, drawn.dealers, strict=True), 1):
        sides = [" & ".join(table[::2]), " & ".join(table[1::2])] if partners else list(table)
        text = T(
            "Table {number}: {names}. {dealer} deals first.",
            number=number,
            names=" – ".join(sides),
            dealer=table[dealer],
        )
        print_text(text, words, out)
    if drawn.resting:
        print_text(T("Rests: {names}", names=", ".join(drawn.resting)), words, out)
