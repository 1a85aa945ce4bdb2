"""Documents in, documents out: one, or one a line. No document, however odd, keeps the others from their answers."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO

from scorekeeper.cli.console import print_errors
from scorekeeper.cli.files import FAILED, GOOD, NOT_VALID, lines_of, open_input, open_output
from scorekeeper.core.documents import MAX_BYTES, parse
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.scoring.sheet import errors_document
from scorekeeper.core.text import Catalogue, T

GRAVITY = (GOOD, NOT_VALID, FAILED)
"""The exit statuses, gravest last."""
INTERNAL = Finding("", "internal", T("The program made a mistake here; this document was not answered."))

Answer = Callable[[Any, Catalogue | None], tuple[dict[str, Any], bool]]
Dump = Callable[[dict[str, Any]], bytes]


def add_document_arguments(command: ArgumentParser, asked: str, answer: str, file: str) -> None:
    """What may follow a command that answers documents; what is asked, what is answered, and what a file is called."""
    how = command.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help=f"print the {answer} document")
    how.add_argument("--jsonl", action="store_true", help=f"one {asked} a line in, one {answer} a line out")
    command.add_argument("file", nargs="?", default="-", metavar=file, help="- reads standard input")


def answer_command(
    options: Any, words: Catalogue | None, answer: Answer, show: Callable[[Any, Report], bool]
) -> int:
    """Answer one document or many: ``answer`` for machines, ``show`` for people, which returns whether it could."""
    if options.jsonl:
        with open_input(options.file) as lines:
            return answer_lines(lines, open_output().buffer, answer, words)
    with open_input(options.file) as file:
        raw = file.read(MAX_BYTES + 1)
    if options.json:
        written, status = answer_raw(raw, answer, words, partial(dump_document, indent=2))
        open_output().buffer.write(written)
        return status
    document, wrong = parse(raw)
    report = Report()
    if wrong is None and show(document, report):
        return GOOD
    print_errors([wrong] if wrong else report.errors, words, sys.stderr)
    return NOT_VALID


def answer_lines(lines: BinaryIO, out: BinaryIO, answer: Answer, words: Catalogue | None = None) -> int:
    """One answer or errors document for each line, in order; memory does not grow with their number.

    Returns the gravest exit status of them all.
    """
    import orjson  # here, because its import takes longer than one document

    def dump_line(document: dict[str, Any]) -> bytes:
        try:
            return orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE)
        except TypeError:  # a number of more than 64 bits, or half of a surrogate pair
            return dump_document(document)

    status = GOOD
    for line in lines_of(lines):
        if not line.strip() and len(line) <= MAX_BYTES:
            continue
        written, line_status = answer_raw(line, answer, words, dump_line)
        status = max(status, line_status, key=GRAVITY.index)
        out.write(written)
        out.flush()
    return status


def dump_document(document: dict[str, Any], indent: int | None = None) -> bytes:
    """A document as JSON, with a line end."""
    separators = None if indent else (",", ":")
    text = json.dumps(
        document, ensure_ascii=False, check_circular=False, indent=indent, separators=separators
    )
    return f"{text}\n".encode()


def answer_raw(
    raw: bytes, answer: Answer, words: Catalogue | None, dump: Dump = dump_document
) -> tuple[bytes, int]:
    """The answer or errors document to a document as it was sent, as JSON, and the exit status.

    An unexpected exception is an errors document too; its traceback goes to standard error.
    """
    try:
        document, wrong = parse(raw)
        result, good = answer(document, words) if wrong is None else (errors_document([wrong], words), False)
        return dump(result), GOOD if good else NOT_VALID
    except Exception:
        tell_traceback()
        return dump(errors_document([INTERNAL], words)), FAILED


def tell_traceback() -> None:
    """Write on standard error where the program made its mistake."""
    import traceback  # here, because it is only needed once something is wrong

    traceback.print_exc()
