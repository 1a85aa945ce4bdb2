"""``scorekeeper backup``: the database and the key in one file, which is read back.

The key is in the archive because links to matches, cookies and half-filled forms hang on it: a database that comes
back without it has matches that no link opens.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper.cli.exit_status import GOOD
from scorekeeper.cli.keeping import check_there, print_sentences, stopped_by
from scorekeeper.core.text import Catalogue, N, T, Text
from scorekeeper.store import instance
from scorekeeper.store.backup.dump import BackupError
from scorekeeper.store.backup.make import backup

MATCHES = "match"


def add_arguments(command: ArgumentParser) -> None:
    """What may follow ``backup``."""
    command.add_argument("file", metavar="FILE")
    command.add_argument(
        "--without-key", action="store_true", help="leave out the key that the links to matches hang on"
    )


def run(options: Any, words: Catalogue | None) -> int:
    """Write the archive; returns the exit status."""
    print_sentences(back_up(options.file, with_key=not options.without_key), words)
    return GOOD


def back_up(file: str, *, with_key: bool) -> Iterator[Text]:
    """Write the archive; what to tell the keeper, sentence by sentence. StoppedError when it cannot be done."""
    url = instance.database_url()
    check_there(url)
    try:
        written = backup(url, Path(file), instance.secret_key() if with_key else None)
    except (BackupError, instance.InstanceError) as error:
        raise stopped_by(error) from error
    rows = sum(end.rows for end in written.values())
    matches = written[MATCHES].rows
    yield N("Backed up {n} match.", "Backed up {n} matches.", n=matches)
    yield N(
        "“{name}” holds {n} row, and was read back.",
        "“{name}” holds {n} rows, and was read back.",
        n=rows,
        name=file,
    )
    if with_key:
        yield T(
            "The server’s key is in it: with the file every match can be opened. Keep it in a safe place."
        )
    else:
        yield T(
            "The server’s key is not in it: without it no link to a match opens. Keep {place} somewhere too.",
            place=str(instance.directory() / instance.KEY_FILE),
        )
