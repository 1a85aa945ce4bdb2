"""What leagues and the record of the forgotten have to say about a match, which imports neither: they connect here.

:mod:`scorekeeper.store.engine` connects them, so there is no database that was opened without.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match


class LeagueHooks(NamedTuple):
    """``check_name`` refuses a name in a match for a person, by number, who is anonymous in the match's league.

    ``check_person`` refuses names that may be another person's where no one can be asked who is meant: a match before
    the change and after it. ``check_undo`` refuses to undo an event that the league could not follow.
    ``check_writer`` refuses an event (its kind and body) that is not for this account to write. ``find_league`` gives
    another value once the league of the match with this address is another one or has changed: the checks may say
    otherwise then. ``mark_stale`` marks what leagues derived of these matches as out of date. ``find_forgotten`` finds
    the seats of those who are forgotten in a match that comes into a league, if any, and is known by these openings
    too; ``drop_forgotten`` leaves out what it has of those in these seats.
    """

    check_name: Callable[[Session, int, int], None]
    check_person: Callable[[Session, Match, Match], None]
    check_undo: Callable[[Session, Match, Event], None]
    check_writer: Callable[[Session, Match, str, Mapping[str, Any], int | None], None]
    find_league: Callable[[Session, str], Hashable]
    mark_stale: Callable[[Session, Collection[int]], None]
    find_forgotten: Callable[[Session, Mapping[str, Any], str | None, Collection[str]], frozenset[int]]
    drop_forgotten: Callable[[Mapping[str, Any], Collection[int]], Mapping[str, Any]]


_connected: list[LeagueHooks] = []


def connect(hooks: LeagueHooks) -> None:
    """Let matches ask these functions."""
    _connected[:] = [hooks]


def league_hooks() -> LeagueHooks:
    """The functions that leagues connected."""
    assert _connected, "store.engine connects them"
    return _connected[0]
