"""``scorekeeper serve``: the web pages, until they are stopped."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from typing import Any

from scorekeeper.core.text import Catalogue
from scorekeeper.server.supervisor import serve


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("--host", default="0.0.0.0", help="the address to listen on")
    command.add_argument(
        "--port", type=_number(0, 65535), help="the port to listen on (8000 or the next free one)"
    )
    command.add_argument("--workers", type=_number(1, 100), default=2, help="how many server processes")
    command.add_argument(
        "--new-key",
        action="store_true",
        help="make this machine's key the database's: links given out under another one stop working",
    )


def run(options: Any, words: Catalogue | None) -> int:
    """Serve until stopped; returns the exit status."""
    return serve(host=options.host, port=options.port, workers=options.workers, new_key=options.new_key)


def _number(least: int, most: int) -> Callable[[str], int]:
    """Reads an argument that is a whole number from ``least`` to ``most``."""

    def read(text: str) -> int:
        if text.isdecimal() and len(text) < 10 and least <= int(text) <= most:
            return int(text)
        raise ArgumentTypeError(f"give a number from {least} to {most}, not {text!r}")

    return read
