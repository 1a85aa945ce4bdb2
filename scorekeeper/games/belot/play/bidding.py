"""Belot's bidding: bids that rise, contra and recontra, and the passes that close it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.deal import CONTRA, CONTRACTS, DOUBLINGS, PASS, RECONTRA

SEATS = 4
OPEN, CLOSED, PASSED_OUT = "open", "closed", "passed_out"
BIDS = tuple(CONTRACTS)
"""The contracts in the order in which one overbids the other. (belot 1.3)"""

CALLS: Mapping[str, Text] = {PASS: T("pass"), **CONTRACTS, **DOUBLINGS}


class BelotAuction(NamedTuple):
    """Where the bidding stands; seats are counted from the first caller (0-3).

    ``turn`` is None once it is over. ``passes`` counts those since the last other call. ``wrong`` is the index of
    the first call that was not allowed, ``why`` says what would be allowed, by article ``cite``. ``over_contra`` says
    whether a contract may still be called after contra.
    """

    state: str = OPEN
    contract: str | None = None
    declarer: int | None = None
    turn: int | None = 0
    doubling: str | None = None
    passes: int = 0
    wrong: int | None = None
    why: Text | None = None
    cite: str = ""
    over_contra: bool = True

    @property
    def higher(self) -> tuple[str, ...]:
        """The contracts above the one that stands. (belot 1.3)"""
        return BIDS if self.contract is None else BIDS[BIDS.index(self.contract) + 1 :]

    @property
    def legal(self) -> tuple[str, ...]:
        """Every call that is allowed now. (belot 1.3, 1.4, 7.11)"""
        if self.turn is None:
            return ()
        calls = (PASS, *(self.higher if self.over_contra or self.doubling is None else ()))
        if self.declarer is None or self.doubling == RECONTRA:
            return calls
        own_bid = self.declarer % 2 == self.turn % 2
        if self.doubling == CONTRA:
            return (*calls, RECONTRA) if own_bid else calls
        return calls if own_bid else (*calls, CONTRA)


def auction(calls: Sequence[str], *, over_contra: bool = True) -> BelotAuction:
    """The bidding after these calls, from the seat after the dealer on.

    Every bid is above the one before it and wipes out contra and recontra, if ``over_contra`` allows one after them. It
    closes with four passes, or with three in a row after any other call. (belot 1.3, 1.4, 7.11)
    """
    now = BelotAuction(over_contra=over_contra)
    for index, call in enumerate(calls):
        if now.turn is None:
            return now._replace(wrong=index, why=T("The bidding was already over."), cite="belot 1.3")
        if call not in now.legal:
            why, cite = _refusal(now, call)
            return now._replace(wrong=index, why=why, cite=cite)
        now = _after(now, call, now.turn)
    return now


def _after(before: BelotAuction, call: str, seat: int) -> BelotAuction:
    turn = (seat + 1) % SEATS
    if call in CONTRACTS:
        return BelotAuction(OPEN, call, seat, turn, over_contra=before.over_contra)
    if call != PASS:
        return before._replace(doubling=call, turn=turn, passes=0)
    passes = before.passes + 1
    if before.contract is None and passes == SEATS:
        return before._replace(state=PASSED_OUT, turn=None, passes=passes)
    if before.contract is not None and passes == SEATS - 1:
        return before._replace(state=CLOSED, turn=None, passes=passes)
    return before._replace(turn=turn, passes=passes)


def _refusal(now: BelotAuction, call: str) -> tuple[Text, str]:
    if call in CONTRACTS:
        assert now.contract is not None, "any first bid is allowed"
        if call in now.higher:
            return T("After contra no contract may be called any more."), "belot 7.11"
        return T("A bid must be above the one before it, {bid}.", bid=CONTRACTS[now.contract]), "belot 1.3"
    if call == CONTRA:
        return T("Contra is for an opponent of the last bidder, once, after a bid."), "belot 1.4"
    if call == RECONTRA:
        return T("Recontra is for the side whose bid was answered with contra."), "belot 1.4"
    return T("Choose one of: {choices}.", choices=list(now.legal)), "belot 1.3"
