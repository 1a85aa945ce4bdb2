"""``scorekeeper restore``: a backup and its key into the database, all of it or nothing."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper.cli.exit_status import GOOD
from scorekeeper.cli.keeping import print_sentences, stopped_by
from scorekeeper.core.text import Catalogue, N, T, Text
from scorekeeper.store import instance
from scorekeeper.store.backup.dump import BackupError
from scorekeeper.store.backup.restore import restore

MATCHES = "match"


def add_arguments(command: ArgumentParser) -> None:
    """What may follow ``restore``."""
    command.add_argument("file", metavar="FILE")
    command.add_argument("--replace", action="store_true", help="give up what the database holds")


def run(options: Any, words: Catalogue | None) -> int:
    """Put the archive back; returns the exit status."""
    print_sentences(put_back(options.file, replace=options.replace), words)
    return GOOD


def put_back(file: str, *, replace: bool) -> Iterator[Text]:
    """Restore the archive and its key; what to tell the keeper. StoppedError, and nothing changed, if it is no good."""
    try:
        instance.prepare()
        head, found = restore(instance.database_url(), Path(file), replace=replace)
        aside = None if head.key is None else _put_key(head.key)
    except (BackupError, instance.InstanceError) as error:
        raise stopped_by(error) from error
    yield N(
        "Restored {n} match as of {moment}, and compared it with the backup.",
        "Restored {n} matches as of {moment}, and compared them with the backup.",
        n=found[MATCHES].rows,
        moment=head.made_at,
    )
    if aside is not None:
        yield T("The server’s key came with it; the one that was here is {place} now.", place=str(aside))
    if head.key is None:
        yield T(
            "The backup holds no key: links open once the old one lies at {place}.",
            place=str(instance.directory() / instance.KEY_FILE),
        )


def _put_key(key: bytes) -> Path | None:
    """Make the key of the backup this server's; returns where it put another key aside."""
    place = instance.directory() / instance.KEY_FILE
    if place.exists() and place.read_bytes() == key:
        return None
    aside = None
    if place.exists():
        aside = place.with_name(f"{instance.KEY_FILE}.{time.strftime('%Y%m%d-%H%M%S')}")
        os.rename(place, aside)
    instance.write_key(place, key)
    return aside
