"""``scorekeeper league``: ``derive`` and ``rebuild`` work out the figures that pages show.

Progress is told on standard error.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.cli.files import GOOD, StoppedError
from scorekeeper.cli.keeping import leaves_to_owner, open_sessions, print_sentences
from scorekeeper.core.text import Catalogue, N, T, Text, render
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.figures.derive import HOLD, Progress
from scorekeeper.store.leagues.log import apply
from scorekeeper.store.leagues.log.models import LeagueRow

OFTEN, SELDOM = 0.2, 5.0
"""Seconds between two words about how far it is: on a terminal, where one line is written over, and in a log."""
PHASES = {
    "matches": T("matches taken in"),
    "order": T("ratings, form and records"),
    "sweeping": T("clearing away what was shown before"),
}
Say = Callable[[Text], None]


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument(
        "what", choices=["derive", "rebuild"], help="what waits, or everything from the matches"
    )
    command.add_argument("names", nargs="*", metavar="LEAGUE", help="as in its address; without one: all")
    command.add_argument(
        "--anew", action="store_true", help="begin again instead of going on with what was interrupted"
    )
    command.add_argument(
        "--state",
        action="store_true",
        help="what is in a league too, from its log; all other writers wait meanwhile",
    )
    command.add_argument("--hurry", action="store_true", help="faster, at an hour when no score is kept")


@leaves_to_owner
def run(options: Any, words: Catalogue | None) -> int:
    """Derive or rebuild; returns the exit status."""
    ticker = Ticker(lambda text: render(text, words))
    if options.what == "derive":
        done = derive_leagues(options.names, ticker)
    else:
        done = rebuild_leagues(
            options.names, ticker, anew=options.anew, hurry=options.hurry, state=options.state
        )
    try:
        print_sentences(ticker.clear_before(done), words)
    except KeyboardInterrupt:
        raise StoppedError(T("Stopped. The same command goes on from here.")) from None
    return GOOD


def derive_leagues(names: Sequence[str], say: Say) -> Iterator[Text]:
    """Derive what these leagues (or all) wait for; a sentence for each that is done."""
    with open_sessions() as sessions, sessions() as session:
        for league, name in _leagues(session, names):
            progress = derive.step(session, league, OFTEN)
            while progress.left and progress.worked:
                say(_progress_text(name, progress))
                progress = derive.step(session, league, OFTEN)
            if progress.left:
                raise StoppedError(T("Another process is deriving league {league} just now.", league=name))
            yield T("League {league} is up to date.", league=name)


def rebuild_leagues(
    names: Sequence[str], say: Say, *, anew: bool = False, hurry: bool = False, state: bool = False
) -> Iterator[Text]:
    """Build the figures of these leagues (or all) from their matches again; a sentence for each that is done.

    With ``state`` all that is in them is applied from their logs again before that.
    """
    with open_sessions() as sessions, sessions() as session:
        for league, name in _leagues(session, names):
            if state:
                yield _state_text(name, apply.rebuild_and_compare(session, league))
            differing = derive.rebuild(
                session,
                league,
                partial(_say_progress, say, name),
                anew=anew,
                hold=derive.HURRY if hurry else HOLD,
            )
            if differing is None:
                raise StoppedError(T("Another process is deriving league {league} just now.", league=name))
            yield _rebuilt_text(name, differing)


def _say_progress(say: Say, name: str, progress: Progress) -> None:
    say(_progress_text(name, progress))


def _state_text(name: str, differing: int) -> Text:
    if not differing:
        return T("League {league}: all that is in it is what its log says.", league=name)
    return N(
        "League {league}: {n} row was not what its log says; now it is.",
        "League {league}: {n} rows were not what its log says; now they are.",
        n=differing,
        league=name,
    )


def _rebuilt_text(name: str, differing: int) -> Text:
    if not differing:
        return T("League {league} is rebuilt from its matches.", league=name)
    return N(
        "League {league} is rebuilt from its matches; {n} row is not as it was shown before.",
        "League {league} is rebuilt from its matches; {n} rows are not as they were shown before.",
        n=differing,
        league=name,
    )


def _progress_text(name: str, progress: Progress) -> Text:
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
    ids = {row.public_id: row.id for row in session.execute(select(LeagueRow.public_id, LeagueRow.id))}
    session.commit()
    for name in names:
        if name not in ids:
            raise StoppedError(
                T("There is no league “{name}”: write it as it stands in its address.", name=name)
            )
    return [(ids[name], name) for name in names or sorted(ids)]


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

    def clear_before(self, sentences: Iterator[Text]) -> Iterator[Text]:
        """The sentences, each after the line of progress is gone; it is gone at the end too."""
        try:
            for sentence in sentences:
                self.clear()
                yield sentence
        finally:
            self.clear()

    def clear(self) -> None:
        """Leave the line as it was."""
        if self.terminal and self.width:
            print(f"\r{'':<{self.width}}\r", end="", file=sys.stderr, flush=True)
            self.width = 0
