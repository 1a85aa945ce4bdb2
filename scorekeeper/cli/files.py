"""What commands share: files, standard input and output, the sentence when one is not there, and exit statuses."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO, TextIO

from scorekeeper.core.documents import MAX_BYTES
from scorekeeper.core.text import T, Text

GOOD, FAILED, NOT_VALID = 0, 1, 2
"""The exit statuses of all commands."""


class StoppedError(Exception):
    """Something besides a document is wrong; its sentence is shown and the exit status is 1."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def open_input(name: str) -> BinaryIO:
    """A file, or standard input for ``-``; StoppedError when it cannot be opened, or the shell has closed it."""
    try:
        if name != "-":
            return open(name, "rb")
        if sys.stdin is not None:
            return sys.stdin.buffer
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    except OSError as error:
        raise StoppedError(
            T("“{name}” cannot be read: {reason}.", name=name, reason=error.strerror)
        ) from error


def open_output() -> TextIO:
    """Standard output, for what is run for its sake; StoppedError when the shell has closed it."""
    if sys.stdout is None:
        raise StoppedError(T("It cannot be written: {reason}.", reason=os.strerror(errno.EBADF)))
    return sys.stdout


def lines_of(opened: Any) -> Iterator[bytes]:
    """The lines of a file; of one that is longer than a document may be, its beginning, one byte too long."""
    while line := opened.readline(MAX_BYTES + 1):
        yield line
        while len(line) > MAX_BYTES and not line.endswith(b"\n"):
            line = opened.readline(MAX_BYTES + 1)
