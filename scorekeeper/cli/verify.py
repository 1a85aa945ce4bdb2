"""``scorekeeper verify``: scores archived matches again and prints every disagreement with the sheet they carry."""

from __future__ import annotations

import gzip
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.cli.answering import INTERNAL, tell_traceback
from scorekeeper.cli.exit_status import FAILED, GOOD, NOT_VALID
from scorekeeper.cli.files import lines_of, open_input
from scorekeeper.core.documents import MAX_BYTES, parse
from scorekeeper.core.findings import ERROR, Finding
from scorekeeper.core.text import Catalogue, N, T, render
from scorekeeper.store.match.archive import documents_in, verify_document


def add_arguments(command: ArgumentParser) -> None:
    """What may follow ``verify``."""
    command.add_argument("paths", nargs="+", metavar="PATH")


def run(options: Any, words: Catalogue | None) -> int:
    """Score every archived match again; returns the exit status."""
    seen, differences, invalid, failed = 0, 0, False, False
    for place, document, wrong in _read_archives(options.paths):
        seen += wrong is None
        for finding in [wrong] if wrong else _verify(document):
            differences += 1
            invalid = invalid or finding.severity == ERROR
            failed = failed or finding is INTERNAL
            print(f"{place}: {finding.path}: {render(finding.text, words)}")
    matches = N("{n} match re-scored", "{n} matches re-scored", n=seen)
    found = N("{n} disagreement", "{n} disagreements", n=differences)
    print(render(T("{matches}, {found}.", matches=matches, found=found), words))
    if failed:
        return FAILED
    return NOT_VALID if invalid else FAILED if differences or not seen else GOOD


def _verify(document: Any) -> list[Finding]:
    """What is wrong with an archived match; a mistake of the program keeps no other match from being looked at."""
    try:
        return verify_document(document)
    except Exception:
        tell_traceback()
        return [INTERNAL]


def _read_archives(paths: Sequence[str]) -> Iterator[tuple[str, Any, Finding | None]]:
    """Every document in these files and folders: ``*.json`` hold one, ``*.jsonl`` one a line, or a whole league.

    Those whose names end in ``.gz`` are packed.
    """
    for path in map(Path, paths):
        found = (path.rglob(f"*.{kind}") for kind in ("json", "jsonl", "jsonl.gz"))
        files = sorted(file for some in found for file in some) if path.is_dir() else [path]
        for file in files:
            packed = file.suffix == ".gz"
            with open_input(str(file)) as opened:
                if not packed and file.suffix != ".jsonl":
                    yield (str(file), *parse(opened.read(MAX_BYTES + 1)))
                    continue
                whole: Any = gzip.GzipFile(fileobj=opened) if packed else opened
                for number, document, wrong in documents_in(lines_of(whole)):
                    yield (f"{file}:{number}", document, wrong)
