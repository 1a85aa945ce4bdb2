"""What derives: it takes turns of steps for each league that waits, and continues imports, until it is stopped."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

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
"""What fails rests, in seconds: the others must not wait for it. An import has its league's number, below zero."""
Result = TypeVar("Result")
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
    worked = False
    running = _ask(sessions, imports.running_imports)
    for league, key, account in running or ():
        if not stopped():
            step = partial(_continue_import, league, key, account, imports_for)
            problem = f"The import into league {league} could not go on"
            worked = _work(sessions, step, resting, -league, problem) or worked
    for league in () if running is None else _ask(sessions, derive.leagues_to_derive) or ():
        if not stopped():
            step = partial(_derive, league, stopped)
            worked = _work(sessions, step, resting, league, f"League {league} could not be derived") or worked
    return worked


def _continue_import(league: int, key: str, account: int | None, seconds: float, session: Session) -> bool:
    return imports.continue_for_account(session, league, key, account, seconds)


def _derive(league: int, stopped: Callable[[], bool], session: Session) -> bool:
    return derive.step(session, league, TURN, stopped=stopped).worked


def _ask(sessions: sessionmaker[Session], find: Callable[[Session], list[Result]]) -> list[Result] | None:
    """What waits; None where the database does not say."""
    try:
        with sessions() as session:
            return find(session)
    except SQLAlchemyError as error:
        LOG.error("Leagues cannot be looked at (%s).", type(error).__name__)
        return None


def _work(
    sessions: sessionmaker[Session],
    step: Callable[[Session], bool],
    resting: dict[int, Rest],
    number: int,
    problem: str,
) -> bool:
    """Whether a step of work got further. One that fails is left alone for a while, each time for longer."""
    rest = resting.get(number)
    if rest is not None and time.monotonic() < rest.until:
        return False
    try:
        with sessions() as session:
            worked = step(session)
    except Exception as error:
        length = FIRST_REST if rest is None else min(MAX_REST, rest.length * 2)
        resting[number] = Rest(time.monotonic() + length, length)
        LOG.error("%s (%s); tried again in %.0f s.", problem, type(error).__name__, length)
        return False
    resting.pop(number, None)
    return worked
