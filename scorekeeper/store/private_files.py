"""The database, what stands beside it and their folder are for their owner alone: modes 600 and 700."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, event
from sqlalchemy.engine import make_url

BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; it gives each the mode of the database itself."""
FOR_OTHERS = 0o077


def database_file(url: str) -> Path | None:
    """The file of an SQLite database; None for one in memory, or on another server."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or not address.database or address.database == ":memory:":
        return None
    return None if address.database.startswith("file:") else Path(address.database)


def make_private(engine: Engine) -> None:
    """Have a database that is not there yet made with mode 600, and so all that SQLite puts beside it."""
    file = database_file(str(engine.url))
    if file is None or os.name != "posix":
        return

    def make_file(*arguments: object) -> None:
        with suppress(OSError):  # there already, or SQLite says what is wrong with the place
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))

    event.listen(engine, "do_connect", make_file)


def tighten(folder: Path, url: str) -> list[Path]:
    """Close the instance folder and the database in it, or elsewhere, to other users; what was open until now.

    A folder that many share (``/tmp``) stays as it is, and so does what belongs to another user.
    """
    if os.name != "posix":
        return []
    file = database_file(url)
    files = [] if file is None else [file.with_name(file.name + more) for more in BESIDE]
    return [path for path in (folder, *files) if _close(path)]


def _close(path: Path) -> bool:
    with suppress(OSError):
        status = path.stat()
        if (
            status.st_uid == os.geteuid()
            and not status.st_mode & stat.S_ISVTX
            and status.st_mode & FOR_OTHERS
        ):
            path.chmod(stat.S_IMODE(status.st_mode) & ~FOR_OTHERS)
            return True
    return False


def give_to_owner(folder: Path, snapshots: Path | None) -> None:
    """What root made in the folder of another user, snapshots in it included, becomes that user's.

    The server of that user could not read it: a key that came back, the record of the forgotten, a lock.
    """
    if os.name != "posix" or os.geteuid() != 0 or not folder.is_dir():
        return
    owner, found = folder.stat(), [path for path in folder.iterdir() if path.is_file()]
    if snapshots is not None and snapshots.is_relative_to(folder):
        found += [snapshots, *snapshots.rglob("*")]
    for path in found:
        with suppress(OSError):  # it is gone by now, or on a disk that knows no owners
            status = path.lstat()
            linked = stat.S_ISREG(status.st_mode) and status.st_nlink > 1  # it may be any file of the machine
            if status.st_uid == 0 and not linked:
                os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
