"""What derives: it takes turns of steps for each league that waits, and continues imports, until it is stopped."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.engine import session_factory
from scorekeeper.store.leagues.exchange import imports
from scorekeeper.store.leagues.figures import derive

TURN, IMPORTS, PAUSE = 8.0, 2.0, 0.5
"""After so many seconds it is the next league's turn (or an import's); where nothing waits, it is asked again after a
pause. A turn with a large league begins by reading its state, so turns are not short.
"""
FIRST_REST, MAX_REST = 2.0, 300.0
"""A league that cannot be derived is left alone for a while, each time for longer: the others must not wait for it."""
LOG = logging.getLogger("scorekeeper.leagues")


class Rest(NamedTuple):
    """Until when a league is left alone, and for how long it was."""

    until: float
    length: float


def run(url: str, stopped: threading.Event) -> None:
    """Derive until it is stopped. What is under way then is whole or did not happen."""
    sessions = session_factory(url)
    try:
        keep(sessions, stopped.is_set, stopped.wait)
    finally:
        sessions.kw["bind"].dispose()


def keep(
    sessions: sessionmaker[Session], stopped: Callable[[], bool], wait: Callable[[float], object]
) -> None:
    """Turn by turn until it is stopped; ``wait`` passes the time where nothing waits."""
    resting: dict[int, Rest] = {}
    while not stopped():
        if not take_turn(sessions, stopped, resting):
            wait(PAUSE)


def take_turn(
    sessions: sessionmaker[Session],
    stopped: Callable[[], bool],
    resting: dict[int, Rest],
    imports_for: float = IMPORTS,
) -> bool:
    """Give every league that waits its turn; whether any of them got further. Imports go on for so many seconds."""
    worked = _continue_imports(sessions, stopped, resting, imports_for)
    for league in _read_leagues(sessions):
        if stopped():
            break
        if league in resting and time.monotonic() < resting[league].until:
            continue
        try:
            with sessions() as session:
                progress = derive.step(session, league, TURN, stopped=stopped)
        except Exception as error:
            rest = _let_rest(resting, league)
            LOG.error(
                "League %s could not be derived (%s); tried again in %.0f s.",
                league,
                type(error).__name__,
                rest,
            )
        else:
            resting.pop(league, None)
            worked = worked or progress.worked
    return worked


def _continue_imports(
    sessions: sessionmaker[Session], stopped: Callable[[], bool], resting: dict[int, Rest], seconds: float
) -> bool:
    """Continue the imports that were begun; whether any is left. One that fails rests, under its league's number
    below zero, and keeps no other waiting.
    """
    left = False
    for league, key, account in _read_running_imports(sessions):
        if stopped():
            break
        if -league in resting and time.monotonic() < resting[-league].until:
            continue
        try:
            with sessions() as session:
                left = imports.continue_for_account(session, league, key, account, seconds) or left
        except Exception as error:
            rest = _let_rest(resting, -league)
            told = type(error).__name__
            LOG.error(
                "The import into league %s could not go on (%s); tried again in %.0f s.", league, told, rest
            )
        else:
            resting.pop(-league, None)
    return left


def _read_running_imports(sessions: sessionmaker[Session]) -> list[tuple[int, str, int | None]]:
    try:
        with sessions() as session:
            return imports.running_imports(session)
    except SQLAlchemyError:
        return []  # said below, where leagues are looked at


def _let_rest(resting: dict[int, Rest], what: int) -> float:
    """Leave something alone for a while, each time for longer; for how many seconds now."""
    rest = min(MAX_REST, resting[what].length * 2 if what in resting else FIRST_REST)
    resting[what] = Rest(time.monotonic() + rest, rest)
    return rest


def _read_leagues(sessions: sessionmaker[Session]) -> list[int]:
    try:
        with sessions() as session:
            return derive.leagues_to_derive(session)
    except SQLAlchemyError as error:
        LOG.error("Leagues cannot be looked at (%s).", type(error).__name__)
        return []
