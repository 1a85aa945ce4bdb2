"""How does the bidding stand, and what may be called?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.fields import Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T, Text, caller
from scorekeeper.games.kani.deal import CALL, KANI
from scorekeeper.games.kani.play.bidding import CLOSED, PASSED_OUT, KaniAuction, auction

RETURNS = Reason(T("At this table a player who has passed may bid again."), ("kani 5.4",))


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Where the bidding stands and what may be called; a call that is not allowed is an error. (kani 2)"""
    lowest: int = table.options.min_bid
    may_return: bool = table.options.passed_may_return
    now = auction(values["calls"], lowest, may_return=may_return)
    if now.wrong is not None:
        assert now.why is not None, "a refused call says why"
        report.error(f"calls[{now.wrong}]", "call_not_allowed", now.why, now.cite)
        return None
    result = {
        "state": now.state,
        "bid": now.bid,
        "declarer": now.declarer,
        "turn": now.turn,
        "legal": list(now.legal(lowest)),
    }
    return Ruling(result, _stands(now), tuple(_bidding_reasons(now, lowest, may_return)))


def _stands(now: KaniAuction) -> Text:
    if now.state == PASSED_OUT:
        return T("All four passed: the deal is over.")
    if now.bid is None or now.declarer is None:
        assert now.turn is not None, "an open auction waits for a caller"
        return T("There is no bid yet; {caller} is to call.", caller=caller(now.turn))
    bid = T("Kani") if now.bid == KANI else Text(str(now.bid))
    declarer = caller(now.declarer)
    if now.turn is None:
        return T("{bid} by {declarer} is played.", bid=bid, declarer=declarer)
    params = {"bid": bid, "declarer": declarer, "caller": caller(now.turn)}
    return T("{bid} by {declarer} stands; {caller} is to call.", **params)


def _bidding_reasons(now: KaniAuction, lowest: int, may_return: bool) -> Iterator[Reason]:
    if now.state == PASSED_OUT:
        yield Reason(T("When all four pass, the cards are thrown in and there are no points."), ("kani 2.4",))
        return
    if now.declarer is not None:
        text = T("The declarer is {caller}, who has bid highest.", caller=caller(now.declarer))
        yield Reason(text, ("kani 2.6",))
    if now.state == CLOSED:
        if now.bid == KANI:
            yield Reason(T("Kani is the highest bid, and ends the bidding."), ("kani 2.5", "kani 2.4"))
            if may_return:
                yield RETURNS
        elif may_return:
            text = T("Three have passed in a row and a bid stands: the bidding is over.")
            yield Reason(text, ("kani 5.4",))
        else:
            yield Reason(T("Three have passed and a bid stands: the bidding is over."), ("kani 2.4",))
        return
    yield Reason(T("The player after the dealer calls first, and then everybody in turn."), ("kani 2.1",))
    if may_return:
        yield RETURNS
    elif now.passed:
        yield Reason(T("A player who has passed is out of the bidding."), ("kani 2.4",))
    if now.bid is None:
        yield Reason(T("The lowest bid at this table is {lowest}.", lowest=lowest), ("kani 2.2",))
    elif now.legal(lowest)[1] == KANI:
        yield Reason(T("Only Kani is higher now."), ("kani 2.5",))
    else:
        higher = now.legal(lowest)[1]
        text = T("A bid must be higher than the one before it: here at least {lowest}.", lowest=higher)
        yield Reason(text, ("kani 2.3",))


MAX_CALLS = 48
"""Twelve bids at most, and three passes between any two of them."""

QUESTION = Question(
    slug="auction",
    title=T("How does the bidding stand, and what may be called?"),
    fields=(
        Repeated(
            name="calls",
            label=T("Calls, from the seat after the dealer on"),
            of=CALL,
            most=MAX_CALLS,
            part=T("Call {n}"),
        ),
    ),
    answer=answer,
)
