"""From points to tens: the last digit decides, and each contract has its own digit. (belot 5)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.core.play.cards import FRENCH_SUITS
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.deal import ALL_TRUMPS, NO_TRUMPS


class Rounding(NamedTuple):
    """How a kind of contract rounds.

    Last digits up to ``down_to`` go down, others up. ``problem`` is the digit that both sides can end in, so that equal
    rounding would not add up to the deal: then one side goes up, by the option ``problem_digit``, and the other down.
    """

    down_to: int
    problem: int | None
    down: Text
    up: Text
    cites: tuple[str, ...]

    def nearest(self, points: int) -> int:
        """Points in tens by the last digit; the problem digit goes down."""
        tens, digit = divmod(points, 10)
        return tens if digit <= self.down_to or digit == self.problem else tens + 1

    def round_beside(self, points: int, *, up: bool) -> int:
        """Points in tens next to the other side's; ``up`` is how the problem digit goes. (belot 5.1, 5.2, 5.3)"""
        return points // 10 + 1 if up and points % 10 == self.problem else self.nearest(points)

    def explain(self, points: int, problem_digit: str, *, up: bool) -> Text:
        """The reason for a side's written points where both sides write."""
        digit = points % 10
        if digit == 0:
            return Text(EXACT.msgid, {"points": points, "written": points // 10})
        why = self.down if digit <= self.down_to else self.up
        if digit == self.problem:
            why = PROBLEM_DIGIT[problem_digit][up]
        return Text(why.msgid, {"points": points, "digit": digit})

    def cite(self, points: int, problem_digit: str) -> tuple[str, ...]:
        """The articles of it: that of the option too where the problem digit goes by it."""
        chosen = points % 10 == self.problem and problem_digit != FEWER
        return (*self.cites, "belot 7.6") if chosen else self.cites


def rounds_up(side: int, points: tuple[int, int], declaring: int, problem_digit: str) -> bool:
    """Whether a side rounds the problem digit up where both sides end in it. (belot 5.1, 5.2, 7.6)"""
    if problem_digit == DEFENDERS:
        return side != declaring
    return points[side] < points[1 - side] if problem_digit == FEWER else points[side] > points[1 - side]


FEWER, MORE, DEFENDERS = "fewer", "more", "defenders"


EXACT = T("{points} / 10 = {written}")
"""Nothing is rounded, so there is nothing to explain but the figures."""
PROBLEM_DIGIT: Mapping[str, tuple[Text, Text]] = {
    FEWER: (
        T("{points} ends in {digit}, as the other side’s points do: the side with more points rounds down"),
        T("{points} ends in {digit}, as the other side’s points do: the side with fewer points rounds up"),
    ),
    MORE: (
        T("{points} ends in {digit}, as the other side’s points do: the side with fewer points rounds down"),
        T("{points} ends in {digit}, as the other side’s points do: the side with more points rounds up"),
    ),
    DEFENDERS: (
        T("{points} ends in {digit}, as the other side’s points do: the declarer’s side rounds down"),
        T("{points} ends in {digit}, as the other side’s points do: the defenders round up"),
    ),
}
"""Why the digit in doubt goes down, and why up."""

IN_A_SUIT = Rounding(
    down_to=5,
    problem=6,
    down=T("{points} ends in {digit}: in a suit up to 5 is rounded down"),
    up=T("{points} ends in {digit}: in a suit 7 and more is rounded up"),
    cites=("belot 3.3", "belot 5.1"),
)
AT_ALL_TRUMPS = Rounding(
    down_to=3,
    problem=4,
    down=T("{points} ends in {digit}: at all trumps up to 3 is rounded down"),
    up=T("{points} ends in {digit}: at all trumps 5 and more is rounded up"),
    cites=("belot 3.3", "belot 5.2"),
)
AT_NO_TRUMPS = Rounding(
    down_to=4,
    problem=None,
    down=T("{points} ends in {digit}: up to 4 is rounded down"),
    up=T("{points} ends in {digit}: 6 and more is rounded up"),
    cites=("belot 3.3", "belot 5.3"),
)
ROUNDING: Mapping[str, Rounding] = dict.fromkeys(FRENCH_SUITS, IN_A_SUIT) | {
    NO_TRUMPS: AT_NO_TRUMPS,
    ALL_TRUMPS: AT_ALL_TRUMPS,
}
