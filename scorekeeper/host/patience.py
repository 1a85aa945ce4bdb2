"""How much longer than others a request may take to arrive: one that brings a large file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

SLOWEST = 200_000
"""Bytes a second with which a large file comes in at least."""
_given: WeakKeyDictionary[Any, float] = WeakKeyDictionary()


def give_time(environ: Mapping[str, Any], size: int) -> None:
    """Let a request of so many bytes take its time, where our own server reads it."""
    connection = environ.get("gunicorn.socket")
    if connection is not None:
        _given[connection] = size / SLOWEST


def seconds_more(connection: Any) -> float:
    """So many seconds more than others the request of a connection may take to be said."""
    return _given.get(connection, 0.0)


def end(connection: Any) -> None:
    """The next request of a connection has no more time than any other."""
    _given.pop(connection, None)
