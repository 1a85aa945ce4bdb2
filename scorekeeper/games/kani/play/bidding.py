"""The bidding of Kani, call by call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.core.text import T, Text
from scorekeeper.games.kani.deal import ALL_TRICKS, KANI, PASS

SEATS = 4
OPEN, CLOSED, PASSED_OUT = "open", "closed", "passed_out"


class KaniAuction(NamedTuple):
    """Where the bidding stands; seats are counted from the first caller (0-3).

    ``passed`` are those who are out of it; where they may return, the passes in a row. ``wrong`` is the index of the
    first call that was not allowed. ``why`` says what would be allowed, by article ``cite``.
    """

    state: str
    bid: int | str | None
    declarer: int | None
    turn: int | None
    passed: frozenset[int]
    wrong: int | None = None
    why: Text | None = None
    cite: str = ""

    def legal(self, min_bid: int) -> tuple[int | str, ...]:
        """Every call that is allowed now."""
        if self.turn is None:
            return ()
        lowest = min_bid if self.bid is None else int(self.bid) + 1
        return (PASS, *range(lowest, ALL_TRICKS), KANI)


def auction(calls: Sequence[int | str], min_bid: int, *, may_return: bool = False) -> KaniAuction:
    """The bidding after these calls, from the seat after the dealer on; seats that passed are skipped.

    A bid must exceed the highest so far, and a player who passed is out, unless they ``may_return``. The bidding closes
    at Kani, or when three have passed (in a row) and a bid stands. (kani 2.2, 2.3, 2.4, 5.4)
    """
    now = KaniAuction(OPEN, None, None, 0, frozenset())
    for index, call in enumerate(calls):
        if now.turn is None or call not in now.legal(min_bid):
            why, cite = _why_not(call, now, min_bid, may_return)
            return now._replace(wrong=index, why=why, cite=cite)
        now = _after(now, call, may_return)
    return now


def cite_end(bid: int | str | None, may_return: bool) -> str:
    """The article by which the bidding ends; Kani ends it at every table."""
    return "kani 5.4" if may_return and bid != KANI else "kani 2.4"


def _why_not(call: int | str, now: KaniAuction, min_bid: int, may_return: bool) -> tuple[Text, str]:
    """What would have been right instead of a call that was not allowed, and its article."""
    if now.turn is None:
        return T("The bidding was already over."), cite_end(now.bid, may_return)
    if call == ALL_TRICKS:
        return T("A bid of all thirteen tricks is called Kani."), "kani 2.5"
    if now.bid is None:
        return T("The lowest bid at this table is {lowest}.", lowest=min_bid), "kani 2.2"
    lowest = now.legal(min_bid)[1]
    if lowest == KANI:
        return T("Only Kani is higher now."), "kani 2.5"
    return T(
        "A bid must be higher than the one before it: here at least {lowest}.", lowest=lowest
    ), "kani 2.3"


def _after(before: KaniAuction, call: int | str, may_return: bool) -> KaniAuction:
    seat = before.turn
    assert seat is not None, "a closed auction takes no call"
    if call == KANI:
        return KaniAuction(CLOSED, KANI, seat, None, before.passed)
    bid, declarer = (before.bid, before.declarer) if call == PASS else (call, seat)
    kept = frozenset[int]() if may_return else before.passed
    passed = before.passed | {seat} if call == PASS else kept
    if len(passed) == SEATS:
        return KaniAuction(PASSED_OUT, None, None, None, passed)
    if len(passed) == SEATS - 1 and bid is not None:
        return KaniAuction(CLOSED, bid, declarer, None, passed)
    out = frozenset[int]() if may_return else passed
    turn = next(after % SEATS for after in range(seat + 1, seat + 1 + SEATS) if after % SEATS not in out)
    return KaniAuction(OPEN, bid, declarer, turn, passed)
