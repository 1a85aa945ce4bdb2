"""When a match of Belot is over, and what holds it open. (belot 3.9, 3.10, 3.11, 7.1, 7.2, 7.3)"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.ending import NO_TARGET, NOT_REACHED, Because, because_of_target, find_winners
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.options import BelotOptions

MADE, INSIDE, HANGING = "made", "inside", "hanging"
CAPOT_LAST, PENALTY_LAST, NOT_OWN_GAME, WROTE_NOTHING = "capot", "penalty", "own_game", "writer"
CAPOT_WINS = "capot_wins"


class Played(NamedTuple):
    """The last deal that was played: its outcome, who declared, what each side wrote, and the side of a capot."""

    outcome: str
    declaring: int
    scores: tuple[int, int]
    capot: int | None = None


class Carry(NamedTuple):
    """The carry to the next deal: the points that hang, the last deal played, and whether a penalty came after it.

    A match is ``held`` open by the last deal on paper until the next one is played.
    """

    pending: int = 0
    last: Played | None = None
    penalised: bool = False
    held: bool = False


class Hold(NamedTuple):
    """A rule under which a match goes on although a side has enough points: that of an ``option`` with this ``value``.

    ``is_so`` is asked with the carry and with the side that has the higher total, None while they are level.
    """

    option: str
    value: bool
    is_so: Callable[[Carry, int | None], bool]
    code: str
    text: Text
    cite: str


OF_THE_TEXT = (
    Hold(
        "capot_ends_match",
        False,
        lambda carry, leader: carry.last is not None and carry.last.capot is not None,
        CAPOT_LAST,
        T("The match does not end on a capot: the next deal decides."),
        "belot 3.10",
    ),
    Hold(
        "hanging_ends_match",
        False,
        lambda carry, leader: carry.pending > 0,
        HANGING,
        T("Points hang, so the next deal decides."),
        "belot 3.11",
    ),
)
HELD = Hold(
    "",
    True,
    lambda carry, leader: carry.held,
    "held",
    T("The match did not end on the last deal on paper: the next deal decides."),
    "belot 3.10",
)
HOLDS = (
    *OF_THE_TEXT,
    Hold(
        "inside_ends_match",
        False,
        lambda carry, leader: carry.last is not None and carry.last.outcome == INSIDE,
        INSIDE,
        T("The match does not end on a deal that was inside: the next deal decides."),
        "belot 7.1",
    ),
    Hold(
        "penalty_ends_match",
        False,
        lambda carry, leader: carry.penalised,
        PENALTY_LAST,
        T("The match does not end at a penalty: the next deal decides."),
        "belot 7.1",
    ),
    Hold(
        "own_game_ends_match",
        True,
        lambda carry, leader: leader is not None and not _made_by(leader, carry.last),
        NOT_OWN_GAME,
        T("The side that leads has to win with a contract of its own, made in the last deal."),
        "belot 7.2",
    ),
    Hold(
        "writer_ends_match",
        True,
        lambda carry, leader: leader is not None and (carry.last is None or carry.last.scores[leader] <= 0),
        WROTE_NOTHING,
        T("The side that leads has to write points in the deal that ends the match."),
        "belot 7.2",
    ),
)


def _made_by(side: int, last: Played | None) -> bool:
    return last is not None and last.outcome == MADE and last.declaring == side


def _find_hold(totals: tuple[int, ...], carry: Carry, options: BelotOptions) -> Hold | None:
    """The first rule that holds the match open; all of them must be satisfied together."""
    first, second = totals
    leader = None if first == second else int(second > first)
    if carry.held:
        return HELD
    chosen: Mapping[str, Any] = options.values()
    return next(
        (hold for hold in HOLDS if chosen[hold.option] is hold.value and hold.is_so(carry, leader)), None
    )


def finish(totals: tuple[int, ...], carry: Carry, table: Table) -> tuple[int, ...]:
    """The winner once a side has the points, leads, and no rule holds the match open. (belot 3.9 to 3.11, 7.1, 7.2)"""
    options: BelotOptions = table.options
    winners = find_winners(totals, options.target, "")
    return winners if winners and _find_hold(totals, carry, options) is None else ()


def because(totals: tuple[int, ...], carry: Carry, table: Table) -> Because:
    """Why a match is over, or why it goes on, the first reason of several. (belot 3.9, 3.10, 3.11, 7.1, 7.2)"""
    options: BelotOptions = table.options
    by_target = because_of_target(totals, options.target, "", "belot 3.9", "belot 3.9")
    if by_target.code in (NOT_REACHED, NO_TARGET):
        return by_target
    hold = _find_hold(totals, carry, options)
    if hold is not None:
        return Because(hold.code, hold.text, (hold.cite,), hinders=True)
    if by_target.hinders:
        return by_target
    return by_target.also(*(rule.cite for rule in OF_THE_TEXT if rule.is_so(carry, None)))


def find_capot_win(
    capot: int | None, totals: tuple[int, ...], scores: tuple[int, int], options: BelotOptions
) -> Because | None:
    """Why a capot ends the match at once: its side has the points to win, and the table plays so. (belot 7.3)"""
    if not options.capot_target or capot is None or options.target is None or not totals:
        return None
    if totals[capot] + scores[capot] < options.target:
        return None
    text = T("A capot with which its side has {target} points ends the match at once.", target=options.target)
    return Because(CAPOT_WINS, text, ("belot 7.3",))
