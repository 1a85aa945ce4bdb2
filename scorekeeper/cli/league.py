"""What the server's keeper does for leagues from the command line. Knows nothing of Flask."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.cli.account import KeepingError, check_fits
from scorekeeper.core.text import N, T, Text
from scorekeeper.store import instance

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from scorekeeper.store.leagues.readmodel.derive import Progress

OFTEN, SELDOM = 0.2, 5.0
"""Seconds between two words about how far it is: on a terminal, where one line is written over, and in a log."""
PHASES = {
    "matches": T("matches taken in"),
    "order": T("ratings, form and records"),
    "tables": T("tables"),
    "sweeping": T("clearing away what was shown before"),
}
Say = Callable[[Text], None]


def derive_leagues(names: Sequence[str], say: Say) -> Iterator[Text]:
    """Derive what these leagues (or all) wait for; a sentence for each that is done."""
    from scorekeeper.store.leagues.readmodel import derive

    with _session() as session:
        for league, name in _leagues(session, names):
            progress = derive.step(session, league, OFTEN)
            while progress.left and progress.worked:
                say(_told(name, progress))
                progress = derive.step(session, league, OFTEN)
            if progress.left:
                raise KeepingError(
                    T("League {league} is being derived by somebody else just now.", league=name)
                )
            yield T("League {league} is up to date.", league=name)


def rebuild_leagues(
    names: Sequence[str], say: Say, *, anew: bool = False, hurry: bool = False, state: bool = False
) -> Iterator[Text]:
    """Build the figures of these leagues (or all) from their matches again; a sentence for each that is done.

    With ``state`` all that is in them is applied from their logs again before that.
    """
    from scorekeeper.store.leagues.log import apply
    from scorekeeper.store.leagues.readmodel import derive
    from scorekeeper.store.leagues.readmodel.steps import HOLD

    with _session() as session:
        for league, name in _leagues(session, names):
            if state:
                yield _applied(name, apply.rebuilt(session, league))
            differing = derive.rebuild(
                session,
                league,
                partial(_say, say, name),
                anew=anew,
                hold=derive.HURRY if hurry else HOLD,
            )
            if differing is None:
                raise KeepingError(
                    T("League {league} is being derived by somebody else just now.", league=name)
                )
            yield _rebuilt(name, differing)


def _say(say: Say, name: str, progress: Progress) -> None:
    say(_told(name, progress))


def _applied(name: str, differing: int) -> Text:
    if not differing:
        return T("League {league}: all that is in it is what its log says.", league=name)
    return N(
        "League {league}: {n} row was not what its log says; now it is.",
        "League {league}: {n} rows were not what its log says; now they are.",
        n=differing,
        league=name,
    )


def _rebuilt(name: str, differing: int) -> Text:
    if not differing:
        return T("League {league} is rebuilt from its matches.", league=name)
    return N(
        "League {league} is rebuilt from its matches; {n} row is not as it was shown before.",
        "League {league} is rebuilt from its matches; {n} rows are not as they were shown before.",
        n=differing,
        league=name,
    )


def _told(name: str, progress: Progress) -> Text:
    phase = PHASES.get(progress.phase, T("at work"))
    if not progress.total:
        return T("League {league}: {phase} …", league=name, phase=phase)
    return T(
        "League {league}: {phase}, {done} of {total}",
        league=name,
        phase=phase,
        done=progress.done,
        total=progress.total,
    )


def _leagues(session: Session, names: Sequence[str]) -> list[tuple[int, str]]:
    """The leagues of these names in addresses, or all there are."""
    from sqlalchemy import select

    from scorekeeper.store.leagues.log.models import LeagueRow

    found = {row.public_id: row.id for row in session.execute(select(LeagueRow.public_id, LeagueRow.id))}
    session.commit()
    for name in names:
        if name not in found:
            raise KeepingError(
                T("There is no league “{name}”: write it as it stands in its address.", name=name)
            )
    return [(found[name], name) for name in names or sorted(found)]


def _session() -> Session:
    """A session on the instance's database, if it is of this program's version."""
    from scorekeeper.store.engine import session_factory

    url = instance.database_url()
    check_fits(url)
    return session_factory(url)()


class Ticker:
    """Says how far it is on standard error, not too often: on a terminal always on the same line."""

    def __init__(self, rendered: Callable[[Text], str]) -> None:
        self.rendered, self.last, self.width = rendered, 0.0, 0
        self.terminal = sys.stderr.isatty()

    def __call__(self, text: Text) -> None:
        now = time.monotonic()
        if now - self.last < (OFTEN if self.terminal else SELDOM):
            return
        self.last, line = now, self.rendered(text)
        if self.terminal:
            print(f"\r{line:<{self.width}}", end="", file=sys.stderr, flush=True)
            self.width = len(line)
        else:
            print(line, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Leave the line as it was."""
        if self.terminal and self.width:
            print(f"\r{'':<{self.width}}\r", end="", file=sys.stderr, flush=True)
            self.width = 0
