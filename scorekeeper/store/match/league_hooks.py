"""What leagues and the record of the forgotten have to say about a match, which imports neither: they connect here.

:mod:`scorekeeper.store.engine` connects them, so there is no database that was opened without.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any, NamedTuple, Protocol

from sqlalchemy.orm import Session

from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match


class _CheckName(Protocol):
    def __call__(self, session: Session, match: int, person: int) -> None: ...


class _CheckPerson(Protocol):
    def __call__(self, session: Session, before: Match, after: Match) -> None: ...


class _CheckUndo(Protocol):
    def __call__(self, session: Session, match: Match, event: Event) -> None: ...


class _CheckWriter(Protocol):
    def __call__(
        self, session: Session, match: Match, kind: str, body: Mapping[str, Any], account: int | None
    ) -> None: ...


class _MarkStale(Protocol):
    def __call__(self, session: Session, matches: Collection[int]) -> None: ...


class _FindForgotten(Protocol):
    def __call__(
        self, session: Session, item: Mapping[str, Any], league: str | None, openings: Collection[str]
    ) -> frozenset[int]: ...


class _FindLeague(Protocol):
    def __call__(self, session: Session, public_id: str) -> Hashable: ...


class _DropForgotten(Protocol):
    def __call__(self, item: Mapping[str, Any], seats: Collection[int]) -> Mapping[str, Any]: ...


class LeagueHooks(NamedTuple):
    """``check_name`` refuses a name for a person who is anonymous in the match's league.

    ``check_person`` refuses names that may be another person's where no one can be asked who is meant.
    ``check_undo`` refuses to undo an event that the league could not follow.
    ``check_writer`` refuses an event that is not for this account to write. ``find_league`` gives another value once
    the match's league is another one or has changed: the checks may say otherwise then. ``mark_stale`` marks what
    leagues derived of these matches as out of date. ``find_forgotten`` finds the seats of those who are forgotten in a
    match that comes in, and ``drop_forgotten`` leaves out what it has of them.
    """

    check_name: _CheckName
    check_person: _CheckPerson
    check_undo: _CheckUndo
    check_writer: _CheckWriter
    find_league: _FindLeague
    mark_stale: _MarkStale
    find_forgotten: _FindForgotten
    drop_forgotten: _DropForgotten


_connected: list[LeagueHooks] = []


def connect(hooks: LeagueHooks) -> None:
    """Let matches ask these functions."""
    _connected[:] = [hooks]


def league_hooks() -> LeagueHooks:
    """The functions that leagues connected."""
    assert _connected, "store.engine connects them"
    return _connected[0]
