"""The folders of templates and static files: beside the package in a checkout, inside it where it is installed."""

from __future__ import annotations

from pathlib import Path

import scorekeeper
from scorekeeper.store import instance

PACKAGE = Path(scorekeeper.__file__).resolve().parent


def find_folder(name: str) -> Path:
    """The folder ``templates`` or ``static`` of this program.

    The wheel carries both inside the package; a checkout is told by :func:`scorekeeper.store.instance.checkout`.
    """
    return (instance.checkout() or PACKAGE) / name
