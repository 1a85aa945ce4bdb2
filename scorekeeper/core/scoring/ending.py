"""When a match to a number of points is over, and why it sometimes is not."""

from __future__ import annotations

from typing import Any, NamedTuple

from scorekeeper.core.reading import Table
from scorekeeper.core.text import T, Text

PLAY_ON, SHARED = "play_on", "shared"
REACHED, LEVEL_SHARED = "target_reached", "level_shared"
NOT_REACHED, NO_TARGET, LEVEL = "target_not_reached", "no_target", "level"
ALL_PLAYED, DEALS_LEFT = "deals_played", "deals_left"
STOPPED, ABANDONED, ADJUSTED = "stopped", "abandoned", "adjusted"


class Because(NamedTuple):
    """Why a match is over, or why it goes on: a code for machines, a sentence, and its articles.

    ``hinders`` says that the match goes on although a side has enough points.
    """

    code: str
    text: Text
    cites: tuple[str, ...]
    hinders: bool = False

    def also(self, *cites: str) -> Because:
        """The same with further articles."""
        return self._replace(cites=(*self.cites, *(cite for cite in cites if cite not in self.cites)))


def find_winners(totals: tuple[int, ...], target: int | None, tie: str) -> tuple[int, ...]:
    """The winners once the best total has reached the target; empty before that and while the best are level.

    Where ``tie`` is ``shared``, all sides that are level at the top have won.
    """
    best = max(totals)
    if target is None or best < target:
        return ()
    leaders = tuple(side for side, total in enumerate(totals) if total == best)
    return leaders if len(leaders) == 1 or tie == SHARED else ()


def because_of_target(
    totals: tuple[int, ...], target: int | None, tie: str, target_cite: str, tie_cite: str
) -> Because:
    """Why a match to ``target`` points is over, or why it is not."""
    if target is None:
        text = T("This match has no end of its own: the players stop when they like.")
        return Because(NO_TARGET, text, (target_cite,))
    best = max(totals)
    if best < target:
        text = T("The target of {target} points is not reached yet.", target=target)
        return Because(NOT_REACHED, text, (target_cite,))
    if totals.count(best) == 1:
        text = T("The {target} points are reached, and the highest total wins.", target=target)
        return Because(REACHED, text, (target_cite,))
    if tie == SHARED:
        text = T(
            "The {target} points are reached; those who are level at the top share the win.", target=target
        )
        return Because(LEVEL_SHARED, text, (target_cite,)).also(tie_cite)
    text = T("Level at the top: play goes on until one side leads.")
    return Because(LEVEL, text, (tie_cite,), hinders=True)


class AtTarget(NamedTuple):
    """The end of a game of points to win, as its options ``target`` and ``tie_at_target`` say, with their articles."""

    target_cite: str
    tie_cite: str

    def finish(self, totals: tuple[int, ...], carry: Any, table: Table) -> tuple[int, ...]:
        """The winners once a side has reached the target; empty before."""
        options = table.options
        return find_winners(totals, options.target, getattr(options, "tie_at_target", PLAY_ON))

    def because(self, totals: tuple[int, ...], carry: Any, table: Table) -> Because:
        """Why a match is over, or why it goes on."""
        options = table.options
        tie = getattr(options, "tie_at_target", PLAY_ON)
        return because_of_target(totals, options.target, tie, self.target_cite, self.tie_cite)


class DealLimit(NamedTuple):
    """After how many played deals a match is over even if a rule holds it open (None: after none), and its article."""

    deals: int | None
    cite: str

    def is_reached(self, played: int) -> bool:
        """Whether the last deal has been played; passed-out and void ones are none."""
        return self.deals is not None and played >= self.deals

    def because(self, winners: tuple[int, ...]) -> Because:
        """Why the match is over: the highest total wins, or those level at the top share the win."""
        text = T("The last of {n} deals is played, and the highest total wins.", n=self.deals or 0)
        if len(winners) > 1:
            text = T(
                "The last of {n} deals is played; those who are level at the top share the win.",
                n=self.deals or 0,
            )
        return Because(ALL_PLAYED, text, (self.cite,))

    def because_open(self, played: int) -> Because:
        """Why a match that knows no other end goes on."""
        text = T("Deals played: {played} of {n}.", played=played, n=self.deals or 0)
        return Because(DEALS_LEFT, text, (self.cite,))
