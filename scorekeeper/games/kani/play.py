"""Kani at the table: the auction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.core.text import T, Text
from scorekeeper.games.kani.deal import ALL_TRICKS, KANI, PASS

SEATS = 4
OPEN, CLOSED, PASSED_OUT = "open", "closed", "passed_out"


class Auction(NamedTuple):
    """Where the bidding stands; seats are counted from the first caller (0-3).

    ``wrong`` is the index of the first call that was not allowed, ``why`` says what would be.
    """

    state: str
    bid: int | str | None
    declarer: int | None
    turn: int | None
    passed: frozenset[int]
    wrong: int | None = None
    why: Text | None = None

    def legal(self, min_bid: int) -> tuple[int | str, ...]:
        """Every call that whoever is to call may make."""
        if self.turn is None:
            return ()
        lowest = min_bid if self.bid is None else int(self.bid) + 1
        return (PASS, *range(lowest, ALL_TRICKS), KANI)


def auction(calls: Sequence[int | str], min_bid: int) -> Auction:
    """The bidding after these calls, from the seat after the dealer on; seats that passed are skipped.

    A bid must exceed the highest so far; who passed is out; it closes at Kani, or when three have
    passed and a bid stands. (kani 2.2, 2.3, 2.4)
    """
    now = Auction(OPEN, None, None, 0, frozenset())
    for index, call in enumerate(calls):
        if now.turn is None:
            return now._replace(wrong=index, why=T("The bidding was already over."))
        legal = now.legal(min_bid)
        if call not in legal:
            lowest = legal[1]
            why = T("A bid must be higher than the one before it: here at least {lowest}.", lowest=lowest)
            return now._replace(wrong=index, why=T("Only Kani is higher now.") if lowest == KANI else why)
        now = _after(now, call)
    return now


def _after(before: Auction, call: int | str) -> Auction:
    seat = before.turn
    assert seat is not None, "nobody calls in a closed auction"
    if call == KANI:
        return Auction(CLOSED, KANI, seat, None, before.passed)
    bid, declarer = (before.bid, before.declarer) if call == PASS else (call, seat)
    passed = before.passed | {seat} if call == PASS else before.passed
    if len(passed) == SEATS:
        return Auction(PASSED_OUT, None, None, None, passed)
    if len(passed) == SEATS - 1 and bid is not None:
        return Auction(CLOSED, bid, declarer, None, passed)
    turn = next(after % SEATS for after in range(seat + 1, seat + 1 + SEATS) if after % SEATS not in passed)
    return Auction(OPEN, bid, declarer, turn, passed)
