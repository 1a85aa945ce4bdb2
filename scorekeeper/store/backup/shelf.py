"""Where snapshots lie and what they are called: in a folder of their database's own, outside the checkout."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import make_url

from scorekeeper.store import instance
from scorekeeper.store.backup.retention import Snapshot, find_outdated, surplus
from scorekeeper.store.private_files import database_file

NAME = re.compile(r"(\d{6,})-(\d{8}T\d{6})Z(?:-([a-z0-9-]+))?\.(?:backup|db)")
"""Before 1.0 a snapshot was a bare database file."""
MOMENT = "%Y%m%dT%H%M%S"
LOOKED = "looked.json"


class Look(NamedTuple):
    """What the last look came to: when it was, and why there is no snapshot of what had changed."""

    at: datetime
    failure: str


def file_of(url: str) -> Path | None:
    """The database's file; None for other databases, and for one in memory."""
    file = database_file(url)
    return None if file is None or make_url(url).query else file.absolute()


def folder_of(url: str) -> Path | None:
    """Where the snapshots of this database lie: two databases never share a folder. None where none are made."""
    file, base = file_of(url), instance.snapshots_folder()
    if file is None or base is None:
        return None
    return base / f"{file.stem}-{sha256(os.fsencode(file)).hexdigest()[:8]}"


def path_of(folder: Path, snapshot: Snapshot) -> Path:
    """The file of a snapshot."""
    occasion = f"-{snapshot.occasion}" if snapshot.occasion else ""
    file = folder / f"{snapshot.number:06}-{snapshot.at:{MOMENT}}Z{occasion}.backup"
    return bare if (bare := file.with_suffix(".db")).exists() else file


def list_snapshots(folder: Path) -> list[Snapshot]:
    """Those that are there, in the order in which they were made."""
    snapshots = []
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return []
    for entry in entries:
        named = NAME.fullmatch(entry.name)
        if named:
            with contextlib.suppress(FileNotFoundError):  # another process has just removed it
                at = datetime.strptime(named[2], MOMENT).replace(tzinfo=UTC)
                snapshots.append(Snapshot(int(named[1]), at, entry.stat().st_size, named[3] or ""))
    return sorted(snapshots)


def remove(folder: Path, gone: Iterable[Snapshot]) -> None:
    """Delete snapshots."""
    for snapshot in gone:
        path_of(folder, snapshot).unlink(missing_ok=True)


def prune(folder: Path, *, by_age: bool) -> None:
    """Delete what the ladder does not hold, and what the disk has no room for any more."""
    if by_age:
        remove(folder, find_outdated(list_snapshots(folder), datetime.now(UTC)))
    remove(folder, surplus(list_snapshots(folder), shutil.disk_usage(folder).free))


def last_look(folder: Path) -> Look | None:
    """What the keeper found when it looked last; None where it never has."""
    try:
        fields = json.loads((folder / LOOKED).read_text())
        return Look(datetime.fromisoformat(fields["at"]), str(fields["failure"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_look(folder: Path, look: Look) -> None:
    """Keep what a look came to."""
    beside = folder / f".{LOOKED}"
    beside.touch(mode=0o600)
    beside.write_text(json.dumps({"at": look.at.isoformat(timespec="seconds"), "failure": look.failure}))
    os.replace(beside, folder / LOOKED)


def sync_folder(folder: Path) -> None:
    """Have the disk keep the names in a folder, those just given included."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
