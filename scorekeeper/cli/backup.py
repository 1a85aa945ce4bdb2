"""``scorekeeper backup`` and ``restore``: the database and the key together. Knows nothing of Flask.

The key is in the archive because links to matches, cookies and half-filled forms hang on it: a database that comes
back without it has matches that nobody can open.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.cli.account import KeepingError, check_there
from scorekeeper.core.text import N, T, Text
from scorekeeper.store import instance

MATCHES = "match"


def back_up(file: str, *, with_key: bool) -> Iterator[Text]:
    """Write the archive; what to tell the keeper, sentence by sentence. KeepingError when it cannot be done."""
    from scorekeeper.store.backup.file import BackupError
    from scorekeeper.store.backup.make import backup

    url = instance.database_url()
    check_there(url)
    try:
        written = backup(url, Path(file), instance.secret_key() if with_key else None)
    except (BackupError, instance.InstanceError) as error:
        raise _stopped(error) from error
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
            "The server’s key is in it: whoever has the file can open every match. Keep it where nobody looks."
        )
    else:
        yield T(
            "The server’s key is not in it: without it no link to a match opens. Keep {place} somewhere too.",
            place=str(instance.directory() / instance.KEY_FILE),
        )


def put_back(file: str, *, replace: bool) -> Iterator[Text]:
    """Restore the archive and its key; what to tell the keeper. KeepingError, and nothing changed, if it is no good."""
    from scorekeeper.store.backup.file import BackupError
    from scorekeeper.store.backup.restore import restore

    try:
        instance.prepare()
        head, found = restore(instance.database_url(), Path(file), replace=replace)
        aside = None if head.key is None else _put_key(head.key)
    except (BackupError, instance.InstanceError) as error:
        raise _stopped(error) from error
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
    """Make the key of the backup this server's; where another one, put aside, lies now."""
    place = instance.directory() / instance.KEY_FILE
    if place.exists() and place.read_bytes() == key:
        return None
    aside = None
    if place.exists():
        aside = place.with_name(f"{instance.KEY_FILE}.{time.strftime('%Y%m%d-%H%M%S')}")
        os.rename(place, aside)
    instance.write_key(place, key)
    return aside


def _stopped(error: Exception) -> KeepingError:
    text = getattr(error, "text", None)
    return KeepingError(text if isinstance(text, Text) else Text(str(error)))
