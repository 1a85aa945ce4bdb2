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
    rounding would not add up to the deal: then the side with fewer points goes up and the other down.
    """

    down_to: int
    problem: int | None
    down: str
    up: str
    cites: tuple[str, ...]

    def nearest(self, points: int) -> int:
        """Points in tens by the last digit; the problem digit goes down."""
        tens, digit = divmod(points, 10)
        return tens if digit <= self.down_to or digit == self.problem else tens + 1

    def round_beside(self, points: int, other: int) -> int:
        """Points in tens next to the other side's, so that both add up to the deal. (belot 5.1, 5.2, 5.3)"""
        if points % 10 == self.problem and points < other:
            return points // 10 + 1
        return self.nearest(points)

    def explain(self, points: int, other: int) -> Text:
        """The reason for a side's written points where both sides write."""
        digit = points % 10
        if digit == 0:
            return Text(EXACT, {"points": points, "written": points // 10})
        if digit == self.problem:
            return Text(FEWER_UP if points < other else MORE_DOWN, {"points": points, "digit": digit})
        return Text(self.down if digit <= self.down_to else self.up, {"points": points, "digit": digit})


EXACT = T("{points} / 10 = {written}").msgid
"""Nothing is rounded, so there is nothing to explain but the figures."""
FEWER_UP = T(
    "{points} ends in {digit}, as the other side’s points do: the side with fewer points rounds up"
).msgid
MORE_DOWN = T(
    "{points} ends in {digit}, as the other side’s points do: the side with more points rounds down"
).msgid

IN_A_SUIT = Rounding(
    down_to=5,
    problem=6,
    down=T("{points} ends in {digit}: in a suit up to 5 is rounded down").msgid,
    up=T("{points} ends in {digit}: in a suit 7 and more is rounded up").msgid,
    cites=("belot 3.3", "belot 5.1"),
)
AT_ALL_TRUMPS = Rounding(
    down_to=3,
    problem=4,
    down=T("{points} ends in {digit}: at all trumps up to 3 is rounded down").msgid,
    up=T("{points} ends in {digit}: at all trumps 5 and more is rounded up").msgid,
    cites=("belot 3.3", "belot 5.2"),
)
AT_NO_TRUMPS = Rounding(
    down_to=4,
    problem=None,
    down=T("{points} ends in {digit}: up to 4 is rounded down").msgid,
    up=T("{points} ends in {digit}: 6 and more is rounded up").msgid,
    cites=("belot 3.3", "belot 5.3"),
)
ROUNDING: Mapping[str, Rounding] = dict.fromkeys(FRENCH_SUITS, IN_A_SUIT) | {
    NO_TRUMPS: AT_NO_TRUMPS,
    ALL_TRUMPS: AT_ALL_TRUMPS,
}
