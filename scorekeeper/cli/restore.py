"""``scorekeeper restore``: a backup or a snapshot and its key into the database, all of it or nothing."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper.cli.files import FAILED, GOOD, StoppedError
from scorekeeper.cli.keeping import find_database, leaves_to_owner, print_sentences, stopped_by
from scorekeeper.core.text import Catalogue, N, T, Text
from scorekeeper.store import instance, server_key
from scorekeeper.store.backup.errors import BackupError
from scorekeeper.store.backup.restore import Tried, restore, try_restore
from scorekeeper.store.backup.shelf import file_of, folder_of
from scorekeeper.store.backup.snapshots import SnapshotError, take
from scorekeeper.store.served_alone import ServedElsewhere, serve_alone

MATCHES = "match"


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE")
    command.add_argument("--replace", action="store_true", help="give up what the database holds")
    command.add_argument(
        "--try", dest="on_trial", action="store_true", help="only find out whether the file is good"
    )


@leaves_to_owner
def run(options: Any, words: Catalogue | None) -> int:
    """Put the archive back; returns the exit status."""
    if options.on_trial:
        return _try(Path(options.file), words)
    print_sentences(put_back(options.file, replace=options.replace), words)
    return GOOD


def _try(file: Path, words: Catalogue | None) -> int:
    """Say whether the file would come back, and leave the database as it is; returns the exit status."""
    try:
        tried = try_restore(file)
    except (BackupError, OSError) as error:
        raise stopped_by(error) from error
    print_sentences(_tell_tried(tried, str(file)), words)
    return FAILED if tried.failing else GOOD


def _tell_tried(tried: Tried, name: str) -> Iterator[Text]:
    yield N(
        "“{name}” comes back: {n} match as of {moment}, put into a database of its own and compared.",
        "“{name}” comes back: {n} matches as of {moment}, put into a database of its own and compared.",
        n=tried.rows[MATCHES],
        name=name,
        moment=tried.head.made_at,
    )
    for public_id in tried.failing:
        yield T("The match {match} cannot be scored.", match=public_id)
    if tried.head.key is None:
        yield T("No key came with it.")
    else:
        yield T("The key {fingerprint} came with it.", fingerprint=server_key.fingerprint(tried.head.key))
    yield T("The database of the server was left alone.")


def put_back(file: str, *, replace: bool) -> Iterator[Text]:
    """Restore the archive and its key; what to tell the keeper. StoppedError, and nothing changed, if it is no good."""
    try:
        instance.prepare()
        with serve_alone(find_database(), patience=0):
            kept = _keep_first() if replace else None
            head, counts = restore(find_database(), Path(file), replace=replace)
            aside = None if head.key is None else _put_key(head.key)
    except ServedElsewhere as error:
        raise StoppedError(T("A server runs on this database. Stop it, then restore.")) from error
    except (BackupError, instance.InstanceError) as error:
        raise stopped_by(error) from error
    if kept is not None:
        yield T("What the database held before: {place}.", place=str(kept))
    yield N(
        "Restored {n} match as of {moment}, and compared it with the backup.",
        "Restored {n} matches as of {moment}, and compared them with the backup.",
        n=counts[MATCHES],
        moment=head.made_at,
    )
    if aside is not None:
        yield T("The server’s key came with it; the one that was here is {place} now.", place=str(aside))
    if head.key is None:
        yield T(
            "The backup holds no key: links open once the old one lies at {place}.",
            place=str(instance.directory() / instance.KEY_FILE),
        )


def _keep_first() -> Path | None:
    """A snapshot of what is to be given up; None where there is nothing, or none are made."""
    url = find_database()
    file, folder = file_of(url), folder_of(url)
    if file is None or folder is None or not file.exists():
        return None
    try:
        return take(url, folder, occasion="before-restore")
    except SnapshotError:
        return None  # a damaged database is what a backup is for


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
