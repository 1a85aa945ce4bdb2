"""The folders of templates and static files: beside the package in a checkout, inside it where it is installed."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from flask import current_app

from scorekeeper.store import instance

PACKAGE = Path(__file__).resolve().parents[2]


def find_folder(name: str) -> Path:
    """The folder ``templates`` or ``static`` of this program.

    The wheel carries both inside the package; a checkout is told by :func:`scorekeeper.store.instance.checkout`.
    """
    return (instance.checkout() or PACKAGE) / name


def program_version() -> str:
    """Which program this is: a newer one may show the same match differently."""
    app = current_app
    return _read_version(app.root_path, str(app.template_folder), str(app.static_folder))


@lru_cache(maxsize=4)
def _read_version(*folders: str) -> str:
    files = sorted(
        {
            file
            for folder in map(Path, folders)
            for kind in ("*.py", "*.html", "*.css", "*.js", "*.mo")
            for file in folder.rglob(kind)
        }
    )
    stamps = "".join(f"{file.name}{file.stat().st_size}{file.stat().st_mtime_ns}" for file in files)
    return hashlib.sha256(stamps.encode()).hexdigest()[:12]
