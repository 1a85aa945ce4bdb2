"""``scorekeeper backup``: the database and the key in one file, which is read back.

The key is in the archive because links to matches, cookies and half-filled forms hang on it: a database that comes
back without it has matches that no link opens.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.cli.files import GOOD, StoppedError
from scorekeeper.cli.keeping import check_there, find_database, leaves_to_owner, print_sentences, stopped_by
from scorekeeper.core.text import Catalogue, N, T, Text
from scorekeeper.store import instance, migrate, server_key, settings
from scorekeeper.store.backup.errors import BackupError
from scorekeeper.store.backup.make import backup, reason_of

MATCHES = "match"
LAST_BACKUP = "backup"
"""The name under which the database knows when it was."""


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE")
    command.add_argument(
        "--without-key", action="store_true", help="leave out the key that the links to matches hang on"
    )


@leaves_to_owner
def run(options: Any, words: Catalogue | None) -> int:
    """Write the archive; returns the exit status."""
    print_sentences(back_up(options.file, with_key=not options.without_key), words)
    return GOOD


def back_up(file: str, *, with_key: bool) -> Iterator[Text]:
    """Write the archive; what to tell the keeper, sentence by sentence. StoppedError when it cannot be done."""
    url = find_database()
    check_there(url)
    try:
        written = backup(url, Path(file), _find_key(url) if with_key else None)
    except (BackupError, instance.InstanceError) as error:
        raise stopped_by(error) from error
    _note(url)
    rows = sum(written.values())
    matches = written[MATCHES]
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


def _note(url: str) -> None:
    """Keep in the database when its last backup was made; a backup is none the worse without."""
    with suppress(SQLAlchemyError), migrate.exclusive(url) as connection:
        if migrate.revision(connection) == migrate.head():
            settings.write(connection, LAST_BACKUP, datetime.now(UTC).isoformat(timespec="seconds"))


def _find_key(url: str) -> bytes:
    """The server's key. StoppedError where this folder has none, or another than the database belongs to."""
    place = instance.key_place()
    if not place.exists():
        raise StoppedError(
            T(
                "There is no key at {place}, and a key made now would be no server’s. Name the server’s folder in "
                "{variable}, or leave the key out with --without-key.",
                place=str(place),
                variable=instance.DIRECTORY_VARIABLE,
            )
        )
    key = instance.secret_key()
    try:
        wanted = server_key.read_fingerprint(url)
    except SQLAlchemyError as error:
        raise BackupError(T("The database cannot be read: {reason}", reason=reason_of(error))) from error
    if wanted not in (None, fingerprint := server_key.fingerprint(key)):
        raise StoppedError(
            T(
                "The key at {place} ({found}) is not the one that the database belongs to ({wanted}). Name the "
                "server’s folder in {variable}, or leave the key out with --without-key.",
                place=str(place),
                found=fingerprint,
                wanted=wanted or "",
                variable=instance.DIRECTORY_VARIABLE,
            )
        )
    return key
