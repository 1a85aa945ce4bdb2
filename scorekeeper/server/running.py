"""What a running server tells commands on its machine: where it listens. One small file beside the key."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import NamedTuple

from scorekeeper.host.board import is_alive
from scorekeeper.store import instance

FILE = "server.json"


class ServingError(Exception):
    """The server cannot start; the message says what would help."""


class Running(NamedTuple):
    """A server: its supervisor, where it listens, where its streams do (0: nowhere), where its snapshots lie."""

    pid: int
    host: str
    port: int
    live_port: int
    snapshots: str


def write(running: Running) -> None:
    """Tell where this server is."""
    place = instance.directory() / FILE
    beside = place.with_name(f".{FILE}.{running.pid}")
    with suppress(OSError):  # a server that cannot tell serves all the same
        beside.touch(mode=0o600)
        beside.write_text(json.dumps(running._asdict()))
        os.replace(beside, place)


def forget(pid: int) -> None:
    """The server of this process ends."""
    if (server := _read()) is not None and server.pid == pid:
        (instance.directory() / FILE).unlink(missing_ok=True)


def find() -> Running | None:
    """The server of this folder if it runs."""
    server = _read()
    return server if server is not None and is_alive(server.pid) else None


def _read() -> Running | None:
    try:
        return Running(**json.loads((instance.directory() / FILE).read_text()))
    except (OSError, ValueError, TypeError):
        return None
