"""Where the bidding stands and what may be called. A bid that is not above the one before it is an offence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.disputes.irregularities import follow
from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.fields import Choice, Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.fold import DEALER
from scorekeeper.core.text import Caller, N, Side, T, Text, caller
from scorekeeper.games.belot.deal import CONTRACTS, DOUBLINGS
from scorekeeper.games.belot.disputes.fields import SIDES
from scorekeeper.games.belot.play.bidding import CALLS, CLOSED, OPEN, SEATS, BelotAuction, auction

VOID = "void"
PAIRS = (T("the first and the third caller"), T("the second and the fourth caller"))


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Where the bidding stands and what may be called. (belot 1.3, 1.4, 7.11)

    A bid that is too low is an offence and gets a ruling; any other call that is not allowed is an error.
    """
    calls, dealer = values["calls"], values.get("dealer")
    now = auction(calls, over_contra=table.options.bid_over_contra)
    if now.wrong is not None:
        if calls[now.wrong] in CONTRACTS and calls[now.wrong] not in now.higher and now.turn is not None:
            return _undercut(now, calls[now.wrong], dealer, table)
        assert now.why is not None, "a refused call says why"
        report.error(f"calls[{now.wrong}]", "call_not_allowed", now.why, now.cite)
        return None
    return Ruling(_describe_auction(now), _stands(now, dealer), tuple(_reasons(now)))


def _describe_auction(now: BelotAuction) -> dict[str, Any]:
    return {
        "state": now.state,
        "contract": now.contract,
        "declarer": now.declarer,
        "turn": now.turn,
        "doubling": now.doubling,
        "legal": list(now.legal),
    }


def _stands(now: BelotAuction, dealer: int | None) -> Text:
    if now.contract is None or now.declarer is None:
        if now.turn is None:
            return T("All four passed: the deal is over.")
        return T("There is no bid yet; {caller} is to call.", caller=caller(now.turn, dealer))
    params = {"contract": CONTRACTS[now.contract], "declarer": caller(now.declarer, dealer)}
    if now.doubling is None:
        bid = T("{contract} by {declarer}", **params)
    else:
        bid = T("{contract} by {declarer}, {doubling}", doubling=DOUBLINGS[now.doubling], **params)
    if now.turn is None:
        return T("Bidding closed: {bid}.", bid=bid)
    return T("It stands at {bid}; {caller} is to call.", bid=bid, caller=caller(now.turn, dealer))


def _reasons(now: BelotAuction) -> Iterator[Reason]:
    if now.state == CLOSED:
        text = T("Three passes in a row after the last bid, contra or recontra close it.")
        yield Reason(text, ("belot 1.3",))
        return
    if now.state != OPEN:
        yield Reason(T("Four passes, and no bid."), ("belot 1.6",))
        return
    if now.over_contra:
        text = T("A bid must be above the one before; it wipes out contra and recontra.")
        yield Reason(text, ("belot 1.3",))
    else:
        text = T("A bid must be above the one before, and after contra no contract may be called any more.")
        yield Reason(text, ("belot 1.3", "belot 7.11"))
    if now.contract is not None:
        text = T("Contra is for the other side, recontra for the side that was answered with contra.")
        yield Reason(text, ("belot 1.4",))
    calls = [CALLS[call] for call in now.legal]
    yield Reason(T("What may be called now: {calls}.", calls=calls), ("belot 1.3", "belot 1.4"))


def _seat(caller: int, dealer: int) -> int:
    return (dealer + 1 + caller) % SEATS


def _pair(number: int, dealer: int | None) -> Side | Caller:
    if dealer is None:
        return Caller(number, PAIRS[number % 2], whole_side=True)
    return SIDES[_seat(number, dealer) % 2]


# --- a bid that is too low ------------------------------------------------------------------------

TOO_LOW = ("bidding", "insufficient")
"""The way through the tree of irregularities to it."""


def _undercut(now: BelotAuction, bid: str, dealer: int | None, table: Table) -> Ruling:
    """The bid is invalid, its side pays, the deal is void, and the wronged side calls first next. (belot 6.1, 6.2)

    If the first caller belongs to the wronged side, the same seat deals again, so the first caller stays the same.
    """
    assert now.turn is not None, "the bid was made in turn"
    points, same_dealer = table.options.penalty_points, now.turn % 2 == 1
    first = 0 if same_dealer else 1
    side = None if dealer is None else _seat(now.turn, dealer) % 2
    ruled = follow("belot", TOO_LOW, side, table)
    result = {
        **_describe_auction(now._replace(state=VOID, turn=None)),
        "invalid": now.wrong,
        "penalty": points,
        "wronged": [first, first + 2],
        "first_call": first,
        "entry": ruled.result["entry"],
    }
    deals = T("The same seat deals again.") if same_dealer else T("The next seat deals.")
    reasons = (*ruled.reasons, Reason(deals, ("belot 6.2",)))
    return Ruling(result, _undercut_verdict(now, bid, dealer, table), reasons)


def _undercut_verdict(now: BelotAuction, bid: str, dealer: int | None, table: Table) -> Text:
    assert now.turn is not None, "the bid was made in turn"
    offender, points = now.turn, table.options.penalty_points
    params: dict[str, Any] = {
        "bid": CONTRACTS[bid],
        "caller": caller(offender, dealer),
        "contract": CONTRACTS[str(now.contract)],
        "points": N("{n} point", "{n} points", n=points),
        "wronged": _pair(offender + 1, dealer),
        "offenders": _pair(offender, dealer),
        "first": caller(0 if offender % 2 else 1, dealer),
    }
    return Text(UNDERCUT[table.options.penalty_mode], params)


UNDERCUT: Mapping[str, str] = {
    "credit": T(
        "The bid “{bid}” ({caller}) is invalid: it is not above {contract}. The deal is void; the wronged side "
        "({wronged}) writes {points}, and first to call next is {first}."
    ).msgid,
    "deduct": T(
        "The bid “{bid}” ({caller}) is invalid: it is not above {contract}. The deal is void; the side at fault "
        "({offenders}) loses {points}, and first to call next is {first}, of the wronged side ({wronged})."
    ).msgid,
}

MAX_CALLS = 60
"""Three passes, then six bids that each may be answered by contra and recontra, with two passes before every call."""

QUESTION = Question(
    slug="auction",
    title=T("How does the bidding stand, and what may be called?"),
    fields=(
        Repeated(
            name="calls",
            label=T("Calls, from the dealer’s neighbour on"),
            of=Choice(choices=CALLS),
            most=MAX_CALLS,
            part=T("Call {n}"),
        ),
        DEALER,
    ),
    answer=answer,
)
