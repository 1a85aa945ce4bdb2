"""Matches as this process last read them, and what its pages made of them.

A match is read and scored anew only when its pulse has moved on.
Nothing here is truth: it may be thrown away at any time, and every process has its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from flask import current_app

from scorekeeper.store.match import feed, ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session

HOLDERS, PARTS = "holders", "parts"
"""What lies beside the log of a match: who holds the phones, and the deal in progress."""
MAX_KEPT = 200
"""How many matches are kept; one with a hundred events takes some 300 kB."""

Read = TypeVar("Read")

_kept: OrderedDict[tuple[str, str], Match] = OrderedDict()
_made: WeakKeyDictionary[Match, dict[str, dict[Any, Any]]] = WeakKeyDictionary()
_lock = Lock()


def match_of(public_id: str, pulse: int | None = None) -> Match | None:
    """The match as it stands; ``pulse`` if it was asked for already."""
    if pulse is None:
        pulse = feed.pulse_of(session(), public_id)
        if pulse is None:
            return None
    with _lock:
        kept = _kept.get(_key(public_id))
    if kept is not None and kept.pulse == pulse:
        return kept
    match = ledger.load(session(), public_id)
    if match is not None:
        keep(match)
    return match


def keep(match: Match, before: Match | None = None) -> None:
    """Remember a match that was just read, or written: an event after ``before`` leaves the phones in their hands."""
    if before is not None and match.pulse == before.pulse + 1:
        beside = made_of(before, "beside")
        if HOLDERS in beside:
            made_of(match, "beside")[HOLDERS] = beside[HOLDERS]
    with _lock:
        _kept[_key(match.public_id)] = match
        _kept.move_to_end(_key(match.public_id))
        while len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)


def forget_all() -> None:
    """Forget every match: another database stands in the place of the one that they were read from."""
    with _lock:
        _kept.clear()


def made_of(match: Match, kind: str) -> dict[Any, Any]:
    """What pages have made of a match so far, to be shown again: it goes when the match goes.

    It must not hold the match itself.
    """
    with _lock:
        return _made.setdefault(match, {}).setdefault(kind, {})


def read_beside(match: Match, kind: str, read: Callable[[], Read]) -> Read:
    """What lies beside the log of a match, read once: the pulse counts its changes too."""
    held = made_of(match, "beside")
    if kind not in held:
        held[kind] = read()
    value: Read = held[kind]
    return value


def _key(public_id: str) -> tuple[str, str]:
    return str(current_app.config["SQLALCHEMY_DATABASE_URI"]), public_id
