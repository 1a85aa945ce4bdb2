"""Backups that say something else than their program wrote, and are right in themselves."""

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

from scorekeeper.store.backup.packing import HEAD, pack, unpacked


def repack(file: Path, target: Path, *statements: str, **in_head: Any) -> Path:
    """The backup with these statements run in its database, and with another head; ``target``."""
    with unpacked(file) as (head, database):
        with closing(sqlite3.connect(database, isolation_level=None)) as opened:
            for statement in statements:
                opened.execute(statement)
        with target.open("wb") as packed:
            pack(database, packed, head._replace(**in_head))
    return target


def with_head(file: Path, target: Path, **change: Any) -> Path:
    """The backup with other words in its head; ``target``."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            said = old.read(name)
            new.writestr(name, json.dumps({**json.loads(said), **change}) if name == HEAD else said)
    return target
